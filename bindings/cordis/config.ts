/** What the plugin is configured with, and the schema by which Cordis checks it. */
import { type CoreChoice, createSystemPromptSync, type Delimiters, type PromptConfig, PromptError } from '../index.js';
import { schemasteryForm } from './schemastery.js';

/** Settings of the service. A field that is not listed here is ignored. */
export interface Config {
  /** Register the section `harness:identity` (default true). */
  includeHarnessIdentity?: boolean | undefined;
  /** False suppresses run-time contexts everywhere (default true). */
  includeRuntimeContext?: boolean | undefined;
  /** Text of the section `deployment:persona` at order 0 (default ''). */
  persona?: string | undefined;
  /** Tool names in the order the model sees them, with `TOOL_ORDER_REST` exactly once; default: by name. */
  toolOrder?: string[] | undefined;
  /** Spellings of references where a text does not choose its own (default `['{{}}']`). */
  delimiters?: Delimiters | undefined;
  /** Compare tool parameters by content at every step, for hosts that change a schema in place (default false). */
  detectMutation?: boolean | undefined;
  /** Default `auto`: the module if `init()` has loaded it before the service starts, else the pure core. */
  core?: CoreChoice | undefined;
}

interface ConfigCall {
  /** @throws PromptError that names every bad field. */
  (config?: Config | null): Config;
  /** The same: schemas of schemastery can be called either way. */
  new (config?: Config | null): Config;
}

/**
 * Checks a configuration and fills the defaults in; other fields stay as they are, for classes that extend the
 * service. To be called, to be handed to Cordis as a Standard Schema, or to stand in a schema of schemastery.
 */
export interface ConfigSchema extends ConfigCall {
  /** As loose as that standard, so that a class that extends the service may have a schema of another maker. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (config: unknown) => ConfigResult | Promise<ConfigResult>;
  };
}

type ConfigResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/** The fields that the registry knows; null counts as absent, as configuration files write it. */
export function registryConfig(config: Config): PromptConfig {
  return {
    includeHarnessIdentity: config.includeHarnessIdentity ?? undefined,
    includeRuntimeContext: config.includeRuntimeContext ?? undefined,
    persona: config.persona ?? undefined,
    toolOrder: config.toolOrder ?? undefined,
    delimiters: config.delimiters ?? ['{{}}'],
    detectMutation: config.detectMutation ?? undefined,
    core: config.core ?? undefined,
    validate: false,
  };
}

/** What a registry says of a configuration; undefined if it takes the fields. */
function objectionTo(config: unknown): PromptError | undefined {
  try {
    if (typeof config !== 'object' || config === null || Array.isArray(config)) {
      createSystemPromptSync(config as PromptConfig);
    }
    const known = registryConfig(config as Config);
    // Which core can run is not a matter of the configuration's form.
    createSystemPromptSync({ ...known, core: known.core === 'wasm' || known.core === 'auto' ? 'pure' : known.core });
  } catch (error) {
    if (PromptError.is(error) && error.code === 'invalid-config') return error;
  }
  return undefined;
}

function withDefaults(config: Config): Config {
  return {
    ...config,
    includeHarnessIdentity: config.includeHarnessIdentity ?? true,
    includeRuntimeContext: config.includeRuntimeContext ?? true,
    persona: config.persona ?? '',
  };
}

function validate(config: unknown): ConfigResult {
  const objection = objectionTo(config ?? {});
  if (objection !== undefined) return { issues: [{ message: objection.message }] };
  return { value: withDefaults((config ?? {}) as Config) };
}

// No arrow function, which could not be called with `new`.
function check(config?: Config | null): Config {
  const objection = objectionTo(config ?? {});
  if (objection !== undefined) throw objection;
  return withDefaults(config ?? {});
}

export const configSchema: ConfigSchema = Object.assign(check as ConfigCall, schemasteryForm, {
  '~standard': { version: 1, vendor: 'promptasm', validate },
} as const);
