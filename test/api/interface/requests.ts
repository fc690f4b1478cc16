/** The request parameters of docs/interface.md, written down by hand: path, field, type, bounds, default. */

export interface DocumentedField {
  required?: true;
  format?: 'date';
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  /** Of a list's elements. */
  of?: 'string' | 'integer';
  min?: number;
  max?: number;
  values?: unknown[];
  default?: string | number | boolean;
  /** What else the interface says of it, as words of its description. */
  says?: RegExp;
}

const integer: DocumentedField = { type: 'integer' };
const string: DocumentedField = { type: 'string' };
const number: DocumentedField = { type: 'number' };
const flag: DocumentedField = { values: [0, 1] };
const integers: DocumentedField = { type: 'array', of: 'integer' };
const strings: DocumentedField = { type: 'array', of: 'string' };
const saying = (field: DocumentedField, says: RegExp): DocumentedField => ({ ...field, says });
const required = (field: DocumentedField): DocumentedField => ({ ...field, required: true });
const orDefault = (field: DocumentedField, value: string | number): DocumentedField => ({
  ...field,
  default: value,
});

/** The four fields that a bot without a token needs. */
const withoutToken = /required.*when the bot was added without a token/i;

const botSettings: Record<string, DocumentedField> = {
  bot_token: saying(string, /bot token/i),
  bot_name: saying(string, /required without bot_token/),
  bot_nickname: saying(string, /without @.*required without bot_token/),
  time_purge: { type: 'integer', min: 5, max: 4320, default: 180, says: /minutes/i },
  max_sponsors: { type: 'integer', min: 1, max: 10, default: 4 },
  get_links: saying(orDefault(flag, 0), /1 links.*0 the service shows the block/),
  use_smart_link: orDefault(flag, 1),
  show_quiz: orDefault(flag, 0),
  redirect_open_typeString: {
    type: 'string',
    values: ['url', 'miniapp'],
    says: /browser \(url, the default\).*platform \(miniapp\)/,
  },
  show_bots: orDefault(flag, 1),
  show_resources: orDefault(flag, 1),
  text_op: saying(string, /null goes back to the default/),
  image_op: saying(string, /URL; null removes it/),
  forbidden_themes: saying(strings, /filters\.bots\.forbidden_themes/),
};

