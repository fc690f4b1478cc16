/**
 * Who is asking: the key in the header `Auth`, or in the query for the two paths that take it there; else the cookie by which
 * the cabinet knows who uses it.
 */
import { claimedKind, keyNames } from '../core/accounts/index.js';
import { ServiceError } from '../core/errors.js';
import type { KeyKind } from '../core/ports/account-store.js';
import type { AsOf } from '../core/ports/as-of.js';
import type { Service } from '../core/service.js';
import type { ServerResponse } from 'node:http';
import type { Caller, Incoming, Route } from './route.js';
import { cabinetCaller } from './session.js';

/** No key is longer; what is longer need not be looked up. */
const KEY_MAX_LENGTH = 256;

/**
 * @param asOf when the request came in
 * @returns null for a public path, whatever key was sent
 * @throws ServiceError `unauthorized`, naming the kind of key this path wants and the kind that was given, never the key
 */
export async function authenticate(
  service: Service,
  route: Route,
  request: Incoming,
  asOf: AsOf | undefined,
  response: ServerResponse,
): Promise<Caller | null> {
  if (route.access === 'public') return null;
  const key = keyOf(route, request);
  if (key === '') {
    const caller = await cabinetCaller(service, route, request, response);
    if (caller !== null) return caller;
    throw refusal(route, isGivenTwice(route, request) ? 'it was given more than once' : 'none was given');
  }
  if (key.length > KEY_MAX_LENGTH) throw refusal(route, 'an unknown key was given');
  const owner = await service.accounts.authenticate(key, asOf);
  if (owner === null) throw refusal(route, sayUnknown(claimedKind(key)));
  if (!route.access.includes(owner.kind)) throw refusal(route, `${withArticle(owner.kind)} was given`);
  return owner;
}

function keyOf(route: Route, { query, headers }: Incoming): string {
  const inQuery = route.keyIn === 'query' ? query?.['api_token'] : undefined;
  const fromQuery = typeof inQuery === 'string' ? inQuery.trim() : '';
  // Node joins a header that is sent twice; `auth` is never a list.
  return fromQuery === '' && typeof headers['auth'] === 'string' ? headers['auth'].trim() : fromQuery;
}

/** A query that names a parameter twice has a list of both. */
function isGivenTwice({ keyIn }: Route, { query }: Incoming): boolean {
  return keyIn === 'query' && Array.isArray(query?.['api_token']);
}

function refusal(route: Route, given: string): ServiceError {
  return new ServiceError('unauthorized', refusalMessage(route, given));
}

/** What a path says to who may not use it. @param given what came instead of a key that opens it */
export function refusalMessage({ access, keyIn }: Pick<Route, 'access' | 'keyIn'>, given: string): string {
  const kinds = access === 'public' ? [] : access;
  const place = keyIn === 'query' ? 'the query parameter api_token' : 'the header Auth';
  return `This path wants ${kinds.map(withArticle).join(' or ')} in ${place}; ${given}.`;
}

function sayUnknown(kind: KeyKind | null): string {
  return kind === null
    ? 'an unknown key was given'
    : `${withArticle(kind)} that is not valid (any more) was given`;
}

function withArticle(kind: KeyKind): string {
  return `${/^[AEIOU]/.test(keyNames[kind]) ? 'an' : 'a'} ${keyNames[kind]}`;
}
