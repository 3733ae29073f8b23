/** A registry whose contents change at random, and what it must come to, computed from the contents alone. */
import fc from 'fast-check';
import { type CoreKind, createSystemPromptSync, type SystemPrompt, type ToolSchema } from '../../bindings/index.js';
import { PREAMBLE } from './agents.js';

/** How a listener changes what was assembled. */
type Rewrite = 'nothing' | 'reverse tools' | 'add a section' | 'drop the contexts' | 'rewrite a section';

/** One change of the contents. */
export type WorldChange =
  | { readonly what: 'section' | 'context'; readonly name: string; readonly order: number; readonly text: string }
  | { readonly what: 'no section' | 'no context' | 'no tool'; readonly name: string }
  | { readonly what: 'tool'; readonly name: string; readonly description: string; readonly parameters: object }
  | { readonly what: 'reconnect' }
  | { readonly what: 'user'; readonly value: string }
  | { readonly what: 'rewrite'; readonly rewrite: Rewrite };

const text = fc
  .array(fc.constantFrom('a', 'ab', 'é', '読', '😀', '😁', '\n', '\r\n', '\n\n', '{{user}}', '<<user>>', '\ud83d'), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));
const sectionName = fc.constantFrom('s1', 's2', 's3', 's4', 's5');
const contextName = fc.constantFrom('c1', 'c2');
const toolName = fc.constantFrom('t1', 't2', 't3', 't4', 't5');

export const worldChange: fc.Arbitrary<WorldChange> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        what: fc.constant('section' as const),
        name: sectionName,
        order: fc.constantFrom(1, 2, 3),
        text,
        // Most texts are like no other section's.
        isOwn: fc.constantFrom(true, true, true, true, true, false),
      })
      .map(({ isOwn, ...section }) => (isOwn ? { ...section, text: `${section.text}${section.name}` } : section)),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('context' as const),
      name: contextName,
      order: fc.constantFrom(1, 2),
      text,
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('no section' as const), name: sectionName }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('no context' as const), name: contextName }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('no tool' as const), name: toolName }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('tool' as const),
      name: toolName,
      description: fc.constantFrom('', 'does', 'doès', 'does more'),
      parameters: fc.constantFrom({}, { type: 'object' }, { a: '読', b: [1, null] }, { b: [1, null], a: '読' }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ what: 'reconnect' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('user' as const),
      value: fc.constantFrom('Ana', 'Andreas', '', '\udc00'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('rewrite' as const),
      rewrite: fc.constantFrom<Rewrite[]>(
        'nothing',
        'nothing',
        'reverse tools',
        'reverse tools',
        'add a section',
        'drop the contexts',
        'rewrite a section',
      ),
    }),
  },
);

interface Text {
  readonly name: string;
  text: string;
}

/** What an assembly must come to. */
export interface Expected {
  readonly sections: readonly Text[];
  readonly system: string;
  readonly tools: readonly ToolSchema[];
  readonly toolsJson: string;
  /** '' when there are no contexts. */
  readonly snapshot: string;
}

interface Entry {
  readonly order: number;
  text: string;
  readonly dispose: () => void;
}

export class World {
  readonly prompt: SystemPrompt;
  /** Thrown by a provider while it is set. */
  failure: Error | undefined;
  private readonly sections = new Map<string, Entry>();
  private readonly contexts = new Map<string, Entry>();
  private readonly tools = new Map<string, ToolSchema>();
  private user = 'Ana';
  private rewrite: Rewrite = 'nothing';

  constructor(core: CoreKind) {
    this.prompt = createSystemPromptSync({ core, includeHarnessIdentity: false });
    this.prompt.variable('user', () => {
      if (this.failure !== undefined) throw this.failure;
      return this.user;
    });
    this.prompt.tools(() => ({ schemas: [...this.tools.values()] }));
  }

  apply(change: WorldChange): void {
    switch (change.what) {
      case 'section':
        this.setText(this.sections, 'section', change);
        break;
      case 'context':
        this.setText(this.contexts, 'context', change);
        break;
      case 'no section':
        this.sections.get(change.name)?.dispose();
        this.sections.delete(change.name);
        break;
      case 'no context':
        this.contexts.get(change.name)?.dispose();
        this.contexts.delete(change.name);
        break;
      case 'tool': {
        const { name, description, parameters } = change;
        this.tools.set(name, { name, description, parameters: { ...parameters } });
        break;
      }
      case 'no tool':
        this.tools.delete(change.name);
        break;
      case 'reconnect':
        for (const [name, schema] of this.tools) this.tools.set(name, structuredClone(schema));
        break;
      case 'user':
        this.user = change.value;
        break;
      case 'rewrite':
        this.setRewrite(change.rewrite);
        break;
    }
  }

  /** Everything, built anew. */
  expected(): Expected {
    const render = (entries: Map<string, Entry>): Text[] =>
      [...entries]
        .sort(([leftName, left], [rightName, right]) => left.order - right.order || (leftName < rightName ? -1 : 1))
        .map(([name, entry]) => ({ name, text: entry.text.replaceAll(/\{\{user\}\}|<<user>>/g, () => this.user) }));
    let sections = render(this.sections);
    if (this.rewrite === 'add a section') sections.push({ name: 'added', text: 'added' });
    if (this.rewrite === 'rewrite a section' && sections[0] !== undefined) sections[0].text += '!';
    sections = sections.filter((section) => section.text !== '');
    const tools = [...this.tools.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
    if (this.rewrite === 'reverse tools') tools.reverse();
    const contexts =
      this.rewrite === 'drop the contexts' ? [] : render(this.contexts).filter((each) => each.text !== '');
    return {
      sections,
      system: sections.map((section) => section.text).join('\n\n'),
      tools,
      toolsJson: JSON.stringify(tools),
      snapshot: contexts.length === 0 ? '' : PREAMBLE + contexts.map((context) => context.text).join('\n\n'),
    };
  }

  private setText(
    entries: Map<string, Entry>,
    kind: 'section' | 'context',
    { name, order, text }: { readonly name: string; readonly order: number; readonly text: string },
  ): void {
    const known = entries.get(name);
    if (known?.order === order) {
      known.text = text;
      return;
    }
    known?.dispose();
    const read = (): string => entries.get(name)?.text ?? '';
    entries.set(name, { order, text, dispose: this.prompt[kind]({ name, order, text: read }) });
  }

  private stopRewriting: (() => void) | undefined;

  private setRewrite(rewrite: Rewrite): void {
    this.stopRewriting?.();
    this.stopRewriting = undefined;
    this.rewrite = rewrite;
    if (rewrite === 'nothing') return;
    this.stopRewriting = this.prompt.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const made = await next();
      // The persona of the registry is empty, and stands among the sections.
      const [first] = made.sections.filter(({ name }) => name !== 'deployment:persona');
      if (rewrite === 'reverse tools') made.tools.reverse();
      if (rewrite === 'add a section')
        return { ...made, sections: [...made.sections, { name: 'added', text: 'added' }] };
      if (rewrite === 'drop the contexts') made.contexts.length = 0;
      if (rewrite === 'rewrite a section' && first !== undefined) first.text += '!';
      return made;
    });
  }
}
