/** The Worker of examples/worker as a plain module; the matrix of runtimes runs it in Cloudflare's own. */
import { afterEach, expect, it, vi } from 'vitest';

// The example imports the package by name; here that is the source.
vi.mock('promptasm', () => import('../../bindings/index.js'));
vi.mock('promptasm/wire', () => import('../../bindings/wire/index.js'));

import worker from '../../examples/worker/worker.js';

afterEach(() => vi.unstubAllGlobals());

const MESSAGES = [{ role: 'user', content: 'Where is order 7?' }];

function ask(body: unknown): Request {
  return new Request('http://worker.test/', { method: 'POST', body: JSON.stringify(body) });
}

interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

it('answers with the request that the model would get, as long as there is no provider', async () => {
  const response = await worker.fetch(ask({ visitor: 'Ana', messages: MESSAGES }), { MODEL: 'some-model' });
  const request = (await response.json()) as ModelRequest;
  expect([response.status, request.model, request.stream]).toEqual([200, 'some-model', true]);
  expect(request.tools.map((tool) => tool.function.name)).toEqual(['find_order']);
  const [system, question, snapshot] = request.messages;
  expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('You speak with Ana.') });
  expect(question).toEqual(MESSAGES[0]);
  expect(snapshot).toMatchObject({ role: 'user', content: expect.stringMatching(/\nTime: \d{4}-/) });
  expect(request.messages).toHaveLength(3);
});

it('keeps visitors apart who ask at the same time', async () => {
  const answers = ['Ana', 'Bo', 'Cleo'].map(async (visitor) => {
    const response = await worker.fetch(ask({ visitor, messages: MESSAGES }), { MODEL: 'm' });
    return ((await response.json()) as ModelRequest).messages[0]?.content;
  });
  expect((await Promise.all(answers)).map((content) => /You speak with (\w+)\./.exec(content ?? '')?.[1])).toEqual([
    'Ana',
    'Bo',
    'Cleo',
  ]);
});

it('streams the request to the provider and hands its answer on', async () => {
  const answer = new Response('data: [DONE]\n\n');
  const provider = vi.fn(async (_url: string, _init: RequestInit) => answer);
  vi.stubGlobal('fetch', provider);
  const environment = { MODEL: 'm', PROVIDER_URL: 'http://provider.test/chat', PROVIDER_KEY: 'key' };
  expect(await worker.fetch(ask({ visitor: 'Ana', messages: MESSAGES }), environment)).toBe(answer);
  const [url, init] = provider.mock.calls[0] as [string, RequestInit];
  expect([url, init.method, new Headers(init.headers).get('authorization')]).toEqual([
    environment.PROVIDER_URL,
    'POST',
    'Bearer key',
  ]);
  expect(init.body).toBeInstanceOf(ReadableStream);
  expect(((await new Response(init.body).json()) as ModelRequest).messages).toHaveLength(3);
});

it.each([
  ['a request without a body', new Request('http://worker.test/')],
  ['text that is no JSON', new Request('http://worker.test/', { method: 'POST', body: 'hello' })],
  ['null', ask(null)],
  ['no messages', ask({ visitor: 'Ana' })],
  ['a visitor that is no text', ask({ visitor: 7, messages: [] })],
])('says what it takes when it gets %s', async (_what, request) => {
  const response = await worker.fetch(request, { MODEL: 'm' });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('POST {"visitor"');
});
