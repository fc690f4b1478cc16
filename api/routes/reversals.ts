/** POST /reversals: charges taken back because fraud was found later. Core refuses who is no administrator. */
import { z } from 'zod';
import { parseDay } from '../../core/days.js';
import { ServiceError } from '../../core/errors.js';
import { BOOKING_NOTE_LENGTH_MAX } from '../../core/ledger/index.js';
import type { WantedReversal } from '../../core/reversals/index.js';
import * as field from '../fields.js';
import { named } from '../encode.js';
import { cabinetActions, handler, resultHandler } from '../route.js';
import { day, faultNote, moment, money, notAdministrator, whole } from './wire.js';

/** The sums are of all. */
const LISTED_ORDERS = 50;

const wantedFields = {
  account_id: field.optional(field.id({ description: 'All bots of this account.', example: 1001 })),
  bot_id: field.optional(field.id({ description: 'Or this bot alone.', example: 4242 })),
  order_id: field.optional(field.id({ description: 'The joins of this order alone.', example: 17 })),
  from: field.optional(field.date({ description: 'Joins from this day on, by the service’s zone.' })),
  to: field.optional(field.date({ description: 'Joins up to this day, which is included.' })),
  reason: field.prose({
    max: BOOKING_NOTE_LENGTH_MAX,
    example: 'Bought users',
    description: 'Why; advertisers and the publisher read it.',
  }),
};
const wantedSchema = z.object(wantedFields);
const seenAmount = field.money({
  min: 0n,
  example: 10,
  description: 'The amount that you saw, with what was taken back before.',
});

const soFar = { joins: whole, amount: named('micros', money) };
const previewSchema = z.strictObject({
  ...soFar,
  fee: money.describe('What of it the service gives back.'),
  orders: z.array(z.strictObject({ order_id: whole, name: z.string(), account_id: whole, ...soFar })),
  orders_total: whole,
  publishers: z.array(
    z.strictObject({
      account_id: whole,
      joins: whole,
      held: money.describe('What they give back of the hold.'),
      released: named('paidMicros', money.describe('Of what was released.')),
      debt: money.describe('What of `released` is paid out already.'),
    }),
  ),
  before: whole.describe('Joins that were taken back as fraud before.'),
  begun: z
    .strictObject(soFar)
    .nullable()
    .describe('What these same words took back, where they have not ended.'),
});
const stateSchema = z.strictObject({
  bot_id: whole.nullable().describe('Null: all bots of the publisher.'),
  order_id: whole.nullable(),
  from: day.nullable(),
  to: day.nullable(),
  reason: z.string(),
  begun_at: moment,
  ended_at: moment.nullable().describe('Null: it is under way.'),
  joins: whole.describe('Joins that it has taken back so far.'),
  amount: named('micros', money.describe('What they cost.')),
  fault: faultNote.nullable().describe('Why it ended early.'),
});

export const route = cabinetActions('/reversals', {
  summary: 'Reversals',
  tag: 'Moderators',
  errors: notAdministrator,
  actions: {
    preview: resultHandler({
      summary: 'Preview a reversal; nothing is booked',
      description: 'It says from which publishers the charges are taken back.',
      fields: wantedSchema,
      result: previewSchema,
      answered: { message: 'What would be taken back.' },
      handle: async (service, input, { accountId }) => {
        const { orders, ...preview } = await service.reversals.preview(accountId, toWanted(input));
        return { ...preview, orders: orders.slice(0, LISTED_ORDERS), ordersTotal: orders.length };
      },
    }),
    begin: handler({
      summary: 'Begin a reversal; it is done in the background',
      description: 'When it has ended, the people concerned are notified.',
      fields: z.object({ ...wantedFields, amount: seenAmount }),
      payload: {},
      answered: { message: 'The reversal is under way.' },
      errors: {
        409: 'It is about another amount than the one you saw (`message` has the current one), or one of this publisher is under way.',
      },
      handle: async (service, { amount, ...input }, { accountId }) => {
        await service.reversals.begin(accountId, toWanted(input), amount);
        return {};
      },
    }),
    state: resultHandler({
      summary: 'Get the last reversal of a publisher: its progress and result',
      isRepeatable: true,
      fields: z.object({
        account_id: field.id({ description: 'The publisher.', example: 1001 }),
      }),
      result: z.strictObject({ reversal: stateSchema.nullable() }),
      answered: { message: 'The last reversal.' },
      handle: async (service, { account_id: publisherId }, { accountId }) => {
        const state = await service.reversals.state(accountId, publisherId);
        if (state === null) return { reversal: null };
        const { of } = state.wanted;
        return { reversal: { ...state, ...state.wanted, botId: 'botId' in of ? of.botId : null } };
      },
    }),
  },
});

function toWanted(input: z.output<typeof wantedSchema>): WantedReversal {
  const { account_id: accountId, bot_id: botId, order_id, from, to, reason } = input;
  const dayOf = (date: string | undefined) => (date === undefined ? null : parseDay(date));
  const rest = { orderId: order_id ?? null, fromDay: dayOf(from), toDay: dayOf(to), reason };
  if (botId !== undefined && accountId === undefined) return { of: { botId }, ...rest };
  if (accountId !== undefined && botId === undefined) return { of: { accountId }, ...rest };
  throw new ServiceError('invalid', 'bot_id: must be given, or account_id, and not both.', {
    topic: 'required',
  });
}
