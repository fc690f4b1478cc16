/** What the API reference says of the wallet, of events and of exclusions (`docs/cabinet.md`). */
import { z } from 'zod';
import type { HandlerNote, PathNote } from './path-note.js';
import { AT, flag, moment, money, notYours, whole, withdrawal, withdrawalSample } from './shapes.js';

const line = z.strictObject({
  entry_id: whole,
  kind: z.enum([
    'deposit',
    'charge',
    'reversal',
    'release',
    'withdrawal_reserve',
    'withdrawal_paid',
    'withdrawal_refused',
    'withdrawal_cancelled',
    'refund',
    'refund_paid',
    'refund_refused',
  ]),
  at: moment,
  amount: money.meta({ description: 'What it did to the wallet; negative is money that left.' }),
  held: money,
  reserved: money,
  balance: money.meta({ description: 'What was available after it.' }),
  order_id: whole.nullable(),
  bot_id: whole.nullable(),
  note: z.string(),
});
const page = { limit: 25 };

const wallet: Record<string, HandlerNote> = {
  info: {
    summary: 'What is there, what is held back, and why.',
    payload: {
      result: z.strictObject({
        balance: money,
        held: money,
        reserved: money,
        is_trusted: flag,
        hold_hours: whole.meta({ description: 'For so long earnings of this account wait, at least.' }),
        holds_by_quality: flag.meta({
          description:
            '1: what a bot of low quality earns waits longer (`hold_hours` of `/figures` `quality`).',
        }),
        held_bots: z
          .array(
            z.strictObject({ bot_id: whole, bot_nickname: z.string(), subscribers: whole, amount: money }),
          )
          .meta({ description: 'Bots whose earnings wait for a moderator.' }),
      }),
    },
    example: {},
    answered: {
      message: 'The wallet.',
      result: {
        balance: 112.6,
        held: 0,
        reserved: 0,
        is_trusted: 1,
        hold_hours: 0,
        holds_by_quality: 0,
        held_bots: [],
      },
    },
  },
  history: {
    summary: 'Every movement, latest first.',
    payload: { result: z.strictObject({ lines: z.array(line) }) },
    example: page,
    answered: {
      message: 'Latest first.',
      result: {
        lines: [
          {
            entry_id: 7,
            kind: 'charge',
            at: AT,
            amount: -2.35,
            held: 0,
            reserved: 0,
            balance: 112.6,
            order_id: 1,
            bot_id: null,
            note: '',
          },
        ],
      },
    },
  },
  withdrawals: {
    summary: 'Withdrawals, latest first.',
    payload: { result: z.strictObject({ withdrawals: z.array(withdrawal) }) },
    example: page,
    answered: { message: 'Latest first.', result: { withdrawals: [withdrawalSample] } },
  },
  withdraw: {
    summary: 'Asks for a withdrawal, which has to be confirmed in the chat.',
    description:
      'The operator bot asks again; until its button is pressed, within an hour, the wallet is untouched.',
    payload: { result: z.strictObject({ wish_id: z.string(), expires_in: whole }) },
    example: { amount: 150, details: 'Card 4000 …' },
    answered: {
      message: 'Confirm it in the chat with the operator bot.',
      result: { wish_id: 'Zk3vQ8…', expires_in: 3_600 },
    },
    errors: { 429: 'Ten an hour.' },
  },
  cancel_withdrawal: {
    summary: 'Takes back one that waits.',
    payload: { result: withdrawal },
    example: { withdrawal_id: 3 },
    answered: {
      message: 'The amount is yours again.',
      result: { ...withdrawalSample, state: 'cancelled', decided_at: AT },
    },
    errors: notYours,
  },
};

