/**
 * What moderators see, on the wire: why a join was or was not paid for (`core/subscriptions/dispute.ts`), a line of what a figure of
 * the status counts, and an order with what stands behind its link and its owner.
 */
import { z } from 'zod';
import { moment, money, whole, wordsOf } from './wire.js';
import { sayVerdict } from '../../words/reasons.js';
import type { ModerationCard } from '../../core/orders/index.js';
import type { Service } from '../../core/service.js';
import { named } from '../encode.js';
import { accountSchema } from './account-wire.js';
import {
  orderSchema,
  problemSchema,
  listedOrder,
  reasonedOrderSchema,
  toWireOrder,
} from './orders/order-wire.js';

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
  postings: z.array(z.strictObject({ account: named('kind', z.string()), owner_id: whole, amount: money })),
});

export const disputeSchema = z.strictObject({
  order_id: whole,
  order_name: z.string(),
  account_id: whole.describe('The advertiser.'),
  target: z.string().describe('Where the order led when it was shown.'),
  verdict: named(
    'kind',
    z.enum(['paid', 'taken_back', 'unpaid', 'not_shown', 'not_joined', 'waits', 'other_order', 'due']),
  ),
  reason: z.string().nullable().describe('Why it is unpaid, as in the statistics.'),
  bot_ids: z.array(whole).describe('Whose the join is, or who is asked about.'),
  other_order_id: whole.nullable(),
  words: named('verdict', wordsOf(sayVerdict)),
  lines: z.array(lineSchema).describe('In the order in which it happened.'),
});

const id = whole.nullable();

export const queuedSchema = z.strictObject({
  at: moment,
  account_id: id,
  bot_id: id,
  user_id: id,
  order_id: id,
  kind: z.string().describe('The kind of a notification, or the name of an order.'),
  reason: z.string().describe('Why it failed, or what differs.'),
});

const orderOfCard = orderSchema.omit({
  administrator_bot: true,
  warnings: true,
  refusals: true,
  refusal_words: true,
});

export const cardSchema = z.strictObject({
  order: orderOfCard,
  shown_link: z
    .string()
    .describe('The link that users see. Into a private chat it is our bot’s, else the order’s.'),
  title: z.string(),
  username: z.string(),
  members: whole.nullable(),
  problems: z.array(problemSchema),
  missing: named('problems', z.array(problemSchema)).describe(
    'What must be mended before it can be approved.',
  ),
  is_link_blocked: z.boolean(),
  logo: z.string(),
  account: accountSchema.extend({ bots: whole, has_balance: z.boolean() }),
  history: z.array(reasonedOrderSchema),
});

export async function orderCard(
  service: Service,
  { order, shownLink, report, isLinkBlocked }: ModerationCard,
  moderatorId: number,
) {
  const zone = service.settings.SERVICE_TIMEZONE;
  const { account, bots, balance } = await service.trust.accountCard(moderatorId, order.accountId);
  const history = await service.orders.list(order.accountId, {
    search: '',
    inArchive: null,
    status: null,
    offset: 0,
    limit: 10,
  });
  return {
    ...report,
    order: { ...toWireOrder(order, zone), revision: order.revision },
    shownLink,
    isLinkBlocked,
    logo: order.resource.logoFileId === '' ? '' : `/logo/${String(order.orderId)}`,
    account: { ...account, bots: bots.length, hasBalance: balance.availableMicros > 0n },
    history: history.orders
      .filter(({ orderId: id }) => id !== order.orderId)
      .map((each) => listedOrder(each, zone)),
  };
}
