/** Literal unions and read-only inputs. Checked by `npm run types`; nothing here runs. */
import {
  type CoreChoice,
  type CoreKind,
  createSystemPromptSync,
  type Delimiter,
  PromptError,
  type PromptErrorCode,
  SECTION_ORDERS,
  type TextKind,
} from '../../bindings/index.js';

type Same<Left, Right> = [Left, Right] extends [Right, Left] ? true : false;

true satisfies Same<Delimiter, '{{}}' | '<<>>'>;
true satisfies Same<CoreKind, 'wasm' | 'pure'>;
true satisfies Same<CoreChoice, 'wasm' | 'pure' | 'auto'>;
true satisfies Same<TextKind, 'section' | 'context'>;
// A union of literals, and not all strings.
false satisfies string extends PromptErrorCode ? true : false;
false satisfies string extends Delimiter ? true : false;

'malformed-reference' satisfies PromptErrorCode;
// @ts-expect-error: no such code.
'malformed' satisfies PromptErrorCode;
// @ts-expect-error: a delimiter is written with both ends.
'{{' satisfies Delimiter;

const prompt = createSystemPromptSync();

prompt.section({ name: 's', order: SECTION_ORDERS.PLAN_POLICY, text: '', delimiters: [] });
prompt.section({ name: 's', order: 1, text: '', delimiters: ['<<>>'] as const });
// @ts-expect-error: not a delimiter.
prompt.section({ name: 's', order: 1, text: '', delimiters: ['[[]]'] });
// @ts-expect-error: the order is missing.
prompt.section({ name: 's', text: '' });
// @ts-expect-error: an unknown field.
prompt.section({ name: 's', order: 1, text: '', ordre: 2 });
// @ts-expect-error: contexts are never complete.
prompt.context({ name: 's', order: 1, text: '', complete: true });
// @ts-expect-error: text providers are synchronous.
prompt.section({ name: 's', order: 1, text: async () => '' });
// @ts-expect-error: so are variables.
prompt.variable('v', async () => '');
// @ts-expect-error: and tools.
prompt.tools(async () => ({ schemas: [] }));
// @ts-expect-error: no such event.
prompt.on('system-prompt/assembled', () => {});
// @ts-expect-error: a listener gives an assembly.
prompt.on('system-prompt/assemble', () => {});
// @ts-expect-error: no such core.
createSystemPromptSync({ core: 'native' });
// @ts-expect-error: the orders cannot be changed.
SECTION_ORDERS.PLAN_POLICY = 1;
// @ts-expect-error: a key is made by `scope` alone.
prompt.assemble({ scope: {} });
// @ts-expect-error: a scope is not its key.
prompt.assemble({ scope: prompt.scope('agent') });
prompt.assemble({ scope: prompt.scope('agent').key });
// @ts-expect-error: the scopes to verify are listed apart.
prompt.verify({ context: { scope: prompt.scope('agent').key } });

// Inputs may be read-only through and through.
prompt.tools(() => ({ schemas: [{ name: 't', description: '', parameters: { type: 'object' } }] as const }));
createSystemPromptSync({ toolOrder: ['a', '<unlisted-tools>'] as const, delimiters: ['{{}}'] as const });

function readCode(error: unknown): PromptErrorCode | undefined {
  if (!PromptError.is(error)) return undefined;
  switch (error.code) {
    case 'unknown-variable':
      error.offset satisfies number | undefined;
      error.kind satisfies TextKind | undefined;
      return error.code;
    // @ts-expect-error: no such code to compare with.
    case 'unknown-variables':
      return error.code;
    default:
      return error.code;
  }
}

export { readCode };
