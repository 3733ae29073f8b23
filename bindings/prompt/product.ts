/**
 * What assembling produces before anyone sees it: parts that never change once made. A step that changes
 * nothing yields the parts of the step before, by which everything derived from them is known to hold.
 */
import type { TextEntry } from './input.js';
import type { ToolEntry, VariableEntry } from './layer.js';
import type { TextVariables } from './references.js';
import type { ToolRecord } from './tool-record.js';

/** The effective sections or contexts, in order, with their texts. */
export interface TextsPart {
  readonly entries: readonly TextEntry[];
  /** One an entry. */
  readonly texts: readonly string[];
}

/** The values of the variables. */
export class VariablesPart implements TextVariables {
  private byName: Map<string, string | undefined> | undefined;

  constructor(
    readonly names: readonly string[],
    /** One a name. */
    readonly values: readonly (string | undefined)[],
    /** Where they come from, one a name. */
    readonly entries: readonly VariableEntry[],
  ) {}

  has(name: string): boolean {
    return this.lookup().has(name);
  }

  get(name: string): string | undefined {
    return this.lookup().get(name);
  }

  private lookup(): Map<string, string | undefined> {
    this.byName ??= new Map(this.names.map((name, index) => [name, this.values[index]]));
    return this.byName;
  }
}

/** The tools of all providers. */
export interface ToolsPart {
  /** As collected. */
  readonly collected: readonly ToolRecord[];
  /** The `parameters` objects they were read from, one each. */
  readonly sources: readonly unknown[];
  /** Which of `entries` gave them, one each; empty where it is not known. */
  readonly owners: readonly number[];
  readonly entries: readonly ToolEntry[];
  readonly knownNames: readonly string[];
  /** No provider listed the names that it knows: they are those of its tools. */
  readonly ownNames: boolean;
  /** In canonical order, */
  readonly ordered: readonly ToolRecord[];
  /** which takes them by these indices. */
  readonly permutation: readonly number[];
  /** Something in them is for the final validation to report. */
  readonly suspicious: boolean;
}

/** The parts of one assembly. */
export interface Product {
  readonly sections: TextsPart;
  readonly contexts: TextsPart;
  readonly tools: ToolsPart;
  readonly variables: VariablesPart;
}

/** What steps 2 to 5 made. */
export interface Evaluated {
  readonly product: Product;
  /** Index of the complete section, or -1. */
  readonly complete: number;
  readonly suppressed: boolean;
}

export const noTexts: TextsPart = { entries: [], texts: [] };
export const noVariables = new VariablesPart([], [], []);
export const noTools: ToolsPart = {
  collected: [],
  sources: [],
  owners: [],
  entries: [],
  knownNames: [],
  ownNames: true,
  ordered: [],
  permutation: [],
  suspicious: false,
};

/** The tool provider that gave a tool. */
export interface ToolSource {
  readonly label: string | undefined;
  /** Its place among the providers of the view, from 0; undefined: a session holds the tool. */
  readonly provider: number | undefined;
}

/** Where the tools come from, in canonical order. */
export function toolSources({ permutation, owners, entries }: ToolsPart): ToolSource[] {
  return permutation.map((index) => {
    const provider = owners[index];
    return { label: provider === undefined ? undefined : entries[provider]?.label, provider };
  });
}
