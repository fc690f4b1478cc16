/**
 * Double entry in micro-units: every entry's postings sum to zero, and a posting is never changed.
 *
 * Whatever takes a wallet below the real price of one of its owner's running orders queues `outOfMoneyNotification` in the same
 * step: not for orders that are free and shown in their owner's bots alone, and for each order not again until money is
 * put in or comes back (a deposit, a withdrawal or refund that is not), or a day has passed.
 */

import type { MomentRange } from '../days.js';
import type { Keeping } from './answer-store.js';
import type { NewNotification } from './notification-store.js';
import type { RailName } from './payment-rail.js';

/**
 * `world` is where deposits come from and withdrawals go, unless a rail has an account of its own; `fee` is the service's
 * income, less what rails keep. `hold` is what a publisher has earned and may lose again; `reserve` is what is on its way
 * out, until that is decided.
 */
export type LedgerAccountKind = 'wallet' | 'hold' | 'reserve' | 'fee' | 'world' | RailName;

export const entryKinds = [
  'deposit',
  'adjustment',
  'charge',
  'reversal',
  'fraud_reversal',
  'release',
  'withdrawal_reserve',
  'withdrawal_paid',
  'withdrawal_refused',
  'withdrawal_cancelled',
  'refund',
  'refund_paid',
  'refund_refused',
  'referral',
  'referral_reversal',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An entry, as the person sees it whose accounts it touched. */
export interface LedgerLine {
  entryId: number;
  kind: EntryKind;
  atMs: number;
  /** What it did to their wallet; negative is money that left. 0 when it moved only what is held or reserved. */
  amountMicros: bigint;
  /** What it did to what is on hold. */
  heldMicros: bigint;
  /** What it did to what is reserved for withdrawals and refunds. */
  reservedMicros: bigint;
  /** What was available after it. */
  balanceMicros: bigint;
  orderId: number | null;
  botId: number | null;
  /** The end user whose join it is about. */
  userId: number | null;
  note: string;
}

/** What the entries of one kind did together, as the person sees it whose accounts they touched. */
export interface Turnover extends Pick<
  LedgerLine,
  'kind' | 'amountMicros' | 'heldMicros' | 'reservedMicros'
> {
  entries: number;
}

export interface HistoryPage {
  beforeEntryId: number | null;
  limit: number;
  /** Only what was booked then, and of this kind where one is named. */
  within?: MomentRange & { kind?: EntryKind | undefined };
}

export interface Balance {
  /** What can be spent, and withdrawn. */
  availableMicros: bigint;
  /** Earned, and not released yet. */
  heldMicros: bigint;
  /** Taken aside for withdrawals and refunds that are not decided yet. */
  reservedMicros: bigint;
}

export interface NewDeposit {
  /** Identifies the payment: the same reference is booked once. */
  reference: string;
  note: string;
  /** The administrator who booked it; null when a payment did, or the terminal. */
  bookedBy: number | null;
  /** For a payment by the platform's stars: what can be paid back. */
  stars?: { chargeId: string; count: number };
}

/** Of a booking that is made once; `already`: it was there before. */
export interface Booked {
  kind: 'booked' | 'already';
  balance: Balance;
}

/** All of it is zero, always. */
export interface LedgerCheck {
  postingsMicros: bigint;
  balancesMicros: bigint;
  entriesOutOfBalance: number;
  /** Accounts whose reserve is not the sum of their withdrawals and refunds that wait or are being paid. */
  reservesOff: number;
}

export interface LedgerStore {
  balance(accountId: number): Promise<Balance>;
  /**
   * Books a deposit once by its reference; a reference that is there already changes nothing. A payment in stars whose
   * refund was reported before (`StarPaymentStore.endRefund`) is booked and leaves again in the same step. Durable.
   * @throws ServiceError `conflict` where the reference stands for another booking, but for payments in stars
   */
  deposit(accountId: number, amountMicros: bigint, deposit: NewDeposit, nowMs: number): Promise<Booked>;
  /**
   * Books an adjustment once by its reference, in either direction. It may take a wallet below zero: a debt, which deposits
   * and earnings pay off, and while it lasts nothing is charged and nothing withdrawn. Durable.
   * @throws ServiceError `conflict` where the reference stands for another booking
   */
  adjust(
    accountId: number,
    amountMicros: bigint,
    adjustment: Omit<NewDeposit, 'stars'>,
    notifications: readonly NewNotification[],
    nowMs: number,
    keeping?: Keeping<Booked>,
  ): Promise<Booked>;
  /** Every entry that touched the account's wallet, hold or reserve; latest first. */
  history(accountId: number, page: HistoryPage): Promise<LedgerLine[]>;
  /**
   * The same added up by kind, in no order. It reads the account's entries of that time alone, so that it is asked for a
   * day at most.
   */
  turnover(accountId: number, range: MomentRange): Promise<Turnover[]>;
  /** Adds up all postings and balances, in steps that hold up no other work. */
  check(): Promise<LedgerCheck>;
}
