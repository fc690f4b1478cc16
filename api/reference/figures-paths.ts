/** What the API reference says of estimates, figures and targeting (`docs/cabinet.md`). */
import { z } from 'zod';
import { qualityBounds, qualityReasons } from '../../core/quality/index.js';
import type { HandlerNote, PathNote } from './path-note.js';
import * as answer from './answers.js';
import { blockTest, blockTestSample, noFill, noFillSample } from './figures-of-bots.js';
import { AT, moment, money, notYours, percent, problem, reason, whole, words } from './shapes.js';

const date = z.string().meta({ format: 'date' });

const forecastError = z
  .strictObject({
    forecasts: whole.meta({ description: 'That were measured, of the last four weeks.' }),
    days: whole.meta({ description: 'Days that they were of.' }),
    joins: z.number().meta({
      description: 'Half of them were off by at most so many of a hundred joins that were forecast.',
    }),
    impressions: z.number().meta({ description: 'The same of impressions.' }),
    within_quarter: z.number().meta({ description: 'So many of a hundred were off by at most a quarter.' }),
    came: z.number().meta({ description: 'Joins that came for each hundred that were forecast.' }),
  })
  .nullable();

const forecast: Record<string, HandlerNote> = {
  order: {
    summary: 'What an order would cost and bring.',
    description:
      'Fields as `create` of `/orders` takes them. An estimate: lists of the last seven days, the share of users that the order suits, how many running orders pay more. `error` tells how far such forecasts were off: each day the next one is forecast of running orders, and compared with what came where an order ran all day and was not changed.',
    payload: {
      result: z.strictObject({
        old_price: money,
        real_price: money,
        coefficients: z.record(z.string(), z.number()),
        total: money.meta({ description: 'What all of it costs.' }),
        missing: money.meta({ description: 'What the wallet lacks for it.' }),
        reach: z.number().meta({ description: 'Of a hundred users, those that the order suits.' }),
        demands: z.array(
          z.strictObject({
            field: z.string(),
            coefficient: z.number(),
            adds: money.meta({ description: 'To the price of a subscriber.' }),
            reach_without: z.number(),
          }),
        ),
        lists_per_day: z.number(),
        suiting_per_day: z.number(),
        impressions_per_day: z
          .number()
          .meta({ description: 'Of the suiting lists, those that reach down to its rank by price.' }),
        joins_per_day: z.number(),
        days_to_fill: z.number().nullable(),
        running_orders: whole,
        dearer_orders: whole,
        error: z.strictObject({
          all: forecastError.meta({ description: 'Of all orders; null: too few were measured yet.' }),
          alike: forecastError.meta({
            description:
              'Of orders of the same size: fewer than 1, 10, 100 joins a day were forecast, or more. Null: too few were measured yet.',
          }),
        }),
        warnings: answer.warnings,
      }),
    },
    example: { link: 'https://t.me/example', ads_type: 'channel', quantity_all: 1_000, price: 2.5 },
    answered: {
      message: 'An estimate.',
      result: {
        old_price: 2.5,
        real_price: 3.75,
        coefficients: { devicestype: 1.5, total: 1.5 },
        total: 3_750,
        missing: 0,
        reach: 61.4,
        demands: [{ field: 'devicestype', coefficient: 1.5, adds: 1.25, reach_without: 80.1 }],
        lists_per_day: 5_200,
        suiting_per_day: 3_192.8,
        impressions_per_day: 798.2,
        joins_per_day: 239.46,
        days_to_fill: 4.18,
        running_orders: 40,
        dearer_orders: 15,
        error: {
          all: { forecasts: 840, days: 27, joins: 38.5, impressions: 29.1, within_quarter: 31.2, came: 88.4 },
          alike: null,
        },
        warnings: [],
      },
    },
    errors: { 400: '`price_too_low`, `invalid_parameter`.' },
  },
  link: {
    summary: 'What a link leads to, and what is still missing there.',
    payload: {
      result: z.strictObject({
        link: z.string(),
        ads_type: z.enum(['channel', 'bot', 'resource']).nullable(),
        name: z.string(),
        problems: z.array(problem),
        operator_bot: z.string(),
      }),
    },
    example: { link: 'https://t.me/example' },
    answered: {
      message: 'What the link leads to.',
      result: {
        link: 'https://t.me/example',
        ads_type: 'channel',
        name: 'Gardening every day',
        problems: ['not_administrator'],
        operator_bot: 'sponsorgate_bot',
      },
    },
  },
};

