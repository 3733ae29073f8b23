/**
 * What an assembly is in bytes: its system prompt and its tools as documents of encoded pieces, kept with
 * the view so that a step encodes only what it changed. This is what the wire formats build upon.
 */

import { bodyOf } from '../core/body-of.js';
import type { BodyCore } from '../core/types.js';
import { Assembly } from './assembly-object.js';
import { type EncodedDocument, ViewBytes, type WellFormedSnapshot } from './bytes-of-view.js';
import { renderContextSnapshot } from './contexts.js';
import { renderedSections } from './render.js';
import { renderSettings } from './render-settings.js';
import type { ToolRecord } from './tool-record.js';
import type { PromptAssembly } from './types.js';

export type { IllFormedText } from './bytes-of-view.js';

function viewBytes(assembly: PromptAssembly): ViewBytes {
  const { view } = renderSettings(assembly);
  view.bytes ??= new ViewBytes(bodyOf(view.core));
  return view.bytes;
}

/** The core that encodes an assembly. */
export function bodyCoreOf(assembly: PromptAssembly): BodyCore {
  return viewBytes(assembly).core;
}

/** The system prompt as the contents of a JSON string. @throws PromptError as rendering does. */
export function encodeSections(assembly: PromptAssembly): EncodedDocument {
  return viewBytes(assembly).sections.update(renderedSections(assembly));
}

/** The tools of an assembly as records: the same objects while they are the same tools. */
export function toolRecords(assembly: PromptAssembly): readonly ToolRecord[] {
  const untouched = Assembly.untouchedTools(assembly);
  if (untouched !== undefined) return untouched.ordered;
  const { view } = renderSettings(assembly);
  return view.tools.recordsOf(assembly.tools, view.product.tools.ordered);
}

/** The tools with commas between them, each as `toJson` writes it for `format`. */
export function encodeTools(
  assembly: PromptAssembly,
  records: readonly ToolRecord[],
  format: string,
  toJson: (tool: ToolRecord) => string,
): EncodedDocument {
  return viewBytes(assembly).toolsIn(format).update(records, toJson);
}

/** The context snapshot, well-formed; '' when there is none. */
export function encodeSnapshot(assembly: PromptAssembly): WellFormedSnapshot {
  return viewBytes(assembly).snapshot(renderContextSnapshot(assembly));
}
