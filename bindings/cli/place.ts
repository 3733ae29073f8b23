/** Where something is written, and the one error class for what is wrong there. */
import { PromptError, type PromptErrorCode } from '../common.js';

/** A position in a file. */
export interface Place {
  /** As a person would write it from where the command runs: `prompts/texts/policy.md`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** `file:line:column`, which editors and terminals make clickable. */
export function placeText(place: Place): string {
  return `${place.file}:${place.line}:${place.column}`;
}

export interface ManifestProblemDetails {
  readonly place: Place;
  /** The field, like `sections[2].order`; empty where it is the file as a whole. */
  readonly path: string;
  readonly suggestion?: string | undefined;
  readonly cause?: unknown;
}

/**
 * One thing wrong in a manifest or in a file it names. The message begins with `file:line:column` and,
 * where there is one, the path of the field; `line` and `column` count in {@link file}.
 */
export class ManifestProblem extends PromptError {
  readonly file: string;
  readonly path: string;
  /** The message without place and path. */
  readonly detail: string;

  constructor(code: PromptErrorCode, detail: string, details: ManifestProblemDetails) {
    const { place, path, suggestion, cause } = details;
    const field = path === '' ? '' : `${path}: `;
    super(code, `${placeText(place)}: ${field}${detail}`, {
      line: place.line,
      column: place.column,
      suggestion,
      ...(cause === undefined ? {} : { cause }),
    });
    this.file = place.file;
    this.path = path;
    this.detail = detail;
  }
}

/** All problems as one error to throw; the single ones are in `problems`, and one a line in the message. */
export function manifestError(problems: readonly ManifestProblem[]): PromptError {
  return new PromptError('invalid-config', problems.map((problem) => problem.message).join('\n'), { problems });
}
