/** POST /wallet: what an account has, how it came by it, and its withdrawals. Money that leaves is asked for again in the chat. */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import type { Payment } from '../../core/ledger/index.js';
import { parseDay, rangeOfDays } from '../../core/days.js';
import { entryKinds } from '../../core/ports/ledger-store.js';
import { payoutRailNames, railNames } from '../../core/ports/payment-rail.js';
import * as field from '../fields.js';
import { named } from '../encode.js';
import { cabinetActions, madeHandler, resultHandler } from '../route.js';
import { balances } from './account-wire.js';
import { heldBots, heldBotsSchema } from './bot-wire.js';
import { day, flag, limitField, moment, money, notYours, whole } from './wire.js';
import { withdrawalSchema } from './withdrawal-wire.js';

const before = field.optional(
  field.id({ description: 'Only what is older than the line of this number, for the next page.' }),
);
const pageFields = z.object({ before, limit: limitField });

const withdrawFields = z.object({
  amount: field.money({ description: 'How much.', example: 150 }),
  details: field.withDefault(
    field.prose({ max: 1_000, description: 'Where to pay to, for the administrator; a rail needs none.' }),
    '',
  ),
  rail: field.optional(
    field.choice(payoutRailNames, { description: 'Pays to your own account of the platform by this rail.' }),
  ),
});
const depositFields = z.object({
  rail: field.choice(railNames, { description: 'By which payment rail.' }),
  amount: field.money({ description: 'How much.', example: 500 }),
});
const depositIdFields = z.object({ deposit_id: field.id({ description: 'From deposits.', example: 5 }) });
const idFields = z.object({ withdrawal_id: field.id({ description: 'From withdrawals.', example: 3 }) });

const kind = z.enum(entryKinds);
const line = z.strictObject({
  entry_id: whole,
  kind,
  at: moment,
  amount: money.describe('What it did to the wallet; negative is money that left.'),
  held: money,
  reserved: money,
  balance: money.describe('What was available after it.'),
  order_id: whole.nullable(),
  bot_id: whole.nullable(),
  user_id: whole.nullable().describe('The end user whose join it is about.'),
  note: z.string(),
});

const turnover = z.strictObject({ kind, entries: whole, amount: money, held: money, reserved: money });
const dayLine = z.strictObject({
  date: named('day', day),
  balance: money.describe('What was available when the day was over.'),
  kinds: named('turnover', z.array(turnover)),
});

const kindField = field.optional(field.choice(entryKinds, { description: 'Only what is of this kind.' }));
const historyFields = pageFields.extend({
  date: field.optional(field.date({ description: 'Only this day.' })),
  kind: kindField,
});
const daysFields = z.object({
  from: field.optional(field.date({ description: 'First day; as far back as there is anything.' })),
  to: field.optional(field.date({ description: 'Last day; today where it is absent.' })),
  kind: kindField,
  limit: limitField,
});

