/**
 * Sessions of the statistics pages, so that the Statistics token leaves the address bar: signed, short-lived, and dead
 * as soon as the token they were opened with is replaced or the account is blocked. A ticket opens one: the operator bot
 * puts it into a link, since a chat keeps what is written in it; it lives for minutes and opens one session.
 */
import type { Ports } from '../ports.js';

const SESSION_MS = 3_600_000;
const TICKET_MS = 10 * 60_000;
const NONCE_BYTES = 6;
const SIGNATURE_LENGTH = 32;
/** Account, expiry (seconds) and nonce, all signed, and the signature. */
const FORM = /^(([0-9a-z]{1,11})-([0-9a-z]{1,8})-[0-9a-f]{12})-([\w-]{32})$/;

type Purpose = 'statistics-page' | 'statistics-ticket';

export interface PageSessions {
  /** A session for an account whose token was checked just now; `lifeSeconds` is how long it lasts. */
  open(accountId: number): Promise<{ session: string; lifeSeconds: number }>;
  /** Whose session it is; null when it is forged, expired or revoked. */
  read(session: string): Promise<number | null>;
  /** A ticket for one session of this account. */
  ticket(accountId: number): Promise<{ ticket: string; lifeSeconds: number }>;
  /** Whose ticket it is; null when it is forged, expired or revoked. Whether it was used is not returned. */
  readTicket(ticket: string): Promise<number | null>;
  /** As `readTicket`, and null for one that was used already: it opens nothing a second time. */
  useTicket(ticket: string): Promise<number | null>;
}

export function createPageSessions({
  store,
  vault,
  clock,
  random,
}: Pick<Ports, 'store' | 'vault' | 'clock' | 'random'>): PageSessions {
  /** Bound to the Statistics token of now: its replacement changes what is signed. */
  const signed = async (purpose: Purpose, accountId: number, text: string): Promise<string | null> => {
    const cipher = await store.keys.cipher({ kind: 'statistics', accountId, botId: null });
    return cipher === null ? null : `${purpose}:${text}:${cipher}`;
  };

  const make = async (purpose: Purpose, accountId: number, lifeMs: number): Promise<string> => {
    const expiresAt = Math.floor((clock.now() + lifeMs) / 1_000);
    // Two of one second are two, so that using one does not use up the other.
    const nonce = Buffer.from(random.bytes(NONCE_BYTES)).toString('hex');
    const text = `${accountId.toString(36)}-${expiresAt.toString(36)}-${nonce}`;
    const subject = await signed(purpose, accountId, text);
    if (subject === null) throw new Error('An account without a Statistics token asked for its pages.');
    return `${text}-${vault.sign(subject).slice(0, SIGNATURE_LENGTH)}`;
  };

  const read = async (purpose: Purpose, token: string): Promise<number | null> => {
    const [, text = '', account = '', expires = '', signature = ''] = FORM.exec(token) ?? [];
    if (text === '' || Number.parseInt(expires, 36) * 1_000 < clock.now()) return null;
    const accountId = Number.parseInt(account, 36);
    const subject = await signed(purpose, accountId, text);
    if (subject === null || !vault.verify(subject, signature, SIGNATURE_LENGTH)) return null;
    const holder = await store.accounts.find(accountId);
    return holder === null || holder.isBlocked ? null : accountId;
  };

  return {
    open: async (accountId) => ({
      session: await make('statistics-page', accountId, SESSION_MS),
      lifeSeconds: SESSION_MS / 1_000,
    }),
    read: (session) => read('statistics-page', session),
    ticket: async (accountId) => ({
      ticket: await make('statistics-ticket', accountId, TICKET_MS),
      lifeSeconds: TICKET_MS / 1_000,
    }),
    readTicket: (ticket) => read('statistics-ticket', ticket),
    useTicket: async (ticket) => {
      const accountId = await read('statistics-ticket', ticket);
      if (accountId === null) return null;
      // Kept a little longer than the ticket lives: it cannot be used again when it has left the list.
      const key = `statistics-ticket:${ticket}`;
      const { allowed } = await store.limits.take(key, 1, TICKET_MS + 60_000, clock.now());
      return allowed ? accountId : null;
    },
  };
}
