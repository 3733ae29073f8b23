/** What the plugins of this example share: the services they meet at and the events they speak by. */
import type { Scoped } from '@deepseek-ai/dsh-scope';
import type { ToolSchema } from 'promptasm';
import type Toolbox from './plugins/toolbox.mjs';

/**
 * The seam. Text files under relative paths, `/` between folders. Whoever provides `fs` implements this and emits
 * `fs/change` after each write; nothing that uses `fs` knows who does.
 */
export interface FileSystem {
  /** Rejects where there is no such file. */
  read(path: string): Promise<string>;
  /** Folders come into being as needed. */
  write(path: string, text: string): Promise<void>;
  /** Paths of all files in the folder and below, sorted; `''` is the top. */
  list(folder: string): Promise<string[]>;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** A tool: what the model is told of it, and what it does. */
export interface Tool extends ToolSchema {
  /** Resolves to what the model is told; a rejection is told as a failure. */
  run(parameters: Readonly<Record<string, string>>): Promise<string>;
}

/** One command of the shell tool: its words, and the files it may work on. */
export type ShellCommand = (words: readonly string[], fs: FileSystem) => Promise<string>;

export interface Message {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
}

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolSchema[];
  readonly messages: readonly Message[];
}

/** What a model answers: text, or tools to call first. */
export interface ModelReply {
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
}

export interface Model {
  reply(request: ModelRequest): Promise<ModelReply>;
}

declare module 'promptasm/cordis' {
  interface AssembleContext {
    /** Name of the agent that is about to take a step. */
    agent?: string;
  }
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    fs: FileSystem;
    toolbox: Toolbox;
  }
  interface Events {
    /** emit: a file was written. */
    'fs/change'(this: FileSystem, path: string): void;
    /** emit: a tool came or went. */
    'toolbox/change'(this: Toolbox, change: 'added' | 'removed', name: string): void;
    /** bail: the first listener that knows the command returns it. */
    'shell/command'(this: Scoped<Toolbox>, name: string): ShellCommand | undefined;
    /** serial: the first listener that returns a reason refuses the call. */
    'tool/before'(this: Scoped<Toolbox>, call: ToolCall): Promise<string | undefined>;
    /** parallel: all listeners are awaited together before the turn ends. */
    'agent/turn-end'(this: Scoped<Toolbox>, agent: string, answer: string): Promise<void>;
  }
}
