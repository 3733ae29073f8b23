/** Starting the service: its configuration, with the schema and without, and the core it takes. */
import { Context } from '@deepseek-ai/cordis';
import z from '@deepseek-ai/schemastery';
import { describe, expect, test, vi } from 'vitest';
import { type Config, SystemPrompt, TOOL_ORDER_REST } from '../../bindings/cordis/index.js';
import { consumer, OURS, SUBJECTS, start, tool } from './subjects.js';

const IDENTITY = 'You are an AI agent powered by DeepSeek Harness.';

describe.each(SUBJECTS)('$name', (subject) => {
  const { entry } = subject;

  const DEFAULTS = { includeHarnessIdentity: true, includeRuntimeContext: true, persona: '' };

  test('the schema fills the defaults in, and leaves other fields as they are', () => {
    const { Config: schema } = entry.SystemPrompt;
    expect(schema({})).toStrictEqual(DEFAULTS);
    expect(schema(undefined)).toStrictEqual(DEFAULTS);
    expect(new schema({ persona: 'p' })).toStrictEqual({ ...DEFAULTS, persona: 'p' });
    const config = { includeHarnessIdentity: false, persona: 'p', toolOrder: [TOOL_ORDER_REST], model: 'm' };
    expect(schema(config)).toStrictEqual({ ...DEFAULTS, ...config });
    expect(schema['~standard'].validate(config)).toStrictEqual({ value: { ...DEFAULTS, ...config } });
  });

  test('a class that extends the service has its own fields in the configuration', async () => {
    let given: object | undefined;
    class Extended extends entry.SystemPrompt {
      constructor(ctx: Context, config: Config) {
        super(ctx, config);
        given = config;
      }
    }
    const root = new Context();
    await root.plugin(Extended, { persona: 'p', model: 'm' } as Config);
    expect(given).toEqual({ ...DEFAULTS, persona: 'p', model: 'm' });
  });

  test('or has a schema of its own around that of the service', async () => {
    class Extended extends entry.SystemPrompt {
      static override readonly Config = z.intersect([
        entry.SystemPrompt.Config,
        z.object({ model: z.string().default('m') }),
      ]);
    }
    const root = new Context();
    const fiber = await root.plugin(Extended, { persona: 'p' });
    expect(fiber.config).toStrictEqual({ ...DEFAULTS, persona: 'p', model: 'm' });
    const { sections } = await (await consumer(root)).systemPrompt.assemble();
    expect(sections.at(-1)).toEqual({ name: entry.PERSONA_SECTION, text: 'p' });
  });

  test('the schema can stand in those of an application', () => {
    const { Config: schema } = entry.SystemPrompt;
    const order = ['a', TOOL_ORDER_REST];
    const whole = z.intersect([schema, z.object({ tools: z.object({ mode: z.string().default('native') }) })]);
    expect(whole({ persona: 'p', toolOrder: order, tools: {} } as never)).toStrictEqual({
      ...DEFAULTS,
      persona: 'p',
      toolOrder: order,
      tools: { mode: 'native' },
    });
    const part = z.object({ prompt: schema });
    expect(part({})).toStrictEqual({ prompt: DEFAULTS });
    expect(part({ prompt: { includeRuntimeContext: false } } as never)).toStrictEqual({
      prompt: { ...DEFAULTS, includeRuntimeContext: false },
    });
    expect(() => part({ prompt: { persona: 5 } } as never)).toThrow('$.prompt.persona expected string but got 5');
    expect(() => part({ prompt: { toolOrder: [5] } } as never)).toThrow('$.prompt.toolOrder[0]');
  });

  test('a service may be made without the schema', async () => {
    const root = new Context();
    let service: SystemPrompt | undefined;
    await root.plugin((ctx: Context) => {
      service = new entry.SystemPrompt(ctx, {});
    });
    const ctx = await consumer(root);
    expect(service).toBeDefined();
    ctx.systemPrompt.context({ name: 'clock', order: 1, text: 'noon' });
    const assembly = await ctx.systemPrompt.assemble();
    expect(assembly.contexts).toHaveLength(1);
    expect(entry.renderPrompt(assembly)).toBe(IDENTITY);
    expect(assembly.sections.map(({ name }) => name)).toEqual(['harness:identity', entry.PERSONA_SECTION]);
  });

  test('it can be used inside the plugin that makes it', async () => {
    const root = new Context();
    let made: Promise<unknown> | undefined;
    await root.plugin((ctx: Context) => {
      const service = new entry.SystemPrompt(ctx, { persona: 'p' });
      service.tools(() => ({ schemas: [tool('a')] }));
      made = service.assemble();
    });
    expect(await made).toMatchObject({ tools: [{ name: 'a' }] });
  });

  test('it has its name among plugins', async () => {
    const root = await start(subject);
    expect(root.registry.get(entry.SystemPrompt)?.name).toBe('SystemPrompt');
    await expect(start(subject).then(() => root.plugin(entry.SystemPrompt, {}))).rejects.toThrow('at <SystemPrompt>');
  });

  test('every field does what it says', async () => {
    const toolOrder = ['z', TOOL_ORDER_REST];
    const config = { includeHarnessIdentity: false, includeRuntimeContext: false, persona: 'For {{user}}.', toolOrder };
    const ctx = await consumer(await start(subject, config));
    ctx.systemPrompt.variable('user', () => 'Ana');
    ctx.systemPrompt.context({ name: 'clock', order: 1, text: 'noon' });
    ctx.systemPrompt.tools(() => ({ schemas: [tool('b'), tool('a'), tool('z')] }));
    const assembly = await ctx.systemPrompt.assemble();
    expect(entry.renderPrompt(assembly)).toBe('For Ana.');
    expect(assembly.contexts).toEqual([]);
    expect(assembly.tools.map(({ name }) => name)).toEqual(['z', 'a', 'b']);
  });

  test.each<[string, object, string]>([
    ['a repeated tool', { toolOrder: ['a', 'a', TOOL_ORDER_REST] }, 'toolOrder lists "a" more than once'],
    ['no place for the rest', { toolOrder: ['a'] }, 'toolOrder must contain the "<unlisted-tools>" rest entry'],
    ['a wrong type', { persona: 5 }, 'persona'],
  ])('%s keeps it from starting', async (_what, config, message) => {
    const root = new Context();
    root.logger.error = () => {};
    await expect(start(subject, config)).rejects.toThrow(message);
  });

  test('a disposed service is gone, and another may take its place', async () => {
    const root = new Context();
    const fiber = await root.plugin(entry.SystemPrompt, { persona: 'first' });
    let assembled: Promise<unknown> | undefined;
    const user = root.plugin({
      inject: ['systemPrompt'],
      apply: (ctx: Context) => {
        ctx.systemPrompt.section({ name: 'a', order: 1, text: '' });
        assembled = ctx.systemPrompt.assemble();
      },
    });
    await user;
    await fiber.dispose();
    expect(root.get('systemPrompt')).toBeUndefined();
    await root.plugin(entry.SystemPrompt, { persona: 'second' });
    await user;
    expect(await assembled).toMatchObject({ sections: [{}, { text: 'second' }, { name: 'a' }] });
  });
});

