/** POST /moderation: the moderators' queue of orders, their decisions and their log. Core refuses who is no moderator. */
import { z } from 'zod';
import {
  type ModerationOutcome,
  type Pausing,
  rejectionReasons,
  type Resumption,
} from '../../core/orders/index.js';
import { ServiceError } from '../../core/errors.js';
import { assertModerator } from '../../core/accounts/index.js';
import { listedNames } from '../../core/health.js';
import { pauseCodes } from '../../core/ports/order-store.js';
import { REASON_MAX } from '../../core/reason.js';
import type { Service } from '../../core/service.js';
import * as field from '../fields.js';
import { cabinetActions, madeHandler, resultHandler } from '../route.js';
import { inEachLanguage, textIn } from '../../words/index.js';
import { named } from '../encode.js';
import {
  anotherFirst,
  limitField,
  moment,
  notModerator,
  pageFields,
  textOrNone,
  whole,
  words,
} from './wire.js';
import { listedOrder, listedOrderSchema, problemSchema } from './orders/order-wire.js';
import { cardSchema, disputeSchema, orderCard, queuedSchema } from './moderation-wire.js';

const orderId = field.id({ description: 'Id of the order.', example: 1 });
const revision = field.integer({ min: 0, description: 'The revision that was looked at.', example: 0 });
const approveFields = z.object({
  order_id: orderId,
  revision,
  theme: field.optional(
    field.name({ max: 64, description: 'Theme that the order gets; absent keeps its own.' }),
  ),
});
const ownersReason = field.prose({
  max: REASON_MAX,
  description: 'What its owner reads.',
  example: 'The link leads nowhere.',
});
const rejectFields = z.object({ order_id: orderId, revision, reason: ownersReason });
const pauseFields = z.object({ order_id: orderId, reason: ownersReason });
const logFields = z.object({
  before: field.optional(field.id({ description: 'Only lines before this one, for the next page.' })),
  moderator_id: field.optional(
    field.integer({ min: 0, description: 'Only what this moderator decided; 0: the terminal.' }),
  ),
  account_id: field.optional(
    field.id({ description: 'Only what is about this account, its orders and its bots.' }),
  ),
  limit: limitField,
});
const aboutFields = z.object({ order_id: orderId });
const disputeFields = z.object({
  user_id: field.id({ description: 'The end user.', example: 501 }),
  order_id: field.optional(field.id({ description: 'This order; either it or `bot_id`.' })),
  bot_id: field.optional(field.id({ description: 'What this bot showed the user.' })),
});

const outcomeWords = {
  decided: 'The order is decided.',
  already: 'Somebody was first, or its owner changed it meanwhile.',
  blocked: 'This link cannot be ordered any more.',
  missing_rights: 'The service could not see who subscribes.',
};

/** What all decisions on an order have in common. */
const deciding = {
  result: z.strictObject({
    outcome: z.enum(['decided', 'already', 'blocked', 'missing_rights']),
    order_id: whole,
    status: z.string(),
    missing: z.array(problemSchema),
  }),
  answered: { message: outcomeWords.decided },
  shows: decidedOf,
  says: ({ outcome }: { outcome: keyof typeof outcomeWords }) => outcomeWords[outcome],
};
const outboxNames = ['blocks', 'notices', 'reports', 'webhooks', 'updates'] as const;

