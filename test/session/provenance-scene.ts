/** What the tests of provenance begin with: registries with labels, and explanations and reports in short. */
import type { PromptAssembly, SystemPrompt } from '../../bindings/index.js';
import {
  type ListenerReport,
  type ListenerReports,
  type PromptExplanation,
  traceListeners,
} from '../../bindings/session/index.js';
import { type Create, tool } from '../prompt/registries.js';

/** Each span in short: its text, its section, the variable, where it stands in the source. */
export function spansOf({ text, spans }: PromptExplanation): unknown[] {
  return spans.map(({ start, end, section, variable, source }) => [
    text.slice(start, end),
    section.name,
    variable?.name,
    source,
  ]);
}

/** Register under a label. */
export function by(prompt: SystemPrompt, label: string): SystemPrompt {
  let registry = prompt;
  prompt.install(
    (given) => {
      registry = { ...prompt, ...given };
    },
    { label },
  );
  return registry;
}

/** What a report says of one change, in one line. */
function line(change: ListenerReport['changes'][number]): string {
  const { part, name, when } = change;
  const what =
    change.change === 'edited'
      ? `edited ${change.fields.join('+')}`
      : change.change === 'moved'
        ? `moved ${change.from}->${change.to}`
        : change.change === 'added'
          ? `added at ${change.to}`
          : `removed from ${change.from}`;
  return `${when}: ${part} ${name} ${what}`;
}

export function lines({ reports }: ListenerReports): string[][] {
  return reports.map(({ changes }) => changes.map(line));
}

/** A registry of three sections, a context, a variable and three tools. */
export function scene(create: Create): SystemPrompt {
  const prompt = create({ persona: 'P {{v}}' });
  prompt.install(
    ({ section, context, variable, tools }) => {
      section({ name: 'a', order: 1, text: 'A {{v}}' });
      section({ name: 'b', order: 2, text: 'B' });
      context({ name: 'clock', order: 1, text: 'noon' });
      variable('v', () => 'V');
      tools(() => ({ schemas: ['x', 'y', 'z'].map((name) => tool(name, { type: 'object' })) }));
    },
    { label: 'plugin' },
  );
  return prompt;
}

export async function traced(prompt: SystemPrompt): Promise<{ trace: ListenerReports; assembly: PromptAssembly }> {
  const trace = traceListeners();
  return { trace, assembly: await prompt.assemble({ listenerTrace: trace }) };
}
