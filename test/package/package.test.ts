/** The package as users get it. Needs what `npm run build` made. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, filesBelow, installPacked, ROOT, readmeProgram } from './consumer.js';

interface PackageJson {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
}

/** Every file that package.json points to, as a path from the package. */
const TARGETS = (() => {
  const { exports, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageJson;
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  return [...targets, ...Object.values(bin)].map((target) => target.replace(/^\.\//, ''));
})();
/** The programs among them. */
const ENTRIES = TARGETS.filter((target) => target.endsWith('.js'));

const CONSUMER_TYPES = `
import { createSystemPrompt, type AssembleListener, type PromptAssembly } from 'promptasm';
import { loadManifest, registerManifest } from 'promptasm/manifest';
import { createSession, type SavedSession, type SessionStep } from 'promptasm/session';
import { createBodyEncoder } from 'promptasm/wire';

declare module 'promptasm' {
  interface PromptAssembly { budget: number }
  interface AssembleContext { turn?: { readonly count: number } }
}

const prompt = await createSystemPrompt({ core: 'auto', delimiters: ['{{}}'] });
prompt.section({ name: 's', order: 1, text: ({ turn }) => turn?.count.toFixed() ?? '' });
const listener: AssembleListener = async (assembly, { turn }, next) => {
  assembly.budget = turn?.count ?? 0;
  // @ts-expect-error: a budget is a number, so it has merged and is not any.
  assembly.budget = 'much';
  const result = await next();
  return { ...result, budget: result.budget.valueOf() };
};
prompt.on('system-prompt/assemble', listener);
prompt.scope('agent').on('system-prompt/assemble', listener);
const assembly: PromptAssembly = await prompt.assemble({ turn: { count: 1 } });
export const budget: number = assembly.budget;
export const body: Uint8Array = createBodyEncoder().body(assembly, 'openai-chat', { model: 'm', messages: [] });
const saved: SavedSession = createSession(prompt).toJSON();
const session = createSession(prompt, { scope: prompt.scope('session'), from: saved, countTokens: (text) => text.length });
export const step: SessionStep = await session.step({ turn: { count: 2 } });
export const stepBudget: number = step.assembly.budget;
// @ts-expect-error: a step has the scope of its session.
session.step({ scope: prompt.scope('other').key });
// @ts-expect-error: the budget is missing.
export const without: PromptAssembly = { sections: [], contexts: [], tools: [], variables: {} };
// @ts-expect-error: no such delimiter.
prompt.section({ name: 's', order: 1, text: '', delimiters: ['[[]]'] });
registerManifest(prompt, loadManifest('promptasm.yaml'));
`;

let consumer: Consumer;

beforeAll(() => {
  for (const entry of ENTRIES)
    if (!existsSync(join(ROOT, entry))) throw new Error(`${entry} is missing: npm run build`);
  consumer = installPacked();
});
afterAll(() => consumer.remove());

function read(path: string): string {
  return readFileSync(join(consumer.installed, path), 'utf8');
}

describe('packed files', () => {
  test('are the built ones and the four that every package has', () => {
    const others = consumer.packed.filter((path) => !path.startsWith('dist/'));
    for (const path of others)
      expect(['CHANGELOG.md', 'LICENSE', 'NOTICES.md', 'README.md', 'package.json']).toContain(path);
    expect(others).toEqual(expect.arrayContaining(['LICENSE', 'package.json']));
    const odd = consumer.packed.filter((path) => !/\.(?:js|wasm|d\.ts|map|md|txt|json)$|^LICENSE$/.test(path));
    expect(odd).toEqual([]);
  });

  test('hold everything that package.json points to', () => {
    expect(consumer.packed).toEqual(expect.arrayContaining(TARGETS));
  });

  test('hold nothing left over from an earlier build', () => {
    const loaded = new Set(ENTRIES);
    for (const path of loaded) {
      for (const [, name] of read(path).matchAll(/(?:from|import)\s*\(?\s*"\.\/([^"]+\.js)"/g))
        loaded.add(`dist/${name}`);
    }
    expect(consumer.packed.filter((path) => /^dist\/[^/]+\.js$/.test(path))).toEqual([...loaded].sort());
    const declarations = consumer.packed.filter((path) => path.endsWith('.d.ts'));
    const sources = declarations.map((path) => path.replace(/^dist\/types\/(.*)\.d\.ts$/, '$1.ts'));
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('name no place of the machine that built them', () => {
    const places = [ROOT.replace(/\/$/, ''), ...(homedir().length > 1 ? [`${homedir()}/`] : []), 'file:///'];
    for (const path of filesBelow(consumer.installed)) {
      const content = read(path);
      for (const place of places) expect(content.includes(place), `${place} in ${path}`).toBe(false);
      expect(/["'`](?:\/(?:home|Users|private|tmp|var)\/|[A-Z]:\\\\)/.exec(content)?.[0], path).toBeUndefined();
    }
  });

  test('declare no any', () => {
    const paths = consumer.packed.filter((path) => path.endsWith('.d.ts'));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const declarations = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
      expect(/.*\bany\b.*/.exec(declarations)?.[0], path).toBeUndefined();
    }
  });
});

describe('the first program', () => {
  const program = readmeProgram();
  const strict = '--disallow-code-generation-from-strings';

  test('runs under node, also where no code may be made from strings', () => {
    consumer.write('first.js', program);
    const [plain, restricted] = [[], [strict]].map((flags) => {
      const { status, stdout, stderr } = consumer.run(process.execPath, ...flags, 'first.js');
      return { status, stderr, stdout: stdout.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now') };
    });
    expect(plain).toEqual({ status: 0, stderr: '', stdout: expect.stringMatching(/\S/) });
    expect(restricted).toEqual(plain);
  });

  test('takes the module, and not the fallback', () => {
    consumer.write('core.js', "console.log((await (await import('promptasm')).createSystemPrompt()).core.kind);");
    expect(consumer.run(process.execPath, 'core.js').stdout).toBe('wasm\n');
    expect(consumer.run(process.execPath, strict, 'core.js').stdout).toBe('wasm\n');
    // The flag does what it says.
    consumer.write('made.js', "new Function('return 1')();");
    expect(consumer.run(process.execPath, strict, 'made.js').stderr).toContain('EvalError');
  });
});

test('the program promptasm tells how it is used', () => {
  const { status, stdout, stderr } = consumer.run(join('node_modules', '.bin', 'promptasm'), '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^promptasm\b/);
  expect(stdout).toContain('promptasm render FILE');
});

test('the declarations hold for a strict consumer, and merging reaches listeners, providers and callers', () => {
  consumer.write('types.ts', CONSUMER_TYPES);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: [],
    skipLibCheck: false,
    // TypeScript's own libraries alone are taken on trust: checking them takes most of the time.
    skipDefaultLibCheck: true,
  };
  consumer.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['types.ts'] }));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(consumer.run(process.execPath, compiler, '-p', '.')).toMatchObject({ status: 0, stdout: '' });
});
