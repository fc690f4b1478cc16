/**
 * What cannot wait for the scripts of the page, which names this small file before all others: the token of a statistic leaves
 * the address, and who is signed in is asked for, since nothing of the cabinet can be shown before it is known.
 */
import { isInsideMessenger } from './session/inside';

const PATH = '/account';
const BODY = '{"action":"info"}';
/** Where a tab keeps the token it was opened with: a reload shows the same. */
const KEPT = 'sponsorgate:statistics-token';

/** The figures alone, without a session. */
export const isStatistic = location.pathname.startsWith('/statistic');
/** With which key the service is asked; null: by the session. */
export const statisticsToken = isStatistic ? takeToken() : null;

function takeToken(): string | null {
  const address = new URL(location.href);
  const given = address.searchParams.get('api_token');
  if (given !== null) {
    sessionStorage.setItem(KEPT, given.trim());
    address.searchParams.delete('api_token');
    history.replaceState(null, '', address);
  }
  return sessionStorage.getItem(KEPT) || null;
}

/** Who comes by a link or by the messenger's word is let in first. */
const comesIn = isStatistic || location.hash.startsWith('#enter=') || isInsideMessenger();
let asked: Promise<Response | null> | null = comesIn
  ? null
  : fetch(PATH, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: BODY }).catch(
      () => null,
    );

/** @returns the answer to this very request, once; null where it was not asked for, or was lost on its way */
export async function takeFirst(path: string, body: string): Promise<Response | null> {
  if (path !== PATH || body !== BODY) return null;
  const taken = asked;
  asked = null;
  return taken;
}
