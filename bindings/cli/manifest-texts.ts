/** The sections and contexts of a manifest. */
import type { Scalar } from 'yaml';
import type { Delimiter, Delimiters, TextKind } from '../index.js';
import type { Field, Shape } from './field.js';
import { checkDuplicates } from './manifest-names.js';
import type { ManifestText, TextLocator } from './manifest-types.js';
import { fileFrom, readTextFile, withoutFinalLineEnding } from './read-file.js';
import { locateInFile, locateInScalar } from './text-position.js';

const contextShape = { name: true, order: true, text: false, file: false, delimiters: false } satisfies Shape;
const sectionShape = { ...contextShape, complete: false } satisfies Shape;
const spellings: readonly Delimiter[] = ['{{}}', '<<>>'];

/** Read a list of sections or contexts; what is faulty is noted and left out. */
export function readTexts(field: Field | undefined, kind: TextKind): ManifestText[] {
  if (field === undefined) return [];
  const texts = field.list(`${kind}s`).flatMap((item) => readEntry(item, kind) ?? []);
  checkDuplicates(`the ${kind}`, texts, field.problems);
  return texts;
}

/** A list of spellings. */
export function readDelimiters(field: Field): Delimiters {
  const chosen: Delimiter[] = [];
  for (const item of field.list('delimiters')) {
    const spelling = item.choice(spellings);
    if (spelling === undefined) continue;
    if (chosen.includes(spelling)) item.fail('invalid-field', `"${spelling}" stands already in this list`);
    chosen.push(spelling);
  }
  return chosen;
}

function readEntry(item: Field, kind: TextKind): ManifestText | undefined {
  const fields = item.record(kind === 'section' ? sectionShape : contextShape);
  if (fields === undefined) return undefined;
  const name = fields.get('name')?.name();
  const orderField = fields.get('order');
  const order = orderField?.finiteNumber();
  const body = readBody(item, fields);
  const complete = fields.get('complete')?.boolean();
  const delimitersField = fields.get('delimiters');
  const delimiters = delimitersField && readDelimiters(delimitersField);
  if (name === undefined || orderField === undefined || order === undefined || body === undefined) return undefined;
  return {
    kind,
    name,
    order,
    ...body,
    ...(complete === undefined ? {} : { complete }),
    ...(delimiters === undefined ? {} : { delimiters }),
    place: item.place,
    orderPlace: orderField.place,
  };
}

interface Body {
  readonly text: string;
  readonly locate: TextLocator;
}

function readBody(item: Field, fields: ReadonlyMap<string, Field>): Body | undefined {
  const textField = fields.get('text');
  const fileField = fields.get('file');
  if (textField !== undefined && fileField !== undefined) {
    return item.fail('invalid-field', 'has both "text" and "file"; give one of them');
  }
  if (textField !== undefined) return readInline(textField);
  if (fileField !== undefined) return readFile(fileField);
  return item.fail('missing-field', 'the field "text" is missing (or "file", to read it from a file)');
}

/** A text written in the manifest. */
export function readInline(field: Field): Body | undefined {
  const text = field.string();
  return text === undefined ? undefined : { text, locate: locateInScalar(field.source, field.node as Scalar, text) };
}

function readFile(field: Field): Body | undefined {
  const target = field.name();
  if (target === undefined) return undefined;
  const file = fileFrom(field.source.file, target);
  const content = readTextFile(file, field, field.problems);
  if (content === undefined) return undefined;
  return { text: withoutFinalLineEnding(content), locate: locateInFile(file.shown) };
}
