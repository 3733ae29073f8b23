/** Reading a parsed file field by field; whatever is not as expected becomes a problem with its place. */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar } from 'yaml';
import type { PromptErrorCode } from '../index.js';
import { closest, didYouMean } from './closest.js';
import { toJson } from './json-value.js';
import { ManifestProblem, type Place } from './place.js';
import type { YamlSource } from './yaml-source.js';

/** The fields a mapping may have; `true`: it must. */
export type Shape = Readonly<Record<string, boolean>>;

/**
 * One value in a file. A reading method returns undefined after it has noted a problem in the list shared by all
 * fields of a manifest: so one pass finds everything.
 */
export class Field {
  readonly place: Place;
  /** Where the field's name stands; for an item of a list, the item. */
  readonly keyPlace: Place;
  readonly node: Node;
  readonly source: YamlSource;
  /** Like `sections[2].order`; empty for the file as a whole. */
  readonly path: string;
  readonly problems: ManifestProblem[];

  constructor(source: YamlSource, node: Node, path: string, problems: ManifestProblem[], key: Node = node) {
    this.source = source;
    this.path = path;
    this.problems = problems;
    this.place = source.place(node.range?.[0] ?? 0);
    this.keyPlace = source.place(key.range?.[0] ?? 0);
    this.node = source.resolve(node);
  }

  /** The whole file; an empty one reads as an empty value. */
  static root(source: YamlSource, problems: ManifestProblem[]): Field {
    return new Field(source, source.document.contents ?? new Scalar(null), '', problems);
  }

  /** Note a problem of this field, which stands at the field unless another place is given. */
  fail(
    code: PromptErrorCode,
    detail: string,
    more: { place?: Place; suggestion?: string | undefined } = {},
  ): undefined {
    const { place = this.place, suggestion } = more;
    const message = detail + didYouMean(suggestion);
    this.problems.push(new ManifestProblem(code, message, { place, path: this.path, suggestion }));
  }

  /** Note that something else was expected; `expected` begins with an article. */
  mismatch(expected: string): undefined {
    const unquoted = '{['.includes(this.source.text.charAt(this.node.range?.[0] ?? 0) || ' ');
    const hint = unquoted && expected.includes('string') ? '; quote a text that begins with a brace or bracket' : '';
    return this.fail('invalid-field', `expected ${expected}, found ${describe(this.node)}${hint}`);
  }

  /** The fields of a mapping with string keys, or undefined when it is none. */
  entries(expected = 'a mapping'): Map<string, Field> | undefined {
    if (!isMap(this.node)) return this.mismatch(expected);
    const fields = new Map<string, Field>();
    for (const { key, value } of this.node.items as Pair<Node, Node | null>[]) {
      if (isScalar(key)) {
        const name = String(key.value);
        fields.set(name, new Field(this.source, value ?? key, joinPath(this.path, name), this.problems, key));
      } else {
        const place = this.source.place(key.range?.[0] ?? 0);
        this.fail('invalid-field', 'expected a string as key, found something else', { place });
      }
    }
    return fields;
  }

  /** A mapping of known fields. Unknown and missing ones are noted; what is left can still be read. */
  record(shape: Shape): Map<string, Field> | undefined {
    const known = Object.keys(shape);
    const fields = this.entries(`a mapping with the fields ${known.join(', ')}`);
    if (fields === undefined) return undefined;
    for (const [name, field] of fields) {
      if (Object.hasOwn(shape, name)) continue;
      fields.delete(name);
      const near = closest(name, known);
      const detail = `unknown field "${name}"; known fields: ${known.join(', ')}`;
      this.fail('unknown-field', detail, { place: field.keyPlace, suggestion: near });
    }
    for (const name of known) {
      if (shape[name] === true && !fields.has(name)) this.fail('missing-field', `the field "${name}" is missing`);
    }
    return fields;
  }

  /** The items of a list, or none after a problem. */
  list(what: string): Field[] {
    if (!isSeq(this.node)) {
      this.mismatch(`a list of ${what}`);
      return [];
    }
    return this.node.items.map(
      (item, index) => new Field(this.source, item as Node, `${this.path}[${index}]`, this.problems),
    );
  }

  string(expected = 'a string'): string | undefined {
    const value = isScalar(this.node) ? this.node.value : undefined;
    return typeof value === 'string' ? value : this.mismatch(expected);
  }

  name(): string | undefined {
    const value = this.string();
    return value === '' ? this.fail('invalid-name', 'expected a name, found an empty string') : value;
  }

  finiteNumber(): number | undefined {
    const value = isScalar(this.node) ? this.node.value : undefined;
    return typeof value === 'number' && Number.isFinite(value) ? value : this.mismatch('a finite number');
  }

  boolean(): boolean | undefined {
    const value = isScalar(this.node) ? this.node.value : undefined;
    return typeof value === 'boolean' ? value : this.mismatch('true or false');
  }

  isNull(): boolean {
    return isScalar(this.node) && this.node.value === null;
  }

  /** One of a few strings. */
  choice<Choice extends string>(choices: readonly Choice[]): Choice | undefined {
    const value = isScalar(this.node) ? this.node.value : undefined;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const expected = choices
      .map((choice) => `"${choice}"`)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1');
    return this.mismatch(`the string ${expected}`);
  }

  /** A mapping that JSON can hold. */
  jsonObject(expected: string): Record<string, unknown> | undefined {
    if (!isMap(this.node)) return this.mismatch(expected);
    return toJson(this) as Record<string, unknown> | undefined;
  }
}

/** What a node is, in words. */
function describe(node: Node): string {
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return 'a list';
  if (isAlias(node)) return `the alias *${node.source}, whose anchor is not set before it`;
  const value = isScalar(node) ? node.value : undefined;
  if (value === null || value === undefined) return 'nothing';
  if (typeof value !== 'string') return typeof value === 'number' ? `the number ${value}` : String(value);
  return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
}

function joinPath(path: string, name: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
