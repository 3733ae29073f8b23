/** One smoke for every key that the package exports; an entry without one fails the matrix. */
import { equal, ok } from '../../../conformance/expect.js';
import type { Asset, Guest } from '../guest.js';
import type { Report } from '../report.js';
import { cordis, cordisInvariant } from './cordis.js';
import { inline } from './inline.js';
import { main } from './main.js';
import { manifest } from './manifest.js';
import { pure } from './pure.js';
import { session } from './session.js';
import { wire } from './wire.js';

type EntrySmoke = (entry: unknown, guest: Guest, report: Report) => Promise<void>;

export const entrySmokes: Readonly<Record<string, EntrySmoke>> = {
  '.': main,
  './cordis': cordis,
  './cordis/invariant': cordisInvariant,
  './inline': inline,
  './manifest': manifest,
  './pure': pure,
  './session': session,
  './wire': wire,
};

/** A build of the module, as bytes or already compiled. */
async function runs(asset: Asset, { library }: Guest): Promise<void> {
  ok(typeof asset !== 'string', 'the file is binary');
  const prompt = await library.createSystemPrompt({ core: 'wasm', persona: 'Hi' }, asset as Exclude<Asset, string>);
  equal(prompt.core.kind, 'wasm');
  ok(library.renderPrompt(await prompt.assemble()).endsWith('Hi'), 'the prompt ends with the persona');
}

export const assetSmokes: Readonly<Record<string, (asset: Asset, guest: Guest) => void | Promise<void>>> = {
  './core.wasm': runs,
  './core-baseline.wasm': runs,
  './package.json': (asset) => equal((JSON.parse(String(asset)) as { name: unknown }).name, 'promptasm'),
};
