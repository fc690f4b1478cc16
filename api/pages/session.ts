/** The cookie by which the statistics pages know their reader. */
import type { Service } from '../../core/service.js';
import type { Caller, Incoming } from '../route.js';

const COOKIE = 'statistic_session';

/** The `Set-Cookie` of a new session. */
export async function openSession(service: Service, accountId: number): Promise<string> {
  const { session, lifeSeconds } = await service.statistics.sessions.open(accountId);
  const isSecure = service.settings.PUBLIC_URL?.startsWith('https://') ?? false;
  const parts = [
    `${COOKIE}=${session}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${String(lifeSeconds)}`,
  ];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** Whose session the request carries. Requests that another site caused have none. */
export async function sessionCaller(service: Service, request: Incoming): Promise<Caller | null> {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return null;
  const session = cookieOf(request);
  const accountId = session === null ? null : await service.statistics.sessions.read(session);
  return accountId === null ? null : { kind: 'statistics', accountId, botId: null };
}

function cookieOf(request: Incoming): string | null {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const ours = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return ours?.slice(COOKIE.length + 1) ?? null;
}
