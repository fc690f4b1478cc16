/** What an account has, how it came by it, and deposits (`interface.md`, Balance summary; `decisions.md`, Bots). */
import { ServiceError } from '../errors.js';
import { keptAs } from '../kept-answers.js';
import type { Ports } from '../ports.js';
import type { Keeping } from '../ports/answer-store.js';
import type { KeyOwner } from '../ports/account-store.js';
import type { Balance, Booked, HistoryPage, NewDeposit } from '../ports/ledger-store.js';
import { assertAdministrator, knownAccount, type Operator } from '../accounts/index.js';
import type { Micros } from '../money.js';
import { textWithin } from '../reason.js';
import { refundNotification } from './refunds.js';
import { type DaysWanted, walletDays } from './wallet-days.js';

/** The most bots that a balance lists. */
const SUMMARY_BOTS = 1_000;
const HISTORY_MAX = 100;
/** The longest note of a deposit, or reason of an adjustment. */
export const BOOKING_NOTE_LENGTH_MAX = 200;

export type Deposit = NewDeposit;

export interface BookedOnce {
  isNew: boolean;
  balance: Balance;
}

export type Wallet = ReturnType<typeof createWallet>;

export function createWallet(ports: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const { store, clock, settings } = ports;
  const credit = async (accountId: number, amountMicros: Micros, deposit: Deposit) => {
    if (amountMicros <= 0n)
      throw new ServiceError('invalid', 'amount: must be more than 0.', { topic: 'not_zero' });
    await knownAccount(store, accountId);
    const nowMs = clock.now();
    const { kind, balance } = await store.ledger.deposit(accountId, amountMicros, deposit, nowMs);
    // Queued again when the booking is repeated: a crash between the two loses no notification, and its key keeps it single.
    const facts = { amountMicros: String(amountMicros), note: deposit.note };
    const { stars } = deposit;
    const payment = stars === undefined ? null : await store.starPayments.byCharge(stars.chargeId);
    await store.notifications.queue(
      [
        { accountId, kind: 'deposit', facts, dedupeKey: `deposit:${deposit.reference}` },
        // Given back before it was reported: the deposit was booked, and has left again.
        ...(payment?.refundState === 'done' ? [refundNotification(payment)] : []),
      ],
      nowMs,
    );
    return { isNew: kind === 'booked', balance };
  };

  return {
    /**
     * Books a deposit once; booking the same reference again changes nothing and says so.
     * @param amountMicros more than 0
     * @throws ServiceError `conflict` for a reference of another account, amount or kind, but for payments in stars
     */
    credit,
    /**
     * A deposit that an administrator books; else like `credit`.
     * @throws ServiceError `forbidden` for who is none, `invalid` for a note that is too long
     */
    book: async (
      operator: Operator,
      accountId: number,
      amountMicros: Micros,
      { reference, note }: Pick<Deposit, 'reference' | 'note'>,
    ) => {
      assertAdministrator(settings, operator);
      if (note.length > BOOKING_NOTE_LENGTH_MAX)
        throw new ServiceError(
          'invalid',
          `note: must have at most ${String(BOOKING_NOTE_LENGTH_MAX)} characters.`,
          { topic: 'text', values: { max: BOOKING_NOTE_LENGTH_MAX } },
        );
      return credit(accountId, amountMicros, { reference, note, bookedBy: operator });
    },
    /**
     * An adjustment that an administrator books once by its reference, in either direction, with a reason that its owner reads.
     * Below zero it may leave a debt.
     * @throws ServiceError `forbidden` for others, `invalid` for nothing, or without a reason, `conflict` as `credit` does
     */
    adjust: async (
      operator: Operator,
      accountId: number,
      amountMicros: Micros,
      { reference, note }: Pick<Deposit, 'reference' | 'note'>,
      keeping?: Keeping<BookedOnce>,
    ) => {
      assertAdministrator(settings, operator);
      if (amountMicros === 0n)
        throw new ServiceError('invalid', 'amount: must not be 0.', { topic: 'not_zero' });
      const reason = textWithin('note', note, { max: BOOKING_NOTE_LENGTH_MAX });
      await knownAccount(store, accountId);
      const facts = { amountMicros: String(amountMicros), note: reason };
      const notification = {
        accountId,
        kind: 'adjustment',
        facts,
        dedupeKey: `adjustment:${reference}`,
      } as const;
      const booking = { reference, note: reason, bookedBy: operator };
      const bookedOnce = ({ kind, balance }: Booked): BookedOnce => ({ isNew: kind === 'booked', balance });
      const kept = keptAs(keeping, bookedOnce);
      const made = [accountId, amountMicros, booking, [notification]] as const;
      return bookedOnce(await store.ledger.adjust(...made, clock.now(), kept));
    },
    /** @throws ServiceError `forbidden` when there is no such account */
    balance: async (accountId: number) => {
      await knownAccount(store, accountId);
      return store.ledger.balance(accountId);
    },
    /** The balance and the bots as a key may see them: a Bot Key sees that bot alone, its revenue as the balance. */
    summary: async ({ accountId, botId }: KeyOwner) => {
      if (botId !== null) {
        const bot = await store.bots.find(botId);
        return { balanceMicros: bot?.profitMicros ?? 0n, bots: bot === null ? [] : [bot] };
      }
      const [balance, bots] = await Promise.all([
        store.ledger.balance(accountId),
        store.bots.ofAccount(accountId, SUMMARY_BOTS),
      ]);
      return { balanceMicros: balance.availableMicros, bots };
    },
    /** Latest first, a page before `beforeEntryId` (null: from the latest); at most 100. */
    history: (accountId: number, { limit, ...page }: HistoryPage) =>
      store.ledger.history(accountId, { ...page, limit: Math.min(limit, HISTORY_MAX) }),
    /** By the service's days, latest first, each added up by kind. */
    days: (accountId: number, wanted: DaysWanted) => walletDays(ports, accountId, wanted),
    /** Whether everything adds up; all of it is zero, always. */
    check: () => store.ledger.check(),
  };
}
