/** What an installed package weighs, and what is in it. Needs what `npm run build` made. */
import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../bindings/build.mjs';
import { type Consumer, filesBelow, installPacked } from './consumer.js';

let consumer: Consumer;
beforeAll(() => {
  consumer = installPacked();
});
afterAll(() => consumer.remove());

/** In bytes, source maps apart. The README counts, so long chapters belong beside it. */
const BUDGET = 400 * 1024;

test(`installed, it takes at most ${BUDGET} bytes`, () => {
  const sizes = filesBelow(consumer.installed)
    .filter((path) => !path.endsWith('.map'))
    .map((path) => ({ path, size: statSync(join(consumer.installed, path)).size }))
    .sort((left, right) => right.size - left.size);
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const largest = sizes.slice(0, 8).map(({ path, size }) => `${path} ${size}`);
  expect(total, `the largest: ${largest.join(', ')}`).toBeLessThanOrEqual(BUDGET);
});

test('every map is named by what it belongs to, and every named one is there', () => {
  const named = consumer.packed
    .filter((path) => /\.js$|\.d\.ts$/.test(path))
    .flatMap((path) => {
      const name = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(consumer.read(path))?.[1];
      return name === undefined ? [] : [posix.join(posix.dirname(path), name)];
    });
  expect(named.length).toBeGreaterThan(20);
  expect(consumer.packed.filter((path) => path.endsWith('.map'))).toEqual(named.sort());
});

test('source maps have their sources with them', () => {
  for (const path of consumer.packed.filter((file) => file.endsWith('.js.map'))) {
    const { sources, sourcesContent } = JSON.parse(consumer.read(path)) as {
      readonly sources: readonly string[];
      readonly sourcesContent: readonly string[];
    };
    expect(sourcesContent.length, path).toBe(sources.length);
    for (const source of sources)
      expect(source, path).toMatch(/^\.\.\/(?:bindings|assembly|build|node_modules\/yaml)\//);
  }
});

test('the build is reproducible: the same sources make the files that are packed', async () => {
  const built = await bundle();
  const packed = consumer.packed.filter((path) => /^dist\/[^/]+\.js(?:\.map)?$/.test(path));
  expect([...built.keys()].map((path) => `dist/${path}`).sort()).toEqual(packed);
  for (const path of packed) {
    expect(String(built.get(path.slice('dist/'.length))) === consumer.read(path), path).toBe(true);
  }
});
