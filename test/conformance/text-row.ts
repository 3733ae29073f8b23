/** Rows about one text: what it renders to, or the error it makes, as a section and as a context alike. */
import type { Delimiters, PromptAssembly, TextKind } from '../../bindings/index.js';
import { equal, type ProblemExpectation, throwsProblem } from './expect.js';
import { bare, type ConformanceApi, type Row } from './row.js';

export interface TextSetting {
  /** Default: `user` is `Ana`, `x` is `1`. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
  readonly delimiters?: Delimiters | undefined;
}

/** The name that the text under test is registered under. */
const TEXT_NAME = 'note';

const DEFAULT_VARIABLES: Readonly<Record<string, string | undefined>> = { user: 'Ana', x: '1' };
const KINDS: readonly TextKind[] = ['section', 'context'];

/** The assembly that a registry makes of the text, and the same one written by hand. */
async function assemblies(
  api: ConformanceApi,
  kind: TextKind,
  text: string,
  { variables = DEFAULT_VARIABLES, delimiters }: TextSetting,
): Promise<PromptAssembly[]> {
  const prompt = await bare(api);
  const own = delimiters === undefined ? {} : { delimiters };
  for (const [name, value] of Object.entries(variables)) prompt.variable(name, () => value);
  prompt[kind]({ name: TEXT_NAME, order: 1, text, ...own });
  const entries = [{ name: TEXT_NAME, text, ...own }];
  return [
    await prompt.assemble(),
    {
      sections: kind === 'section' ? entries : [],
      contexts: kind === 'context' ? entries : [],
      tools: [],
      variables: { ...variables },
    },
  ];
}

function render(api: ConformanceApi, kind: TextKind, assembly: PromptAssembly): string {
  if (kind === 'section') return api.renderPrompt(assembly);
  return api
    .renderContextSections(assembly)
    .map((section) => section.text)
    .join('');
}

export function renders(name: string, text: string, output: string, setting: TextSetting = {}): Row {
  return {
    name,
    async run(api) {
      for (const kind of KINDS) {
        for (const assembly of await assemblies(api, kind, text, setting)) {
          equal(render(api, kind, assembly), output, `text of the ${kind}`);
        }
      }
    },
  };
}

/** The text comes out as it went in. */
export function verbatim(name: string, text: string, setting: TextSetting = {}): Row {
  return renders(name, text, text, setting);
}

/** The text cannot be rendered; `place` is how the message ends for a kind. */
function fails(
  name: string,
  text: string,
  expected: ProblemExpectation & { readonly message: string },
  setting: TextSetting = {},
  place = (kind: TextKind): string => ` in ${kind} "${TEXT_NAME}"`,
): Row {
  return {
    name,
    async run(api) {
      for (const kind of KINDS) {
        const message = expected.message + place(kind);
        for (const assembly of await assemblies(api, kind, text, setting)) {
          throwsProblem(api, () => render(api, kind, assembly), { ...expected, message, kind, name: TEXT_NAME });
        }
      }
    },
  };
}

/** A whole group, or a near miss, that is no reference. */
export function malformed(
  name: string,
  text: string,
  reference: string,
  more: Omit<ProblemExpectation, 'message'> = {},
  setting: TextSetting = {},
): Row {
  const message = `malformed prompt variable reference "${reference}"`;
  const offset = text.indexOf(reference);
  return fails(name, text, { code: 'malformed-reference', reference, offset, ...more, message }, setting);
}

/** A `{{` that no complete group follows; `shown` is what the message quotes of the text. */
export function malformedOpening(
  name: string,
  text: string,
  shown: string,
  more: Omit<ProblemExpectation, 'message'> = {},
  setting: TextSetting = {},
): Row {
  const message = `malformed prompt variable reference at "${shown}…"`;
  return fails(name, text, { code: 'malformed-reference', offset: text.indexOf(shown), ...more, message }, setting);
}

export function unknown(
  name: string,
  text: string,
  reference: string,
  more: Omit<ProblemExpectation, 'message'> = {},
  setting: TextSetting = {},
): Row {
  const registered = Object.keys(setting.variables ?? DEFAULT_VARIABLES).join(', ') || '(none)';
  return fails(
    name,
    text,
    {
      code: 'unknown-variable',
      reference,
      offset: text.indexOf(reference),
      ...more,
      message: `unknown prompt variable "${reference}"`,
    },
    setting,
    (kind) => ` in ${kind} "${TEXT_NAME}"; registered variables: ${registered}`,
  );
}

export function noValue(name: string, text: string, reference: string, setting: TextSetting): Row {
  return fails(
    name,
    text,
    {
      code: 'no-value',
      reference,
      offset: text.indexOf(reference),
      message: `prompt variable "${reference}" has no value for this assembly`,
    },
    setting,
    (kind) => ` (${kind} "${TEXT_NAME}")`,
  );
}
