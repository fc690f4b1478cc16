/** A withdrawal on the wire: its owner and administrators see the same. */
import { z } from 'zod';
import { withdrawalStates } from '../../core/ledger/index.js';
import { payoutRailNames } from '../../core/ports/payment-rail.js';
import { moment, money, whole } from './wire.js';

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
