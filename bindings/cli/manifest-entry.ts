/**
 * `promptasm/manifest`: prompts written down in YAML or JSON, for Node. Load a file, make a registry with
 * its `config`, and register the rest:
 *
 *     const manifest = loadManifest('promptasm.yaml');
 *     const prompt = await createSystemPrompt(manifest.config);
 *     const { scopes } = registerManifest(prompt, manifest);
 */
export { loadManifest } from './manifest.js';
export type {
  Manifest,
  ManifestLayer,
  ManifestScope,
  ManifestText,
  ManifestTool,
  ManifestVariable,
  TextLocator,
  TextPosition,
  WrittenAt,
} from './manifest-types.js';
export { ManifestProblem, type Place } from './place.js';
export { type RegisteredManifest, type RegisterOptions, registerManifest } from './register.js';
