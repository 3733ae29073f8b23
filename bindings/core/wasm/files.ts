/** Reading files where the runtime can; asked for at run time, so that what browsers load imports nothing of Node's. */

interface BuiltinModules {
  getBuiltinModule?(name: 'node:fs'): typeof import('node:fs') | undefined;
}

/** Node's, Deno's or Bun's module of files; undefined in browsers and Workers. */
function fileModule(): typeof import('node:fs') | undefined {
  const { process } = globalThis as { process?: BuiltinModules };
  return process?.getBuiltinModule?.('node:fs');
}

/** Whether {@link readFile} works here. */
export function readsFiles(): boolean {
  return fileModule() !== undefined;
}

/** The bytes of a file. At once: for one that is read a single time, waiting costs more than reading. */
export function readFile(url: URL): Uint8Array {
  return (fileModule() as typeof import('node:fs')).readFileSync(url);
}
