/**
 * The way past Express: what programs ask for goes straight to its route, since Express costs more than such a request's whole
 * work. By way of it a pinned list of sponsors takes 3.7 times the processor time (`npm run bench -- --part express`; the
 * figures are in `docs/performance.md`).
 *
 * It takes a POST whose address is the path of a route in the envelope, letter for letter, and a GET whose query says that
 * it wants the envelope of such a route (`RawRoute.inEnvelope`). Pages, files, other queries, unusual
 * spellings and faults go through Express and come to the very same steps of `serve.ts`. A POST
 * with a query that is not read (`/get-sponsors?by=express`) asks the same by way of Express: a test and the bench do.
 */
import { parse } from 'node:querystring';
import type { Incoming, RawRoute, Route } from './route.js';
import type { EnvelopeRoute } from './serve.js';

/** @returns the route that serves a request without Express, with its query read; undefined: Express has it */
export function createBypass(
  routes: readonly Route[],
): (request: Pick<Incoming, 'method' | 'url' | 'query'>) => EnvelopeRoute | undefined {
  const posts = new Map<string | undefined, EnvelopeRoute>();
  const gets = new Map<string, NonNullable<RawRoute['inEnvelope']>>();
  for (const route of routes) {
    if (route.kind === 'raw') {
      if (route.inEnvelope !== undefined) gets.set(route.path, route.inEnvelope);
    } else if (route.method === 'post') posts.set(route.path, route);
  }
  return (request) => {
    const { method, url = '' } = request;
    if (method === 'POST') return posts.get(url);
    const [path = '', query, ...more] = url.split('?', 3);
    const get = method === 'GET' ? gets.get(path) : undefined;
    if (get === undefined || query === undefined || more.length > 0 || query.includes('#')) return undefined;
    const parsed = parse(query);
    if (!get.isAsked(parsed)) return undefined;
    request.query = parsed;
    return get.route;
  };
}