const orderFields: Record<string, DocumentedField> = {
  name: { type: 'string', default: 'New order' },
  is_on: saying(orDefault(flag, 1), /1 start \(right after moderation\), 0 stay paused/),
  quantity_day: saying(integer, /daily limit; default equals quantity_all/i),
  price: saying(number, /regular subscriber, before coefficients; absent: the standard price/),
  price_premium: saying(number, /premium subscriber; applied only when user_parameters\.only_premium is 1/),
  bot_token: saying(string, /required when ads_type is bot/),
  to_bot_member: saying(orDefault(flag, 0), /1 it is a code/),
  track_unsubscriptions: { type: 'boolean', default: true, says: /only for ads_type channel/ },
  is_lite: saying(orDefault(flag, 0), /1 smooth distribution.*0 as fast as possible/),
  sub_speed: saying(integer, /per hour; meaningful only with is_lite 1/),
  places: { values: [0, 1, 2], default: 2, says: /0 own bots, 1 other bots, 2 own and other bots/ },
  priority: saying(orDefault(flag, 0), /own bots: 0 standard, 1 high, always on top/),
  own_links: saying(orDefault(flag, 1), /separate invite link/),
  is_free: saying(orDefault(flag, 0), /own bots: 0 paid \(the service fee is charged\), 1 free/),
  user_parameters: { type: 'object' },
  forbidden_themes: strings,
  min_bot_quality: {
    values: [0, 0.8, 0.9, 1],
    default: 0,
    says: /of a bot of which nothing is known it is 1.*0\.8: x1\.1, 0\.9: x1\.2, 1: x1\.3/,
  },
  order_schedule: { type: 'object' },
  'user_parameters.gender': { values: ['male', 'female', 'all'], default: 'all' },
  'user_parameters.only_premium': {
    values: [0, 1, 2],
    default: 0,
    says: /0 any, 1 premium only, 2 non-premium/,
  },
  'user_parameters.languages': saying(
    orDefault(integers, '[1,2,3,4,5]'),
    /Russian, Uzbek, Kazakh, Ukrainian, Belarusian.*null is all languages/,
  ),
  'user_parameters.countries': saying(integers, /\/filters.*x1\.5/),
  'user_parameters.cities': saying(integers, /\/filters.*x2\b/),
  'user_parameters.devicestype': saying(strings, /desktop and mobile.*x1\.5/),
  'user_parameters.devicesos': saying(integers, /\/filters.*x1\.5/),
  'user_parameters.ages': saying(
    integers,
    /1: x1\.2, 2: x1\.2, 3: x1\.5, 4: x1\.5, 5: x2\.0, 6: x2\.5; of several, the average weighted/,
  ),
  'user_parameters.has_photo': saying(flag, /1 required, 0 indifferent.*x1\.1/),
  'user_parameters.has_real_photo': saying(flag, /1 required, 0 indifferent.*x1\.4/),
  'user_parameters.has_username': saying(flag, /1 required, 0 indifferent.*x1\.1/),
  'user_parameters.has_bio': saying(flag, /1 required, 0 indifferent.*x1\.1/),
  'user_parameters.has_first_name': saying(flag, /1 required, 0 indifferent.*x1\.1/),
  'user_parameters.has_ru_name': saying(flag, /1 required, 0 indifferent.*x1\.1/),
  'user_parameters.has_rus_name': saying(flag, /1 required, 0 indifferent.*x1\.1/),
  'user_parameters.has_only_cyrillic': saying(flag, /1 required, 0 indifferent.*x1\.1/),
  'user_parameters.has_fake_check': saying(flag, /1 required, 0 indifferent.*anti-fraud check.*x1\.1/),
  'user_parameters.old_account': {
    values: [0, 1, 2, 3, 4, 5],
    default: 0,
    says: /1 at least 2 years, 2 at least 3, 3 at least 5, 4 at least 7, 5 at least 9\..*1: x1\.1, 2: x1\.2, 3: x1\.3, 4: x1\.4, 5: x1\.5/,
  },
  'user_parameters.gifts': {
    values: [0, 1, 2, 3, 4, 5],
    default: 0,
    says: /1 at least 1, 2 at least 10, 3 at least 20, 4 at least 50, 5 at least 100\..*1: x1\.1, 2: x1\.2, 3: x1\.3, 4: x1\.4, 5: x1\.5/,
  },
  'user_parameters.rating': {
    values: [0, 1, 2, 3, 4, 5],
    default: 0,
    says: /1 at least 1, 2 at least 2, 3 at least 5, 4 at least 7, 5 at least 10\..*1: x1\.1, 2: x1\.2, 3: x1\.3, 4: x1\.4, 5: x1\.5/,
  },
  'order_schedule.start_datetime': saying(string, /YYYY-MM-DD HH:MM:SS/),
  'order_schedule.start_time': saying(string, /HH:MM/),
  'order_schedule.end_time': saying(string, /HH:MM/),
  'order_schedule.excluded_days': { type: 'array', of: 'integer', says: /1 Monday to 7 Sunday/ },
};

const timeRange: DocumentedField = { values: ['today', '3days', '7days', 'all'], default: 'all' };
const quantityAll: DocumentedField = { type: 'integer', min: 10, max: 10_000_000 };
const adsType: DocumentedField = { values: ['channel', 'bot', 'resource'] };

