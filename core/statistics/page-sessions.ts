/**
 * Sessions of the statistics pages, so that the Statistics token leaves the address bar: signed, short-lived, and dead
 * as soon as the token they were opened with is replaced or the account is blocked.
 */
import type { Ports } from '../ports.js';

const SESSION_MS = 3_600_000;
const SIGNATURE_LENGTH = 32;

export interface PageSessions {
  /** A session for an account whose token was checked just now; `lifeSeconds` is how long it lasts. */
  open(accountId: number): Promise<{ session: string; lifeSeconds: number }>;
  /** Whose session it is; null when it is forged, expired or revoked. */
  read(session: string): Promise<number | null>;
}

export function createPageSessions({
  store,
  vault,
  clock,
}: Pick<Ports, 'store' | 'vault' | 'clock'>): PageSessions {
  const body = (accountId: number, expiresAt: number) =>
    `${accountId.toString(36)}-${expiresAt.toString(36)}`;

  /** Bound to the token of now: its replacement changes what is signed. */
  const signed = async (accountId: number, text: string): Promise<string | null> => {
    const cipher = await store.keys.cipher({ kind: 'statistics', accountId, botId: null });
    return cipher === null ? null : `statistics-page:${text}:${cipher}`;
  };

  return {
    open: async (accountId) => {
      const text = body(accountId, Math.floor((clock.now() + SESSION_MS) / 1_000));
      const subject = await signed(accountId, text);
      if (subject === null) throw new Error('An account without a Statistics token asked for a session.');
      const session = `${text}-${vault.sign(subject).slice(0, SIGNATURE_LENGTH)}`;
      return { session, lifeSeconds: SESSION_MS / 1_000 };
    },
    read: async (session) => {
      const [, account, expires, signature] =
        /^([0-9a-z]{1,11})-([0-9a-z]{1,8})-([\w-]{32})$/.exec(session) ?? [];
      if (account === undefined || expires === undefined || signature === undefined) return null;
      const [accountId, expiresAt] = [Number.parseInt(account, 36), Number.parseInt(expires, 36)];
      if (expiresAt * 1_000 < clock.now()) return null;
      const subject = await signed(accountId, body(accountId, expiresAt));
      if (subject === null || !vault.verify(subject, signature, SIGNATURE_LENGTH)) return null;
      const holder = await store.accounts.find(accountId);
      return holder === null || holder.isBlocked ? null : accountId;
    },
  };
}
