/** The Cordis example, played through as a user does; it needs what `npm run build` made. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../examples/cordis-agent/main.mjs', import.meta.url));
const ENTRY = fileURLToPath(new URL('../../dist/cordis.js', import.meta.url));

async function play(provider: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [PROGRAM, provider]);
  expect(stderr).toBe('');
  return stdout;
}

let output: string;

/** The lines of one scene, found by the beginning of its title. */
function scene(title: string): string[] {
  const found = output.split('\n== ').find((each) => each.startsWith(title));
  if (found === undefined) throw new Error(`the trace has no scene "${title}"`);
  return found.trimEnd().split('\n').slice(1);
}

/** What follows a mark in the lines that have it. */
function marked(lines: readonly string[], mark: string): string[] {
  return lines.filter((line) => line.trimStart().startsWith(mark)).map((line) => line.trimStart().slice(mark.length));
}

/** What an agent was told in one scene, from `reads:` to the next line that is no prompt. */
function reads(lines: readonly string[], agent: string): string {
  const rest = lines.slice(lines.indexOf(`  ${agent} reads:`) + 1);
  const end = rest.findIndex((line) => !line.startsWith('    |'));
  return rest.slice(0, end === -1 ? undefined : end).join('\n');
}

beforeAll(async () => {
  if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is missing: npm run build`);
  output = await play('memory');
});

describe('the trace of examples/cordis-agent', () => {
  it('is this', async () => {
    await expect(output).toMatchFileSnapshot('snapshots/cordis-agent.txt');
  });

  it('is the same with the other provider of the seam, but for its name', async () => {
    const local = await play('local');
    expect(local).not.toBe(output);
    const renamed = local.replace('(fs: local)', '(fs: memory)').replaceAll('LocalFileSystem', 'MemoryFileSystem');
    expect(renamed).toBe(output);
  });

  it('loads each plugin after the services it injects, whatever order they are named in', () => {
    const lines = scene('Load order').map((line) => line.trim());
    const at = (line: string): number => {
      expect(lines).toContain(line);
      return lines.indexOf(line);
    };
    expect(at('workspace waits for fs, systemPrompt')).toBeLessThan(at('MemoryFileSystem loads'));
    expect(at('Toolbox waits for systemPrompt')).toBeLessThan(at('ObservedSystemPrompt loads'));
    expect(at('MemoryFileSystem loads')).toBeLessThan(at('workspace loads'));
    expect(at('MemoryFileSystem loads')).toBeLessThan(at('journal loads'));
    expect(at('ObservedSystemPrompt loads')).toBeLessThan(at('Toolbox loads'));
    expect(at('ObservedSystemPrompt loads')).toBeLessThan(at('workspace loads'));
  });

  it('gives each agent its own persona and tools', () => {
    const lines = scene('Two agents');
    const [reader, builder] = [reads(lines, 'reader'), reads(lines, 'builder')];
    expect(reader).toContain('You are reader.');
    expect(reader).not.toContain('`write_file`');
    expect(builder).toContain('You are builder.');
    expect(builder).toContain('`shell`');
    const steps = marked(scene('Turns'), 'step 1 with ');
    expect(steps).toEqual(['list_files, read_file', 'list_files, read_file, shell, write_file']);
  });

  it('shows every kind of event', () => {
    const lines = scene('Turns');
    for (const kind of ['emit fs/change', 'bail shell/command', 'serial tool/before', 'parallel agent/turn-end']) {
      expect(marked(lines, `${kind}:`), kind).not.toEqual([]);
    }
    expect(marked(lines, 'waterfall system-prompt/assemble: ')[0]).toBe('2 tools in, 2 out, for reader');
    expect(lines).toContain(
      '  write_file {"path":"notes/spring.md","text":""} -> "failed: there is no tool \\"write_file\\""',
    );
    expect(lines).toContain('  shell {"command":"rm beds.csv"} -> "failed: \\"rm\\" is not an allowed command"');
  });

  it('tells of facts only when they changed', () => {
    const contexts = marked(scene('Turns'), 'context: ');
    expect(contexts).toEqual(['Files: beds.csv, notes/spring.md', 'Files: beds.csv, journal.md, notes/spring.md']);
  });

  it('narrows text and tools in plan mode, and refuses what comes all the same', () => {
    const lines = scene('Plan mode');
    expect(reads(lines, 'builder')).not.toContain('`shell`');
    expect(marked(lines, 'step 1 with ')).toEqual(['list_files, read_file, submit_plan']);
    expect(lines).toContain('  write_file {"path":"beds.csv","text":""} -> "refused: plan mode has no write_file"');
  });

  it('rolls an unloaded plugin back in reverse', () => {
    const added = marked(scene('Plan mode'), '+ ');
    const lines = scene('Unload');
    expect(added).toEqual(['section policy:plan', 'tool submit_plan']);
    expect(marked(lines, '- ')).toEqual([...added].reverse());
    expect(marked(lines, '+ ')).toEqual([]);
    expect(lines.at(-1)).toBe('  the prompt is what it was: true');
  });

  it('reloads a configuration, a module and a provider', () => {
    const configuration = scene('Hot reload of a configuration');
    expect(marked(configuration, '- ')).toEqual(['section deployment:persona', 'variable agent']);
    expect(marked(configuration, '+ ')).toEqual(['variable agent', 'section deployment:persona']);
    expect(reads(configuration, 'builder')).toContain('You dig.');

    const code = scene('Hot reload of code');
    expect(marked(code, '+ ')).toEqual(marked(code, '- ').reverse());
    expect(code.at(-1)).toBe('  the prompt is what it was: true');

    const provider = scene('Hot reload of a provider');
    expect(reads(provider, 'builder')).not.toContain('_file`');
    expect(marked(provider, '+ ').sort()).toEqual(marked(provider, '- ').sort());
    expect(provider.at(-1)).toBe('  the prompt is what it was: true');
  });

  it('keeps the realm to itself', () => {
    const lines = scene('A realm');
    expect(lines).toContain('  list_files {"folder":""} -> "beds.csv, guest.md, notes/spring.md"');
    expect(lines.at(-1)).toBe('  files of the first realm: beds.csv, notes/spring.md');
    expect(marked(lines, 'context: ')).toEqual([]);
  });

  it('takes back in the end all that was registered', () => {
    const count = (mark: string): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const label of marked(output.split('\n'), mark)) counts.set(label, (counts.get(label) ?? 0) + 1);
      return counts;
    };
    expect(count('- ')).toEqual(count('+ '));
    expect(scene('The end').at(-1)).toBe('  plugins left: 0');
  });
});
