/** The configuration in a manifest: the fields of `PromptConfig`. */
import { isSeq } from 'yaml';
import { type CoreChoice, PERSONA_ORDER, PERSONA_SECTION, type PromptConfig, TOOL_ORDER_REST } from '../common.js';
import type { Field, Shape } from './field.js';
import { readDelimiters, readInline } from './manifest-texts.js';
import type { Manifest, ManifestText } from './manifest-types.js';
import type { Place } from './place.js';

/** The cores one can ask for. */
export const CORE_CHOICES: readonly CoreChoice[] = ['wasm', 'pure', 'auto'];

const configShape = {
  includeHarnessIdentity: false,
  persona: false,
  includeRuntimeContext: false,
  toolOrder: false,
  delimiters: false,
  validate: false,
  detectMutation: false,
  core: false,
} satisfies Record<keyof PromptConfig, false> & Shape;

/** Read the configuration; what is faulty is noted and left out. */
export function readConfig(field: Field | undefined): Pick<Manifest, 'config' | 'configPlaces' | 'persona'> {
  const fields = field?.record(configShape) ?? new Map<string, Field>();
  const configPlaces = new Map<string, Place>();
  for (const [name, { place }] of fields) configPlaces.set(name, place);
  const persona = readPersona(fields.get('persona'));
  const config: PromptConfig = withoutUndefined({
    includeHarnessIdentity: fields.get('includeHarnessIdentity')?.boolean(),
    persona: persona?.text,
    includeRuntimeContext: fields.get('includeRuntimeContext')?.boolean(),
    toolOrder: readToolOrder(fields.get('toolOrder')),
    delimiters: apply(fields.get('delimiters'), readDelimiters),
    validate: fields.get('validate')?.boolean(),
    detectMutation: fields.get('detectMutation')?.boolean(),
    core: fields.get('core')?.choice(CORE_CHOICES),
  });
  return { config, configPlaces, persona: persona?.text === '' ? undefined : persona };
}

function readPersona(field: Field | undefined): ManifestText | undefined {
  const body = apply(field, readInline);
  if (field === undefined || body === undefined) return undefined;
  const { place } = field;
  return { kind: 'section', name: PERSONA_SECTION, order: PERSONA_ORDER, ...body, place, orderPlace: place };
}

/** The list holds every name once, and the rest entry among them. */
function readToolOrder(field: Field | undefined): string[] | undefined {
  if (field === undefined) return undefined;
  const names = new Set<string>();
  const items = field.list('tool names');
  for (const item of items) {
    const name = item.name();
    if (name === undefined) continue;
    if (names.has(name)) item.fail('tool-order-duplicate', `toolOrder lists "${name}" more than once`);
    names.add(name);
  }
  if (isSeq(field.node) && !names.has(TOOL_ORDER_REST)) {
    field.fail('tool-order-rest', `toolOrder must contain the "${TOOL_ORDER_REST}" rest entry`);
  }
  return [...names];
}

function apply<Result>(field: Field | undefined, read: (field: Field) => Result): Result | undefined {
  return field === undefined ? undefined : read(field);
}

function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
