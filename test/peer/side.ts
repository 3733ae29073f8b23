/** What the library and the published service have in common, so that one script can drive either. */

export interface Section {
  readonly name: string;
  readonly order: number;
  readonly text: string | (() => string);
  readonly complete?: boolean;
}

export interface Context {
  readonly name: string;
  readonly order: number;
  readonly text: string | (() => string);
}

export interface Tool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

export interface Tools {
  readonly schemas: readonly Tool[];
  readonly knownNames?: readonly string[];
}

export interface Assembly {
  sections: { name: string; text: string }[];
  contexts: { name: string; text: string }[];
  tools: Tool[];
  variables: Record<string, string | undefined>;
}

export type Listener = (assembly: Assembly, next: () => Promise<Assembly>) => Promise<Assembly>;

/** The registering calls of one layer; each returns what undoes it. */
export interface Layer {
  section(section: Section): () => void;
  context(context: Context): () => void;
  tools(provider: () => Tools): () => void;
  variable(name: string, provider: () => string | undefined): () => void;
  suppressRuntimeContext(): () => void;
  on(listener: Listener, prepend: boolean): () => void;
}

/** The settings that both take. */
export interface Config {
  readonly includeHarnessIdentity?: boolean;
  readonly includeRuntimeContext?: boolean;
  readonly persona?: string;
  readonly toolOrder?: string[];
}

/** One registry with its scopes. Layer 0 is the global one; layer n is scope n. */
export interface Side {
  readonly layers: readonly Layer[];
  /** The assembly of one layer's view. */
  assemble(layer: number): Promise<Assembly>;
  renderPrompt(assembly: Assembly): string;
  renderContextSnapshot(assembly: Assembly): string;
}

/** For every scope the layer it stands in; 0: directly over the global one. A scope comes after its parent. */
export type Parents = readonly number[];

/** Makes a side; a bad configuration rejects. */
export type SideFactory = (config: Config, parents: Parents) => Promise<Side>;
