/** A withdrawal on the wire: its owner and administrators see the same. */
import { z } from 'zod';
import { type WithdrawalView, withdrawalStates } from '../../core/ledger/index.js';
import { toNumber } from '../../core/money.js';
import { payoutRailNames } from '../../core/ports/payment-rail.js';
import type { Wire } from '../route.js';
import { isoTime, moment, money, whole } from './wire.js';

export const withdrawalSchema = z.strictObject({
  withdrawal_id: whole,
  amount: money,
  taken: money.describe('What charges of own orders have taken of it since it was asked for.'),
  state: z
    .enum(withdrawalStates)
    .describe(
      '`paying`: an administrator transfers it; `sending`: a payment rail does. Nothing is taken of it any more.',
    ),
  asked_at: moment,
  payable_at: moment.describe('It is paid out no sooner.'),
  decided_at: moment.nullable().describe('When it came into its state; null while it waits.'),
  note: z.string(),
  details: z.string(),
  rail: z
    .enum(['manual', ...payoutRailNames])
    .describe('What pays it out; `manual`: an administrator, elsewhere.'),
});

export function toWireWithdrawal(withdrawal: WithdrawalView): Wire<z.output<typeof withdrawalSchema>> {
  return {
    withdrawal_id: withdrawal.withdrawalId,
    amount: toNumber(withdrawal.amountMicros),
    taken: toNumber(withdrawal.takenMicros),
    state: withdrawal.state,
    asked_at: isoTime(withdrawal.askedAtMs),
    payable_at: isoTime(withdrawal.payableAtMs),
    decided_at: isoTime(withdrawal.decidedAtMs),
    note: withdrawal.note,
    details: withdrawal.details,
    rail: withdrawal.rail,
  };
}
