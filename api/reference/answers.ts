/** What the service answers, as schemas: the API reference shows them, and a test holds real answers to them. */
import { z } from 'zod';
import { type BotSetting, botSettings, settingNames } from '../../core/bots/index.js';
import { unpaidReasons } from '../../core/evidence/index.js';
import {
  type AnyRow,
  keptNames,
  type OrderField,
  rowOf,
  rulebook,
  targetingNames,
} from '../../core/orders/index.js';
import { words } from './shapes.js';

const micros = (description: string) =>
  z.number().meta({ description: `${description} At most 6 decimals.` });
const flag = z.literal([0, 1]);
const date = z.string().meta({ format: 'date', description: 'YYYY-MM-DD' });

const sponsorStatus = z.enum(['subscribed', 'unsubscribed', 'notgetted']).meta({
  description:
    '`notgetted`: subscribed, and may be let through, but had been there before and left; nobody pays for them.',
});

export const sponsor = z.strictObject({
  ads_id: z.string().meta({
    description: 'Unique id of the order; "0" for a smart redirect until the user opens its page.',
  }),
  link: z.string().meta({ description: 'Ready-to-use link for subscribing or opening.' }),
  resource_id: z
    .string()
    .meta({ description: 'Id of the channel or bot on the platform; "" when there is none.' }),
  type: z.enum(['channel', 'bot', 'smart_link', 'resource']).meta({
    description:
      '`channel`: a channel or chat; `smart_link`: a smart redirect, whose sponsor is determined when the user opens the link; `resource`: an external resource such as a mini app or website, or a channel or bot without a subscription check.',
  }),
  status: sponsorStatus,
  available_now: z
    .boolean()
    .meta({ description: 'Whether the sponsor is active now. When false it must not be shown.' }),
  button_text: z.string().meta({ description: 'Recommended button text.' }),
  resource_logo: z.string().meta({ description: 'URL of the logo; may be "".' }),
  resource_name: z.string().meta({ description: 'Name of the channel or bot.' }),
});

/** The settings of a bot, made of their rows. */
const settingAnswers = Object.fromEntries(
  settingNames.map((name) => {
    const row: BotSetting = botSettings[name];
    return [row.wire, answerOf(row).meta({ description: `${row.shown ?? row.reference}.` })];
  }),
);

function answerOf(row: BotSetting): z.ZodType {
  switch (row.kind) {
    case 'flag':
      return flag;
    case 'whole':
      return z.int().min(row.min).max(row.max);
    case 'choice':
      return z.enum(row.choices);
    case 'prose':
    case 'picture':
      return z.string().nullable();
    case 'codes':
      return z.array(z.string());
    case 'money':
      return z.number();
  }
}

export const bot = z.strictObject({
  bot_id: z.int(),
  bot_name: z.string(),
  bot_nickname: z.string().meta({ description: 'Username without @.' }),
  status: z.enum(['active', 'archived', 'blocked', 'token_invalid']),
  note: z.string().nullable(),
  is_on: flag.meta({ description: '1 enabled, 0 disabled.' }),
  in_archive: flag,
  is_trusted: flag.meta({
    description:
      '1 for a bot with its token, and for one that a moderator trusts; 0: what it earns is held, and it gets a limited number of lists a day, or none once a moderator has refused it.',
  }),
  profit: micros('All the bot has earned.'),
  profit_own_orders: micros("The part from the owner's own orders."),
  api_key: z.string().meta({ description: 'Bot Key.' }),
  ...settingAnswers,
});

export const listedBot = z.strictObject({
  bot_id: z.int(),
  bot_name: z.string(),
  bot_nickname: z.string(),
  status: z.enum(['active', 'archived', 'blocked', 'token_invalid']),
  is_on: flag,
  profit: z.number(),
  in_archive: flag,
  is_trusted: flag,
});

export const endUser = z
  .strictObject({
    first_name: z.string(),
    last_name: z.string(),
    username: z.string().meta({ description: 'Without @.' }),
    lang_code: z.string().meta({ description: 'Language code of the app.' }),
    gender: z.enum(['male', 'female', '']),
    age_category: z.int().min(0).max(6).meta({
      description:
        '0 undetermined, 1 under 10, 2 from 11 to 13, 3 from 14 to 15, 4 from 16 to 17, 5 from 18 to 24, 6 25 and older.',
    }),
    age_category_info: z.string().meta({ description: 'Text label of the category.' }),
    country: z.string(),
    city: z.string(),
    device_type: z.enum(['mobile', 'desktop', 'tablet', '']),
    device_os: z.enum(['Android', 'iOS', 'Mac OS', 'Windows', '']),
    ip_address: z.string(),
    is_suspicious: z
      .boolean()
      .meta({ description: 'Several accounts behind one device or address are suspected.' }),
    assumed: z.strictObject({ lang_code: z.string().optional() }).meta({
      description:
        'What nobody has said and the service assumes: the language that most of the bot’s known users have, else its default. It serves orders with the default audience, and what the user is shown.',
    }),
  })
  .meta({ description: 'Unknown fields are "" or 0.' });

