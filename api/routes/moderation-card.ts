/** What a moderator sees of an order: what stands behind its link, and its owner. */
import { z } from 'zod';
import type { ModerationCard, OrderInfo } from '../../core/orders/index.js';
import type { Service } from '../../core/service.js';
import { accountSchema, toWireAccount } from './account-wire.js';
import {
  listedOrderSchema,
  orderSchema,
  problemSchema,
  toWireListedOrder,
  toWireOrder,
} from './orders/order-wire.js';
import { whole } from './wire.js';

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
  missing: z.array(problemSchema).describe('What must be mended before it can be approved.'),
  is_link_blocked: z.boolean(),
  logo: z.string(),
  account: accountSchema.extend({ bots: whole, has_balance: z.boolean() }),
  history: z.array(listedOrderSchema.extend({ reason: z.string() })),
});

export async function toWireCard(
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
    order: { ...toWireOrder(order, zone), revision: order.revision },
    shown_link: shownLink,
    title: report.title,
    username: report.username,
    members: report.members,
    problems: report.problems,
    missing: report.problems,
    is_link_blocked: isLinkBlocked,
    logo: order.resource.logoFileId === '' ? '' : `/logo/${String(order.orderId)}`,
    account: {
      ...toWireAccount(account),
      bots: bots.length,
      has_balance: balance.availableMicros > 0n,
    },
    history: history.orders
      .filter(({ orderId: id }) => id !== order.orderId)
      .map((each: OrderInfo) => ({ ...toWireListedOrder(each, zone), reason: each.reason ?? '' })),
  };
}