const depositSchema = z.strictObject({
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

/** Each is added up when it is asked for. */
const DAYS_MAX = 31;

export const route = cabinetActions('/wallet', {
  summary: 'Wallet',
  tag: 'Account',
  actions: {
    info: resultHandler({
      summary: 'Get what is available and what is on hold, and why',
      result: z.strictObject({
        ...balances,
        is_trusted: flag,
        hold_hours: whole.describe('For so long earnings of this account wait, at least.'),
        holds_by_quality: flag.describe(
          '1: what a bot of low quality earns waits longer (`hold_hours` of `/figures` `quality`).',
        ),
        held_bots: heldBotsSchema,
        releases: z
          .strictObject({
            next_at: moment.nullable(),
            in_day: named('dayMicros', money),
            in_week: named('weekMicros', money),
            is_partial: flag.describe('1: only the first 5,000 subscribers are added up.'),
          })
          .describe('When held earnings are released, and how much in 24 hours and in 7 days.'),
      }),
      answered: { message: 'The wallet.' },
      handle: async (service, _input, { accountId }) => {
        const balance = await service.wallet.balance(accountId);
        const { isTrusted, held, releases } = await service.trust.ofPublisher(accountId);
        const { HOLD_HOURS, NEW_PUBLISHER_HOLD_HOURS, QUALITY_HOLD } = service.settings;
        return {
          ...balance,
          isTrusted,
          holdHours: isTrusted ? HOLD_HOURS : Math.max(HOLD_HOURS, NEW_PUBLISHER_HOLD_HOURS),
          holdsByQuality: QUALITY_HOLD,
          heldBots: heldBots(held),
          releases,
        };
      },
    }),
    history: resultHandler({
      summary: 'List movements, latest first',
      description: '`kind` takes a `date`: what it looks through is a day.',
      fields: historyFields,
      result: z.strictObject({ lines: z.array(line) }),
      answered: { message: 'Latest first.' },
      handle: async (service, input, { accountId }) => {
        if (input.kind !== undefined && input.date === undefined)
          throw new ServiceError('invalid', 'date: is required with kind.', { topic: 'required' });
        const zone = service.settings.SERVICE_TIMEZONE;
        const { before = null, limit, kind } = input;
        const day = input.date === undefined ? null : parseDay(input.date);
        const within = day === null ? {} : { within: { ...rangeOfDays(day, day, zone), kind } };
        return {
          lines: await service.wallet.history(accountId, { beforeEntryId: before, limit, ...within }),
        };
      },
    }),
    days: resultHandler({
      summary: 'List days, each added up by kind',
      description:
        'Latest first, by the clock of the service. `next` is the `to` of the next page; a page may have fewer days than `limit`.',
      fields: daysFields,
      result: z.strictObject({
        days: z.array(dayLine),
        next: day.nullable(),
        time_zone: z.string(),
      }),
      answered: { message: 'Latest first.' },
      handle: async (service, { from, to, kind, limit }, { accountId }) => {
        const fromDay = from === undefined ? null : parseDay(from);
        const toDay = to === undefined ? null : parseDay(to);
        if (fromDay !== null && toDay !== null && fromDay > toDay)
          throw new ServiceError('invalid', 'from: must not be after to.', { topic: 'days_reversed' });
        const page = await service.wallet.days(accountId, {
          fromDay,
          toDay,
          kind,
          limit: Math.min(limit, DAYS_MAX),
        });
        return { ...page, timeZone: service.settings.SERVICE_TIMEZONE };
      },
    }),
    withdrawals: resultHandler({
      summary: 'List withdrawals, latest first',
      fields: pageFields,
      result: z.strictObject({ withdrawals: z.array(withdrawalSchema) }),
      answered: { message: 'Latest first.' },
      handle: async (service, input, { accountId }) => {
        const page = { beforeId: input.before ?? null, limit: input.limit };
        return { withdrawals: await service.withdrawals.list(accountId, page) };
      },
    }),
    deposit: resultHandler({
      summary: 'Begin a deposit by a payment rail',
      isKept: true,
      fields: depositFields,
      result: depositSchema,
      answered: { message: 'Pay it within an hour.' },
      errors: { 429: 'Twenty an hour.', 503: 'The payment service does not answer.' },
      handle: (service, { rail, amount }, { accountId }, kept) =>
        service.deposits.ask(accountId, { rail, amountMicros: amount }, kept),
    }),
    deposit_info: resultHandler({
      summary: 'Get a deposit',
      fields: depositIdFields,
      result: depositSchema,
      answered: { message: 'The deposit.' },
      errors: notYours,
      handle: (service, { deposit_id }, { accountId }) => service.deposits.info(accountId, deposit_id),
    }),
    withdraw: resultHandler({
      summary: 'Request a withdrawal; it is confirmed in the chat',
      isKept: true,
      description:
        'The operator bot asks again; until its button is pressed, within an hour, the wallet is untouched.',
      fields: withdrawFields,
      result: z.strictObject({
        wish_id: named('withdrawalRequestId', z.string()),
        expires_in: named('lifeSeconds', whole),
      }),
      answered: { message: 'Confirm it in the chat with the operator bot.' },
      errors: { 429: 'Ten an hour.' },
      handle: (service, { amount, details, rail }, { accountId }, kept) =>
        service.cabinet.withdrawalRequests.ask(accountId, { amountMicros: amount, details, rail }, kept),
    }),
    withdrawal_check: resultHandler({
      summary: 'Get the link of a withdrawal that is paid by a check',
      description:
        'The link works for your own account of the platform alone. `null`: there is none to take.',
      fields: idFields,
      result: z.strictObject({ url: z.string().nullable() }),
      answered: { message: 'The check.' },
      errors: { ...notYours, 503: 'The payment service does not answer.' },
      handle: async (service, { withdrawal_id }, { accountId }) => {
        const url = await service.payouts.checkUrl(accountId, withdrawal_id);
        return { url };
      },
    }),
    cancel_withdrawal: madeHandler({
      summary: 'Cancel a withdrawal that waits',
      isKept: true,
      fields: idFields,
      result: withdrawalSchema,
      answered: { message: 'The amount is yours again.' },
      errors: notYours,
      handle: (service, { withdrawal_id }, { accountId }, kept) =>
        service.withdrawals.cancel(accountId, withdrawal_id, kept),
      shows: (outcome: Payment) => {
        if (outcome.kind === 'gone')
          throw new ServiceError('forbidden', 'This withdrawal is not one of yours.');
        return outcome.withdrawal;
      },
      says: (_, { kind }) => (kind === 'already' ? 'It was decided before.' : 'The amount is yours again.'),
    }),
  },
});
