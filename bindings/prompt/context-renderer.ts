/** The contexts of one view as the snapshot that the model is told. */
import type { Core } from '../core/types.js';
import { BLANK_LINE, type RenderedText } from './rendered-text.js';
import { CachingRenderer } from './text-renderer.js';

/** One rendered context and who contributed it. */
export interface ContextSection {
  name: string;
  text: string;
}

/** First paragraph of every snapshot, as the public harness words it. */
const SNAPSHOT_PREAMBLE = 'Current runtime context. This snapshot supersedes earlier runtime-context snapshots.';

/** The contexts that render to something, and the snapshot of them. */
export interface RenderedContexts {
  readonly sections: readonly Readonly<ContextSection>[];
  readonly snapshot: string;
}

/** The contexts of one view. */
export class ContextRenderer extends CachingRenderer<RenderedContexts> {
  constructor(core: Core) {
    super('context', core);
  }

  protected derive(rendered: readonly RenderedText[]): RenderedContexts {
    const sections = rendered.filter(({ text }) => text.length > 0).map(({ name, text }) => ({ name, text }));
    return { sections, snapshot: joinSnapshot(sections) };
  }
}

/** The snapshot that tells rendered contexts to the model; '' when there are none. */
export function joinSnapshot(sections: readonly Readonly<ContextSection>[]): string {
  const body = sections.map((section) => section.text).join(BLANK_LINE);
  return body.length === 0 ? '' : `${SNAPSHOT_PREAMBLE}${BLANK_LINE}${body}`;
}