const sum = { subscribers: whole, value: money };
const day = z.strictObject({ date, ...sum });
const shared = {
  days: z.array(day),
  total: z.strictObject(sum),
  before: z
    .strictObject({ days: z.array(day), ...sum })
    .meta({ description: 'As many days right before these.' }),
  way: z
    .strictObject({ shown: whole, joined: whole, paid: whole, left: whole })
    .meta({ description: 'How far users came.' }),
  hours: z
    .array(z.strictObject({ at: moment, subscribers: whole }))
    .meta({ description: 'Of today, hour by hour; empty where the range ends before today.' }),
  unpaid: z.array(z.strictObject({ reason, joins: whole })),
  unpaid_days: z.array(z.strictObject({ date, reason, joins: whole })),
};
const oneDay = { date: '2030-01-31', subscribers: 6, value: 14.1 };
const sharedSample = {
  days: [oneDay],
  total: { subscribers: 6, value: 14.1 },
  before: { days: [{ date: '2030-01-30', subscribers: 4, value: 9.4 }], subscribers: 4, value: 9.4 },
  way: { shown: 30, joined: 7, paid: 6, left: 1 },
  hours: [{ at: AT, subscribers: 2 }],
  unpaid: [{ reason: 'came_back', joins: 1 }],
  unpaid_days: [{ date: '2030-01-31', reason: 'came_back', joins: 1 }],
};
const range = { start_date: '2030-01-31', end_date: '2030-01-31' };

const figures: Record<string, HandlerNote> = {
  orders: {
    summary: 'Of one order, or of all.',
    payload: {
      result: z.strictObject({
        ...shared,
        languages: z.array(z.strictObject({ language: z.string(), percentage: z.number() })),
        sources: z.array(
          z.strictObject({ bot_id: whole, bot_nickname: z.string(), ...sum, is_excluded: z.boolean() }),
        ),
      }),
    },
    example: { order_id: 1, ...range },
    answered: {
      message: 'Figures of orders.',
      result: {
        ...sharedSample,
        languages: [{ language: 'ru', percentage: 100 }],
        sources: [
          { bot_id: 4242, bot_nickname: 'recipes_bot', subscribers: 6, value: 14.1, is_excluded: false },
        ],
      },
    },
    errors: notYours,
  },
  bots: {
    summary: 'Of one bot, or of all.',
    payload: {
      result: z.strictObject({
        ...shared,
        prices: z
          .strictObject({
            impression: money.nullable(),
            subscriber: money.nullable(),
            filled: z
              .number()
              .min(0)
              .max(100)
              .nullable()
              .meta({ description: 'Of a hundred lists, those with a sponsor.' }),
          })
          .meta({
            description:
              'What an impression and a subscriber brought on average; null where there were none.',
          }),
        no_fill: noFill,
        block_test: blockTest,
        requests: z.strictObject({
          total: whole,
          sponsors: whole,
          no_sponsors: whole,
          passed: whole,
          errors: whole,
          unproven: whole,
        }),
        sponsors: z.array(
          z.strictObject({
            ads_id: whole,
            title: z.string(),
            link: z.string(),
            ...sum,
            is_excluded: z.boolean(),
          }),
        ),
      }),
    },
    example: { bot_id: 4242, ...range },
    answered: {
      message: 'Figures of bots.',
      result: {
        ...sharedSample,
        prices: { impression: 0.47, subscriber: 2.35, filled: 85.7 },
        no_fill: noFillSample,
        block_test: blockTestSample,
        requests: { total: 40, sponsors: 30, no_sponsors: 5, passed: 5, errors: 0, unproven: 0 },
        sponsors: [
          {
            ads_id: 1,
            title: 'Gardening every day',
            link: 'https://t.me/garden',
            subscribers: 6,
            value: 9.87,
            is_excluded: false,
          },
        ],
      },
    },
    errors: notYours,
  },
};

const factor = z.number().min(qualityBounds.least).max(qualityBounds.most);

