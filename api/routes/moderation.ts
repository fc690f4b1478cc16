/** POST /moderation: the moderators' queue of orders, their decisions and their log. Core refuses who is no moderator. */
import { z } from 'zod';
import {
  type ModerationCard,
  type ModerationOutcome,
  type OrderInfo,
  orderBounds,
  rejectionReasons,
  type Resumption,
} from '../../core/orders/index.js';
import { ServiceError } from '../../core/errors.js';
import type { Service } from '../../core/service.js';
import * as field from '../fields.js';
import { type ActionRoute, handler } from '../route.js';
import { isoTime } from './moments.js';
import { toWireListedOrder, toWireOrder } from './orders/order-wire.js';

const orderId = field.id({ description: 'Id of the order.', example: 1 });
const revision = field.integer({ min: 0, description: 'The revision that was looked at.', example: 0 });
const pageFields = z.object({
  offset: field.withDefault(
    field.integer({ min: 0, max: 1_000_000, description: 'How many to pass over.' }),
    0,
  ),
  limit: field.withDefault(field.integer({ min: 1, max: 100, description: 'How many to answer.' }), 25),
});
const approveFields = z.object({
  order_id: orderId,
  revision,
  theme: field.optional(
    field.name({ max: 64, description: 'Theme that the order gets; absent keeps its own.' }),
  ),
});
const rejectFields = z.object({
  order_id: orderId,
  revision,
  reason: field.prose({
    max: orderBounds.reasonLength.max,
    description: 'What its owner reads.',
    example: 'The link leads nowhere.',
  }),
});
const logFields = z.object({
  before: field.optional(field.id({ description: 'Only lines before this one, for the next page.' })),
  limit: field.withDefault(field.integer({ min: 1, max: 100, description: 'How many to answer.' }), 25),
});
const aboutFields = z.object({ order_id: orderId });

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/moderation',
  access: ['access'],
  summary: 'Orders that wait for a moderator.',
  actions: {
    queue: handler(pageFields, async (service, page, { accountId }) => {
      const { orders, total } = await service.moderation.queue(accountId, page);
      const zone = service.settings.SERVICE_TIMEZONE;
      const listed = orders.map((order) => ({
        ...toWireListedOrder(order, zone),
        account_id: order.accountId,
        revision: order.revision,
      }));
      return { message: 'Oldest first.', payload: { result: { orders: listed, total } } };
    }),
    card: handler(aboutFields, async (service, { order_id }, { accountId }) => {
      const card = await service.moderation.card(accountId, order_id);
      if (card === null) throw gone();
      return { message: 'The order.', payload: { result: await toWireCard(service, card, accountId) } };
    }),
    reasons: handler(z.object({}), async (service, _input, { accountId }) => {
      // Only moderators are told what they may say.
      await service.moderation.queue(accountId, { offset: 0, limit: 1 });
      const reasons = rejectionReasons.map(({ code, text }) => ({ code, text }));
      return { message: 'Ready reasons.', payload: { result: { reasons } } };
    }),
    approve: handler(approveFields, async (service, { order_id, revision: seen, theme }, { accountId }) =>
      outcomeAnswer(await service.moderation.approve(accountId, order_id, seen, theme)),
    ),
    reject: handler(rejectFields, async (service, { order_id, revision: seen, reason }, { accountId }) =>
      outcomeAnswer(await service.moderation.reject(accountId, order_id, seen, reason)),
    ),
    block_link: handler(aboutFields, async (service, { order_id }, { accountId }) =>
      outcomeAnswer(await service.moderation.blockLink(accountId, order_id)),
    ),
    unblock_link: handler(aboutFields, async (service, { order_id }, { accountId }) => {
      const was = await service.moderation.unblockLink(accountId, order_id);
      return {
        message: was ? 'The link can be ordered again.' : 'It was not blocked.',
        payload: { result: { was_blocked: was } },
      };
    }),
    resume: handler(aboutFields, async (service, { order_id }, { accountId }) => {
      const outcome: Resumption = await service.moderation.resume(accountId, order_id);
      if (outcome.kind === 'gone') throw gone();
      return { message: 'What became of it.', payload: { result: { outcome: outcome.kind } } };
    }),
    log: handler(logFields, async (service, { before, limit }, { accountId }) => {
      const lines = await service.moderation.log(accountId, { beforeId: before ?? null, limit });
      const log = lines.map((line) => ({
        moderation_id: line.moderationId,
        at: isoTime(line.atMs),
        moderator_id: line.moderatorId,
        moderator_name: line.moderatorName,
        action: line.action,
        order_id: line.orderId,
        link: line.linkKey,
        bot_id: line.botId,
        account_id: line.accountId,
        reason: line.reason ?? '',
      }));
      return { message: 'Latest first.', payload: { result: { log } } };
    }),
    status: handler(z.object({}), async (service, _input, { accountId }) => {
      await service.moderation.queue(accountId, { offset: 0, limit: 1 });
      return { message: 'How the service stands.', payload: { result: await toWireStatus(service) } };
    }),
  },
};

async function toWireCard(
  service: Service,
  { order, report, missing, isLinkBlocked }: ModerationCard,
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
    title: report.title,
    username: report.username,
    members: report.members,
    problems: report.problems,
    missing,
    is_link_blocked: isLinkBlocked,
    logo: order.resource.logoFileId === '' ? '' : `/logo/${String(order.orderId)}`,
    account: {
      account_id: account.accountId,
      first_name: account.firstName,
      username: account.username,
      created_at: isoTime(account.createdAtMs),
      is_blocked: account.isBlocked,
      is_trusted: account.isTrusted,
      bots: bots.length,
      has_balance: balance.availableMicros > 0n,
    },
    history: history.orders
      .filter(({ orderId: id }) => id !== order.orderId)
      .map((each: OrderInfo) => ({ ...toWireListedOrder(each, zone), reason: each.reason ?? '' })),
  };
}

function outcomeAnswer(outcome: ModerationOutcome) {
  if (outcome.kind === 'gone') throw gone();
  const missing = outcome.kind === 'missing_rights' ? outcome.missing : [];
  const result = { outcome: outcome.kind, order_id: outcome.order.orderId, status: outcome.status, missing };
  return { message: outcomeWords[outcome.kind], payload: { result } };
}

const outcomeWords: Record<Exclude<ModerationOutcome['kind'], 'gone'>, string> = {
  decided: 'The order is decided.',
  already: 'Somebody was first, or its owner changed it meanwhile.',
  blocked: 'Nobody can order this link.',
  missing_rights: 'The service could not tell who subscribes.',
};

async function toWireStatus(service: Service) {
  const [{ state, checks }, figures] = await Promise.all([service.health.ready(), service.health.figures()]);
  const { outboxes, ordersRunning, ordersWaiting } = figures.backlogs;
  const backlog = (name: keyof typeof outboxes) => ({
    name,
    waiting: outboxes[name].waiting,
    oldest_seconds: Math.round(outboxes[name].oldestMs / 1_000),
    dead: outboxes[name].dead,
  });
  const { check } = figures;
  return {
    state,
    checks,
    orders_running: ordersRunning,
    orders_waiting: ordersWaiting,
    outboxes: [backlog('blocks'), backlog('notices'), backlog('reports'), backlog('webhooks')],
    bot_beat_seconds: figures.botBeatAgeMs === null ? null : Math.round(figures.botBeatAgeMs / 1_000),
    daily_check:
      check === null ? null : { ended_at: isoTime(check.endedAtMs), differing: check.outcome.differing },
  };
}

function gone(): ServiceError {
  return new ServiceError('forbidden', 'There is no such order.');
}
