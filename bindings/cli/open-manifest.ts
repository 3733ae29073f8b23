/** From a file to a registry that holds it: the beginning of every command. */
import { createSystemPrompt, type PromptScope, type SystemPrompt } from '../index.js';
import type { SharedOptions } from './arguments.js';
import { loadManifest } from './manifest.js';
import type { Manifest } from './manifest-types.js';
import { registerManifest } from './register.js';

export interface OpenedManifest {
  readonly manifest: Manifest;
  readonly prompt: SystemPrompt;
  readonly scopes: ReadonlyMap<string, PromptScope>;
}

/** @throws PromptError when the manifest is faulty, with all faults as `problems`. */
export async function openManifest(options: SharedOptions): Promise<OpenedManifest> {
  return await registerAnew(loadManifest(options.file), options);
}

/** A registry of its own for a manifest that was read. @throws as {@link openManifest}. */
export async function registerAnew(
  manifest: Manifest,
  { variables, core }: Omit<SharedOptions, 'file'>,
): Promise<OpenedManifest> {
  const prompt = await createSystemPrompt(core === undefined ? manifest.config : { ...manifest.config, core });
  const { scopes } = registerManifest(prompt, manifest, { variables });
  return { manifest, prompt, scopes };
}