export const route = cabinetActions('/moderation', {
  summary: 'Moderation',
  tag: 'Moderators',
  errors: notModerator,
  actions: {
    queue: resultHandler({
      summary: 'List orders that wait, oldest first',
      fields: z.object(pageFields),
      result: z.strictObject({
        orders: z.array(listedOrderSchema.extend({ account_id: whole, revision: whole })),
        total: whole,
      }),
      answered: { message: 'Oldest first.' },
      handle: async (service, page, { accountId }) => {
        const { orders, total } = await service.moderation.queue(accountId, page);
        const zone = service.settings.SERVICE_TIMEZONE;
        return { orders: orders.map((order) => listedOrder(order, zone)), total };
      },
    }),
    card: resultHandler({
      summary: 'Get an order, what its link leads to, and its owner',
      fields: aboutFields,
      result: cardSchema,
      answered: { message: 'The order.' },
      handle: async (service, { order_id }, { accountId }) => {
        const card = await service.moderation.card(accountId, order_id);
        if (card === null) throw gone();
        return orderCard(service, card, accountId);
      },
    }),
    reasons: resultHandler({
      summary: 'List ready reasons for a rejection',
      result: z.strictObject({ reasons: z.array(z.strictObject({ code: z.string(), text: words })) }),
      answered: { message: 'Ready reasons.' },
      handle: async (service, _input, { accountId }) => {
        assertModerator(service.settings, accountId);
        const reasons = rejectionReasons.map((code) => ({
          code,
          text: inEachLanguage((language) => textIn(language, `reject-${code}`)),
        }));
        return { reasons };
      },
    }),
    approve: madeHandler({
      ...deciding,
      summary: 'Approve an order, as it was at that revision',
      fields: approveFields,
      handle: (service, { order_id, revision: seen, theme }, { accountId }) =>
        service.moderation.approve(accountId, order_id, seen, theme),
    }),
    reject: madeHandler({
      ...deciding,
      summary: 'Reject an order; its owner reads the reason',
      fields: rejectFields,
      handle: (service, { order_id, revision: seen, reason }, { accountId }) =>
        service.moderation.reject(accountId, order_id, seen, reason),
    }),
    block_link: madeHandler({
      ...deciding,
      summary: 'Block a link, and reject the order',
      fields: aboutFields,
      handle: (service, { order_id }, { accountId }) => service.moderation.blockLink(accountId, order_id),
    }),
    unblock_link: resultHandler({
      summary: 'Unblock a link',
      fields: aboutFields,
      result: z.strictObject({ was_blocked: z.boolean() }),
      answered: { message: 'The link can be ordered again.' },
      says: ({ wasBlocked }) => (wasBlocked ? 'The link can be ordered again.' : 'It was not blocked.'),
      handle: async (service, { order_id }, { accountId }) => {
        return { wasBlocked: await service.moderation.unblockLink(accountId, order_id) };
      },
    }),
    pause: resultHandler({
      summary: 'Pause an order; its owner reads the reason',
      fields: pauseFields,
      result: z.strictObject({ outcome: z.enum(['paused', 'already']) }),
      answered: { message: 'What became of it.' },
      handle: async (service, { order_id, reason }, { accountId }) => {
        const outcome: Pausing = await service.moderation.pause(accountId, order_id, reason);
        if (outcome.kind === 'gone') throw gone();
        return { outcome: outcome.kind };
      },
    }),
    resume: resultHandler({
      summary: 'Resume an order',
      fields: aboutFields.extend({
        seen: field.optional(
          field.choice(pauseCodes, {
            description: 'The `pause_reason` that was looked at: 409 where it is another by now.',
          }),
        ),
      }),
      errors: anotherFirst,
      result: z.strictObject({ outcome: z.enum(['resumed', 'not_paused', 'still_moved']) }),
      answered: { message: 'What became of it.' },
      handle: async (service, { order_id, seen }, { accountId }) => {
        const outcome: Resumption = await service.moderation.resume(accountId, order_id, seen);
        if (outcome.kind === 'gone') throw gone();
        return { outcome: outcome.kind };
      },
    }),
    log: resultHandler({
      summary: 'List decisions, latest first',
      fields: logFields,
      result: z.strictObject({
        log: z.array(
          z.strictObject({
            moderation_id: whole,
            at: moment,
            moderator_id: whole,
            moderator_name: z.string(),
            action: z.string(),
            order_id: whole.nullable(),
            link: named('linkKey', z.string()),
            bot_id: whole.nullable(),
            account_id: whole.nullable(),
            user_id: whole.nullable(),
            reason: textOrNone,
          }),
        ),
      }),
      answered: { message: 'Latest first.' },
      handle: async (service, { before, limit, moderator_id: moderatorId, account_id }, { accountId }) => {
        const page = { beforeId: before ?? null, limit, moderatorId, accountId: account_id };
        return { log: await service.moderation.log(accountId, page) };
      },
    }),
    dispute: resultHandler({
      summary: 'Explain why a join was or was not paid',
      fields: disputeFields,
      result: z.strictObject({ disputes: z.array(disputeSchema) }),
      answered: { message: 'What is known.' },
      handle: async (service, { user_id, order_id: order, bot_id: bot }, { accountId }) => {
        const about =
          order !== undefined && bot === undefined
            ? { orderId: order }
            : bot !== undefined && order === undefined
              ? { botId: bot }
              : null;
        if (about === null) throw new ServiceError('invalid', 'Give either order_id or bot_id.');
        const disputes = await service.disputes.of(accountId, user_id, about);
        return { disputes: disputes.map((dispute) => ({ ...dispute, ...dispute.verdict })) };
      },
    }),
    queued: resultHandler({
      summary: 'List what a figure of the status counts',
      description:
        'What is due first, or what failed last. Of what the latest daily check found to differ, the first 100 are kept.',
      fields: z.object({
        name: field.choice(listedNames, {
          description: 'Running orders, what waits, what failed, or what the daily check found.',
        }),
        ...pageFields,
      }),
      result: z.strictObject({ lines: z.array(queuedSchema) }),
      answered: { message: 'The list.' },
      handle: async (service, { name, ...page }, { accountId }) => {
        assertModerator(service.settings, accountId);
        return { lines: await service.health.queued(name, page) };
      },
    }),
    status: resultHandler({
      summary: 'Get the state of the service',
      description: 'What waits, what failed, and the daily check.',
      result: z.strictObject({
        state: z.enum(['ready', 'degraded', 'down']),
        checks: z.strictObject({ store: z.string(), bot: z.string(), platform: z.string() }),
        orders_running: whole,
        orders_waiting: whole,
        outboxes: z.array(
          z.strictObject({
            name: z.enum(outboxNames),
            waiting: whole,
            oldest_seconds: whole,
            dead: whole,
          }),
        ),
        bot_beat_seconds: whole.nullable(),
        daily_check: z.strictObject({ ended_at: moment, differing: whole }).nullable(),
      }),
      answered: { message: 'How the service stands.' },
      handle: async (service, _input, { accountId }) => {
        assertModerator(service.settings, accountId);
        return statusOf(service);
      },
    }),
  },
});

function decidedOf(outcome: ModerationOutcome) {
  if (outcome.kind === 'gone') throw gone();
  const { kind, order } = outcome;
  const missing = kind === 'missing_rights' ? outcome.missing : [];
  return { outcome: kind, orderId: order.orderId, status: order.status, missing };
}

const seconds = (ms: number) => Math.round(ms / 1_000);

async function statusOf(service: Service) {
  const [{ state, checks }, { backlogs, check, botBeatAgeMs }] = await Promise.all([
    service.health.ready(),
    service.health.figures(),
  ]);
  const { notifications, ...outboxes } = backlogs.outboxes;
  return {
    ...backlogs,
    state,
    checks,
    outboxes: outboxNames.map((name) => {
      const { oldestMs, ...backlog } = { ...outboxes, notices: notifications }[name];
      return { ...backlog, name, oldestSeconds: seconds(oldestMs) };
    }),
    botBeatSeconds: botBeatAgeMs === null ? null : seconds(botBeatAgeMs),
    dailyCheck: check && { endedAtMs: check.endedAtMs, differing: check.outcome.differing },
  };
}

function gone(): ServiceError {
  return new ServiceError('forbidden', 'There is no such order.');
}
