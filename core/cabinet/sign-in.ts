/**
 * Three ways into the cabinet. A browser shows a link to the operator bot, and goes on once its person has pressed Start
 * there and agreed; the bot gives a link that opens one session; inside the messenger signed init data says who it is.
 *
 * Who sends somebody else the link of a sign-in of their own would be let into that person's account by Start alone:
 * so the bot says which browser asks, shows the number that stands on the page, and waits for a second press.
 */
import { type Accounts, blockedRefusal } from '../accounts/index.js';
import { userOfInitData } from '../audience/index.js';
import { cleanName } from '../names.js';
import type { Ports } from '../ports.js';
import type { Account } from '../ports/account-store.js';
import { takeTurn } from '../rate-limit.js';
import { digestOf, equalInConstantTime } from '../vault.js';
import type { CabinetSessions } from './sessions.js';

const REQUEST_MS = 5 * 60_000;
const TICKET_MS = 10 * 60_000;
const CODE_BYTES = 16;
const SECRET_BYTES = 32;
/** Sign-ins that one address may begin in ten minutes. */
const BEGUN = { max: 30, windowMs: 10 * 60_000 };

/** What the bot says of a browser that asks. */
export interface SignInRequest {
  /** Two digits, on the page and in the chat. */
  number: string;
  agent: string;
  address: string;
}

interface StoredRequest extends SignInRequest {
  secretHash: string;
  expiresAtMs: number;
  accountId: number | null;
}

export type SignInState = { kind: 'waiting' | 'gone' } | { kind: 'in'; token: string };

/** Each call about a blocked account throws `account_blocked`. */
export function createSignIn(
  { store, clock, random, settings, words }: Pick<Ports, 'store' | 'clock' | 'random' | 'settings' | 'words'>,
  accounts: Pick<Accounts, 'open' | 'profile'>,
  sessions: CabinetSessions,
) {
  const secretOf = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('base64url');
  const requestKey = (code: string) => `sign-in:${code}`;
  const ticketKey = (ticket: string) => `cabinet-ticket:${digestOf(ticket)}`;
  /** Once, over all processes. */
  const first = async (key: string): Promise<boolean> =>
    (await store.limits.take(key, 1, TICKET_MS + 60_000, clock.now())).allowed;

  /** Written here alone. */
  const read = (text: string | null): StoredRequest | null => {
    const found = text === null ? null : (JSON.parse(text) as StoredRequest);
    return found === null || found.expiresAtMs < clock.now() ? null : found;
  };
  const request = async (code: string) => read(await store.sessions.read(requestKey(code)));

  const ownerOf = async (ticket: string): Promise<number | null> => {
    const text = await store.sessions.read(ticketKey(ticket));
    if (text === null) return null;
    // Written here alone.
    const { accountId, expiresAtMs } = JSON.parse(text) as { accountId: number; expiresAtMs: number };
    return expiresAtMs < clock.now() ? null : accountId;
  };

  /** @throws ServiceError `account_blocked` */
  const assertNotBlocked = async (accountId: number): Promise<Account> => {
    const { account } = await accounts.profile(accountId);
    if (account.isBlocked) throw await blockedRefusal({ store, settings }, accountId);
    return account;
  };

  return {
    /**
     * `code` is for the link to the bot, `/start signin_<code>`; `secret` for the page that asked alone.
     * @throws ServiceError `limited` for an address that begins too many
     */
    begin: async ({ agent, address }: Omit<SignInRequest, 'number'>) => {
      const say = () => 'Too many sign-ins were begun from this address.';
      await takeTurn({ store, clock }, `sign-in-from:${address}`, BEGUN, say);
      const [code, secret] = [secretOf(CODE_BYTES), secretOf(SECRET_BYTES)];
      const number = String(10 + Math.floor(random.next() * 90));
      const asked: StoredRequest = {
        number,
        agent: cleanName(agent).slice(0, 200),
        address,
        secretHash: digestOf(secret),
        expiresAtMs: clock.now() + REQUEST_MS,
        accountId: null,
      };
      await store.sessions.write(requestKey(code), JSON.stringify(asked), clock.now());
      return { code, secret, number, lifeSeconds: REQUEST_MS / 1_000 };
    },
    /** Which browser asks; null when there is no such request, or not any more. */
    asked: async (code: string) => {
      const found = await request(code);
      if (found?.accountId !== null) return null;
      return { number: found.number, agent: found.agent, address: found.address };
    },
    /** This person is who sits before the browser. Returns whether the request was still there. */
    agree: async (accountId: number, code: string) => {
      const key = requestKey(code);
      const text = await store.sessions.read(key);
      const found = read(text);
      // One person agrees; no other can after them, nor after a refusal.
      if (text === null || found === null) return false;
      // Pressed twice, it is said once.
      if (found.accountId !== null) return found.accountId === accountId;
      return store.sessions.replace(key, text, JSON.stringify({ ...found, accountId }), clock.now());
    },
    refuse: (code: string) => store.sessions.delete(requestKey(code)),
    /** What the page asks until it is let in; it is let in once. */
    check: async (code: string, secret: string, agent: string): Promise<SignInState> => {
      const found = await request(code);
      if (found === null || !equalInConstantTime(found.secretHash, digestOf(secret))) return { kind: 'gone' };
      if (found.accountId === null) return { kind: 'waiting' };
      if (!(await first(`sign-in-used:${code}`))) return { kind: 'gone' };
      await store.sessions.delete(requestKey(code));
      await assertNotBlocked(found.accountId);
      return { kind: 'in', token: await sessions.open(found.accountId, { agent, origin: 'start' }) };
    },
    /** A ticket for one session of this person, for a link in the chat. */
    ticket: async (accountId: number) => {
      const ticket = secretOf(SECRET_BYTES);
      const kept = { accountId, expiresAtMs: clock.now() + TICKET_MS };
      await store.sessions.write(ticketKey(ticket), JSON.stringify(kept), clock.now());
      return { ticket, lifeSeconds: TICKET_MS / 1_000 };
    },
    /** The account that a ticket lets in, which it still does afterwards; null when it is forged, too old or used. */
    personOf: async (ticket: string) => {
      const accountId = await ownerOf(ticket);
      if (accountId === null) return null;
      return { accountId, name: (await assertNotBlocked(accountId)).firstName };
    },
    /** @returns a session's token; null when the ticket is forged, too old or used */
    byTicket: async (ticket: string, agent: string) => {
      const accountId = await ownerOf(ticket);
      if (accountId === null || !(await first(`cabinet-ticket-used:${digestOf(ticket)}`))) return null;
      await store.sessions.delete(ticketKey(ticket));
      await assertNotBlocked(accountId);
      return sessions.open(accountId, { agent, origin: 'link' });
    },
    /** @returns a session's token; null when the data is forged or too old. Opens an account as the bot's Start does. */
    byInitData: async (initData: string, agent: string) => {
      const named = userOfInitData(initData, settings.BOT_TOKEN, clock.now());
      if (named === null) return null;
      const { userId, reported } = named;
      const { account } = await accounts.open({
        accountId: userId,
        firstName: reported.firstName || reported.username || String(userId),
        username: reported.username,
        language: words.accountLanguage(reported.languageCode ?? ''),
      });
      if (account.isBlocked) throw await blockedRefusal({ store, settings }, userId);
      return sessions.open(userId, { agent, origin: 'messenger' });
    },
  };
}
