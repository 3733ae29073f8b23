/** Servers, modules and runtimes that give something else than the module. */
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const BUILD = new URL('../../../build/', import.meta.url);

/** The module as it is shipped. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL('release-simd.wasm', BUILD)));
}

/** The first half, as an interrupted copy leaves it. */
export function truncated(): Uint8Array<ArrayBuffer> {
  const bytes = moduleBytes();
  return bytes.slice(0, bytes.length >> 1);
}

/** One byte changed, in a place where no compiler overlooks it. */
export function corrupted(): Uint8Array<ArrayBuffer> {
  const bytes = moduleBytes();
  for (let index = bytes.length >> 1; index < bytes.length; index++) {
    const broken = bytes.slice();
    broken[index] = 0xff;
    if (!WebAssembly.validate(broken)) return broken;
  }
  throw new Error('every change leaves a valid module');
}

/** A valid module with nothing in it. */
export function foreign(): Uint8Array<ArrayBuffer> {
  return new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
}

export interface ModuleServer {
  readonly url: (path: string) => URL;
  readonly close: () => Promise<void>;
}

type Answer = (response: ServerResponse) => void;

function send(status: number, type: string | undefined, body: Uint8Array | string): Answer {
  return (response) => {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type });
    response.end(body);
  };
}

const ANSWERS: Readonly<Record<string, Answer>> = {
  '/module.wasm': send(200, 'application/wasm', moduleBytes()),
  '/text.wasm': send(200, 'text/plain', moduleBytes()),
  '/untyped.wasm': send(200, undefined, moduleBytes()),
  '/page.wasm': send(200, 'text/html', '<!doctype html>\n<title>Home</title>'),
  '/truncated.wasm': send(200, 'application/wasm', truncated()),
  '/empty.wasm': send(200, 'application/wasm', ''),
  '/failing.wasm': send(503, 'text/plain', 'later'),
  '/dropped.wasm': (response) => void response.socket?.destroy(),
  '/cut.wasm': (response) => {
    response.writeHead(200, { 'content-type': 'application/wasm', 'content-length': '7000' });
    response.write(truncated(), () => response.socket?.destroy());
  },
};

export async function serveModules(): Promise<ModuleServer> {
  const server = createServer((request, response) => {
    (ANSWERS[request.url ?? ''] ?? send(404, 'text/plain', 'none'))(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => new URL(path, `http://127.0.0.1:${port}`),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
