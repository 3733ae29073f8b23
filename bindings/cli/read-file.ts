/** Reading the files that people wrote: UTF-8, and a clear word when it is not. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ManifestProblem, type Place } from './place.js';

/** How a file is called in messages and where it is on the disk. */
export interface FileName {
  readonly shown: string;
  readonly path: string;
}

/** A file named in another one, from that one's folder. */
export function fileFrom(including: FileName, target: string): FileName {
  if (isAbsolute(target)) return { shown: target, path: target };
  return { shown: join(dirname(including.shown), target), path: resolve(dirname(including.path), target) };
}

/**
 * Read a file as text, without a byte order mark: it is a signature, and no part of what was written.
 * @param from where the file is asked for; that the file cannot be read is a problem of that place.
 * @returns undefined after a problem was noted.
 */
export function readTextFile(
  file: FileName,
  from: { readonly place: Place; readonly path: string },
  problems: ManifestProblem[],
): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file.path);
  } catch (cause) {
    const detail = `cannot read ${JSON.stringify(file.shown)}: ${systemReason(cause)}`;
    problems.push(new ManifestProblem('invalid-argument', detail, { ...from, cause }));
    return undefined;
  }
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes);
  problems.push(notUtf8(file, bytes));
  return undefined;
}

/** Without one final line ending (LF, CRLF or CR): editors add it, and it is rarely meant as text. */
export function withoutFinalLineEnding(text: string): string {
  return text.replace(/(?:\r\n|\n|\r)$/, '');
}

/** Why the system refused a file, in words. */
export function systemReason(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return message;
}

function notUtf8(file: FileName, bytes: Buffer): ManifestProblem {
  const offset = firstInvalidByte(bytes);
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, offset));
  const lines = before.split(/\r\n|\n|\r/);
  const place = { file: file.shown, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  const byte = `0x${(bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? ' (it looks like UTF-16)' : '';
  const problem = `not UTF-8: byte ${byte} at offset ${offset}${utf16}; save the file as UTF-8`;
  return new ManifestProblem('invalid-argument', problem, { place, path: '' });
}

/** Where the first character that is not UTF-8 begins, found by halving: a valid start stays valid. */
function firstInvalidByte(bytes: Buffer): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (startsValid(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  while (!isUtf8(bytes.subarray(0, valid))) valid--;
  return valid;
}

/** Whether bytes could begin a UTF-8 text; a character cut off at the end is fine. */
function startsValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
