import { describe, expect, it, vi } from 'vitest';
import { loadManifest, registerManifest } from '../../bindings/cli/manifest-entry.js';
import {
  createSystemPrompt,
  type Disposer,
  type PromptAssembly,
  type PromptScope,
  renderContextSnapshot,
  renderPrompt,
  type SystemPrompt,
  TOOL_ORDER_REST,
  type ToolSchema,
} from '../../bindings/index.js';

// The example imports the package by name; here that is the source, so that no build is needed.
vi.mock('promptasm', () => import('../../bindings/index.js'));
vi.mock('promptasm/manifest', () => import('../../bindings/cli/manifest-entry.js'));

import * as planExample from '../../examples/coding-agent/plan-mode.mjs';

const { PLAN_SECTIONS, PLAN_TOOLS } = planExample;
/** The example is typed against the built package, whose scope keys are a type of their own. */
const planMode = planExample.planMode as unknown as (scope: PromptScope) => Disposer;

const manifest = loadManifest(new URL('../../examples/coding-agent/manifest.yaml', import.meta.url));

type CoreName = 'pure' | 'wasm';
const cores: CoreName[] = ['pure', 'wasm'];

interface Example {
  prompt: SystemPrompt;
  scope: (label: string) => PromptScope;
}

async function example(core: CoreName): Promise<Example> {
  const prompt = await createSystemPrompt({ ...manifest.config, core });
  const { scopes } = registerManifest(prompt, manifest);
  return {
    prompt,
    scope: (label) => {
      const scope = scopes.get(label);
      if (scope === undefined) throw new Error(`the manifest has no scope ${label}`);
      return scope;
    },
  };
}

const names = (items: readonly { name: string }[]): string[] => items.map((item) => item.name);
const toolsJson = (assembly: PromptAssembly): string => `${JSON.stringify(assembly.tools, null, 2)}\n`;

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;
const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);

type Role = 'parameters' | 'property' | 'item';

/** What is wrong with the parameters of a tool; stricter than JSON Schema: each property is described. */
function schemaFaults(schema: unknown, path: string, role: Role = 'parameters'): string[] {
  if (typeof schema !== 'object' || schema === null) return [`${path}: not an object`];
  const node = schema as Record<string, unknown>;
  const faults: string[] = [];
  const check = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(`${path}: ${fault}`);
  };

  check(['object', 'array', 'string', 'integer', 'number', 'boolean'].includes(node.type as string), 'type');
  check(role !== 'parameters' || node.type === 'object', 'parameters are not an object');
  if (role === 'property') check(/\.$/.test(String(node.description)), 'description');

  for (const [low, high] of BOUNDS) {
    check(numberOr(node[low], -Infinity) <= numberOr(node[high], Infinity), `${low} above ${high}`);
  }
  if (node.pattern !== undefined) new RegExp(node.pattern as string, 'u');
  if (node.enum !== undefined) {
    const values = node.enum as unknown[];
    check(values.length > 0 && new Set(values).size === values.length, 'enum empty or repeated');
    check(
      values.every((value) => typeof value === node.type),
      'enum of another type',
    );
  }
  if (node.default !== undefined) {
    const value = node.default;
    if (node.type === 'integer') {
      check(Number.isInteger(value), 'default of another type');
      check((value as number) >= numberOr(node.minimum, -Infinity), 'default below minimum');
      check((value as number) <= numberOr(node.maximum, Infinity), 'default above maximum');
    } else {
      check(typeof value === node.type, 'default of another type');
    }
    if (node.enum !== undefined) check((node.enum as unknown[]).includes(value), 'default not in enum');
  }

  if (node.type === 'array') faults.push(...schemaFaults(node.items, `${path}[]`, 'item'));
  if (node.type === 'object' && node.properties === undefined && role !== 'parameters') {
    faults.push(...schemaFaults(node.additionalProperties, `${path}{}`, 'item'));
  } else if (node.type === 'object') {
    const properties = (node.properties ?? {}) as Record<string, { default?: unknown }>;
    check(node.additionalProperties === false, 'additionalProperties');
    check(Array.isArray(node.required), 'required');
    for (const name of (node.required ?? []) as string[]) {
      check(Object.hasOwn(properties, name), `required ${name} does not exist`);
      check(properties[name]?.default === undefined, `required ${name} has a default`);
    }
    for (const [name, property] of Object.entries(properties)) {
      faults.push(...schemaFaults(property, `${path}.${name}`, 'property'));
    }
  }
  return faults;
}