export const documented: { path: string; action?: string; fields: Record<string, DocumentedField> }[] = [
  {
    path: '/get-sponsors',
    fields: {
      chat_id: required(integer),
      user_id: required(integer),
      first_name: saying(string, withoutToken),
      username: saying(string, withoutToken),
      language_code: saying(string, withoutToken),
      is_premium: { type: 'boolean', says: withoutToken },
      action: {
        values: ['subscribe', 'newtask', 'task'],
        default: 'subscribe',
        says: /subscribe`: for the time_purge.*newtask`: not pinned.*task`: pinned until/,
      },
      max_sponsors: { type: 'integer', min: 1, max: 10, says: /overrides the bot setting/i },
      get_links: saying(flag, /1: links.*0: the service shows the block.*overrides the bot setting/i),
      exclude_resource_ids: strings,
      exclude_ads_ids: integers,
    },
  },
  {
    path: '/get-user-subscriptions',
    fields: {
      user_id: required(integer),
      links: strings,
      ads_ids: integers,
      start_date: { ...string, format: 'date' },
      end_date: { ...string, format: 'date' },
    },
  },
  { path: '/get-user-info', fields: { user_id: required(integer) } },
  {
    path: '/bots',
    action: 'add',
    fields: { bot_id: saying(integer, /required without bot_token/), ...botSettings },
  },
  {
    path: '/bots',
    action: 'update',
    fields: { bot_id: required(integer), is_on: saying(flag, /1.*on, 0 off/), ...botSettings },
  },
  { path: '/bots', action: 'info', fields: { bot_id: required(integer) } },
  {
    path: '/bots',
    action: 'list',
    fields: {
      offset: orDefault(integer, 0),
      limit: { type: 'integer', min: 1, max: 100, default: 15 },
      in_archive: orDefault(flag, 0),
      search_query: saying(string, /name or username/),
    },
  },
  { path: '/bots', action: 'change_api_key', fields: { bot_id: required(integer) } },
  {
    path: '/orders',
    action: 'create',
    fields: {
      link: required(string),
      ads_type: required(adsType),
      quantity_all: required(quantityAll),
      ...orderFields,
    },
  },
  {
    path: '/orders',
    action: 'update',
    fields: {
      order_id: required(integer),
      in_archive: saying(flag, /1 archive, 0 restore/),
      link: saying(string, /cannot be changed once the order has subscribers/i),
      ads_type: adsType,
      quantity_all: quantityAll,
      ...orderFields,
    },
  },
  { path: '/orders', action: 'info', fields: { order_id: required(integer) } },
  {
    path: '/orders',
    action: 'list',
    fields: {
      offset: orDefault(integer, 0),
      limit: { type: 'integer', min: 1, max: 100, default: 15 },
      search_query: saying(string, /name or link/),
      in_archive: saying(orDefault(flag, 0), /1 archived, 0 active/),
      status: saying(string, /^(?=.*\bactive)(?=.*\bcompleted)(?=.*\bmoderation)(?=.*\brejected)/),
    },
  },
  { path: '/orders', action: 'duplicate', fields: { order_id: required(integer) } },
  {
    path: '/orders',
    action: 'report',
    fields: {
      order_id: required(integer),
      include_price: { type: 'boolean', default: false },
      time_range: timeRange,
    },
  },
  { path: '/orders', action: 'check_report', fields: { task_id: required(string) } },
  { path: '/orders', action: 'download_id', fields: { order_id: required(integer), time_range: timeRange } },
  {
    path: '/statistic',
    fields: {
      action: required({
        values: ['allads', 'ads', 'source', 'allbots', 'bots', 'sponsor'],
        says: /Advertisers: allads, ads, source\. Bot owners: allbots, bots, sponsor/,
      }),
      ads_id: saying(integer, /required for ads and source/),
      bot_id: saying(integer, /required for bots, and for sponsor of a single bot/),
      start_date: { ...orDefault(string, '9 days ago'), format: 'date' },
      end_date: { ...orDefault(string, 'today'), format: 'date' },
      output_format: { values: ['html', 'json'] },
    },
  },
  {
    path: '/toggle-exclusion',
    fields: {
      action: required({
        values: ['exclude', 'activate'],
        says: /exclude adds to the blacklist, activate removes/,
      }),
      context: required({
        values: ['advertiser', 'publisher'],
        says: /advertiser: exclude a bot from showing your order\. publisher: exclude a sponsor/,
      }),
      ads_id: required(saying(integer, /your own order.*the sponsor's/i)),
      bot_id: saying(integer, /required for advertiser.*absent means all your bots/i),
    },
  },
];
