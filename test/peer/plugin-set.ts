/** Scripts of what plugins do to a registry: what they register, dispose and change between assemblies. */
import type { Config, Parents, Tools } from './side.js';

/** What one provider gives over time: the value whose turn it is, counted in {@link Call} `turn`. */
export type Turns<Value> = readonly [Value, ...Value[]];

/** A section or context; more than one text makes it a provider. */
export interface TextCall {
  readonly name: string;
  readonly order: number;
  readonly texts: Turns<string>;
  readonly complete?: boolean;
}

/** What a listener does to the assembly. */
export type ListenerAction = 'add section' | 'drop section' | 'add context' | 'add tool' | 'set variable' | 'replace';

export interface ListenerCall {
  readonly action: ListenerAction;
  readonly when: 'before' | 'after' | 'instead';
  readonly prepend: boolean;
}

/** One step of a script. */
export type Call =
  | { readonly kind: 'section' | 'context'; readonly entry: TextCall }
  | { readonly kind: 'tools'; readonly results: Turns<Tools> }
  | { readonly kind: 'variable'; readonly name: string; readonly values: Turns<string | undefined> }
  | { readonly kind: 'suppress' }
  | { readonly kind: 'listener'; readonly listener: ListenerCall }
  /** Call one of the disposers that there are, counted from the last. */
  | { readonly kind: 'dispose'; readonly back: number }
  /** From now on every provider gives its next value. */
  | { readonly kind: 'turn' }
  /** Change the last assembly in every part: no later one may show it. */
  | { readonly kind: 'mutate' }
  /** Read what came out at once, or when all else is done: nothing may have changed it by then. */
  | { readonly kind: 'assemble'; readonly read: 'now' | 'later' };

/** A configuration, scopes, and calls on the layers in the order in which they are made. */
export interface PluginSet {
  readonly config: Config;
  readonly parents: Parents;
  /** The layer is taken modulo how many there are. */
  readonly calls: readonly { readonly layer: number; readonly call: Call }[];
}