describe('the manifest', () => {
  it('is of the size that it claims', async () => {
    const assembly = await (await example('pure')).prompt.assemble();
    expect(assembly.tools.length).toBeGreaterThanOrEqual(12);
    expect(assembly.sections.length).toBeGreaterThanOrEqual(12);
    expect(names(assembly.contexts)).toEqual(['time', 'workspace', 'sandbox']);
    expect(names(assembly.sections)).not.toContain('harness:identity');
  });

  it('shows every way to write or not to write a reference', () => {
    const texts = manifest.global.sections.map((section) => section.text);
    const choices = manifest.global.sections.map((section) => section.delimiters);
    expect(texts.some((text) => /(?<!\{)\{\{[a-z_]+\}\}(?!\})/.test(text))).toBe(true);
    expect(texts.some((text) => /(?<!<)<<[a-z_]+>>(?!>)/.test(text))).toBe(true);
    expect(texts.some((text) => /\{\{\{\{[a-z_]+\}\}\}\}/.test(text))).toBe(true);
    expect(choices).toEqual(expect.arrayContaining([[], ['<<>>'], undefined]));
  });

  it.each(cores)('passes verify in every view (%s)', async (core) => {
    const { prompt, scope } = await example(core);
    const problems = await prompt.verify({ scopes: ['plan', 'review', 'handover'].map(scope) });
    expect(problems).toEqual([]);
  });

  it('gives every tool a description and valid object parameters', async () => {
    const { prompt, scope } = await example('pure');
    const { tools } = await prompt.assemble({ scope: scope('plan').key });
    for (const tool of tools) {
      expect(tool.description, tool.name).toMatch(/\.$/);
      expect(schemaFaults(tool.parameters, tool.name)).toEqual([]);
    }
  });

  it('places the listed tools, and all others at the marker', async () => {
    const { prompt } = await example('pure');
    const unlisted = ['fetch_page', 'get_diagnostics', 'view_image', 'web_search'];
    expect(names((await prompt.assemble()).tools)).toEqual(
      manifest.config.toolOrder?.flatMap((name) => (name === TOOL_ORDER_REST ? unlisted : [name])),
    );
  });
});

describe.each(cores)('rendered with the %s core', (core) => {
  it('gives the normal view', async () => {
    const { prompt } = await example(core);
    expect(prompt.core.kind).toBe(core);
    const assembly = await prompt.assemble();
    await expect(`${renderPrompt(assembly)}\n`).toMatchFileSnapshot('snapshots/normal-system.txt');
    await expect(`${renderContextSnapshot(assembly)}\n`).toMatchFileSnapshot('snapshots/normal-context.txt');
    await expect(toolsJson(assembly)).toMatchFileSnapshot('snapshots/normal-tools.txt');
  });

  it('gives the plan view', async () => {
    const { prompt, scope } = await example(core);
    planMode(scope('plan'));
    const assembly = await prompt.assemble({ scope: scope('plan').key });
    await expect(`${renderPrompt(assembly)}\n`).toMatchFileSnapshot('snapshots/plan-system.txt');
    await expect(`${renderContextSnapshot(assembly)}\n`).toMatchFileSnapshot('snapshots/plan-context.txt');
    await expect(toolsJson(assembly)).toMatchFileSnapshot('snapshots/plan-tools.txt');
  });

  it('gives the handover its one text and no contexts', async () => {
    const { prompt, scope } = await example(core);
    const assembly = await prompt.assemble({ scope: scope('handover').key });
    expect(names(assembly.sections)).toEqual(['policy:handover']);
    expect(renderContextSnapshot(assembly)).toBe('');
  });

  it('keeps placeholders, pipeline expressions and recipes as they are meant', async () => {
    const { prompt } = await example(core);
    const system = renderPrompt(await prompt.assemble());
    expect(system).toContain('such as `{{customer}}` and, in older ones, `<<invoice_no>>`');
    expect(system).toContain('against `main`');
    expect(system).toContain(`\${{ matrix.node }}`);
    expect(system).toContain("--format '{{.State.Health.Status}}'");
    expect(system).toContain("<<'SQL'");
  });

  it('lets live values replace those of the manifest', async () => {
    const prompt = await createSystemPrompt({ ...manifest.config, core });
    registerManifest(prompt, manifest, { variables: { now: '2025-03-14 09:27' } });
    const snapshot = renderContextSnapshot(await prompt.assemble());
    expect(snapshot).toContain('Time: 2025-03-14 09:27 (Europe/Lisbon).');
  });
});

