/** One YAML or JSON file, parsed, with the positions of everything in it. */
import { type Document, isAlias, LineCounter, type Node, type ParsedNode, parseDocument, type YAMLError } from 'yaml';
import { ManifestProblem, type Place } from './place.js';
import { type FileName, readTextFile } from './read-file.js';

export class YamlSource {
  readonly document: Document.Parsed<ParsedNode>;
  /** What is wrong with the file as YAML. When there is something, the document is not worth reading. */
  readonly problems: readonly ManifestProblem[];
  readonly file: FileName;
  readonly text: string;
  private readonly lines = new LineCounter();
  private readonly targets = new Map<Node, Node>();

  constructor(file: FileName, text: string) {
    this.file = file;
    this.text = text;
    this.document = parseDocument(text, { lineCounter: this.lines, prettyErrors: false });
    const found = new Map<string, ManifestProblem>();
    for (const error of [...this.document.errors, ...this.document.warnings]) {
      const place = this.place(error.pos[0]);
      const detail = `not valid YAML: ${reasonOf(error)}${this.hint(place.line)}`;
      const problem = new ManifestProblem('invalid-argument', detail, { place, path: '' });
      // What is not closed is reported once for each level around it.
      if (!found.has(problem.message)) found.set(problem.message, problem);
    }
    this.problems = [...found.values()];
  }

  /**
   * Read and parse a file.
   * @param from where the file is asked for.
   * @returns undefined after problems were noted.
   */
  static open(
    file: FileName,
    from: { readonly place: Place; readonly path: string },
    problems: ManifestProblem[],
  ): YamlSource | undefined {
    const text = readTextFile(file, from, problems);
    if (text === undefined) return undefined;
    const source = new YamlSource(file, text);
    problems.push(...source.problems);
    return source.problems.length === 0 ? source : undefined;
  }

  /** The place of an offset in code units. */
  place(offset: number): Place {
    const { line, col } = this.lines.linePos(Math.min(offset, this.text.length));
    return { file: this.file.shown, line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** One line, counted from 1. */
  private line(number: number): string {
    const start = this.lines.lineStarts[number - 1];
    if (start === undefined) return '';
    return this.text.slice(start, this.lines.lineStarts[number]);
  }

  /** The node that an alias stands for, or the alias where its anchor is not set; other nodes as they are. */
  resolve(node: Node): Node {
    if (!isAlias(node)) return node;
    // Kept, since looking it up walks the document, and an alias within an anchor may be met many times.
    const target = this.targets.get(node) ?? node.resolve(this.document) ?? node;
    this.targets.set(node, target);
    return target;
  }

  /** An unquoted `{{name}}` at the start of a value is a mapping to YAML: the commonest slip in a prompt. */
  private hint(line: number): string {
    return /[:-][ \t]+\{\{/.test(this.line(line)) ? ' (quote a text that begins with a brace)' : '';
  }
}

/** The parser's words, where they are for people. */
function reasonOf({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; write one alone';
  return code === 'RESOURCE_EXHAUSTION' ? 'nested too deeply' : message;
}
