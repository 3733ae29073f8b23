/** The README's chapter on bundlers shows what the matrix of runtimes builds with: the same commands and files. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const RECIPES = new URL('../runtimes/bundlers/', import.meta.url);

/** The chapter, with the lines of a command joined. */
const chapter = (() => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const text = /\n## Bundlers\n([\s\S]*?)\n## /.exec(readme)?.[1];
  if (text === undefined) throw new Error('README.md has no chapter "Bundlers"');
  return text.replace(/ \\\n\s*/g, ' ');
})();

it.each(['vite', 'vite7', 'esbuild', 'webpack', 'rollup'])('%s', (bundler) => {
  const folder = new URL(`${bundler}/`, RECIPES);
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  for (const command of Object.values(scripts)) expect(chapter).toContain(`npx ${command}`);
  for (const file of readdirSync(folder).filter((name) => /\.config\./.test(name))) {
    expect(chapter).toContain(`\n${readFileSync(new URL(file, folder), 'utf8')}\`\`\``);
  }
});
