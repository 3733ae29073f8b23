/** Assemblies of the public harness, recorded while it ran; they lie beside the project and not in it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface RecordedText {
  readonly name: string;
  /** What it was registered with; null where that was not seen. */
  readonly order: number | null;
  readonly text: string;
}

export interface RecordedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
}

/** One assembly, everything in the order in which the harness gave it out; texts not interpolated. */
export interface Recording {
  readonly id: string;
  readonly sections: readonly RecordedText[];
  readonly contexts: readonly RecordedText[];
  readonly variables: Readonly<Record<string, string>>;
  readonly tools: readonly RecordedTool[];
}

interface RecordingsFile {
  readonly tools: Readonly<Record<string, RecordedTool>>;
  readonly assemblies: readonly (Omit<Recording, 'tools'> & { readonly tools: readonly string[] })[];
}

export const RECORDINGS_PATH = '../shared/corpus/harness-assemblies.json';

function read(): readonly Recording[] | undefined {
  const path = fileURLToPath(new URL(`../../${RECORDINGS_PATH}`, import.meta.url));
  if (!existsSync(path)) return undefined;
  const file = JSON.parse(readFileSync(path, 'utf8')) as RecordingsFile;
  return file.assemblies.map((assembly) => ({
    ...assembly,
    tools: assembly.tools.map((key) => {
      const tool = file.tools[key];
      if (tool === undefined) throw new Error(`${assembly.id} refers to a tool "${key}" that was not recorded`);
      return tool;
    }),
  }));
}

/** The recordings, or undefined where the file is not there. */
export const recordings = read();
