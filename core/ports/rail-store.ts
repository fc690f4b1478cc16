/** Deposits and payouts by payment rails, next to the ledger that they are booked in. */
import type { Micros } from '../money.js';
import type { MomentRange } from '../days.js';
import type { Keeping } from './answer-store.js';
import type { NewNotification } from './notification-store.js';
import type { PayoutRailName, RailName } from './payment-rail.js';
import type { Withdrawal, WithdrawalDecision, WithdrawalOutcome } from './withdrawal-store.js';

/** `asked`: the rail has not said yes yet. `expired` and `refused` can still become `paid`: money that came is booked. */
export type DepositState = 'asked' | 'open' | 'paid' | 'expired' | 'refused';

export interface RailDeposit {
  depositId: number;
  /** Names the deposit at the rail. */
  requestKey: string;
  accountId: number;
  rail: RailName;
  amountMicros: Micros;
  state: DepositState;
  askedAtMs: number;
  expiresAtMs: number;
  /** The rail's number of its invoice; null before it has one. */
  invoiceId: string | null;
  /** Where it is paid; `""` before. */
  url: string;
  endedAtMs: number | null;
  /** What was paid, in the payer's asset; or why the rail refused. */
  note: string;
}

export type NewRailDeposit = Pick<
  RailDeposit,
  'requestKey' | 'accountId' | 'rail' | 'amountMicros' | 'askedAtMs' | 'expiresAtMs'
>;

export interface DepositPayment extends NewRailDeposit {
  invoiceId: string;
  /** What the rail kept of it. */
  feeMicros: Micros;
  note: string;
  /** By the rail's clock. */
  paidAtMs: number;
}

export type PayoutState = 'sending' | 'sent' | 'refused';

export interface RailPayout extends Pick<Withdrawal, 'withdrawalId' | 'accountId' | 'amountMicros'> {
  rail: PayoutRailName;
  asset: string;
  assetAmount: string;
  state: PayoutState;
  begunAtMs: number;
  /** The last time the rail was asked to send it; null: never. */
  triedAtMs: number | null;
  transferId: string | null;
  /** The number of the check that stands for the transfer; `""`: the rail has not said it yet. Null: it is no check. */
  checkId: string | null;
  endedAtMs: number | null;
  note: string;
}

/** What an administrator says of a payout whose rail does not. */
export type PayoutWord = WithdrawalDecision & { state: 'paid' | 'waiting' };

export interface NewPayout extends Pick<RailPayout, 'withdrawalId' | 'rail' | 'asset' | 'assetAmount'> {
  /** What the rate was asked for: a withdrawal that has become less since is not begun. */
  seenMicros: Micros;
  /** Null: by the limits, on its own. */
  decidedBy: number | null;
}

/** What may go out on its own; null: no limit applies, since an administrator has said so. */
export interface PayoutLimits {
  mostMicros: Micros;
  accountDayMicros: Micros;
  dayMicros: Micros;
}

/** `limited`: it has to wait for an administrator, or for another day; `early`: its hours are not over. */
export type PayoutBeginning = 'begun' | 'early' | 'already' | 'changed' | 'limited' | 'switched_off' | 'gone';

/** A page goes on behind the last row of the one before: its moment, and its number. */
export interface RailPlace {
  atMs: number;
  id: number;
}

export interface RailDifference {
  about: string;
  ours: string;
  theirs: string;
}

export interface RailHolding {
  /** By the rail's account; below zero where more went out than came in. */
  bookedMicros: Micros;
  /** What is being sent: it may have gone already. */
  sendingMicros: Micros;
  /** The service's own income, which its operator takes out as they like; below zero where there is none. */
  incomeMicros: Micros;
}

export interface RailStore {
  /** Writes a deposit down before the rail is asked for it. Durable. */
  askDeposit(deposit: NewRailDeposit): Promise<RailDeposit>;
  /** What the rail said of one that is `asked`: where to pay, or why not. Durable. */
  answerDeposit(
    requestKey: string,
    answer: { invoiceId: string; url: string } | { refusal: string },
    nowMs: number,
    keeping?: Keeping<RailDeposit>,
  ): Promise<RailDeposit>;
  /**
   * Books a payment once, by the rail's number of its invoice, and ends the deposit in the same step. One that is not known
   * (a restored backup is older than it) is written down as paid. Returns whether it is new. Durable.
   */
  payDeposit(
    payment: DepositPayment,
    notifications: readonly NewNotification[],
    nowMs: number,
  ): Promise<boolean>;
  /** Ends one that was not paid. */
  expireDeposit(requestKey: string, nowMs: number): Promise<void>;
  deposit(depositId: number): Promise<RailDeposit | null>;
  depositByKey(requestKey: string): Promise<RailDeposit | null>;
  /** Those that may still be paid, oldest first, after that number. */
  openDeposits(rail: RailName, page: { afterId: number; limit: number }): Promise<RailDeposit[]>;
  /** Those that ended as paid, by when they did, after that place; at most 1,000. */
  paidDeposits(rail: RailName, after: RailPlace): Promise<RailDeposit[]>;

