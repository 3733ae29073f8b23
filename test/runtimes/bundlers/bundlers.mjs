/** The bundlers as members of the matrix: each recipe of the README, from the packed package to a page in Chromium. */
import { launchBrowser } from '../host/browsers.mjs';
import { hostCheck } from '../host/runtimes/commands.mjs';
import { installTools } from '../host/tools.mjs';
import { checksOf } from './checks.mjs';
import { Project, RECIPES, versionOf } from './project.mjs';

/** @typedef {import('./project.mjs').Recipe} Recipe */
/** @typedef {import('../host/runtimes/runtime.mjs').Runtime} Runtime */

/** @type {readonly Runtime[]} */
export const bundlers = /** @type {Recipe[]} */ (Object.keys(RECIPES)).map((name) => ({
  name,
  family: 'command',
  async run({ consumer }) {
    await installTools('.');
    const browser = await launchBrowser('chromium');
    try {
      const outcomes = [];
      for (const check of checksOf(name)) {
        const project = await Project.make(name, consumer.installed, check.change);
        outcomes.push(await hostCheck('recipe', check.name, () => check.run(project, browser)));
        await project.remove();
      }
      return { version: await versionOf(name), outcomes };
    } finally {
      await browser.close();
    }
  },
}));
