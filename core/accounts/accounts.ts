/** The people behind bots and orders: their profile, and the two keys that are theirs. */
import type { Ports } from '../ports.js';
import type { Account, KeyKind, KeyOwner, Person, Stopped } from '../ports/account-store.js';
import type { Balance } from '../ports/ledger-store.js';
import type { Invitation } from '../ports/referral-store.js';
import { ServiceError } from '../errors.js';
import { reasonText } from '../reason.js';
import { isTimeZone } from '../zone.js';
import type { KeyRing } from './keys.js';
import { assertMayBlock, assertModerator, knownAccount, type Operator, TERMINAL_ID } from './ownership.js';

/** Of referrals, whose terms are in months. */
const MONTH_MS = 30 * 86_400_000;

export interface Profile {
  account: Account;
  balance: Balance;
  isModerator: boolean;
  isAdministrator: boolean;
}

type OwnKey = Exclude<KeyKind, 'bot'>;

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(ports: Ports, keys: KeyRing) {
  const { store, clock, settings } = ports;
  const moderators = new Set(settings.MODERATOR_IDS);
  const owner = (accountId: number, kind: OwnKey): KeyOwner => ({ kind, accountId, botId: null });

  const toProfile = async (account: Account): Promise<Profile> => ({
    account,
    balance: await store.ledger.balance(account.accountId),
    isModerator: moderators.has(account.accountId),
    isAdministrator: settings.ADMIN_IDS.includes(account.accountId),
  });

  /** People change their names: they are written down when they come back, and only where they did. */
  const renamed = async (known: Account, { firstName, username }: Person): Promise<Account> => {
    if (known.firstName === firstName && known.username === username) return known;
    await store.accounts.setName(known.accountId, { firstName, username });
    return { ...known, firstName, username };
  };

  const invitationBy = (code: string, nowMs: number): Invitation | undefined => {
    const { REFERRAL_PERCENT: percent, REFERRAL_MONTHS: months } = settings;
    return percent === 0 ? undefined : { code, percent, untilMs: nowMs + months * MONTH_MS };
  };

  /** @param reason null lifts the block */
  const setBlocked = async (moderator: Operator, accountId: number, reason: string | null): Promise<void> => {
    const nowMs = clock.now();
    const kind = reason === null ? 'account_unblocked' : 'account_blocked';
    const dedupeKey = `${kind}:${String(accountId)}:${String(nowMs)}`;
    const said = reason === null ? {} : { reason };
    const made = {
      moderatorId: moderator ?? TERMINAL_ID,
      reason,
      notifications: (stopped: Stopped) => [
        { accountId, kind, facts: { ...stopped, ...said }, dedupeKey } as const,
      ],
    };
    await store.accounts.setBlocked(accountId, reason !== null, made, nowMs);
  };

  return {
    /**
     * Opens a person's account with its two keys, or answers the one they have, under the name that they have now.
     * @param code of the link by which they come: a new account is brought by its owner while the service pays for that
     */
    open: async (person: Person, code?: string) => {
      const known = await store.accounts.find(person.accountId);
      if (known !== null) return toProfile(await renamed(known, person));
      const sealed = { access: keys.make('access').sealed, statistics: keys.make('statistics').sealed };
      const nowMs = clock.now();
      const invitation = code === undefined ? undefined : invitationBy(code, nowMs);
      const { account } = await store.accounts.open(person, sealed, nowMs, invitation);
      return toProfile(account);
    },
    /** @throws ServiceError `forbidden` when the person has no account */
    profile: async (accountId: number) => toProfile(await knownAccount(store, accountId)),
    /** For the operator; newest first. */
    list: (page: { search: string; offset: number; limit: number }) => store.accounts.list(page),
    authenticate: keys.authenticate,
    revealKey: (accountId: number, kind: OwnKey) => keys.show(owner(accountId, kind)),
    /** The old key is dead in every process once this resolves. */
    replaceKey: (accountId: number, kind: OwnKey) => keys.replace(owner(accountId, kind)),
    keyLastUsedAtMs: (accountId: number, kind: OwnKey) => store.keys.lastUsedAtMs(owner(accountId, kind)),
    /** Null where the person has no account. */
    language: async (accountId: number) => (await store.accounts.find(accountId))?.language ?? null,
    setLanguage: (accountId: number, language: string) => store.accounts.setLanguage(accountId, language),
    /** @param timeZone an IANA name, such as `Europe/Riga` @throws ServiceError `invalid` for any other */
    setTimeZone: async (accountId: number, timeZone: string) => {
      if (!isTimeZone(timeZone))
        throw new ServiceError('invalid', 'There is no such time zone.', { topic: 'zone' });
      await store.accounts.setTimeZone(accountId, timeZone);
    },
    isModerator: (accountId: number) => moderators.has(accountId),
    isAdministrator: (accountId: number) => settings.ADMIN_IDS.includes(accountId),
    /**
     * The account's keys lose their power at once, its orders and bots stop, and its owner is sent the reason. Moderators only.
     * @param reason 1 to 500 characters
     * @throws ServiceError `forbidden` also for blocking oneself, or an administrator without being one; `invalid` for the reason
     */
    block: async (moderator: Operator, accountId: number, reason: string) => {
      assertModerator(settings, moderator);
      assertMayBlock(settings, moderator, accountId);
      await setBlocked(moderator, accountId, reasonText(reason));
    },
    /** Starts again what was on before the block, and notifies the owner. Moderators only. */
    unblock: async (moderator: Operator, accountId: number) => {
      assertModerator(settings, moderator);
      await setBlocked(moderator, accountId, null);
    },
    /** The reason of an account that is blocked; null for a block from before reasons were asked for. */
    whyBlocked: (accountId: number) =>
      store.moderationLog.lastBlock(accountId).then((block) => block?.reason ?? null),
  };
}

/**
 * What the owner of a blocked account is answered wherever they sign in. Its payload: `reason`, null for a block without one, and
 * `contact`, null where the operator set none.
 */
export async function blockedRefusal(
  { store, settings }: Pick<Ports, 'settings'> & { store: Pick<Ports['store'], 'moderationLog'> },
  accountId: number,
): Promise<ServiceError> {
  const block = await store.moderationLog.lastBlock(accountId);
  const reason = block?.reason ?? null;
  const contact = settings.SUPPORT_CONTACT ?? null;
  const said = ['This account is blocked', ...(reason === null ? [] : [`: ${reason}`])].join('');
  return new ServiceError('account_blocked', contact === null ? said : `${said} (${contact})`, {
    payload: { reason, contact },
  });
}
