/**
 * A withdrawal that was asked for outside of the chat. It is kept aside until its person says yes in the chat: a stolen
 * key or session moves no money. The wallet is untouched until then.
 */
import { ServiceError } from '../errors.js';
import { type Withdrawals, withdrawalBounds } from '../ledger/index.js';
import { formatMoney, MAX_MICROS, type Micros } from '../money.js';
import type { Ports } from '../ports.js';

/** What a wish is sealed for, and what its name begins with. */
export const WISH_PURPOSE = 'withdrawal-wish';
const WISH_MS = 3_600_000;
const ID_BYTES = 9;
/** Wishes of one person within an hour. */
const WISHES_MAX = 10;

interface Wish {
  amountMicros: Micros;
  details: string;
}

/** As it is sealed. */
interface Stored {
  amount: string;
  details: string;
  expiresAtMs: number;
}

export interface WithdrawalWishes {
  /**
   * Keeps the wish and asks its person in the chat.
   * @throws ServiceError `invalid` for an amount below the least or beyond what is there, or details that are empty or too
   *   long; `limited` for more than ten an hour
   */
  ask(accountId: number, wish: Wish): Promise<{ wishId: string; lifeSeconds: number }>;
  /** What the chat shows; null when it is too old, taken back, or somebody else's. */
  read(accountId: number, wishId: string): Promise<Wish | null>;
  /** Asks for the withdrawal itself, once. */
  confirm(accountId: number, wishId: string): Promise<Awaited<ReturnType<Withdrawals['ask']>> | null>;
  drop(accountId: number, wishId: string): Promise<void>;
}

export function createWithdrawalWishes(
  { store, clock, random, vault, settings }: Pick<Ports, 'store' | 'clock' | 'random' | 'vault' | 'settings'>,
  withdrawals: Withdrawals,
): WithdrawalWishes {
  const keyOf = (accountId: number, wishId: string) => `${WISH_PURPOSE}:${String(accountId)}:${wishId}`;
  const said = (micros: Micros) => formatMoney(micros, settings.CURRENCY, 'en');

  const assertPossible = async (accountId: number, { amountMicros, details }: Wish): Promise<void> => {
    const { availableMicros } = await store.ledger.balance(accountId);
    const { detailsLengthMax } = withdrawalBounds;
    if (amountMicros < withdrawals.minMicros || amountMicros > MAX_MICROS)
      throw new ServiceError('invalid', `amount: must be at least ${said(withdrawals.minMicros)}.`);
    if (amountMicros > availableMicros)
      throw new ServiceError('invalid', `amount: must be at most ${said(availableMicros)}.`);
    if (details === '' || details.length > detailsLengthMax)
      throw new ServiceError('invalid', `details: must have 1 to ${String(detailsLengthMax)} characters.`);
  };

  const read = async (accountId: number, wishId: string): Promise<Wish | null> => {
    const sealed = await store.sessions.read(keyOf(accountId, wishId));
    if (sealed === null) return null;
    // Written here alone.
    const { amount, details, expiresAtMs } = JSON.parse(vault.open(sealed, WISH_PURPOSE)) as Stored;
    return expiresAtMs < clock.now() ? null : { amountMicros: BigInt(amount), details };
  };

  return {
    ask: async (accountId, wish) => {
      const details = wish.details.trim();
      await assertPossible(accountId, { ...wish, details });
      const nowMs = clock.now();
      const limit = `withdrawal-wishes:${String(accountId)}`;
      const taken = await store.limits.take(limit, WISHES_MAX, WISH_MS, nowMs);
      if (!taken.allowed)
        throw new ServiceError('limited', 'Too many withdrawals were asked for.', {
          retryAfterSeconds: Math.ceil(taken.retryAfterMs / 1_000),
        });
      const wishId = Buffer.from(random.bytes(ID_BYTES)).toString('base64url');
      const kept: Stored = { amount: String(wish.amountMicros), details, expiresAtMs: nowMs + WISH_MS };
      const sealed = vault.seal(JSON.stringify(kept), WISH_PURPOSE);
      await store.sessions.write(keyOf(accountId, wishId), sealed, nowMs);
      const facts = { wishId, amountMicros: String(wish.amountMicros) };
      const dedupeKey = `withdrawal_confirm:${wishId}`;
      await store.notifications.queue([{ accountId, kind: 'withdrawal_confirm', facts, dedupeKey }], nowMs);
      return { wishId, lifeSeconds: WISH_MS / 1_000 };
    },
    read,
    confirm: async (accountId, wishId) => {
      const wish = await read(accountId, wishId);
      if (wish === null) return null;
      // The key makes it one withdrawal, however often the button is pressed.
      const asking = await withdrawals.ask(accountId, { ...wish, requestKey: `wish:${wishId}` });
      if (asking.kind === 'asked' || asking.kind === 'already')
        await store.sessions.delete(keyOf(accountId, wishId));
      return asking;
    },
    drop: (accountId, wishId) => store.sessions.delete(keyOf(accountId, wishId)),
  };
}
