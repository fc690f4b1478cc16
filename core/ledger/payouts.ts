/** What may be taken aside for a withdrawal or a refund, and what its end does. */
import { HOUR_MS } from '../days.js';
import type { Balance } from '../ports/ledger-store.js';
import type { RefundBeginning, StarPayment } from '../ports/star-payment-store.js';
import type {
  Withdrawal,
  WithdrawalAsking,
  WithdrawalDecision,
  WithdrawalState,
} from '../ports/withdrawal-store.js';

/**
 * Why an amount cannot be withdrawn; null when it can.
 * @param waiting how many withdrawals of the account wait
 * @throws RangeError unless the amount is above zero
 */
export function withdrawalHindrance(
  balance: Balance,
  amountMicros: bigint,
  { waiting, waitingMax }: { waiting: number; waitingMax: number },
): (WithdrawalAsking & { kind: 'too_many' | 'short' }) | null {
  if (amountMicros <= 0n) throw new RangeError('a withdrawal is above zero');
  if (waiting >= waitingMax) return { kind: 'too_many' };
  return balance.availableMicros < amountMicros ? { kind: 'short', balance } : null;
}

/** From when on it may be paid: charges of its owner's orders take of it until then (`evidence.md`, Paying out). */
export function payableAtMs({ askedAtMs }: Pick<Withdrawal, 'askedAtMs'>, hours: number): number {
  return askedAtMs + hours * HOUR_MS;
}

/** In the order in which screens list them. */
export const withdrawalStates = [
  'waiting',
  'paying',
  'sending',
  'paid',
  'refused',
  'cancelled',
] as const satisfies readonly WithdrawalState[];

/** From which states a person's decision leads; a rail decides of what is `sending`. */
const decidedFrom: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  paying: ['waiting'],
  sending: ['waiting'],
  waiting: ['paying'],
  paid: ['waiting', 'paying'],
  refused: ['waiting'],
  cancelled: ['waiting'],
};

/**
 * Why a withdrawal cannot be decided so; null when it can (`evidence.md`, Paying out).
 * - `already`: its state does not allow it
 * - `changed`: it is not for the amount that the administrator saw
 */
export function stepHindrance(
  { state, amountMicros }: Pick<Withdrawal, 'state' | 'amountMicros'>,
  decision: WithdrawalDecision,
): 'already' | 'changed' | null {
  const from = decision.rail !== undefined ? (['sending'] as const) : decidedFrom[decision.state];
  if (!from.some((each) => each === state)) return 'already';
  return 'seenMicros' in decision && decision.seenMicros !== amountMicros ? 'changed' : null;
}

/**
 * Whether a withdrawal that is paid makes its account trusted (`evidence.md`, Holds): what it pays was earned, and
 * no moderator has said that the account is not trusted.
 * @param earnedMicros what the account's bots have earned by the orders of others, and is on hold no more: own orders
 *   only move what their owner paid in
 */
export function earnsTrust(
  { amountMicros, state }: Pick<Withdrawal, 'amountMicros' | 'state'>,
  { earnedMicros, wasUntrusted }: { earnedMicros: bigint; wasUntrusted: boolean },
): boolean {
  return state === 'paid' && amountMicros <= earnedMicros && !wasUntrusted;
}

/** What asking for a refund meets: null, the amount is to be set aside. */
export function refundHindrance(
  payment: StarPayment,
  availableMicros: bigint,
): (RefundBeginning & { kind: 'waiting' | 'done' | 'spent' }) | null {
  const { refundState, amountMicros } = payment;
  if (refundState === 'waiting' || refundState === 'done') return { kind: refundState, payment };
  return availableMicros < amountMicros ? { kind: 'spent', payment, availableMicros } : null;
}

/**
 * What the platform's word on a refund does. A refusal ends only what waits; once done, nothing changes any more.
 * - `decided`: what was set aside leaves, or goes back
 * - `unasked`: no one here asked for it, and the amount leaves the wallet
 */
export function refundEnd(
  { refundState }: Pick<StarPayment, 'refundState'>,
  state: 'done' | 'refused',
): 'nothing' | 'decided' | 'unasked' {
  if (refundState === 'waiting') return 'decided';
  return refundState === 'done' || state === 'refused' ? 'nothing' : 'unasked';
}