const orderStatus = z.enum(['Moderation', 'Processing', 'Stopped', 'Finished', 'Rejected', 'Archived']).meta({
  description:
    'A new order waits in Moderation; approved it is Processing with `is_on` 1 and Stopped with 0, else Rejected with a `reason`. `is_on` 0 stops it, 1 starts it again. It is Finished when `quantity_all` is reached. `in_archive` 1 makes it Archived, 0 gives back what it was.',
});
const whole = z.int();

/** Demands that nobody can meet here. */
export const warnings = z
  .array(z.strictObject({ demand: z.enum(['countries', 'cities']), message: z.string() }))
  .meta({
    description:
      'Demands that nobody can meet, since this service cannot tell them of anybody: an order with one is shown to nobody. Mostly empty.',
  });

/** Whom an order is for, made of the rulebook. */
const targeting = z.strictObject(
  Object.fromEntries(targetingNames.map((name) => [rulebook[name].wire, demandOf(rulebook[name])])),
);

function demandOf(row: AnyRow): z.ZodType {
  if (row.kind === 'demand') return flag;
  if (row.kind === 'level') return whole;
  if (row.kind === 'choice')
    return row.choices.every((choice) => typeof choice === 'string') ? z.enum(row.choices) : whole;
  const values = z.array(row.filter === 'devicestype' ? z.string() : whole);
  return row.wire === 'languages' ? values.nullable().meta({ description: 'null: all languages.' }) : values;
}

const schedule = z.strictObject({
  start_datetime: z.string().nullable(),
  start_time: z.string().nullable().meta({ description: 'HH:MM:SS' }),
  end_time: z.string().nullable().meta({ description: 'HH:MM:SS' }),
  excluded_days: z.array(whole),
});

const listedOrderFields = {
  order_id: whole,
  name: z.string(),
  link: z.string(),
  ads_type: z.enum(['channel', 'bot', 'resource']),
  status: orderStatus,
  is_on: flag,
  in_archive: flag,
  quantity_all: whole,
  quantity_now: whole.meta({ description: 'Completed subscriptions.' }),
  remains: whole.meta({ description: 'Remaining subscriptions.' }),
  old_price: micros('Base price per subscriber as specified, before coefficients.'),
  real_price: micros('Final price per subscriber, after all coefficients.'),
  created_at: z.string().meta({ description: 'YYYY-MM-DD HH:MM:SS' }),
};

export const listedOrder = z.strictObject(listedOrderFields);

/** The fields of an order, made of their rows. */
const orderFieldAnswers = Object.fromEntries(
  keptNames.map((name) => {
    const row = rowOf(name);
    return [
      row.wire,
      row.shown === undefined ? fieldAnswer(row) : fieldAnswer(row).meta({ description: `${row.shown}.` }),
    ];
  }),
);

function fieldAnswer(row: OrderField): z.ZodType {
  switch (row.kind) {
    case 'flag':
      return flag;
    case 'truth':
      return z.boolean();
    case 'whole':
    case 'level':
      return whole;
    case 'choice':
      return z.enum(row.choices);
    case 'link':
    case 'line':
    case 'secret':
      return z.string();
    case 'code':
      return z.string().nullable();
    case 'codes':
      return z.array(z.string());
    case 'price':
    case 'quality':
      return z.number();
    case 'targeting':
      return targeting;
    case 'schedule':
      return schedule;
  }
}

export const order = z.looseObject({
  ...listedOrderFields,
  ...orderFieldAnswers,
  reason: z.string().nullable().meta({ description: 'Rejection reason; only for Rejected.' }),
  pause_reason: z.enum(['link_moved', 'removes_subscribers']).nullable().meta({
    description:
      'Why the service holds the order back, else null; the status stays as it is. link_moved: its @username leads to another chat, or nowhere; it goes on by itself when the name leads to the chat again. removes_subscribers: more than 5 of its last 100 subscribers were removed by somebody else; a moderator lets it go on.',
  }),
  coefficients: z.record(z.string(), z.number()).meta({
    description:
      'One entry per applied coefficient, plus `total`, the final multiplier: their product. Of several ages, the sum of each coefficient times its share of their percentages in /filters.',
  }),
  revision: whole.meta({ description: 'Moves with every change; `update` takes it as `if_revision`.' }),
  refusals: z
    .record(z.string(), z.number())
    .meta({ description: 'Why it was not shown in the last 24 hours: reason and how many times.' }),
  refusal_words: z.record(z.string(), words).meta({ description: 'What each of these reasons means.' }),
  warnings,
  administrator_bot: z.string().nullable().meta({
    description:
      'The bot of this service, without @, that has to be administrator of the channel; null where the operator bot is the only one, and for orders of no channel.',
  }),
});

