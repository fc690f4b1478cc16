/**
 * Sessions of the cabinet. The browser holds a token in a cookie that scripts cannot read; the store holds its hash. The
 * token is replaced once an hour of use. The one before it stays good until the new one is used for the first time, so
 * that an answer which was lost on its way locks no person out; used after that, it was copied, and the session ends.
 */
import { blockedRefusal } from '../accounts/index.js';
import type { Ports } from '../ports.js';
import { digestOf, equalInConstantTime } from '../vault.js';

/** How long an unused session lasts. */
const IDLE_MS = 14 * 86_400_000;
const ROTATED_AFTER_MS = 3_600_000;
/** So long the token before the current one may still come, from requests that were sent together. */
const ROTATION_MS = 60_000;
/** How often the last use is written down. */
const SEEN_EVERY_MS = 60_000;
const ID_BYTES = 12;
const SECRET_BYTES = 32;
/** The oldest of more than these ends when another begins. */
const SESSIONS_MAX = 20;
const FORM = /^([0-9a-z]{1,11})-([0-9a-f]{24})-([\w-]{43})$/;

/** How a session was opened: by pressing Start, by the bot's link, or inside the messenger. */
export type SessionOrigin = 'start' | 'link' | 'messenger';

/** As it is stored. Hashes are of whole tokens. */
interface Stored {
  current: string;
  previous: string | null;
  retired: string | null;
  rotatedAtMs: number;
  openedAtMs: number;
  seenAtMs: number;
  agent: string;
  origin: SessionOrigin;
}

/** As it was read: `text` is what a change replaces. */
interface Found {
  text: string;
  session: Stored;
}

export type CabinetSessions = ReturnType<typeof createCabinetSessions>;

export function createCabinetSessions(ports: Pick<Ports, 'store' | 'clock' | 'random' | 'settings'>) {
  const { store, clock, random, settings } = ports;
  const keyOf = (accountId: number, sessionId: string) => `cabinet:${String(accountId)}:${sessionId}`;
  /** Unless another request has written or ended it meanwhile: what was ended stays so. */
  const replace = (key: string, { text }: Found, next: Stored): Promise<boolean> =>
    store.sessions.replace(key, text, JSON.stringify(next), clock.now());
  const makeToken = (accountId: number, sessionId: string) => {
    const secret = Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
    return `${accountId.toString(36)}-${sessionId}-${secret}`;
  };
  const find = async (key: string): Promise<Found | null> => {
    const text = await store.sessions.read(key);
    if (text === null) return null;
    // Written here alone.
    const session = JSON.parse(text) as Stored;
    return clock.now() - session.seenAtMs > IDLE_MS ? null : { text, session };
  };

  const sessionsOf = async (accountId: number) => {
    const prefix = keyOf(accountId, '');
    const keys = await store.sessions.keys(prefix, 2 * SESSIONS_MAX);
    const listed = await Promise.all(keys.map(async (key) => ({ key, found: await find(key) })));
    return listed
      .flatMap(({ key, found }) => {
        if (found === null) return [];
        const { openedAtMs, seenAtMs, agent, origin } = found.session;
        return [{ sessionId: key.slice(prefix.length), openedAtMs, seenAtMs, agent, origin }];
      })
      .sort((one, other) => other.seenAtMs - one.seenAtMs);
  };

  /** A new token next to the one the browser has; null where another request was first, whose answer brings it. */
  const rotate = async (
    accountId: number,
    sessionId: string,
    found: Found,
    held: string,
  ): Promise<string | null> => {
    const token = makeToken(accountId, sessionId);
    const nowMs = clock.now();
    const times = { rotatedAtMs: nowMs, seenAtMs: nowMs };
    const next = { ...found.session, current: digestOf(token), previous: held, ...times };
    return (await replace(keyOf(accountId, sessionId), found, next)) ? token : null;
  };

  return {
    /** For how long a cookie is kept. */
    lifeSeconds: IDLE_MS / 1_000,
    /** @returns the token, for the cookie alone */
    open: async (accountId: number, { agent, origin }: { agent: string; origin: SessionOrigin }) => {
      const sessionId = Buffer.from(random.bytes(ID_BYTES)).toString('hex');
      const token = makeToken(accountId, sessionId);
      const nowMs = clock.now();
      const session: Stored = {
        current: digestOf(token),
        previous: null,
        retired: null,
        rotatedAtMs: nowMs,
        openedAtMs: nowMs,
        seenAtMs: nowMs,
        agent: agent.slice(0, 200),
        origin,
      };
      await store.sessions.write(keyOf(accountId, sessionId), JSON.stringify(session), nowMs);
      const tooMany = (await sessionsOf(accountId)).slice(SESSIONS_MAX);
      for (const old of tooMany) await store.sessions.delete(keyOf(accountId, old.sessionId));
      return token;
    },
    /**
     * Whose session it is; null when it is forged or over. `renewed`: the token that takes the place of this one; null: it stays.
     * @throws ServiceError `account_blocked`
     */
    read: async (token: string) => {
      const [, account = '', sessionId = ''] = FORM.exec(token) ?? [];
      if (account === '') return null;
      const accountId = Number.parseInt(account, 36);
      const key = keyOf(accountId, sessionId);
      const found = await find(key);
      if (found === null) return null;
      const { session } = found;
      const hash = digestOf(token);
      const use = useOf(session, hash);
      if (use === 'copied') await store.sessions.delete(key);
      if (use === 'copied' || use === 'unknown') return null;
      const holder = await store.accounts.find(accountId);
      if (holder === null) return null;
      if (holder.isBlocked) throw await blockedRefusal({ store, settings }, accountId);
      const nowMs = clock.now();
      if (use === 'confirmed') {
        await replace(key, found, { ...session, previous: null, retired: session.previous, seenAtMs: nowMs });
        return { accountId, sessionId, renewed: null };
      }
      // With the token before the current one the answer that brought the new one was lost: the browser is given another.
      const isDue = nowMs - session.rotatedAtMs > (use === 'previous' ? ROTATION_MS : ROTATED_AFTER_MS);
      if (isDue) return { accountId, sessionId, renewed: await rotate(accountId, sessionId, found, hash) };
      if (nowMs - session.seenAtMs > SEEN_EVERY_MS)
        await replace(key, found, { ...session, seenAtMs: nowMs });
      return { accountId, sessionId, renewed: null };
    },
    /** Whether it was not ended, and its person is not blocked. */
    isOpen: async (accountId: number, sessionId: string) => {
      if ((await find(keyOf(accountId, sessionId))) === null) return false;
      return (await store.accounts.find(accountId))?.isBlocked === false;
    },
    /** Those of a person, the one used last first. */
    list: async (accountId: number) => (await sessionsOf(accountId)).slice(0, SESSIONS_MAX),
    /** Returns whether there was such a session of this person. */
    end: async (accountId: number, sessionId: string) => {
      const key = keyOf(accountId, sessionId);
      const wasThere = (await find(key)) !== null;
      await store.sessions.delete(key);
      return wasThere;
    },
  };
}

function useOf(
  { current, previous, retired }: Stored,
  hash: string,
): 'current' | 'confirmed' | 'previous' | 'copied' | 'unknown' {
  if (equalInConstantTime(current, hash)) return previous === null ? 'current' : 'confirmed';
  if (previous !== null && equalInConstantTime(previous, hash)) return 'previous';
  return retired !== null && equalInConstantTime(retired, hash) ? 'copied' : 'unknown';
}
