/** The module's memory read and written as in a browser, where no Buffer copies code units in bulk. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { createPureCore } from '../../bindings/core/pure/pure-core.js';
import type { Core } from '../../bindings/core/types.js';
import { expectSameNumbers, expectSameText } from './comparison.js';
import { CASES, parameters, TIMEOUT } from './counts.js';
import { names } from './generators/names.js';
import { text, value } from './generators/texts.js';

describe.each(['release', 'release-simd'])('without Buffer, the build %s', (build) => {
  const pure = createPureCore();
  let plain: Core;

  beforeAll(async () => {
    const module = new WebAssembly.Module(readFileSync(new URL(`../../build/${build}.wasm`, import.meta.url)));
    vi.resetModules();
    vi.stubGlobal('Buffer', undefined);
    const { createWasmCore } = await import('../../bindings/core/wasm/wasm-core.js');
    plain = createWasmCore(module, 0);
    vi.unstubAllGlobals();
  });

  afterAll(() => vi.resetModules());

  it('the module gives the same answers', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(names, text, value, (list, source, inserted) => {
        expectSameNumbers('sort', plain.sort(list), pure.sort(list));
        expectSameNumbers('scan', plain.scan(source, 3), pure.scan(source, 3));
        const frame = `{{a}}${inserted.replace(/[{}<>]/g, '')}<<a>>`;
        const segments = pure.scan(frame, 3);
        const given = [inserted, source];
        expectSameText(
          'interpolate',
          plain.interpolate(frame, segments, given),
          pure.interpolate(frame, segments, given),
        );
      }),
      parameters(CASES.noBulkCopy / 2),
    );
  });

  it.each([25, 26, 31, 32, 33, 40, 100, 4096])('%i units of ASCII come through as bytes', (length) => {
    const source = Array.from({ length }, (_, index) => String.fromCharCode(index % 128)).join('');
    expectSameText('ASCII', plain.interpolate(source, pure.scan(source, 3), []), source);
    const odd = `${source.slice(1)}\x80`;
    expectSameText('not quite ASCII', plain.interpolate(odd, pure.scan(odd, 3), []), odd);
  });

  it('long texts come through in pieces', () => {
    const source = '\ud800\udc00\udfff\0x'.repeat(5_000);
    expectSameText('long text', plain.interpolate(source, pure.scan(source, 3), []), source);
  });
});