describe('ours', () => {
  test('null counts as absent, as configuration files write it', async () => {
    const config = { persona: null, toolOrder: null, delimiters: null } as unknown as Config;
    const ctx = await consumer(await start(OURS, config));
    expect(OURS.entry.renderPrompt(await ctx.systemPrompt.assemble())).toBe(IDENTITY);
  });

  test('every wrong field is named', () => {
    const config = { persona: 5, delimiters: ['[[]]'], core: 'gpu', toolOrder: 'a' } as unknown as Config;
    for (const field of ['persona', 'delimiters', 'core', 'toolOrder']) {
      expect(() => SystemPrompt.Config(config)).toThrow(field);
    }
    expect(SystemPrompt.Config['~standard'].validate([])).toHaveProperty('issues');
    expect(SystemPrompt.Config['~standard'].validate('persona')).toHaveProperty('issues');
    expect(SystemPrompt.Config['~standard'].validate({ core: 'wasm' })).toHaveProperty('value');
  });

  test('what is new has its place in the schema of an application', async () => {
    const schema = z.object({ prompt: SystemPrompt.Config });
    const config = { delimiters: ['{{}}', '<<>>'], detectMutation: true, core: 'pure' };
    const { prompt } = schema({ prompt: config } as never) as { prompt: Config };
    expect(prompt).toMatchObject(config);
    expect((await consumer(await start(OURS, prompt))).systemPrompt.core).toEqual({ kind: 'pure' });
    expect(() => schema({ prompt: { detectMutation: 'yes' } } as never)).toThrow('$.prompt.detectMutation');
  });

  test('it takes the module if that was loaded before, and the pure core if not', async () => {
    // The set-up of the tests has loaded it.
    expect((await consumer(await start(OURS))).systemPrompt.core).toEqual({ kind: 'wasm' });
    expect((await consumer(await start(OURS, { core: 'pure' }))).systemPrompt.core).toEqual({ kind: 'pure' });
    vi.resetModules();
    const fresh = { name: 'fresh', entry: await import('../../bindings/cordis/index.js') };
    expect((await consumer(await start(fresh))).systemPrompt.core).toEqual({ kind: 'pure' });
    await expect(start(fresh, { core: 'wasm' })).rejects.toThrow('init()');
  });
});
