/** What happens, in lines on standard output. */

/** States of a fiber as Cordis numbers them (`FiberState`); the others pass at once. */
const WAITING = 0;
const STATES = new Map([
  [1, 'loads'],
  [3, 'failed'],
  [5, 'unloads'],
]);

/** @param {string} line */
export function say(line) {
  console.log(line);
}

/** @param {string} title */
export function scene(title) {
  say(`\n== ${title}`);
}

export const name = 'trace';

/**
 * Say which services a plugin waits for, if any.
 * @param {import('@deepseek-ai/cordis').Fiber} fiber
 */
function sayMissing(fiber) {
  const missing = Object.keys(fiber.inject).filter((service) => fiber.ctx.get(service) === undefined);
  if (missing.length > 0) say(`  ${fiber.name} waits for ${missing.join(', ')}`);
}

/**
 * Tell of every plugin that waits, loads or unloads, and of each event, in all scopes and realms.
 * @param {import('@deepseek-ai/cordis').Context} ctx
 */
export function apply(ctx) {
  const everywhere = { global: true, prepend: true };
  ctx.on(
    'internal/plugin',
    (fiber) => {
      if (fiber.uid !== null) sayMissing(fiber);
    },
    everywhere,
  );
  ctx.on(
    'internal/status',
    (fiber) => {
      const state = STATES.get(fiber.state);
      // A scope is a fiber too, but no plugin of this example.
      if (fiber.name === 'scope') return;
      if (fiber.state === WAITING) sayMissing(fiber);
      else if (state !== undefined) say(`  ${fiber.name} ${state}`);
    },
    everywhere,
  );
  ctx.on('fs/change', (path) => say(`    emit fs/change: ${path}`), everywhere);
  ctx.on('toolbox/change', (change, tool) => say(`    ${change === 'added' ? '+' : '-'} tool ${tool}`), everywhere);
  ctx.on('shell/command', (command) => void say(`    bail shell/command: who knows ${command}?`), everywhere);
  ctx.on('tool/before', async (call) => void say(`    serial tool/before: may ${call.name} run?`), everywhere);
  ctx.on('agent/turn-end', async (agent) => say(`    parallel agent/turn-end: ${agent}`), everywhere);
  ctx.on(
    'system-prompt/assemble',
    async (assembly, /** @type {import('promptasm/cordis').AssembleContext} */ { agent = 'nobody' }, next) => {
      const before = assembly.tools.length;
      const made = await next();
      say(`    waterfall system-prompt/assemble: ${before} tools in, ${made.tools.length} out, for ${agent}`);
      return made;
    },
    everywhere,
  );
}
