/** The version of the package that this code came in. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From the nearest package.json above this file: sources and built files stand at different depths. */
export function packageVersion(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const version = versionIn(join(folder, 'package.json'));
    if (version !== undefined) return version;
    const above = dirname(folder);
    if (above === folder) return 'unknown';
    folder = above;
  }
}

function versionIn(file: string): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown; version?: unknown };
    return name === 'promptasm' && typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
