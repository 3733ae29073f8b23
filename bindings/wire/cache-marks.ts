/** Cache breakpoints of the Anthropic format: where `cache_control` stands. */
import { PromptError } from '../prompt/errors.js';
import type { WireFormat } from './formats.js';

/** Where the provider's cache may end; the Anthropic format alone has such marks. */
export interface BodyOptions {
  /** Mark the end of the system prompt. */
  readonly cacheSystem?: boolean | undefined;
  /** Mark these tools, by name; the provider caches up to and including each. */
  readonly cacheTools?: readonly string[] | undefined;
  /** How long the provider keeps what is marked (default its own, five minutes). */
  readonly cacheTtl?: '5m' | '1h' | undefined;
}

/** Most marks in one request. Source: the provider's documentation of prompt caching. */
const MOST_MARKS = 4;

/** How the options change what is written. */
export interface CacheMarks {
  /** Names the tools as they are written under these options. */
  readonly toolsKey: string;
  readonly markTool: (json: string, name: string) => string;
  /** What stands before and behind the contents of the system prompt. */
  readonly systemStart: string;
  readonly systemEnd: string;
}

/** Reads options, and gives the same marks again for the same choices. */
export class CacheMarkReader {
  private readonly known = new Map<string, CacheMarks>();

  /** @throws PromptError for marks that the format does not have, or too many. */
  read(options: BodyOptions | undefined, format: WireFormat): CacheMarks {
    const key = options === undefined ? format : `${format} ${JSON.stringify(options)}`;
    let marks = this.known.get(key);
    if (marks === undefined) {
      marks = readCacheMarks(options, format);
      this.known.set(key, marks);
    }
    return marks;
  }
}

/** @throws PromptError for marks that the format does not have, or too many. */
function readCacheMarks(options: BodyOptions | undefined, format: WireFormat): CacheMarks {
  const tools = options?.cacheTools ?? [];
  const system = options?.cacheSystem === true;
  if (tools.length === 0 && !system) {
    return { toolsKey: format, markTool: (json) => json, systemStart: '"', systemEnd: '"' };
  }
  if (format !== 'anthropic') {
    const message = `cache breakpoints are written in the anthropic format alone, and not in ${format}, which caches by itself`;
    throw new PromptError('invalid-argument', message);
  }
  const count = new Set(tools).size + (system ? 1 : 0);
  if (count > MOST_MARKS) {
    throw new PromptError(
      'invalid-argument',
      `a request has at most ${MOST_MARKS} cache breakpoints, but ${count} were asked for`,
    );
  }
  const ttl = options?.cacheTtl === undefined ? '' : `,"ttl":${JSON.stringify(options.cacheTtl)}`;
  const mark = `"cache_control":{"type":"ephemeral"${ttl}}`;
  const marked = new Set(tools);
  return {
    toolsKey: `${format} ${mark} ${JSON.stringify(tools)}`,
    markTool: (json, name) => (marked.has(name) ? `${json.slice(0, -1)},${mark}}` : json),
    systemStart: system ? '[{"type":"text","text":"' : '"',
    systemEnd: system ? `",${mark}}]` : '"',
  };
}
