/** Projects as users have them: an app, a bundler's recipe and the packed package, in a temporary folder. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../host/commands.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Where the bundlers are installed. */
const TOOLS = fileURLToPath(new URL('../node_modules/', import.meta.url));

/** The recipes, by their folders, and the packages that their readers install besides promptasm. */
export const RECIPES = {
  vite: ['vite'],
  vite7: ['vite'],
  esbuild: ['esbuild'],
  webpack: ['webpack', 'webpack-cli'],
  rollup: ['rollup', '@rollup/plugin-node-resolve', '@web/rollup-plugin-import-meta-assets'],
};
/** @typedef {keyof typeof RECIPES} Recipe */

/**
 * Where a package of a recipe is installed: older versions under the recipe's name.
 * @param {Recipe} recipe
 * @param {string} name
 */
function installedAt(recipe, name) {
  return join(TOOLS, recipe === 'vite7' ? recipe : name);
}

/**
 * The version of the bundler itself.
 * @param {Recipe} recipe
 * @returns {Promise<string>}
 */
export async function versionOf(recipe) {
  const [name = recipe] = RECIPES[recipe];
  return JSON.parse(await readFile(join(installedAt(recipe, name), 'package.json'), 'utf8')).version;
}

/**
 * Link a package and its commands into a project: packages are large, and what they need themselves is found where
 * they really stand.
 * @param {string} modules `node_modules` of the project
 * @param {string} name
 * @param {string} installed
 */
async function link(modules, name, installed) {
  const { bin = {} } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const commands = typeof bin === 'string' ? { [name]: bin } : bin;
  const links = [
    [join(modules, name), installed],
    ...Object.entries(commands).map(([command, path]) => [join(modules, '.bin', command), join(installed, path)]),
  ];
  for (const [from, to] of /** @type {[string, string][]} */ (links)) {
    await mkdir(dirname(from), { recursive: true });
    await symlink(to, from);
  }
}

export class Project {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Make a project of the app and a recipe.
   * @param {Recipe} recipe
   * @param {string} installed where the packed package is
   * @param {(source: string) => string} change what becomes of `src/main.js`
   */
  static async make(recipe, installed, change) {
    const folder = await mkdtemp(join(tmpdir(), `promptasm-${recipe}-`));
    await cp(join(HERE, 'app'), folder, { recursive: true });
    await cp(join(HERE, recipe), folder, { recursive: true });
    const main = join(folder, 'src', 'main.js');
    await writeFile(main, change(await readFile(main, 'utf8')));
    const modules = join(folder, 'node_modules');
    await cp(installed, join(modules, 'promptasm'), { recursive: true });
    for (const name of RECIPES[recipe]) await link(modules, name, installedAt(recipe, name));
    return new Project(folder);
  }

  /**
   * Run a script of the recipe.
   * @param {string} name
   * @returns {Promise<string>} all that it printed
   */
  script(name) {
    return run('sh', ['-c', 'npm run "$0" 2>&1', name], { cwd: this.folder });
  }

  /** What was built: the content of each file by its path from `dist/`. */
  async built() {
    const folder = join(this.folder, 'dist');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    /** @type {Map<string, string>} */
    const contents = new Map();
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name);
      contents.set(file.slice(folder.length + 1), await readFile(file, 'latin1'));
    }
    return contents;
  }

  async remove() {
    await rm(this.folder, { recursive: true, force: true });
  }
}
