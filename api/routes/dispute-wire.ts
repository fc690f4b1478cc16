/** Why a join was or was not paid for, on the wire (`core/subscriptions/dispute.ts`). */
import { z } from 'zod';
import { toNumber } from '../../core/money.js';
import type { Dispute, DisputeLine } from '../../core/subscriptions/index.js';
import { isoTime, moment, money, whole, words } from './wire.js';
import { inEachLanguage } from '../../words/index.js';
import { sayVerdict } from '../../words/reasons.js';

const lineSchema = z.strictObject({
  at: moment.nullable().describe('Null: since before anybody knows.'),
  event: z
    .string()
    .describe(
      'What was shown (`shown`, `shown_newer`, `seen`), what the platform said (`contact_yes`, `contact_no`, `contact_unknown`, `joined`, `joined_again`, `asked_to_join`, `found_in`, `out`, `removed`, `opened`), how it was settled (`counted`, `not_counted`, `changed`), or what was booked (a `kind` of `/wallet` `history`).',
    ),
  order_id: whole.nullable(),
  bot_id: whole.nullable(),
  price: money.nullable(),
  detail: z.string().describe('What a list is worth as evidence now, or the state that the user came to.'),
  postings: z.array(z.strictObject({ account: z.string(), owner_id: whole, amount: money })),
});

export const disputeSchema = z.strictObject({
  order_id: whole,
  order_name: z.string(),
  account_id: whole.describe('The advertiser.'),
  target: z.string().describe('Where the order led when it was shown.'),
  verdict: z.enum(['paid', 'taken_back', 'unpaid', 'not_shown', 'not_joined', 'waits', 'other_order', 'due']),
  reason: z.string().nullable().describe('Why it is unpaid, as in the statistics.'),
  bot_ids: z.array(whole).describe('Whose the join is, or who is asked about.'),
  other_order_id: whole.nullable(),
  words,
  lines: z.array(lineSchema).describe('In the order in which it happened.'),
});

export function toWireDispute({ orderName, accountId, verdict, lines, ...shown }: Dispute) {
  return {
    order_id: shown.orderId,
    order_name: orderName,
    account_id: accountId,
    target: shown.target,
    verdict: verdict.kind,
    reason: verdict.reason,
    bot_ids: verdict.botIds,
    other_order_id: verdict.otherOrderId,
    words: inEachLanguage((language) => sayVerdict(verdict, language)),
    lines: lines.map(toWireLine),
  };
}

function toWireLine({ atMs, event, orderId, botId, priceMicros, detail, postings }: DisputeLine) {
  return {
    at: atMs === null ? null : isoTime(atMs),
    event,
    order_id: orderId,
    bot_id: botId,
    price: priceMicros === null ? null : toNumber(priceMicros),
    detail,
    postings: postings.map(({ kind, ownerId, amountMicros }) => ({
      account: kind,
      owner_id: ownerId,
      amount: toNumber(amountMicros),
    })),
  };
}
