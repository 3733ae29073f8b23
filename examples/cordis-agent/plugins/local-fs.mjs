/** The other provider of the seam `fs`: files in one folder of this machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Service } from '@deepseek-ai/cordis';
import { isBelow, relativePath } from './paths.mjs';

/** @typedef {import('../seams.js').FileSystem} FileSystem */

/** @implements {FileSystem} */
export default class LocalFileSystem extends Service {
  /**
   * @param {import('@deepseek-ai/cordis').Context} ctx
   * @param {{ root: string, files?: Readonly<Record<string, string>> }} config the folder, which must hold no
   *   links that leave it, and files to start with
   */
  constructor(ctx, { root, files = {} }) {
    super(ctx, 'fs');
    this.root = root;
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(this.locate(path)), { recursive: true });
      writeFileSync(this.locate(path), text);
    }
  }

  /** @param {string} path */
  locate(path) {
    return join(this.root, relativePath(path));
  }

  /** @param {string} path */
  async read(path) {
    return readFile(this.locate(path), 'utf8').catch((error) => {
      throw new Error(`there is no file "${path}"`, { cause: error });
    });
  }

  /**
   * @param {string} path
   * @param {string} text
   */
  async write(path, text) {
    await mkdir(dirname(this.locate(path)), { recursive: true });
    await writeFile(this.locate(path), text);
    this.ctx.emit(this, 'fs/change', relativePath(path));
  }

  /** @param {string} folder */
  async list(folder) {
    const top = relativePath(folder);
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relativePath(relative(this.root, join(entry.parentPath, entry.name))))
      .filter((path) => isBelow(path, top))
      .sort();
  }
}