const quality: HandlerNote = {
  summary: 'What the subscribers of a bot are worth, and why.',
  description:
    'A factor between 0.5 and 1.2, read once a day; 1 without reasons where nothing was read yet. The formula: `docs/quality.md`. Shares are of a hundred.',
  payload: {
    result: z.strictObject({
      factor,
      read_at: moment.nullable(),
      joins: whole.meta({ description: 'Of the last 30 days.' }),
      reasons: z
        .array(
          z.strictObject({
            reason: z.enum(qualityReasons),
            effect: z.number().meta({ description: 'What it adds to 1 or takes.' }),
            share: percent.meta({ description: 'What was found of the bot.' }),
            others: percent.meta({ description: 'What was found of other bots.' }),
            words,
          }),
        )
        .meta({ description: 'The strongest first.' }),
      curve: z
        .array(z.strictObject({ after_hours: z.number(), followed: whole, stayed: percent, others: percent }))
        .meta({ description: 'Of a hundred subscribers, how many are still there; of other bots’, too.' }),
      pays: factor.nullable().meta({
        description:
          'By this your share of a price is multiplied for sponsors that are shown now; null where the service does not pay by quality.',
      }),
      hold_hours: whole.nullable().meta({
        description:
          'For so long what the bot earns by sponsors that are shown now is on hold, a new publisher’s for at least `hold_hours` of `/wallet` `info`; null where the service does not hold by quality.',
      }),
      announced: z
        .strictObject({
          from: date.meta({ description: 'From this day on.' }),
          factor: factor.nullable(),
          hold_hours: whole.nullable(),
        })
        .nullable()
        .meta({
          description: 'What `pays` (`factor`) and `hold_hours` will be; null where nothing is announced.',
        }),
    }),
  },
  example: { bot_id: 4242 },
  answered: {
    message: 'The quality of the bot.',
    result: {
      factor: 0.903,
      read_at: AT,
      joins: 212,
      reasons: [
        {
          reason: 'leave_within_hour',
          effect: -0.097,
          share: 85.9,
          others: 97.8,
          words: {
            en: 'Of 100 subscribers 86 are still there after an hour; of other bots’ on the same orders, 98.',
            ru: 'Из 100 подписчиков через час остаются 86; у других ботов на тех же заказах — 98.',
          },
        },
      ],
      curve: [{ after_hours: 1, followed: 212, stayed: 85.9, others: 97.8 }],
      pays: 1,
      hold_hours: 24,
      announced: { from: '2026-01-22', factor: 0.903, hold_hours: 33 },
    },
  },
  errors: notYours,
};

const targeting: HandlerNote = {
  summary: 'The fields of targeting, their choices, words and coefficients.',
  description:
    'The values of lists are those of `/filters`; `bot_qualities` are what `min_bot_quality` of an order may be beside 0; `codes` name countries and languages by ISO.',
  payload: {
    result: z.strictObject({
      fields: z.array(
        z.strictObject({
          field: z.string(),
          kind: z.enum(['choice', 'list', 'demand', 'level']),
          told_by_visit: z.enum(['', 'device', 'place']),
          titles: words,
          filter: z.string(),
          default_values: z.array(whole),
          coefficient: z.number(),
          options: z.array(z.strictObject({ value: z.string(), words, coefficient: z.number() })),
        }),
      ),
      bot_qualities: z.array(z.strictObject({ least: z.number(), coefficient: z.number() })),
      codes: z.strictObject({
        countries: z.record(z.string(), z.string()),
        languages: z.record(z.string(), z.string()),
      }),
    }),
  },
  example: {},
  answered: {
    message: 'The fields of targeting.',
    result: {
      fields: [
        {
          field: 'has_photo',
          kind: 'demand',
          told_by_visit: '',
          titles: { en: 'photo', ru: 'фото' },
          filter: '',
          default_values: [],
          coefficient: 1.1,
          options: [],
        },
      ],
      bot_qualities: [{ least: 0.8, coefficient: 1.1 }],
      codes: { countries: { 1: 'RU' }, languages: { 1: 'ru' } },
    },
  },
};

export const figuresNotes: Readonly<Record<string, PathNote>> = {
  '/forecast': { tag: 'Advertisers', actions: forecast },
  '/figures': { tag: 'Both', actions: { ...figures, quality } },
  '/targeting': { tag: 'Both', handler: targeting },
};
