/** Rendering: strict interpolation, and joining what is not empty. */
import { Segment, SegmentSize } from '../../assembly/status.js';
import { spellingsOf } from './delimiters.js';
import {
  malformedGroup,
  malformedOpening,
  missingValue,
  type TextSource,
  unknownVariable,
} from './reference-errors.js';
import { type RenderSettings, renderSettings } from './render-settings.js';
import type { Fail } from './report.js';
import { failAtOnce } from './report.js';
import type { AssembledSection, PromptAssembly, TextKind } from './types.js';

/** What stands between two parts of a rendered text. */
export const BLANK_LINE = '\n\n';

/**
 * Render the system prompt: every section interpolated, empty ones dropped, the rest joined by a blank line.
 * @returns '' when nothing is left.
 * @throws PromptError at the first reference that is malformed, unknown or without a value.
 */
export function renderPrompt(assembly: PromptAssembly): string {
  const settings = renderSettings(assembly);
  const parts: string[] = [];
  for (const section of assembly.sections) {
    const text = renderText('section', section, assembly.variables, settings, failAtOnce);
    if (text.length > 0) parts.push(text);
  }
  return parts.join(BLANK_LINE);
}

/** Interpolate one text. `fail` hears of each fault, in the order of the text. */
export function renderText(
  kind: TextKind,
  { name, text, delimiters }: AssembledSection,
  variables: Readonly<Record<string, string | undefined>>,
  { core, spellings }: RenderSettings,
  fail: Fail,
): string {
  const segments = core.scan(text, delimiters === undefined ? spellings : spellingsOf(delimiters));
  if (segments.length === SegmentSize.Words && segments[0] === Segment.Literal && segments[2] === text.length) {
    return text;
  }
  const values = readValues({ kind, name, text }, segments, variables, fail);
  return core.interpolate(text, segments, values);
}

/** The value of every reference, in order. */
function readValues(
  source: TextSource,
  segments: Int32Array,
  variables: Readonly<Record<string, string | undefined>>,
  fail: Fail,
): string[] {
  const values: string[] = [];
  const what = `prompt ${source.kind} "${source.name}"`;
  for (let at = 0; at < segments.length; at += SegmentSize.Words) {
    const start = segments[at + 1] as number;
    const end = segments[at + 2] as number;
    switch (segments[at]) {
      case Segment.Reference: {
        const variable = source.text.slice(start + 2, end - 2);
        const value = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
        if (value === undefined) {
          const known = Object.hasOwn(variables, variable);
          fail(
            known ? missingValue(source, start, end) : unknownVariable(source, start, end, Object.keys(variables)),
            what,
          );
        }
        values.push(value ?? '');
        break;
      }
      case Segment.MalformedGroup:
        fail(malformedGroup(source, start, end, Object.keys(variables)), what);
        break;
      case Segment.MalformedOpening:
        fail(malformedOpening(source, start, end), what);
        break;
    }
  }
  return values;
}
