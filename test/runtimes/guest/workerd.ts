/** The suite as a Worker of Cloudflare's runtime: `GET /?scenarios=NAMES&origin=ORIGIN&stopped=ORIGIN`. */
import * as provided from './entries.js';
import { run } from './scenarios/index.js';

export default {
  async fetch(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const [origin, stopped] = ['origin', 'stopped'].map((name) => query.get(name) ?? undefined);
    return Response.json(await run(query.get('scenarios') ?? '', { ...provided, origin, stopped }));
  },
};
