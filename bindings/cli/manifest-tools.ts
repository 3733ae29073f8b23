/** The tools of a manifest, written there or in files of their own. */
import { isMap, isSeq } from 'yaml';
import { Field, type Shape } from './field.js';
import type { ManifestTool } from './manifest-types.js';
import { fileFrom } from './read-file.js';
import { YamlSource } from './yaml-source.js';

const toolShape = { name: true, description: true, parameters: true } satisfies Shape;
const parametersWanted = 'a JSON Schema as a mapping, such as {type: object, properties: {}}';

/** Read a list of tools; what is faulty is noted and left out. */
export function readTools(field: Field | undefined): ManifestTool[] {
  return field?.list('tools').flatMap((item) => (namesFile(item) ? readToolFile(item) : readTool(item))) ?? [];
}

/** A tool that has a name of its own is a tool, and `file` in it a mistake. */
function namesFile({ node }: Field): boolean {
  return isMap(node) && node.has('file') && !node.has('name');
}

function readToolFile(item: Field): ManifestTool[] {
  const fileField = item.record({ file: true })?.get('file');
  const target = fileField?.name();
  if (fileField === undefined || target === undefined) return [];
  const source = YamlSource.open(fileFrom(fileField.source.file, target), fileField, item.problems);
  if (source === undefined) return [];
  const root = Field.root(source, item.problems);
  if (isSeq(root.node)) return root.list('tools').flatMap(readTool);
  return readTool(root);
}

function readTool(item: Field): ManifestTool[] {
  const fields = item.record(toolShape);
  const name = fields?.get('name')?.name();
  const description = fields?.get('description')?.string();
  const parameters = fields?.get('parameters')?.jsonObject(parametersWanted);
  if (name === undefined || description === undefined || parameters === undefined) return [];
  return [{ schema: { name, description, parameters }, place: item.place }];
}
