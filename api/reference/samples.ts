/** Answers as they may come, for the API reference: one of each kind. A test holds each to the schema of its answer. */
import { defaultBotSettings } from '../../core/bots/index.js';
import { fieldDefaults } from '../../core/orders/index.js';
import { toWireSettings } from '../routes/bot-settings.js';
import { toWireFields } from '../routes/orders/order-fields.js';

const sponsor = {
  ads_id: '1',
  link: 'https://sponsors.example.org/r/Zk3vQ8',
  resource_id: '-1001234567890',
  type: 'channel',
  status: 'unsubscribed',
  available_now: true,
  button_text: 'Subscribe',
  resource_logo: '',
  resource_name: 'Gardening every day',
};

export const sponsorBlock = {
  additional: { sponsors: [sponsor] },
  links: [sponsor.link],
  total_fixed_link: 1,
};

export const subscribed = { additional: { sponsors: [{ ...sponsor, status: 'subscribed' }] } };

export const endUser = {
  first_name: 'Emma',
  last_name: '',
  username: 'emma_reads',
  lang_code: 'en',
  gender: 'female',
  age_category: 5,
  age_category_info: '18-24',
  country: 'Latvia',
  city: 'Riga',
  device_type: 'mobile',
  device_os: 'Android',
  ip_address: '203.0.113.7',
  is_suspicious: false,
  assumed: {},
};

export const bot = {
  bot_id: 4242,
  bot_name: 'Recipes',
  bot_nickname: 'recipes_bot',
  status: 'active',
  note: null,
  is_on: 1,
  in_archive: 0,
  is_trusted: 1,
  profit: 12.6,
  profit_own_orders: 0,
  api_key: 'sg_bot_…',
  ...toWireSettings({ ...defaultBotSettings, getLinks: true }),
};

export const listedBot = {
  bot_id: 4242,
  bot_name: 'Recipes',
  bot_nickname: 'recipes_bot',
  status: 'active',
  is_on: 1,
  profit: 12.6,
  in_archive: 0,
  is_trusted: 1,
};

export const listedOrder = {
  order_id: 1,
  name: 'New order',
  link: 'https://t.me/example',
  ads_type: 'channel',
  status: 'Processing',
  is_on: 1,
  in_archive: 0,
  quantity_all: 1000,
  quantity_now: 6,
  remains: 994,
  old_price: 3,
  real_price: 4.5,
  created_at: '2030-01-01 12:00:00',
};

const defaults = fieldDefaults();
const HOUR = 3_600;

export const order = {
  ...listedOrder,
  reason: null,
  pause_reason: null,
  ...toWireFields(
    {
      ...defaults,
      link: listedOrder.link,
      adsType: 'channel',
      quantityAll: listedOrder.quantity_all,
      priceMicros: 3_000_000n,
      pricePremiumMicros: 4_000_000n,
      targeting: { ...defaults.targeting, countries: [1] },
      schedule: {
        ...defaults.schedule,
        startTimeSeconds: 9 * HOUR,
        endTimeSeconds: 21 * HOUR,
        excludedDays: [6, 7],
      },
    },
    'UTC',
  ),
  coefficients: { countries: 1.5, total: 1.5 },
  revision: 3,
  refusals: { closed_now: 41, countries: 12 },
  refusal_words: {
    closed_now: {
      en: 'Its schedule does not show it at this time.',
      ru: 'По расписанию заказ в это время не показывается.',
    },
    countries: {
      en: 'The user is not one of those whom countries demands.',
      ru: 'Пользователь не из тех, кого требует countries.',
    },
  },
  warnings: [],
  administrator_bot: null,
};

export const filters = {
  ads: {
    countries: [{ id: 1, name: 'Latvia', percentage: 4.2 }],
    languages: [{ id: 1, name: 'Russian', percentage: 51.3 }],
    cities: [{ id: 1, name: 'Riga', percentage: 1.4 }],
    ages: [{ id: 5, name: '18-24', percentage: 38.5 }],
    devicestype: [{ id: 'mobile', name: 'Mobile', percentage: 88.1 }],
    devicesos: [{ id: 1, name: 'Android', percentage: 61.9 }],
    forbidden_themes: [{ id: 'cooking', name: 'Cooking', percentage: 3.1 }],
  },
  bots: { forbidden_themes: [{ id: 'cooking', name: 'Cooking', percentage: 3.1 }] },
};

const days = {
  labels: ['2030-01-08', '2030-01-09'],
  subscribers_data: [2, 4],
  value_data: [9, 18],
  avg_price_data: [4.5, 4.5],
  total_subscribers: 6,
  total_value: 27,
};

const unpaid = {
  unpaid: [
    {
      date: '2030-01-09',
      reason: 'came_back',
      text: 'The user had been a member before, left, and came back.',
      joins: 1,
    },
  ],
  unpaid_total: 1,
};

/** By action of /statistic. */
export const statistics = {
  allads: { ...days, ...unpaid },
  ads: { ...days, language_stats: [{ lang: 'ru', percentage: '100%' }], ...unpaid },
  source: {
    table_data: [
      { bot_id: 4242, bot_nickname: 'recipes_bot', subscribers: 6, value: 27, is_excluded: false },
    ],
  },
  bots: {
    ...days,
    show_extended_table: true,
    table_data: [
      {
        date: '2030-01-09',
        service_subs: 3,
        service_value: 13.5,
        own_subs: 1,
        own_value: 4.5,
        total_subs: 4,
        total_value: 18,
        avg_price: 4.5,
      },
    ],
    requests_stats: {
      total_requests: 20,
      successful_requests: 8,
      no_sponsors: 2,
      passed: 9,
      errors: 1,
      unproven_impressions: 0,
    },
    ...unpaid,
  },
  sponsor: {
    table_data: [
      { link: 'https://t.me/example', ads_id: 1, subscribers: 6, value: 18.9, is_excluded: false },
    ],
  },
};

export const botInfo = { bot_id: 4242, bot_username: 'recipes_bot', total_followers: 6, revenue: 12.6 };
