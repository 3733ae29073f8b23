/** A registry that saw other tools before gives what one gives that sees these first: the same text, the same error. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CoreKind,
  createSystemPromptSync,
  type PromptConfig,
  PromptError,
  renderTools,
  type SystemPrompt,
} from '../../bindings/index.js';
import { type BodyEncoder, createBodyEncoder } from '../../bindings/wire/index.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { jsonLikeObject } from './generators/json-like.js';

/** What a server does from one listing to the next: the same tools, copies of them, and new ones. */
interface Step {
  readonly kept: readonly { readonly index: number; readonly copied: boolean }[];
  readonly fresh: readonly unknown[];
  readonly knownNames: readonly string[] | undefined;
}

/** What a provider returns. */
interface Listing {
  readonly schemas: readonly unknown[];
  readonly knownNames: readonly string[] | undefined;
}

const nothing: Listing = { schemas: [], knownNames: undefined };

const tool = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  description: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('', 'x', '",\x7f\x7f"', ',"parameters":{}', '\udc00') },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, 5, ['x']) },
  ),
  parameters: fc.oneof(
    { weight: 12, arbitrary: jsonLikeObject },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, null, [], 'none', new Map()) },
  ),
});

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kept: fc.array(fc.record({ index: fc.nat(5), copied: fc.boolean() }), { maxLength: 4 }),
    fresh: fc.array(tool, { maxLength: 3 }),
    knownNames: fc.option(fc.constantFrom(['a'], ['b', 'a'], []), { nil: undefined, freq: 5 }),
  }),
  { minLength: 2, maxLength: 6 },
);

function copyOf(given: unknown): unknown {
  try {
    return structuredClone(given);
  } catch {
    return given;
  }
}

function listingsOf(list: readonly Step[]): Listing[] {
  const listings: Listing[] = [];
  for (const { kept, fresh, knownNames } of list) {
    const before = listings[listings.length - 1]?.schemas ?? [];
    const again = kept.flatMap(({ index, copied }) => {
      const given = before[index];
      return given === undefined ? [] : [copied ? copyOf(given) : given];
    });
    listings.push({ schemas: [...again, ...fresh], knownNames });
  }
  return listings;
}

const REST = '<unlisted-tools>';
const order = fc.constantFrom(undefined, ['c', REST], ['b', REST, 'a']);

/** One registry with two providers. */
class Listener {
  private readonly listings: Listing[] = [nothing, nothing];
  private readonly prompt: SystemPrompt;
  private readonly encoder: BodyEncoder = createBodyEncoder();

  constructor(config: PromptConfig) {
    this.prompt = createSystemPromptSync(config);
    for (const index of this.listings.keys()) this.prompt.tools(() => this.listings[index] as never);
  }

  /** Everything that is made of the listings of both, or what is wrong with them. */
  async hear(first: Listing, second: Listing): Promise<unknown> {
    this.listings.splice(0, 2, first, second);
    return tell(async () => {
      const assembly = await this.prompt.assemble();
      const body = await tell(() => {
        const bytes = this.encoder.body(assembly, 'openai-chat', { model: 'm' });
        return [new TextDecoder().decode(bytes), this.encoder.illFormed];
      });
      return [await tell(() => renderTools(assembly)), body, assembly.tools];
    });
  }
}

async function tell(make: () => unknown): Promise<unknown> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof PromptError) return { code: error.code, message: error.message };
    throw error;
  }
}

describe.each<CoreKind>(['pure', 'wasm'])('tools on the %s core', (core) => {
  it.each([true, false])('do not depend on those before (validate: %s)', { timeout: TIMEOUT }, async (validate) => {
    await fc.assert(
      fc.asyncProperty(steps, steps, order, fc.boolean(), async (list, others, toolOrder, detectMutation) => {
        const config: PromptConfig = { core, validate, toolOrder, detectMutation };
        const old = new Listener(config);
        const second = listingsOf(others);
        for (const [index, listing] of listingsOf(list).entries()) {
          // The other provider changes at times only.
          const other = second[index >> 1] ?? nothing;
          const expected = await new Listener(config).hear(listing, other);
          expect(await old.hear(listing, other)).toEqual(expected);
          expect(await old.hear(listing, other)).toEqual(expected);
        }
      }),
      parameters(CASES.toolsAnew / 4),
    );
  });
});
