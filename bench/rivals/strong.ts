/**
 * The best that plain TypeScript seems able to do for request bytes: our registry on the pure core, and a
 * cache of encoded Buffers by the identity of rendered sections, tool records and messages. A part of the
 * body that did not change since the last one is copied as a whole; if nothing did, the body is the last one.
 */
import { createSystemPrompt, renderContextSnapshot } from '../../bindings/index.js';
import { toolRecords } from '../../bindings/prompt/bytes.js';
import { renderedSections } from '../../bindings/prompt/render.js';
import type { RenderedText } from '../../bindings/prompt/rendered-text.js';
import type { ToolRecord } from '../../bindings/prompt/tool-record.js';
import { type Message, MODEL } from '../workloads.js';
import { concatenate, encodeText } from './bytes.js';
import { register } from './register.js';
import type { CreateRival } from './rival.js';

/** The Buffer of everything that was encoded, for as long as it is in use. */
class EncodedCache<Source extends object> {
  private readonly buffers = new WeakMap<Source, Uint8Array>();

  /** @param toText with the separator in front. */
  constructor(private readonly toText: (source: Source) => string) {}

  get(source: Source): Uint8Array {
    let buffer = this.buffers.get(source);
    if (buffer === undefined) {
      buffer = encodeText(this.toText(source));
      this.buffers.set(source, buffer);
    }
    return buffer;
  }
}

/** Pieces that stand together; they are joined when they come a second time. */
class Part<Source extends object> {
  private sources: readonly Source[] = [];
  private pieces: Uint8Array[] = [];

  constructor(
    private readonly cache: EncodedCache<Source>,
    private readonly separatorLength: number,
    /** Whether a list of sources may change in place, so that only its entries tell. */
    private readonly mutable: boolean,
  ) {}

  /** Add the bytes to a body; returns whether they are those of the last one. */
  addTo(body: Uint8Array[], sources: readonly Source[]): boolean {
    const before = this.sources;
    const unchanged = sources === before ? before.length : samePrefix(sources, before);
    const same = unchanged === before.length && unchanged === sources.length;
    if (same) {
      if (this.pieces.length > 1) this.pieces = [concatenate(this.pieces)];
    } else {
      if (unchanged < before.length) this.pieces = [];
      const from = unchanged < before.length ? 0 : unchanged;
      for (let index = from; index < sources.length; index++) {
        const piece = this.cache.get(sources[index] as Source);
        this.pieces.push(index === 0 ? piece.subarray(this.separatorLength) : piece);
      }
      this.sources = this.mutable ? [...sources] : sources;
    }
    for (const piece of this.pieces) body.push(piece);
    return same;
  }
}

function samePrefix(left: readonly unknown[], right: readonly unknown[]): number {
  const most = Math.min(left.length, right.length);
  let index = 0;
  while (index < most && left[index] === right[index]) index++;
  return index;
}

/** Keeps the bytes of a snapshot while it stays the same. */
class SnapshotPart {
  private text: string | undefined;
  private bytes: Uint8Array | undefined;

  addTo(body: Uint8Array[], text: string): boolean {
    const same = text === this.text;
    if (!same || this.bytes === undefined) {
      this.text = text;
      this.bytes = encodeText(`,{"role":"user","content":${JSON.stringify(text)}}]}`);
    }
    body.push(this.bytes);
    return same;
  }
}

export const createStrong: CreateRival = async (workload, world) => {
  const prompt = await createSystemPrompt({ core: 'pure' });
  register(prompt, workload, world);
  const sections = new Part(
    new EncodedCache<RenderedText>(({ text }) => `\\n\\n${JSON.stringify(text).slice(1, -1)}`),
    '\\n\\n'.length,
    false,
  );
  const tools = new Part(
    new EncodedCache<ToolRecord>(({ text }) => `,{"type":"function","function":${text}}`),
    1,
    false,
  );
  const messages = new Part(new EncodedCache<Message>((message) => `,${JSON.stringify(message)}`), 1, true);
  const snapshot = new SnapshotPart();
  const head = encodeText(`{"model":${JSON.stringify(MODEL)},"tools":[`);
  const beforeSections = encodeText('],"messages":[{"role":"system","content":"');
  const beforeMessages = encodeText('"},');
  const present = new WeakMap<readonly RenderedText[], readonly RenderedText[]>();
  let last: Uint8Array | undefined;

  /** Without the sections that render to nothing. */
  function presentSections(all: readonly RenderedText[]): readonly RenderedText[] {
    let kept = present.get(all);
    if (kept === undefined) {
      kept = all.filter(({ text }) => text !== '');
      present.set(all, kept);
    }
    return kept;
  }

  return {
    name: 'strong',
    world,
    bytes: async () => {
      const assembly = await prompt.assemble();
      const body: Uint8Array[] = [head];
      let same = tools.addTo(body, toolRecords(assembly));
      body.push(beforeSections);
      same = sections.addTo(body, presentSections(renderedSections(assembly))) && same;
      body.push(beforeMessages);
      same = messages.addTo(body, world.messages) && same;
      same = snapshot.addTo(body, renderContextSnapshot(assembly)) && same;
      if (!same || last === undefined) last = concatenate(body);
      return last;
    },
  };
};
