/** The cabinet's session as a request carries it: its cookie, and whether the request comes from our own page. */
import type { ServerResponse } from 'node:http';
import { type Settings, publicUrl } from '../core/config.js';
import { ServiceError } from '../core/errors.js';
import type { Service } from '../core/service.js';
import type { Caller, Incoming, Route } from './route.js';

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
export async function cabinetCaller(
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