  /** Withdrawals by a rail that nothing was tried for, asked for before that moment, oldest first, after that number. */
  duePayouts(
    rail: PayoutRailName,
    page: { askedBeforeMs: number; afterId: number; limit: number },
  ): Promise<Withdrawal[]>;
  /**
   * Takes a withdrawal that waits as being paid by the rail, within the limits of the 24 hours before. Of two who begin one,
   * one comes first. Durable.
   */
  beginPayout(payout: NewPayout, limits: PayoutLimits | null, nowMs: number): Promise<PayoutBeginning>;
  /** Notes that the rail is about to be asked. False: somebody has settled it meanwhile. Durable. */
  tryPayout(withdrawalId: number, nowMs: number): Promise<boolean>;
  /**
   * Takes a payout as one by a check, which the caller asks the rail for next. Only one of two callers may, and none while the
   * answer about another check of the same amount is missing: the rail's list could not tell them apart. Durable.
   * @param lastAskedAtMs when its check was asked for before, as the payout says (`triedAtMs`); null: never
   */
  askCheck(withdrawalId: number, lastAskedAtMs: number | null, nowMs: number): Promise<boolean>;
  /** The rail has made the check of a payout that waits for its number. Durable. */
  noteCheck(
    withdrawalId: number,
    checkId: string,
    notifications: readonly NewNotification[],
    nowMs: number,
  ): Promise<boolean>;
  /** The payout that is being sent by this check. */
  sendingByCheck(rail: PayoutRailName, checkId: string): Promise<RailPayout | null>;
  /** Whether a payout that was begun since that moment was sent by this check. */
  hasSentByCheck(rail: PayoutRailName, checkId: string, begunAfterMs: number): Promise<boolean>;
  /**
   * The transfer was made: the withdrawal is paid, by the rail's account. Durable.
   * @param transfer `transferId` null: by its check
   */
  endPayout(
    withdrawalId: number,
    transfer: { transferId: string | null; note: string; atMs: number },
    notifications: (withdrawal: Withdrawal) => NewNotification[],
    nowMs: number,
  ): Promise<boolean>;
  /** The rail refused, and made no transfer: the withdrawal waits again, for an administrator. Durable. */
  refusePayout(
    withdrawalId: number,
    reason: string,
    notifications: readonly NewNotification[],
    nowMs: number,
  ): Promise<void>;
  /**
   * Ends one that is being sent by an administrator's word, as `paid` or `waiting`. Null: the rail was asked to send it since
   * that moment. Durable.
   */
  settlePayout(
    withdrawalId: number,
    decision: PayoutWord,
    triedBeforeMs: number,
    notifications: (withdrawal: Withdrawal) => NewNotification[],
    nowMs: number,
    keeping?: Keeping<Withdrawal>,
  ): Promise<WithdrawalOutcome | null>;
  /** By their number, after that one. */
  sendingPayouts(rail: PayoutRailName, page: { afterId: number; limit: number }): Promise<RailPayout[]>;
  /** Those that were sent, by when they were begun, after that place; at most 1,000. */
  sentPayouts(rail: PayoutRailName, after: RailPlace): Promise<RailPayout[]>;
  payout(withdrawalId: number): Promise<RailPayout | null>;

  /** What ended in this time as paid, and as sent. */
  moves(
    rail: RailName,
    range: MomentRange,
  ): Promise<Record<'deposits' | 'payouts', { count: number; sumMicros: Micros }>>;
  /** What the rail has to have, by its account in the ledger, and what of it may be gone without a word. */
  holding(rail: RailName): Promise<RailHolding>;
  /** What differs now, of a whole comparison. Returns those that are new. Durable. */
  setDifferences(rail: RailName, found: readonly RailDifference[], nowMs: number): Promise<RailDifference[]>;
  differences(limit: number): Promise<(RailDifference & { rail: RailName; sinceMs: number })[]>;

  /** Switches something off or on again. Durable. */
  setSwitch(name: SwitchName, isOn: boolean, byId: number, nowMs: number): Promise<void>;
  isOn(name: SwitchName): Promise<boolean>;
}

export type SwitchName = 'payouts';
