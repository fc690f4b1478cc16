/**
 * The way past Express: what bots ask for goes straight to its route, since Express costs more than such a request's whole
 * work. With it a pinned list of sponsors takes 2.3 times the processor time (`npm run bench -- --part express`, on a
 * busy machine; the figures are in `docs/performance.md`).
 *
 * It takes a POST whose address is the path of a route in the envelope, letter for letter. Pages, files, queries, unusual
 * spellings and faults go through Express and come to the very same steps of `serve.ts`. A POST
 * with a query that is not read (`/get-sponsors?by=express`) asks the same by way of Express: a test and the bench do.
 */
import type { IncomingMessage } from 'node:http';
import type { Route } from './route.js';
import type { EnvelopeRoute } from './serve.js';

/** @returns the route that serves a request without Express; undefined: Express has it */
export function createBypass(
  routes: readonly Route[],
): (request: Pick<IncomingMessage, 'method' | 'url'>) => EnvelopeRoute | undefined {
  const posts = new Map<string | undefined, EnvelopeRoute>();
  for (const route of routes)
    if (route.kind !== 'raw' && route.method === 'post') posts.set(route.path, route);
  return ({ method, url }) => (method === 'POST' ? posts.get(url) : undefined);
}
