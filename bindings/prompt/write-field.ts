/** Writing a field of a tool that nobody may have validated. */
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';

/**
 * A field as JSON; undefined for what JSON leaves out.
 * @throws PromptError `invalid-assembly` for what cannot be written at all.
 */
export function writeField(tool: string, field: 'description' | 'parameters', value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : describeValue(cause);
    const message = `assembled tool "${tool}" ${field} cannot be written as JSON: ${reason}`;
    throw new PromptError('invalid-assembly', message, { name: tool, cause });
  }
}