const event = z.strictObject({
  webhook_id: whole,
  bot_id: whole,
  user_id: whole,
  ads_id: whole,
  status: z.enum(['subscribed', 'unsubscribed', 'notgetted']),
  at: moment,
  state: z.enum(['waiting', 'delivered', 'dead']),
  reason: z.string().meta({ description: 'Why it is dead; "" while it is not.' }),
});
const eventSample = {
  webhook_id: 9,
  bot_id: 4242,
  user_id: 2001,
  ads_id: 1,
  status: 'subscribed',
  at: AT,
  state: 'dead',
  reason: 'status:500',
};
const ofBot = { result: z.strictObject({ bot_id: whole }) };
const about = { bot_id: 4242 };

const webhooks: Record<string, HandlerNote> = {
  info: {
    summary: 'Where events go, and how their delivery stands.',
    payload: {
      result: z.strictObject({
        url: z.string(),
        is_inherited: z.boolean().meta({ description: 'They go to the address of all bots.' }),
        waiting: whole,
        dead: whole,
        failing_since: moment.nullable(),
        last_reason: z.string(),
        next_try_at: moment.nullable(),
        recent: z.array(event),
      }),
    },
    example: about,
    answered: {
      message: 'How events are delivered.',
      result: {
        url: 'https://example.org/events',
        is_inherited: false,
        waiting: 0,
        dead: 1,
        failing_since: null,
        last_reason: '',
        next_try_at: null,
        recent: [eventSample],
      },
    },
    errors: notYours,
  },
  set: {
    summary: 'Sets the address.',
    payload: ofBot,
    example: { ...about, url: 'https://example.org/events' },
    answered: { message: 'The address is set.', result: about },
    errors: notYours,
  },
  clear: {
    summary: 'Takes the address away.',
    payload: ofBot,
    example: about,
    answered: { message: 'There is no address any more.', result: about },
    errors: notYours,
  },
  test: {
    summary: 'Posts a test at once.',
    payload: { result: z.strictObject({ is_delivered: z.boolean(), reason: z.string() }) },
    example: about,
    answered: { message: 'The test has arrived.', result: { is_delivered: true, reason: '' } },
    errors: { ...notYours, 429: 'One in five seconds.' },
  },
  retry: {
    summary: 'Tries what waits at once.',
    payload: ofBot,
    example: about,
    answered: { message: 'What waits is tried at once.', result: about },
    errors: notYours,
  },
  dead: {
    summary: 'Events that could not be delivered, oldest first.',
    payload: { result: z.strictObject({ events: z.array(event), total: whole }) },
    example: { ...about, limit: 25 },
    answered: {
      message: 'Events that could not be delivered, oldest first.',
      result: { events: [eventSample], total: 1 },
    },
    errors: notYours,
  },
  resend: {
    summary: 'Sends dead events again: one, or all.',
    payload: { result: z.strictObject({ resent: whole }) },
    example: { ...about, webhook_id: 9 },
    answered: { message: 'They wait to be delivered again.', result: { resent: 1 } },
    errors: notYours,
  },
};

const exclusions: Record<string, HandlerNote> = {
  list: {
    summary: 'The blacklist of an order, of a bot, or of all bots.',
    payload: {
      result: z.strictObject({
        context: z.enum(['advertiser', 'publisher']),
        excluded: z.array(z.strictObject({ id: whole, name: z.string() })).meta({
          description: 'Bots of an order, or orders of bots; at most 500.',
        }),
      }),
    },
    example: { context: 'advertiser', ads_id: 1 },
    answered: {
      message: 'The blacklist.',
      result: { context: 'advertiser', excluded: [{ id: 4242, name: '@recipes_bot' }] },
    },
    errors: notYours,
  },
  set: {
    summary: 'Puts on the blacklist, or takes off it.',
    payload: { result: z.strictObject({ is_excluded: z.boolean() }) },
    example: { context: 'advertiser', ads_id: 1, bot_id: 4242, is_excluded: 1 },
    answered: { message: 'It is excluded.', result: { is_excluded: true } },
    errors: notYours,
  },
};

export const walletNotes: Readonly<Record<string, PathNote>> = {
  '/wallet': { tag: 'Account', actions: wallet },
  '/webhooks': { tag: 'Publishers', actions: webhooks },
  '/exclusions': { tag: 'Both', actions: exclusions },
};
