/** What the API reference says of the moderators' queue (`docs/cabinet.md`). */
import { z } from 'zod';
import type { HandlerNote, PathNote } from './path-note.js';
import * as answer from './answers.js';
import * as sample from './samples.js';
import { account, accountSample, AT, moment, notModerator, problem, whole, words } from './shapes.js';

const outcome = {
  result: z.strictObject({
    outcome: z.enum(['decided', 'already', 'blocked', 'missing_rights']),
    order_id: whole,
    status: z.string(),
    missing: z.array(problem),
  }),
};
const decided = {
  message: 'The order is decided.',
  result: { outcome: 'decided', order_id: 1, status: 'Processing', missing: [] },
};
const {
  administrator_bot: _bot,
  warnings: _warnings,
  refusals: _refusals,
  refusal_words: _words,
  ...cardOrder
} = sample.order;
const cardFields = answer.order.omit({
  administrator_bot: true,
  warnings: true,
  refusals: true,
  refusal_words: true,
});

const moderation: Record<string, HandlerNote> = {
  queue: {
    summary: 'Orders that wait, oldest first.',
    payload: {
      result: z.strictObject({
        orders: z.array(answer.listedOrder.extend({ account_id: whole, revision: whole })),
        total: whole,
      }),
    },
    example: { limit: 25 },
    answered: {
      message: 'Oldest first.',
      result: { orders: [{ ...sample.listedOrder, account_id: 1001, revision: 0 }], total: 1 },
    },
    errors: notModerator,
  },
  card: {
    summary: 'One order, what stands behind its link, and its owner.',
    payload: {
      result: z.strictObject({
        order: cardFields,
        title: z.string(),
        username: z.string(),
        members: whole.nullable(),
        problems: z.array(problem),
        missing: z.array(problem).meta({ description: 'What must be mended before it can be approved.' }),
        is_link_blocked: z.boolean(),
        logo: z.string(),
        account: account.extend({ bots: whole, has_balance: z.boolean() }),
        history: z.array(answer.listedOrder.extend({ reason: z.string() })),
      }),
    },
    example: { order_id: 1 },
    answered: {
      message: 'The order.',
      result: {
        order: cardOrder,
        title: 'Gardening every day',
        username: 'garden',
        members: 5_200,
        problems: [],
        missing: [],
        is_link_blocked: false,
        logo: '',
        account: { ...accountSample, bots: 0, has_balance: true },
        history: [],
      },
    },
    errors: notModerator,
  },
  reasons: {
    summary: 'Ready reasons for a rejection.',
    payload: {
      result: z.strictObject({ reasons: z.array(z.strictObject({ code: z.string(), text: words })) }),
    },
    example: {},
    answered: {
      message: 'Ready reasons.',
      result: { reasons: [{ code: 'law', text: { en: 'It breaks the law.', ru: 'Нарушает закон.' } }] },
    },
    errors: notModerator,
  },
  approve: {
    summary: 'Approves the order as it was at that revision.',
    payload: outcome,
    example: { order_id: 1, revision: 0 },
    answered: decided,
    errors: notModerator,
  },
  reject: {
    summary: 'Rejects it; its owner reads the reason.',
    payload: outcome,
    example: { order_id: 1, revision: 0, reason: 'The link leads nowhere.' },
    answered: { ...decided, result: { ...decided.result, status: 'Rejected' } },
    errors: notModerator,
  },
  block_link: {
    summary: 'Nobody can order this link any more; this order is rejected.',
    payload: outcome,
    example: { order_id: 1 },
    answered: { ...decided, result: { ...decided.result, status: 'Rejected' } },
    errors: notModerator,
  },
  unblock_link: {
    summary: 'The link can be ordered again.',
    payload: { result: z.strictObject({ was_blocked: z.boolean() }) },
    example: { order_id: 1 },
    answered: { message: 'The link can be ordered again.', result: { was_blocked: true } },
    errors: notModerator,
  },
  resume: {
    summary: 'Lets an order go on that the service paused.',
    payload: { result: z.strictObject({ outcome: z.enum(['resumed', 'not_paused', 'still_moved']) }) },
    example: { order_id: 1 },
    answered: { message: 'What became of it.', result: { outcome: 'resumed' } },
    errors: notModerator,
  },
  log: {
    summary: 'Who decided what, latest first.',
    payload: {
      result: z.strictObject({
        log: z.array(
          z.strictObject({
            moderation_id: whole,
            at: moment,
            moderator_id: whole,
            moderator_name: z.string(),
            action: z.string(),
            order_id: whole.nullable(),
            link: z.string(),
            bot_id: whole.nullable(),
            account_id: whole.nullable(),
            reason: z.string(),
          }),
        ),
      }),
    },
    example: { limit: 25 },
    answered: {
      message: 'Latest first.',
      result: {
        log: [
          {
            moderation_id: 4,
            at: AT,
            moderator_id: 1003,
            moderator_name: 'Mira',
            action: 'approved',
            order_id: 1,
            link: 'https://t.me/garden',
            bot_id: null,
            account_id: null,
            reason: '',
          },
        ],
      },
    },
    errors: notModerator,
  },
  status: {
    summary: 'How the service stands: what waits, what was given up, the daily check.',
    payload: {
      result: z.strictObject({
        state: z.enum(['ready', 'degraded', 'down']),
        checks: z.strictObject({ store: z.string(), bot: z.string(), platform: z.string() }),
        orders_running: whole,
        orders_waiting: whole,
        outboxes: z.array(
          z.strictObject({
            name: z.enum(['blocks', 'notices', 'reports', 'webhooks']),
            waiting: whole,
            oldest_seconds: whole,
            dead: whole,
          }),
        ),
        bot_beat_seconds: whole.nullable(),
        daily_check: z.strictObject({ ended_at: moment, differing: whole }).nullable(),
      }),
    },
    example: {},
    answered: {
      message: 'How the service stands.',
      result: {
        state: 'ready',
        checks: { store: 'ok', bot: 'ok', platform: 'ok' },
        orders_running: 40,
        orders_waiting: 2,
        outboxes: [{ name: 'notices', waiting: 0, oldest_seconds: 0, dead: 0 }],
        bot_beat_seconds: 2,
        daily_check: { ended_at: AT, differing: 0 },
      },
    },
    errors: notModerator,
  },
};

export const moderationNotes: Readonly<Record<string, PathNote>> = {
  '/moderation': { tag: 'Moderators', actions: moderation },
};
