/** A session as data, so that the same one can be played on either service. */
import type { ListenerCall, TextCall, Turns } from '../peer/plugin-set.js';
import type { Config } from '../peer/side.js';
import type { Reply } from './application.js';

/** What one plugin contributes. What it gives in turn follows the steps of the agent that asks. */
export type Contribution =
  | { readonly kind: 'section' | 'context'; readonly entry: TextCall }
  | { readonly kind: 'variable'; readonly name: string; readonly values: Turns<string | undefined> }
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly description: string;
      readonly parameters: Record<string, unknown>;
    }
  /** Tools that reach the model past dsh-tools. */
  | { readonly kind: 'schemas'; readonly schemas: readonly { name: string; description: string; parameters: object }[] }
  | { readonly kind: 'restrict'; readonly allow?: readonly string[]; readonly deny?: readonly string[] }
  | { readonly kind: 'suppress' }
  | { readonly kind: 'listener'; readonly listener: ListenerCall }
  /** A provider that throws whenever it is called. */
  | { readonly kind: 'failure'; readonly name: string; readonly message: string };

/** Where a turn is cancelled by its user. */
export type CancelPoint = 'assembling' | 'request' | 'stream' | 'tool';

export interface TurnScript {
  readonly request: string;
  /** One reply a step; when they are used up, the model says that it is done. */
  readonly replies: readonly Reply[];
  readonly cancel?: { readonly step: number; readonly at: CancelPoint };
}

export interface AgentScript {
  readonly provider: string;
  readonly model: string;
  readonly cwd: string;
  /** Plugins of this agent alone. */
  readonly plugins: readonly Contribution[];
  readonly turns: readonly TurnScript[];
}

/** Between two turns: a plugin comes, or one of those that came last goes. Agent 0 is the first; none: global. */
export type Edit =
  | { readonly kind: 'load'; readonly agent?: number; readonly plugin: Contribution }
  | { readonly kind: 'unload'; readonly back: number };

export interface SessionScript {
  readonly config: Config;
  /** Plugins of all agents. */
  readonly plugins: readonly Contribution[];
  readonly agents: readonly AgentScript[];
  /** What happens before the turn of that number; all agents take their turns of a number together. */
  readonly edits: readonly { readonly turn: number; readonly edit: Edit }[];
}
