/** The file that a lock is kept in: JSON, one line an entry, so that a review shows what was changed. */
import { Field, type Shape } from './field.js';
import { type Digest, LOCK_VERSION, type LockedEntry, type LockedView } from './lock.js';
import { checkDuplicates } from './manifest-names.js';
import { ManifestProblem, manifestError, type Place } from './place.js';
import { type FileName, readTextFile } from './read-file.js';
import { ENTRY_KINDS } from './view-content.js';
import { YamlSource } from './yaml-source.js';

const fileShape = { lockVersion: true, views: true } satisfies Shape;
const viewShape = { scope: true, whole: true, sections: true, contexts: true, tools: true } satisfies Shape;
const digestShape = { bytes: true, sha256: true } satisfies Shape;
const entryShape = { name: true, ...digestShape } satisfies Shape;

/** Where a manifest's lock is kept unless another file is named: beside it. */
export function defaultLockFile(manifestFile: string): string {
  return `${manifestFile}.lock.json`;
}

/** The text of a lock file; ends with a newline. The same lock always gives the same text. */
export function formatLock(views: readonly LockedView[]): string {
  return `{\n  "lockVersion": ${LOCK_VERSION},\n  "views": [\n${views.map(formatView).join(',\n')}\n  ]\n}\n`;
}

function formatView({ view, whole, entries }: LockedView): string {
  const lists = ENTRY_KINDS.map((kind) => {
    const lines = entries[kind].map(
      (entry) => `        { "name": ${JSON.stringify(entry.name)}, ${formatDigest(entry)} }`,
    );
    return `      "${kind}s": ${lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n      ]`}`;
  });
  const fields = [
    `      "scope": ${JSON.stringify(view ?? null)}`,
    `      "whole": { ${formatDigest(whole)} }`,
    ...lists,
  ];
  return `    {\n${fields.join(',\n')}\n    }`;
}

function formatDigest({ bytes, sha256 }: Digest): string {
  return `"bytes": ${bytes}, "sha256": "${sha256}"`;
}

/**
 * Read a lock file.
 * @throws PromptError (`invalid-config`) with everything that is wrong with it as `problems`.
 */
export function readLockFile(file: FileName): LockedView[] {
  const problems: ManifestProblem[] = [];
  const start = { place: { file: file.shown, line: 1, column: 1 }, path: '' };
  const text = readTextFile(file, start, problems);
  if (text === undefined) throw manifestError(problems);
  return parseLock(text, file);
}

/** Read the text of a lock. @throws as {@link readLockFile}. */
export function parseLock(text: string, file: FileName): LockedView[] {
  const source = new YamlSource(file, text);
  const problem = jsonProblem(source);
  if (problem !== undefined) throw manifestError([problem]);
  const problems: ManifestProblem[] = [];
  const views = readLock(source, problems);
  if (views === undefined || problems.length > 0) throw manifestError(problems);
  return views;
}

/** Why a text is no JSON, though it may be YAML, in which the marks of a merge are plain words. */
function jsonProblem(source: YamlSource): ManifestProblem | undefined {
  try {
    JSON.parse(source.text);
    return undefined;
  } catch {
    const mark = source.text.search(/^(?:<{7}|={7}|>{7})/m);
    const { line = 1, column = 1 } = source.problems[0] ?? {};
    const place = mark < 0 ? { file: source.file.shown, line, column } : source.place(mark);
    const detail = `not valid JSON${mark < 0 ? '' : ': a merge left its marks here'}`;
    return new ManifestProblem('invalid-argument', detail, { place, path: '' });
  }
}

function readLock(source: YamlSource, problems: ManifestProblem[]): LockedView[] | undefined {
  const root = Field.root(source, problems);
  // The fields of a form that is not known say nothing: a fault in them would hide what is the matter.
  const found = root.entries('a mapping, as promptasm lock writes it')?.get('lockVersion');
  const version = found?.finiteNumber();
  if (found !== undefined && version !== undefined && version !== LOCK_VERSION) {
    const newer = version > LOCK_VERSION ? '; a newer promptasm wrote it' : '';
    return found.fail('invalid-config', `expected lock version ${LOCK_VERSION}, found ${version}${newer}`);
  }
  const fields = problems.length > 0 ? undefined : root.record(fileShape);
  const views = fields
    ?.get('views')
    ?.list('views')
    .flatMap((item) => readView(item) ?? []);
  const named = views?.map(({ view, place }) => ({ name: view ?? '(global view)', place: place ?? root.place }));
  checkDuplicates('the view', named ?? [], problems);
  return views;
}

function readView(item: Field): (LockedView & { readonly place: Place }) | undefined {
  const fields = item.record(viewShape);
  const [scope, wholeField] = [fields?.get('scope'), fields?.get('whole')];
  if (fields === undefined || scope === undefined || wholeField === undefined) return undefined;
  const whole = readDigest(wholeField.record(digestShape));
  const entries = (name: string) =>
    fields
      .get(name)
      ?.list('entries')
      .flatMap((entry) => readEntry(entry) ?? []) ?? [];
  const view = scope.isNull() ? undefined : scope.name();
  if (whole === undefined) return undefined;
  return {
    view,
    whole,
    entries: { section: entries('sections'), context: entries('contexts'), tool: entries('tools') },
    place: item.place,
  };
}

function readEntry(item: Field): LockedEntry | undefined {
  const fields = item.record(entryShape);
  const name = fields?.get('name')?.name();
  const digest = readDigest(fields);
  return name === undefined || digest === undefined ? undefined : { name, ...digest, place: item.place };
}

function readDigest(fields: ReadonlyMap<string, Field> | undefined): Digest | undefined {
  const bytes = fields?.get('bytes')?.finiteNumber();
  const hash = fields?.get('sha256');
  const sha256 = hash?.string();
  if (bytes === undefined || hash === undefined || sha256 === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/.test(sha256)) return hash.mismatch('a SHA-256 of 64 hexadecimal digits');
  return { bytes, sha256 };
}
