/** One provider of the seam `fs`: files in memory, gone with the plugin. */
import { Service } from '@deepseek-ai/cordis';
import { isBelow, relativePath } from './paths.mjs';

/** @typedef {import('../seams.js').FileSystem} FileSystem */

/** @implements {FileSystem} */
export default class MemoryFileSystem extends Service {
  /**
   * @param {import('@deepseek-ai/cordis').Context} ctx
   * @param {{ files?: Readonly<Record<string, string>> }} config files to start with
   */
  constructor(ctx, { files = {} }) {
    super(ctx, 'fs');
    // No private field: methods are called on a proxy that knows the caller's context.
    this.files = new Map(Object.entries(files).map(([path, text]) => [relativePath(path), text]));
  }

  /** @param {string} path */
  async read(path) {
    const text = this.files.get(relativePath(path));
    if (text === undefined) throw new Error(`there is no file "${path}"`);
    return text;
  }

  /**
   * @param {string} path
   * @param {string} text
   */
  async write(path, text) {
    const place = relativePath(path);
    this.files.set(place, text);
    this.ctx.emit(this, 'fs/change', place);
  }

  /** @param {string} folder */
  async list(folder) {
    const top = relativePath(folder);
    return [...this.files.keys()].filter((path) => isBelow(path, top)).sort();
  }
}
