/** `promptasm lock` refuses what does not come out the same in every order of registration, time zone and locale. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { builtProgram, start } from './program.js';
import { project } from './project.js';

const program = builtProgram();
const nothingLocked = ['Nothing was locked: a prompt must come out the same everywhere.', ''];

test('two tools of one name, whose order is that of their registration', async () => {
  const twice = [
    'tools:',
    '  - { name: run, description: Run., parameters: {} }',
    '  - { name: run, description: Run it., parameters: {} }',
  ].join('\n');
  const { run, path } = project({ 'm.yaml': twice }, program);
  const { code, out, err } = await run('lock', 'm.yaml');
  const inReverse = 'when the manifest was registered in reverse';
  expect(err.split('\n')).toEqual([
    `m.yaml:2:5: tool "run" was changed (51 to 54 bytes) ${inReverse}`,
    `m.yaml:3:5: tool "run" (number 2 of this name) was changed (54 to 51 bytes) ${inReverse}`,
    ...nothingLocked,
  ]);
  expect([code, out, existsSync(path('m.yaml.lock.json'))]).toEqual([1, '', false]);
});

/**
 * Lock a manifest with a section for each text, in a process at Greenwich that speaks English, where reading the
 * file of a section gives what an expression gives: as from a mounted template, say.
 */
function lockTexts(expressions: Readonly<Record<string, string>>) {
  const names = Object.keys(expressions);
  const sections = names.map((name, order) => `  - { name: ${name}, order: ${order}, file: ${name}.text }`);
  const { path } = project({
    'm.yaml': `sections:\n${sections.join('\n')}`,
    ...Object.fromEntries(names.map((name) => [`${name}.text`, ''])),
    'preload.mjs': [
      "import fs from 'node:fs';",
      "import { syncBuiltinESMExports } from 'node:module';",
      'const read = fs.readFileSync;',
      'fs.readFileSync = (path, ...rest) => {',
      ...names.map((name) => `  if (String(path).endsWith('${name}.text')) return Buffer.from(${expressions[name]});`),
      '  return read(path, ...rest);',
      '};',
      'syncBuiltinESMExports();',
    ].join('\n'),
  });
  const env = {
    ...(process.env as Record<string, string>),
    NODE_OPTIONS: `--import=${pathToFileURL(path('preload.mjs')).href}`,
    TZ: 'UTC',
    LC_ALL: 'en_US.UTF-8',
  };
  const { status, stdout, stderr } = start(program, ['lock', path('m.yaml')], { env });
  expect([status, stdout, existsSync(path('m.yaml.lock.json'))]).toEqual([1, '', false]);
  return stderr.replaceAll(`${path('')}/`, '').split('\n');
}

test('texts that depend on the time zone or the locale: each is named, with the first that changes it', () => {
  const lines = lockTexts({
    fixed: "'Always the same.'",
    // Two hours past noon at Greenwich the next day has begun in the east, at five its last is not over in the west.
    east: "new Date('2024-01-02T14:00:00Z').toDateString()",
    west: "new Date('2024-01-02T05:00:00Z').toDateString()",
    minute: "String(new Date('2024-01-02T05:00:00Z').getMinutes())",
    comma: '(1.5).toLocaleString()',
    letters: "['i', 'I'].sort((a, b) => a.localeCompare(b)).join('')",
    digits: '(1).toLocaleString()',
  });
  const changed =
    /^m\.yaml:\d:5: section "(\w+)" was changed \(.* bytes?\) when the manifest was assembled in the (.*)$/;
  expect(lines.slice(0, -2).map((line) => changed.exec(line)?.slice(1))).toEqual([
    ['east', 'time zone Pacific/Kiritimati'],
    ['west', 'time zone Pacific/Pago_Pago'],
    ['minute', 'time zone Asia/Kolkata'],
    ['comma', 'locale de_DE'],
    ['letters', 'locale tr_TR'],
    ['digits', 'locale ar_EG'],
  ]);
  expect(lines.slice(-2)).toEqual(nothingLocked);
});

test('a manifest that cannot be assembled elsewhere', () => {
  const lines = lockTexts({ text: "process.env.TZ === 'Asia/Kolkata' ? Uint8Array.of(0xff) : 'T'" });
  expect(lines).toEqual([
    'promptasm: the manifest could not be assembled in the time zone Asia/Kolkata: ' +
      'text.text:1:1: not UTF-8: byte 0xFF at offset 0; save the file as UTF-8',
    ...nothingLocked,
  ]);
});

test('a program that cannot be started', async () => {
  const { run } = project({ 'm.yaml': 'variables: {}' }, ['/nowhere/node']);
  const { code, err } = await run('lock', 'm.yaml');
  expect(err).toMatch(/^promptasm: the manifest could not be assembled in the time zone [^:]*: .*ENOENT/);
  expect(code).toBe(1);
});
