/**
 * Withdrawals. Asking takes the amount out of the wallet into the reserve; the decision takes it out of the reserve: to
 * the world or the rail when it was paid, back into the wallet when it was refused or cancelled. While an administrator
 * (`paying`) or a rail (`sending`) transfers it, the amount stays as it is.
 */
import type { Keeping } from './answer-store.js';
import type { Balance } from './ledger-store.js';
import type { NewNotification } from './notification-store.js';
import type { PayoutRailName } from './payment-rail.js';

/** `paying`: an administrator transfers it; `sending`: a rail does. No charge takes of it then. */
export type WithdrawalState = 'waiting' | 'paying' | 'sending' | 'paid' | 'refused' | 'cancelled';

export interface Withdrawal {
  withdrawalId: number;
  accountId: number;
  /** What is paid out: what was asked for, less `takenMicros`. */
  amountMicros: bigint;
  /** What charges of the account's own orders have taken of it since; nothing left cancels it. */
  takenMicros: bigint;
  /** Where to pay to, sealed. */
  detailsCipher: string;
  /** What pays it out; `manual`: an administrator, elsewhere. */
  rail: 'manual' | PayoutRailName;
  state: WithdrawalState;
  askedAtMs: number;
  /** When it came into its state; null while it waits. */
  decidedAtMs: number | null;
  /** Who pays, paid or refused it; null while it waits, when its owner cancelled it, and at the terminal. */
  decidedBy: number | null;
  note: string;
}

export interface NewWithdrawal {
  amountMicros: bigint;
  detailsCipher: string;
  /** Absent: `manual`. */
  rail?: Withdrawal['rail'];
  /** Of where it is paid to by hand, under all secrets, newest first (`core/ledger/destination.ts`). */
  destinationMarks?: readonly string[];
  /** Identifies the asking: the same key is booked once. */
  requestKey: string;
}

export type WithdrawalAsking =
  | { kind: 'asked' | 'already'; withdrawal: Withdrawal; balance: Balance }
  /** The wallet does not hold that much. */
  | { kind: 'short'; balance: Balance }
  /** As many wait as may. */
  | { kind: 'too_many' };

/**
 * `waiting`: an administrator takes back that they pay it; the note says why. A payment names the amount that the
 * administrator saw.
 */
export type WithdrawalDecision = {
  decidedBy: number | null;
  note: string;
  /** The rail that sends it says how that ended: `paid`, or `waiting`. */
  rail?: PayoutRailName;
} & (
  | { state: 'paid'; seenMicros: bigint }
  | { state: 'paying' | 'sending'; seenMicros: bigint }
  | { state: 'waiting' }
  | { state: 'refused' | 'cancelled' }
);

export type WithdrawalOutcome =
  | { kind: 'decided'; withdrawal: Withdrawal }
  /** Its state does not allow that (any more); this is how it stands. */
  | { kind: 'already'; withdrawal: Withdrawal }
  /** It is not for the amount that the administrator saw. Nothing is decided. */
  | { kind: 'changed'; withdrawal: Withdrawal }
  | { kind: 'gone' };

export interface WithdrawalStore {
  /**
   * Takes the amount aside, if it is there and fewer than `waitingMax` wait. A referral ends whose two accounts have asked for
   * payment to one destination. Durable.
   * @throws ServiceError `conflict` when another account has asked by this key
   */
  ask(
    accountId: number,
    wanted: NewWithdrawal,
    waitingMax: number,
    notifications: (withdrawal: Withdrawal) => NewNotification[],
    nowMs: number,
  ): Promise<WithdrawalAsking>;
  /**
   * Decides a withdrawal (`stepHindrance` in `core/ledger`): of two who decide, one comes first and the other learns how. One
   * that is taken back is logged. One that is paid and moves earnings (see `evidence.md`, Holds) makes the account trusted, unless a moderator said it is not. Durable.
   */
  decide(
    withdrawalId: number,
    decision: WithdrawalDecision,
    notifications: (withdrawal: Withdrawal) => NewNotification[],
    nowMs: number,
    keeping?: Keeping<Withdrawal>,
  ): Promise<WithdrawalOutcome>;
  find(withdrawalId: number): Promise<Withdrawal | null>;
  /** The one that was asked for by this key. */
  ofRequest(requestKey: string): Promise<Withdrawal | null>;
  /** Latest first, a page before `beforeId` (null: from the latest). */
  ofAccount(accountId: number, page: { beforeId: number | null; limit: number }): Promise<Withdrawal[]>;
  /** In one state: those that wait oldest first, others latest first. */
  inState(
    state: WithdrawalState,
    page: { offset: number; limit: number },
  ): Promise<{ withdrawals: Withdrawal[]; total: number }>;
}