const byDay = {
  labels: z.array(date).meta({ description: 'Dates for the X axis.' }),
  subscribers_data: z.array(whole).meta({ description: 'Subscriptions per date.' }),
  value_data: z.array(z.number()).meta({ description: 'Spending or income per date.' }),
  avg_price_data: z.array(z.number()).meta({ description: 'Average subscriber price per date.' }),
  total_subscribers: whole.meta({ description: 'Total for the period.' }),
  total_value: z.number().meta({ description: 'Total for the period.' }),
};

const splitDay = z.strictObject({
  date,
  service_subs: whole,
  service_value: z.number(),
  own_subs: whole,
  own_value: z.number(),
  total_subs: whole,
  total_value: z.number(),
  avg_price: z.number(),
});

const requestsStats = z.strictObject({
  total_requests: whole,
  successful_requests: whole.meta({ description: 'Sponsors were shown.' }),
  no_sponsors: whole,
  passed: whole.meta({ description: 'Already subscribed.' }),
  errors: whole,
  unproven_impressions: whole.meta({
    description:
      'Further field: impressions to users of whom the platform does not say that they use the bot.',
  }),
});

/** Joins that nobody pays for: further fields of advertisers and bot owners. */
const unpaid = {
  unpaid: z
    .array(
      z.strictObject({
        date: z.string(),
        reason: z.enum(unpaidReasons),
        text: z.string().meta({ description: 'The reason in words, in the language of `lang`.' }),
        joins: whole,
      }),
    )
    .meta({
      description:
        'Further field: joins that nobody pays for, by day and reason, oldest first; only days that had any.',
    }),
  unpaid_total: whole.meta({ description: 'Further field: the joins of `unpaid` together.' }),
};

const languageStat = z.strictObject({
  lang: z.string(),
  percentage: z.string().meta({ description: 'With a percent sign.', examples: ['62.5%'] }),
});

/** By action of /statistic. */
export const statistics = {
  allads: z.strictObject({ ...byDay, ...unpaid }),
  ads: z.strictObject({ ...byDay, language_stats: z.array(languageStat), ...unpaid }),
  source: z.strictObject({
    table_data: z.array(
      z.strictObject({
        bot_id: whole,
        bot_nickname: z.string(),
        subscribers: whole,
        value: z.number(),
        is_excluded: z.boolean(),
      }),
    ),
  }),
  bots: z.strictObject({
    ...byDay,
    show_extended_table: z.boolean().meta({ description: 'True when own orders brought subscribers.' }),
    table_data: z.array(splitDay),
    requests_stats: requestsStats,
    ...unpaid,
  }),
  sponsor: z.strictObject({
    table_data: z.array(
      z.strictObject({
        link: z.string(),
        ads_id: whole,
        subscribers: whole,
        value: z.number(),
        is_excluded: z.boolean(),
      }),
    ),
  }),
};

const filterValue = <Id extends z.ZodType>(id: Id) =>
  z.strictObject({
    id: id.meta({ description: 'To use when creating or updating orders and bots.' }),
    name: z.string().meta({ description: 'Human-readable name.' }),
    percentage: z.number().meta({ description: 'Approximate share of this value among all users.' }),
  });

export const filters = z.strictObject({
  ads: z.strictObject({
    countries: z.array(filterValue(whole)),
    languages: z.array(filterValue(whole)),
    cities: z.array(filterValue(whole)),
    ages: z.array(filterValue(whole)),
    devicestype: z.array(filterValue(z.string())),
    devicesos: z.array(filterValue(whole)),
    forbidden_themes: z.array(filterValue(z.string())),
  }),
  bots: z.strictObject({ forbidden_themes: z.array(filterValue(z.string())) }),
});

export const botInfo = z.strictObject({
  bot_id: whole,
  bot_username: z.string(),
  total_followers: whole.meta({ description: 'Subscribers the bot has brought.' }),
  revenue: z.number(),
});
