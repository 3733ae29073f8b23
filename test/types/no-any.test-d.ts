/** No `any` reaches users through the entries for programs. Checked by `npm run types`; nothing here runs. */
import type * as library from '../../bindings/index.js';
import type * as inline from '../../bindings/inline.js';
import type * as pure from '../../bindings/pure.js';
import type * as session from '../../bindings/session/index.js';
import type * as wire from '../../bindings/wire/index.js';
import type { HasAny, IsAny } from './is-any.js';

// The check itself: it must find what there is to find.
const found: Record<string, true> = {
  itself: true satisfies IsAny<unknown> extends false ? HasAny<ReturnType<typeof JSON.parse>> : never,
  field: true satisfies HasAny<{ readonly a: string; readonly b?: ReturnType<typeof JSON.parse> }>,
  parameter: true satisfies HasAny<(text: string, reviver: Parameters<typeof JSON.stringify>[0]) => void>,
  promised: true satisfies HasAny<() => Promise<readonly ReturnType<typeof JSON.parse>[]>>,
  inIndexSignature: true satisfies HasAny<Record<string, ReturnType<typeof JSON.parse>>>,
  inMap: true satisfies HasAny<ReadonlyMap<string, { a: ReturnType<typeof JSON.parse> }>>,
  deep: true satisfies HasAny<{ on: (listener: (value: { a: ReturnType<typeof JSON.parse> }) => string) => void }>,
};
const clean: Record<string, false> = {
  unknown: false satisfies HasAny<unknown>,
  never: false satisfies HasAny<(value: never) => never>,
  recursive: false satisfies HasAny<Tree>,
};
interface Tree {
  readonly children: readonly Tree[];
  readonly visit: (visitor: (tree: Tree) => unknown) => void;
}

/** Of every value that an entry exports, whether `any` stands in its type. */
type ValuesWithAny<Entry> = { [Name in keyof Entry]: HasAny<Entry[Name]> };
type Without<Entry> = { [Name in keyof Entry]: false };

// Each fails to compile, naming the export, when one has `any`.
const values: Without<typeof library> = {} as ValuesWithAny<typeof library>;
const inlineValues: Without<typeof inline> = {} as ValuesWithAny<typeof inline>;
const pureValues: Without<typeof pure> = {} as ValuesWithAny<typeof pure>;
const sessionValues: Without<typeof session> = {} as ValuesWithAny<typeof session>;
const wireValues: Without<typeof wire> = {} as ValuesWithAny<typeof wire>;

/** The same for the exported types. */
interface TypesWithAny {
  AssembleContext: HasAny<library.AssembleContext>;
  AssembledContext: HasAny<library.AssembledContext>;
  AssembledSection: HasAny<library.AssembledSection>;
  AssembleListener: HasAny<library.AssembleListener>;
  ChangeListener: HasAny<library.ChangeListener>;
  ContextSection: HasAny<library.ContextSection>;
  CoreInfo: HasAny<library.CoreInfo>;
  Delimiters: HasAny<library.Delimiters>;
  Disposer: HasAny<library.Disposer>;
  LabelledListener: HasAny<library.LabelledListener>;
  ListenerOptions: HasAny<library.ListenerOptions>;
  ListenerTrace: HasAny<library.ListenerTrace>;
  ListenerWatch: HasAny<library.ListenerWatch>;
  CompiledModule: HasAny<library.CompiledModule>;
  ModuleBytes: HasAny<library.ModuleBytes>;
  ModuleResponse: HasAny<library.ModuleResponse>;
  ModuleSource: HasAny<library.ModuleSource>;
  PluginOptions: HasAny<library.PluginOptions>;
  PromptAssembly: HasAny<library.PromptAssembly>;
  PromptConfig: HasAny<library.PromptConfig>;
  PromptContext: HasAny<library.PromptContext>;
  PromptErrorDetails: HasAny<library.PromptErrorDetails>;
  PromptPlugin: HasAny<library.PromptPlugin>;
  PromptRegistry: HasAny<library.PromptRegistry>;
  PromptScope: HasAny<library.PromptScope>;
  PromptSection: HasAny<library.PromptSection>;
  ScopeKey: HasAny<library.ScopeKey>;
  ScopeOptions: HasAny<library.ScopeOptions>;
  SystemPrompt: HasAny<library.SystemPrompt>;
  TextProvider: HasAny<library.TextProvider>;
  ToolProvider: HasAny<library.ToolProvider>;
  ToolProviderResult: HasAny<library.ToolProviderResult>;
  ToolSchema: HasAny<library.ToolSchema>;
  VariableProvider: HasAny<library.VariableProvider>;
  VerifyOptions: HasAny<library.VerifyOptions>;
  AssemblyChange: HasAny<session.AssemblyChange>;
  ContextMessage: HasAny<session.ContextMessage>;
  ContextPart: HasAny<session.ContextPart>;
  CountTokens: HasAny<session.CountTokens>;
  ExplainedTool: HasAny<session.ExplainedTool>;
  FreezeOptions: HasAny<session.FreezeOptions>;
  FrozenPrefix: HasAny<session.FrozenPrefix>;
  LayoutOrder: HasAny<session.LayoutOrder>;
  ListenerChange: HasAny<session.ListenerChange>;
  ListenerReport: HasAny<session.ListenerReport>;
  ListenerReports: HasAny<session.ListenerReports>;
  OnChange: HasAny<session.OnChange>;
  Origin: HasAny<session.Origin>;
  PrefixChange: HasAny<session.PrefixChange>;
  PrefixHeader: HasAny<session.PrefixHeader>;
  PrefixLayout: HasAny<session.PrefixLayout>;
  PromptExplanation: HasAny<session.PromptExplanation>;
  PromptSpan: HasAny<session.PromptSpan>;
  SavedPrefix: HasAny<session.SavedPrefix>;
  SavedSession: HasAny<session.SavedSession>;
  SectionChange: HasAny<session.SectionChange>;
  Session: HasAny<session.Session>;
  SessionOptions: HasAny<session.SessionOptions>;
  SessionStep: HasAny<session.SessionStep>;
  StandingPrefix: HasAny<session.StandingPrefix>;
  ToolChange: HasAny<session.ToolChange>;
  BodyEncoder: HasAny<wire.BodyEncoder>;
  BodyOptions: HasAny<wire.BodyOptions>;
  BodyRequest: HasAny<wire.BodyRequest>;
  IllFormedText: HasAny<wire.IllFormedText>;
  ToolNameMap: HasAny<wire.ToolNameMap>;
}
const types: { [Name in keyof TypesWithAny]: false } = {} as TypesWithAny;

export { clean, found, inlineValues, pureValues, sessionValues, types, values, wireValues };