describe.each(cores)('plan mode with the %s core', (core) => {
  it('narrows text and tools in one listener', async () => {
    const { prompt, scope } = await example(core);
    const plan = scope('plan');
    const before = await prompt.assemble({ scope: plan.key });
    planMode(plan);
    const after = await prompt.assemble({ scope: plan.key });

    expect(names(before.tools)).toEqual(expect.arrayContaining(['write_file', 'run_command', 'submit_plan']));
    expect(names(after.tools).sort()).toEqual([...PLAN_TOOLS].sort());
    expect(names(after.tools)).toEqual(names(before.tools).filter((name) => PLAN_TOOLS.has(name)));

    const dropped = [...PLAN_SECTIONS].filter(([, text]) => text === null).map(([name]) => name);
    expect(names(before.sections)).toEqual(expect.arrayContaining([...PLAN_SECTIONS.keys()]));
    expect(names(after.sections)).toEqual(names(before.sections).filter((name) => !dropped.includes(name)));
    expect(names(after.sections)).toContain('policy:plan-mode');
    const system = renderPrompt(after);
    expect(system).toContain('`npm run check` as the last check');
    expect(system).toContain('at most 10 steps');
    expect(system).not.toContain('# Git');
    expect(renderContextSnapshot(after)).toContain('Sandbox: files readable, none writable.');
  });

  it('narrows a schema without touching the one of the normal view', async () => {
    const { prompt, scope } = await example(core);
    planMode(scope('plan'));
    const properties = (tools: readonly ToolSchema[]): Record<string, { enum?: string[] }> =>
      tools.find((tool) => tool.name === 'delegate_task')?.parameters.properties as never;

    const plan = properties((await prompt.assemble({ scope: scope('plan').key })).tools);
    expect(plan.agent?.enum).toEqual(['explore']);
    expect(plan).not.toHaveProperty('paths');
    const normal = properties((await prompt.assemble()).tools);
    expect(normal.agent?.enum).toEqual(['explore', 'worker']);
    expect(normal).toHaveProperty('paths');
  });

  it('leaves the normal view alone, before, during and after', async () => {
    const { prompt, scope } = await example(core);
    const plan = scope('plan');
    const view = async (of?: PromptScope): Promise<string> => JSON.stringify(await prompt.assemble({ scope: of?.key }));
    const normal = await view();
    const planBefore = await view(plan);
    const end = planMode(plan);
    await view(plan);
    expect(await view()).toBe(normal);
    end();
    expect(await view()).toBe(normal);
    expect(await view(plan)).toBe(planBefore);
  });

  it('reaches the scope inside', async () => {
    const { prompt, scope } = await example(core);
    planMode(scope('plan'));
    const review = await prompt.assemble({ scope: scope('review').key });
    expect(names(review.tools).sort()).toEqual([...PLAN_TOOLS].sort());
    expect(names(review.sections)).toEqual(expect.arrayContaining(['policy:plan-mode', 'policy:review']));
    expect(renderPrompt(review)).toContain('at most 20 steps');
  });

  it('never speaks of a tool that is not there', async () => {
    const { prompt, scope } = await example(core);
    planMode(scope('plan'));
    const all = new Set(names((await prompt.assemble()).tools)).add('submit_plan');
    for (const of of [undefined, scope('plan'), scope('review')]) {
      const assembly = await prompt.assemble({ scope: of?.key });
      const there = new Set(names(assembly.tools));
      const told = renderPrompt(assembly) + JSON.stringify(assembly.tools);
      const words = told.match(/\b[a-z]+_[a-z]+\b/g) ?? [];
      expect(words.filter((word) => all.has(word) && !there.has(word))).toEqual([]);
    }
  });
});
