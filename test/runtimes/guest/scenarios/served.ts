/** The module from a server: what works, and the clear errors where something else arrives. */
import { contains, equal, rejectsWithProblem } from '../../../conformance/expect.js';
import type { Guest, Library } from '../guest.js';
import type { Report } from '../report.js';

const GROUP = 'module from a server';

/** Paths that the server answers wrongly, and what the error has to say beside the URL. */
const REFUSALS: Readonly<Record<string, { readonly path: string; readonly says: readonly string[] }>> = {
  'HTML in its place': { path: '/modules/page.wasm', says: ['text/html', '<!doctype html', 'promptasm.wasm'] },
  'an HTML page under its type': {
    path: '/modules/mislabelled.wasm',
    says: ['application/wasm', '<!doctype html', 'promptasm.wasm'],
  },
  '404': { path: '/modules/missing.wasm', says: ['404', 'Not Found'] },
  '500': { path: '/modules/failing.wasm', says: ['500', 'Internal Server Error'] },
  'a truncated file': { path: '/modules/truncated.wasm', says: ['truncated or corrupted'] },
  'a corrupted file': { path: '/modules/corrupted.wasm', says: ['truncated or corrupted'] },
  'an empty file': { path: '/modules/empty.wasm', says: ['no WebAssembly module'] },
  'a connection that ends before the answer': { path: '/modules/dropped.wasm', says: ['could not be fetched'] },
  'a connection that ends within the answer': { path: '/modules/cut.wasm', says: ['could not be'] },
};

async function refused(library: Library, source: () => URL | Promise<Response>, says: readonly string[]) {
  const expected = { code: 'module-load', message: says } as const;
  await rejectsWithProblem(library, library.createSystemPrompt({ core: 'wasm' }, source()), expected);
  // What is broken is an error with `auto` as well: only a runtime that forbids WebAssembly gets the pure core.
  await rejectsWithProblem(library, library.createSystemPrompt({ core: 'auto' }, source()), expected);
  await rejectsWithProblem(library, library.init(source()), expected);
}

/** What a server cannot spoil, in runtimes that compile bytes. */
export async function served({ library, origin, stopped }: Guest, report: Report): Promise<void> {
  const good = {
    module: '/modules/good.wasm',
    'the wrong type, text/plain': '/modules/text.wasm',
    'no type': '/modules/untyped.wasm',
  };
  for (const [name, path] of Object.entries(good)) {
    await report.check(GROUP, `${name}: works`, async () => {
      for (const source of [() => new URL(path, origin), () => fetch(new URL(path, origin))]) {
        const { core } = await library.createSystemPrompt({ core: 'wasm' }, source());
        equal(core.kind, 'wasm');
      }
    });
  }
  for (const [name, { path, says }] of Object.entries(REFUSALS)) {
    const url = new URL(path, origin);
    await report.check(GROUP, `${name}: refused`, () => refused(library, () => url, [url.href, ...says]));
  }
  await report.check(GROUP, 'a response of HTML: refused', () => {
    const url = new URL('/modules/page.wasm', origin);
    return refused(library, () => fetch(url), [url.href, 'text/html']);
  });
  await report.check(GROUP, 'offline: refused', () => {
    const url = new URL('/modules/good.wasm', stopped);
    return refused(library, () => url, [url.href, 'could not be fetched']);
  });
  await report.check(GROUP, 'offline, and the response promised: refused', () => {
    const url = new URL('/modules/good.wasm', stopped);
    return refused(library, () => fetch(url), []);
  });
  await report.check(GROUP, 'a failure is not remembered', async () => {
    await library.init(new URL('/modules/good.wasm', origin));
    equal(library.createSystemPromptSync({ core: 'wasm' }).core.kind, 'wasm');
  });
  await report.check(GROUP, 'no URL: refused, and named', async () => {
    const error = await rejectsWithProblem(library, library.init('http://:::'), { code: 'module-load' });
    contains(error.message, '"http://:::"');
  });
}
