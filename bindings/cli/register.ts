/** Putting what a manifest holds into a registry. */
import { type Disposer, PromptError, type PromptRegistry, type PromptScope } from '../common.js';
import type { Manifest, ManifestLayer, ManifestText } from './manifest-types.js';
import { ManifestProblem, manifestError, type Place } from './place.js';

export interface RegisterOptions {
  /** Values that win over the manifest's, in every layer that has the name, and are there globally in any case. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

export interface RegisteredManifest {
  /** The manifest's scopes by their labels. */
  readonly scopes: ReadonlyMap<string, PromptScope>;
  /** Undoes all of it, in reverse order. */
  readonly dispose: Disposer;
}

/**
 * Register all that a manifest holds, as one transaction: when something is refused, nothing stays.
 * The manifest's `config` is not applied here; give it to `createSystemPrompt`.
 * @param prompt a registry, or a scope of one.
 * @param manifest what `loadManifest` returned.
 * @throws PromptError (`invalid-config`) with everything that was refused as `problems`, each a
 *   {@link ManifestProblem} whose `cause` is the registry's own error. Other errors (of a change listener)
 *   pass through as they are.
 */
export function registerManifest(
  prompt: PromptRegistry,
  manifest: Manifest,
  options: RegisterOptions = {},
): RegisteredManifest {
  const scopes = new Map<string, PromptScope>();
  const dispose = prompt.install((registry) => {
    const work = new Registration(options.variables ?? {});
    for (const { label } of manifest.scopes) scopes.set(label, registry.scope(label));
    for (const { label, parent, place } of manifest.scopes) {
      if (parent !== undefined) work.attempt(place, () => scopes.get(label)?.setParent(scopes.get(parent)));
    }
    work.layer(registry, manifest.global);
    work.missingVariables(registry, manifest);
    for (const scope of manifest.scopes) work.layer(scopes.get(scope.label) ?? registry, scope);
    if (work.problems.length > 0) throw manifestError(work.problems);
  });
  return { scopes, dispose };
}

/** One run of registerManifest: goes on after a refusal, so that all of them are reported. */
class Registration {
  readonly problems: ManifestProblem[] = [];
  private readonly overrides: Readonly<Record<string, string>>;

  constructor(overrides: Readonly<Record<string, string>>) {
    this.overrides = overrides;
  }

  layer(registry: PromptRegistry, layer: ManifestLayer): void {
    for (const section of layer.sections) this.attempt(section.place, () => registry.section(fields(section)));
    for (const context of layer.contexts) this.attempt(context.place, () => registry.context(fields(context)));
    for (const { schema, place } of layer.tools)
      this.attempt(place, () => registry.tools(() => ({ schemas: [schema] })));
    for (const { name, value, place } of layer.variables) {
      const chosen = Object.hasOwn(this.overrides, name) ? this.overrides[name] : value;
      this.attempt(place, () => registry.variable(name, () => chosen));
    }
    if (layer.suppressRuntimeContext) registry.suppressRuntimeContext();
  }

  /** The given variables that the manifest's global layer does not have. */
  missingVariables(registry: PromptRegistry, manifest: Manifest): void {
    const present = new Set(manifest.global.variables.map(({ name }) => name));
    const place = { file: manifest.file, line: 1, column: 1 };
    for (const [name, value] of Object.entries(this.overrides)) {
      if (!present.has(name)) this.attempt(place, () => registry.variable(name, () => value));
    }
  }

  attempt(place: Place, register: () => unknown): void {
    try {
      register();
    } catch (cause) {
      if (!PromptError.is(cause)) throw cause;
      this.problems.push(new ManifestProblem(cause.code, cause.message, { place, path: '', cause }));
    }
  }
}

/** The fields that the registry knows. */
function fields({ name, order, text, complete, delimiters }: ManifestText) {
  return {
    name,
    order,
    text,
    ...(complete === undefined ? {} : { complete }),
    ...(delimiters === undefined ? {} : { delimiters }),
  };
}
