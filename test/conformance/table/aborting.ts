/** A signal ends an assembly before, during and after the waterfall. Spec 4, steps 1 and 7. */
import { equal, rejects, same } from '../expect.js';
import { bare, row, type Subject, sections } from '../row.js';

export const aborting: Subject = {
  subject: 'aborting',
  rows: [
    row('a signal that is not aborted changes nothing', async (api) => {
      const prompt = await bare(api);
      prompt.section({ name: 's', order: 1, text: 'S' });
      const assembly = await prompt.assemble({ signal: new AbortController().signal });
      equal(sections(api, assembly), [{ name: 's', text: 'S' }]);
    }),
    row('aborted before: rejected with the reason, no provider called', async (api) => {
      const prompt = await bare(api);
      let calls = 0;
      prompt.variable('v', () => {
        calls++;
        return '';
      });
      const reason = new Error('stop');
      same(await rejects(prompt.assemble({ signal: AbortSignal.abort(reason) })), reason);
      equal(calls, 0);
    }),
    row('a reason may be any value', async (api) => {
      const prompt = await bare(api);
      same(await rejects(prompt.assemble({ signal: AbortSignal.abort('stop') })), 'stop');
    }),
    row('without a reason the rejection is an AbortError', async (api) => {
      const prompt = await bare(api);
      const error = await rejects(prompt.assemble({ signal: AbortSignal.abort() }));
      equal((error as Error).name, 'AbortError');
    }),
    row('aborted by a provider', async (api) => {
      const prompt = await bare(api);
      const controller = new AbortController();
      const reason = new Error('stop');
      prompt.section({
        name: 's',
        order: 1,
        text: () => {
          controller.abort(reason);
          return '';
        },
      });
      same(await rejects(prompt.assemble({ signal: controller.signal })), reason);
    }),
    row('aborted while a listener never settles', async (api) => {
      const prompt = await bare(api);
      const controller = new AbortController();
      const reason = new Error('stop');
      let entered = (): void => {};
      const inside = new Promise<void>((resolve) => {
        entered = resolve;
      });
      prompt.on('system-prompt/assemble', () => {
        entered();
        return new Promise(() => {});
      });
      const pending = prompt.assemble({ signal: controller.signal });
      await inside;
      controller.abort(reason);
      same(await rejects(pending), reason);
    }),
    row('aborted by a listener that never settles', async (api) => {
      const prompt = await bare(api);
      const controller = new AbortController();
      const reason = new Error('stop');
      prompt.on('system-prompt/assemble', () => {
        controller.abort(reason);
        return new Promise(() => {});
      });
      same(await rejects(prompt.assemble({ signal: controller.signal })), reason);
    }),
    row('a listener that fails after the abort is not heard of again', async (api) => {
      const prompt = await bare(api);
      const controller = new AbortController();
      const reason = new Error('stop');
      let breakDown = (): void => {};
      const inside = new Promise<void>((resolve) => {
        prompt.on('system-prompt/assemble', (_, __, next) => {
          resolve();
          return next();
        });
      });
      prompt.on('system-prompt/assemble', () => {
        return new Promise((_, reject) => {
          breakDown = () => reject(new Error('too late'));
        });
      });
      const pending = prompt.assemble({ signal: controller.signal });
      await inside;
      controller.abort(reason);
      same(await rejects(pending), reason);
      breakDown();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }),
    row('aborted by the last listener', async (api) => {
      const prompt = await bare(api);
      const controller = new AbortController();
      const reason = new Error('stop');
      prompt.on('system-prompt/assemble', async (_, __, next) => {
        const result = await next();
        controller.abort(reason);
        return result;
      });
      same(await rejects(prompt.assemble({ signal: controller.signal })), reason);
    }),
    row('other assemblies go on', async (api) => {
      const prompt = await bare(api);
      const controller = new AbortController();
      prompt.section({ name: 's', order: 1, text: 'S' });
      prompt.on('system-prompt/assemble', async (_, __, next) => next());
      const stopped = prompt.assemble({ signal: controller.signal });
      const running = prompt.assemble({ signal: new AbortController().signal });
      controller.abort('stop');
      same(await rejects(stopped), 'stop');
      equal(api.renderPrompt(await running), 'S');
      equal(api.renderPrompt(await prompt.assemble()), 'S');
    }),
    row('an abort after the end changes nothing', async (api) => {
      const prompt = await bare(api);
      const controller = new AbortController();
      prompt.section({ name: 's', order: 1, text: 'S' });
      const assembly = await prompt.assemble({ signal: controller.signal });
      controller.abort('stop');
      equal(api.renderPrompt(assembly), 'S');
    }),
  ],
};
