/** Tools that a listener touches in the same way at every step are the same tools: nothing is encoded again. Spec 11. */
import { describe, expect, test } from 'vitest';
import type { AssembleListener } from '../../bindings/index.js';
import { createBodyEncoder } from '../../bindings/wire/index.js';
import { agent, CORES, textOf, tool } from './agent.js';
import { expectedBody, FORMATS } from './expected.js';

const LISTENERS: Readonly<Record<string, AssembleListener>> = {
  reversed: async (_assembly, _context, next) => {
    const result = await next();
    result.tools.reverse();
    return result;
  },
  'looked at': async (_assembly, _context, next) => {
    const result = await next();
    for (const { parameters } of result.tools) JSON.stringify(parameters);
    return result;
  },
  changed: async (_assembly, _context, next) => {
    const result = await next();
    for (const each of result.tools) each.description += '!';
    return result;
  },
  added: async (_assembly, _context, next) => {
    const result = await next();
    result.tools.push(tool('by_listener', { type: 'object', properties: {} }));
    return result;
  },
};

describe.each(CORES)('%s core', (core) => {
  test.each(Object.entries(LISTENERS))('tools %s: the very same bytes', async (_name, listener) => {
    const prompt = agent(core, 'read', 'write');
    prompt.on('system-prompt/assemble', listener);
    for (const format of FORMATS) {
      const encoder = createBodyEncoder();
      const body = encoder.body(await prompt.assemble(), format, { model: 'm' });
      const assembly = await prompt.assemble();
      expect(encoder.body(assembly, format, { model: 'm' })).toBe(body);
      expect(textOf(body)).toBe(expectedBody(assembly, format, { model: 'm' }));
    }
  });
});
