/** Writing a field of a tool that nobody may have validated. */
import { PromptError } from './errors.js';

/**
 * A field as JSON; undefined for what JSON leaves out.
 * @throws PromptError `invalid-assembly` for what cannot be written at all.
 */
export function writeField(tool: string, field: 'description' | 'parameters', value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch (cause) {
    const message = `assembled tool "${tool}" ${field} cannot be written as JSON: ${(cause as Error).message}`;
    throw new PromptError('invalid-assembly', message, { name: tool, cause });
  }
}
