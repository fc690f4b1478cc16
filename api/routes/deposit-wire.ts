/** A deposit by a payment rail on the wire. */
import { z } from 'zod';
import { toNumber } from '../../core/money.js';
import { railNames } from '../../core/ports/payment-rail.js';
import type { RailDeposit } from '../../core/ports/rail-store.js';
import type { Wire } from '../route.js';
import { isoTime, moment, money, whole } from './wire.js';

export const depositSchema = z.strictObject({
  deposit_id: whole,
  rail: z.enum(railNames),
  amount: money,
  state: z
    .enum(['asked', 'open', 'paid', 'expired', 'refused'])
    .describe('`asked`: the rail has not answered yet. A payment that comes late is booked all the same.'),
  url: z.string().describe('Where it is paid; "" before the rail has said.'),
  asked_at: moment,
  expires_at: moment.describe('Until then it can be paid.'),
  ended_at: moment.nullable(),
  note: z.string().describe('What was paid with, or why the rail refused.'),
});

export function toWireDeposit(deposit: RailDeposit): Wire<z.output<typeof depositSchema>> {
  return {
    deposit_id: deposit.depositId,
    rail: deposit.rail,
    amount: toNumber(deposit.amountMicros),
    state: deposit.state,
    url: deposit.url,
    asked_at: isoTime(deposit.askedAtMs),
    expires_at: isoTime(deposit.expiresAtMs),
    ended_at: isoTime(deposit.endedAtMs),
    note: deposit.note,
  };
}
