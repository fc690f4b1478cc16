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
import { type Settings, publicUrl } from '../core/config.js';

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
    throw refusal(route, 'none was given');
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

const COOKIE = 'cabinet_session';

export function sessionCookie(service: Service, token: string): string {
  return cookie(service.settings, token, service.cabinet.sessions.lifeSeconds);
}

/** The `Set-Cookie` that takes it away. */
export function endedCookie({ settings }: Service): string {
  return cookie(settings, '', 0);
}

function cookie({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, value: string, lifeSeconds: number): string {
  const isSecure = PUBLIC_URL?.startsWith('https://') ?? false;
  return [
    `${COOKIE}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${String(lifeSeconds)}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
}

/**
 * Whose session a request carries, on a path that their keys open: a session may do what its person's keys may. Null: none,
 * or not of our own page, since a browser sends cookies along with whatever another site makes it ask for.
 */
async function cabinetCaller(
  service: Service,
  route: Route,
  request: Incoming,
  response: ServerResponse,
): Promise<Caller | null> {
  const kind = route.access === 'public' ? undefined : route.access.find((each) => each !== 'bot');
  const token = tokenOf(request);
  if (kind === undefined || token === null || !isOfOwnPage(service, request)) return null;
  const found = await service.cabinet.sessions.read(token);
  if (found === null) return null;
  const { accountId, sessionId, renewed } = found;
  if (renewed !== null) response.setHeader('Set-Cookie', sessionCookie(service, renewed));
  return { kind, accountId, botId: null, sessionId };
}

function tokenOf({ headers }: Incoming): string | null {
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim());
  const ours = parts.find((part) => part.startsWith(`${COOKIE}=`));
  return ours === undefined ? null : ours.slice(COOKIE.length + 1);
}

/**
 * Browsers say where a request comes from; where they do not (plain HTTP by another name than localhost), a change has to
 * name our own origin.
 */
function isOfOwnPage({ settings }: Pick<Service, 'settings'>, { headers, method }: Incoming): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return method === 'GET';
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === headers.host || origin === new URL(publicUrl(settings)).origin;
}

/**
 * Keeps another site from letting its reader into an account of that site's own, where what they type would be its to read.
 * Programs say neither site nor origin, and are let through: they carry no cookies of another person.
 * @throws ServiceError `forbidden`
 */
export function refuseOtherSites(service: Pick<Service, 'settings'>, request: Incoming): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const isProgram = site === undefined && origin === undefined;
  if (!isProgram && !isOfOwnPage(service, request))
    throw new ServiceError('forbidden', 'One signs in on the page of this service alone.');
}
