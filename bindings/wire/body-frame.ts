/**
 * What stands around and between the documents of a body. The same texts come back while nothing in them
 * differs, so that a core, which keeps them encoded, knows them again at once.
 */
import type { CacheMarks } from './cache-marks.js';
import type { FormatRules } from './formats.js';

/** What decides about the frame of a body. */
export interface FrameContent {
  readonly rules: FormatRules;
  /** The open start of the body, with the fields that are passed on. */
  readonly head: string;
  readonly marks: CacheMarks;
  readonly hasTools: boolean;
  readonly hasSystem: boolean;
  readonly hasHistory: boolean;
  /** The context snapshot; '' when there is none. */
  readonly snapshot: string;
}

/** The texts, in the order in which they stand. */
export interface BodyFrame {
  /** Undefined: there are no tools, */
  readonly beforeTools: string | undefined;
  /** or no system prompt. */
  readonly beforeSystem: string | undefined;
  readonly beforeHistory: string;
  readonly afterHistory: string;
}

export class FrameWriter {
  private content: FrameContent | undefined;
  private frame: BodyFrame | undefined;

  write(content: FrameContent): BodyFrame {
    if (this.frame === undefined || !isSame(this.content, content)) {
      this.frame = makeFrame(content);
      this.content = content;
    }
    return this.frame;
  }
}

function isSame(left: FrameContent | undefined, right: FrameContent): boolean {
  return (
    left !== undefined &&
    left.rules === right.rules &&
    left.head === right.head &&
    left.marks === right.marks &&
    left.hasTools === right.hasTools &&
    left.hasSystem === right.hasSystem &&
    left.hasHistory === right.hasHistory &&
    left.snapshot === right.snapshot
  );
}

function makeFrame({ rules, head, marks, hasTools, hasSystem, hasHistory, snapshot }: FrameContent): BodyFrame {
  const { system } = rules;
  let text = head;
  let beforeTools: string | undefined;
  let beforeSystem: string | undefined;
  if (hasTools) {
    beforeTools = `${text}"tools":[`;
    text = '],';
  }
  if (hasSystem && 'field' in system) {
    beforeSystem = `${text}"${system.field}":${marks.systemStart}`;
    text = `${marks.systemEnd},`;
  }
  text += `"${rules.messages}":[`;
  const systemMessage = hasSystem && 'message' in system;
  if (systemMessage) {
    beforeSystem = `${text}{"role":"system","content":"`;
    text = hasHistory ? '"},' : '"}';
  }
  const comma = systemMessage || hasHistory ? ',' : '';
  const afterHistory = snapshot === '' ? ']}' : `${comma}{"role":"user","content":${JSON.stringify(snapshot)}}]}`;
  return { beforeTools, beforeSystem, beforeHistory: text, afterHistory };
}
