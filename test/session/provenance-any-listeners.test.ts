/** Random listeners: a trace does not disturb them, and credits each for what is its own. */
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PromptAssembly, SystemPrompt } from '../../bindings/index.js';
import { explainPrompt, traceListeners } from '../../bindings/session/index.js';
import { type Create, EVENT, onBothCores, told, tool } from '../prompt/registries.js';
import { scene } from './provenance-scene.js';

onBothCores((create: Create) => {
  describe('any listeners', () => {
    const names = ['a', 'b', 'n', 'm'];
    const action = fc.record({
      kind: fc.constantFrom('edit', 'add', 'remove', 'move', 'tool', 'drop-tool', 'variable'),
      name: fc.constantFrom(...names),
      text: fc.constantFrom('T', 'U', 'V'),
    });
    /** What an action is done to: the trace sees what a listener comes to, and not the way there. */
    const targetOf = ({ kind, name }: Action): string =>
      kind === 'variable' ? kind : `${kind.includes('tool') ? 'tool' : 'section'} ${name}`;
    const actions = fc.uniqueArray(action, { maxLength: 3, selector: targetOf });
    const listener = fc.record({
      before: actions,
      after: actions,
      copies: fc.boolean(),
      waits: fc.boolean(),
      end: fc.constantFrom('returns', 'returns', 'returns', 'throws', 'short'),
    });
    type Action = { kind: string; name: string; text: string };

    function act(assembly: PromptAssembly, { kind, name, text }: Action, author: (key: string) => void): void {
      const { sections, tools, variables } = assembly;
      const place = sections.findIndex((section) => section.name === name);
      const toolPlace = tools.findIndex((each) => each.name === name);
      if (kind === 'edit' && place >= 0 && sections[place]?.text !== text) {
        (sections[place] as { text: string }).text = text;
        author(`section ${name}`);
      } else if (kind === 'add' && place < 0) {
        sections.unshift({ name, text });
        author(`section ${name}`);
      } else if (kind === 'remove' && place >= 0) sections.splice(place, 1);
      else if (kind === 'move' && place >= 0) sections.push(...sections.splice(place, 1));
      else if (kind === 'tool' && toolPlace < 0) {
        tools.push({ ...tool(name), description: text });
        author(`tool ${name}`);
      } else if (kind === 'drop-tool' && toolPlace >= 0) tools.splice(toolPlace, 1);
      else if (kind === 'variable' && variables.v !== text) {
        variables.v = text;
        author('variable v');
      }
    }

    test('are not disturbed by being watched, and are credited for what is theirs', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(listener, { maxLength: 4 }), async (programs) => {
          // Of each part, who touched it last: what the trace must come to without seeing the calls.
          let authors = new Map<string, string>();
          const make = (): SystemPrompt => {
            const prompt = scene(create);
            programs.forEach(({ before, after, copies, waits, end }, index) => {
              const author = (key: string): void => void authors.set(key, `listener ${index}`);
              prompt.on(
                EVENT,
                async (assembly, _context, next) => {
                  for (const each of before) act(assembly, each, author);
                  if (waits) await wait(0);
                  if (end === 'short') return assembly;
                  let made = await next();
                  if (copies) made = structuredClone({ ...made, tools: made.tools.map((each) => ({ ...each })) });
                  for (const each of after) act(made, each, author);
                  if (end === 'throws') throw new Error(`listener ${index}`);
                  return made;
                },
                { label: `listener ${index}` },
              );
            });
            return prompt;
          };
          const outcomeOf = async (context?: object): Promise<[unknown, PromptAssembly | undefined]> => {
            try {
              const assembly = await make().assemble(context);
              return [told(assembly), assembly];
            } catch (error) {
              return [error, undefined];
            }
          };
          const [plain] = await outcomeOf();
          authors = new Map();
          const trace = traceListeners();
          const [watched, assembly] = await outcomeOf({ listenerTrace: trace });
          expect(watched).toEqual(plain);
          expect(trace.reports.length).toBe(programs.length);
          if (assembly === undefined) return;
          const { spans, tools } = explainPrompt(assembly);
          const origins = [
            ...spans.map(({ section }) => [`section ${section.name}`, section] as const),
            ...spans.flatMap(({ variable }) => (variable === undefined ? [] : [['variable v', variable] as const])),
            ...tools.map((each) => [`tool ${each.name}`, each] as const),
          ];
          for (const [key, { state, label }] of origins) {
            if (state === 'registered') expect(['plugin', 'config']).toContain(label);
            else expect([key, label]).toEqual([key, authors.get(key)]);
          }
        }),
        { numRuns: 120 },
      );
    });
  });
});
