/** What a manifest holds once it was read: the entries to register, each with the place it was written at. */
import type { Delimiters, PromptConfig, TextKind, ToolSchema } from '../index.js';
import type { Place } from './place.js';

/** A position in a text: an offset from 0, line and column from 1, all in code units. */
export interface TextPosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Where a position of a text was written. */
export interface WrittenAt {
  readonly place: Place;
  /** False: `place` is where the text begins, and the position counts from the text's own first line. */
  readonly exact: boolean;
}

/** Finds where a position of one text was written. */
export type TextLocator = (position: TextPosition) => WrittenAt;

/** One section or context. */
export interface ManifestText {
  readonly kind: TextKind;
  readonly name: string;
  readonly order: number;
  readonly text: string;
  /** Sections only. */
  readonly complete?: boolean | undefined;
  readonly delimiters?: Delimiters | undefined;
  /** Where the entry begins. */
  readonly place: Place;
  readonly orderPlace: Place;
  /** Where a position of `text` was written. */
  readonly locate: TextLocator;
}

export interface ManifestTool {
  readonly schema: ToolSchema;
  readonly place: Place;
}

export interface ManifestVariable {
  readonly name: string;
  readonly value: string;
  readonly place: Place;
}

/** What the manifest registers in one layer: globally, or in one scope. */
export interface ManifestLayer {
  readonly sections: readonly ManifestText[];
  readonly contexts: readonly ManifestText[];
  readonly tools: readonly ManifestTool[];
  readonly variables: readonly ManifestVariable[];
  readonly suppressRuntimeContext: boolean;
}

export interface ManifestScope extends ManifestLayer {
  /** Unique in the manifest. */
  readonly label: string;
  /** Label of the enclosing scope; absent: the global layer alone. */
  readonly parent?: string | undefined;
  readonly place: Place;
  readonly parentPlace: Place;
}

/** A manifest without faults, as `loadManifest` returns it. */
export interface Manifest {
  /** The manifest's own file, as it was named. */
  readonly file: string;
  /** For `createSystemPrompt`. */
  readonly config: PromptConfig;
  /** Where each field of `config` is written. */
  readonly configPlaces: ReadonlyMap<string, Place>;
  /** `config.persona` as the section it becomes; absent when empty. */
  readonly persona?: ManifestText | undefined;
  readonly global: ManifestLayer;
  readonly scopes: readonly ManifestScope[];
}
