/** Reading a manifest: its YAML or JSON, and the files it names. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Field, type Shape } from './field.js';
import { readConfig } from './manifest-config.js';
import { checkDuplicates, checkParents } from './manifest-names.js';
import { readTexts } from './manifest-texts.js';
import { readTools } from './manifest-tools.js';
import type { Manifest, ManifestLayer, ManifestScope } from './manifest-types.js';
import { readVariables } from './manifest-variables.js';
import { type ManifestProblem, manifestError } from './place.js';
import type { FileName } from './read-file.js';
import { YamlSource } from './yaml-source.js';

const layerShape = {
  sections: false,
  contexts: false,
  tools: false,
  variables: false,
  suppressRuntimeContext: false,
} satisfies Shape;
const manifestShape = { config: false, ...layerShape, scopes: false } satisfies Shape;
const scopeShape = { label: true, parent: false, ...layerShape } satisfies Shape;

/**
 * Read a manifest and every file it names; nothing is registered yet.
 * @param file a path, from the working directory, or a `file:` URL (a `URL` or its text).
 * @throws PromptError (`invalid-config`) with everything that is wrong, in files and fields, as `problems`:
 *   each a {@link ManifestProblem} with file, line and column.
 */
export function loadManifest(file: string | { readonly href: string }): Manifest {
  const named = typeof file === 'string' ? file : file.href;
  const shown = named.startsWith('file:') ? fileURLToPath(named) : named;
  const problems: ManifestProblem[] = [];
  const manifest = readManifest({ shown, path: resolve(shown) }, problems);
  if (manifest === undefined || problems.length > 0) throw manifestError(problems);
  return manifest;
}

function readManifest(file: FileName, problems: ManifestProblem[]): Manifest | undefined {
  const start = { place: { file: file.shown, line: 1, column: 1 }, path: '' };
  const source = YamlSource.open(file, start, problems);
  const fields = source && Field.root(source, problems).record(manifestShape);
  if (fields === undefined) return undefined;
  const scopes =
    fields
      .get('scopes')
      ?.list('scopes')
      .flatMap((field) => readScope(field) ?? []) ?? [];
  checkDuplicates(
    'the scope',
    scopes.map(({ label, place }) => ({ name: label, place })),
    problems,
  );
  checkParents(scopes, problems);
  return { file: file.shown, ...readConfig(fields.get('config')), global: readLayer(fields), scopes };
}

function readScope(field: Field): ManifestScope | undefined {
  const fields = field.record(scopeShape);
  const label = fields?.get('label')?.name();
  if (fields === undefined) return undefined;
  const layer = readLayer(fields);
  const parentField = fields.get('parent');
  const parent = parentField?.name();
  if (label === undefined) return undefined;
  return { label, parent, place: field.place, parentPlace: parentField?.place ?? field.place, ...layer };
}

function readLayer(fields: ReadonlyMap<string, Field>): ManifestLayer {
  return {
    sections: readTexts(fields.get('sections'), 'section'),
    contexts: readTexts(fields.get('contexts'), 'context'),
    tools: readTools(fields.get('tools')),
    variables: readVariables(fields.get('variables')),
    suppressRuntimeContext: fields.get('suppressRuntimeContext')?.boolean() ?? false,
  };
}
