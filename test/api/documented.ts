/** The request parameters of docs/interface.md, written down by hand: path, field, type, bounds, default. */

export interface DocumentedField {
  required?: true;
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  /** Of a list's elements. */
  of?: 'string' | 'integer';
  min?: number;
  max?: number;
  values?: unknown[];
  default?: string | number | boolean;
}

const integer: DocumentedField = { type: 'integer' };
const string: DocumentedField = { type: 'string' };
const number: DocumentedField = { type: 'number' };
const flag: DocumentedField = { values: [0, 1] };
const integers: DocumentedField = { type: 'array', of: 'integer' };
const strings: DocumentedField = { type: 'array', of: 'string' };
const required = (field: DocumentedField): DocumentedField => ({ ...field, required: true });
const orDefault = (field: DocumentedField, value: string | number): DocumentedField => ({
  ...field,
  default: value,
});

const botSettings: Record<string, DocumentedField> = {
  bot_token: string,
  bot_name: string,
  bot_nickname: string,
  time_purge: { type: 'integer', min: 5, max: 4320, default: 180 },
  max_sponsors: { type: 'integer', min: 1, max: 10, default: 4 },
  get_links: orDefault(flag, 0),
  use_smart_link: orDefault(flag, 1),
  show_quiz: orDefault(flag, 0),
  redirect_open_typeString: { type: 'string', values: ['url', 'miniapp'] },
  show_bots: orDefault(flag, 1),
  show_resources: orDefault(flag, 1),
  text_op: string,
  image_op: string,
  forbidden_themes: strings,
};

const orderFields: Record<string, DocumentedField> = {
  name: string,
  is_on: orDefault(flag, 1),
  quantity_day: integer,
  price: number,
  price_premium: number,
  bot_token: string,
  to_bot_member: orDefault(flag, 0),
  track_unsubscriptions: { type: 'boolean', default: true },
  is_lite: orDefault(flag, 0),
  sub_speed: integer,
  places: { values: [0, 1, 2], default: 2 },
  priority: orDefault(flag, 0),
  is_free: orDefault(flag, 0),
  user_parameters: { type: 'object' },
  forbidden_themes: strings,
  order_schedule: { type: 'object' },
  'user_parameters.gender': { values: ['male', 'female', 'all'] },
  'user_parameters.only_premium': { values: [0, 1, 2] },
  'user_parameters.languages': integers,
  'user_parameters.countries': integers,
  'user_parameters.cities': integers,
  'user_parameters.devicestype': strings,
  'user_parameters.devicesos': integers,
  'user_parameters.ages': integers,
  'user_parameters.has_photo': flag,
  'user_parameters.has_real_photo': flag,
  'user_parameters.has_username': flag,
  'user_parameters.has_bio': flag,
  'user_parameters.has_first_name': flag,
  'user_parameters.has_ru_name': flag,
  'user_parameters.has_rus_name': flag,
  'user_parameters.has_only_cyrillic': flag,
  'user_parameters.has_fake_check': flag,
  'user_parameters.old_account': { values: [0, 1, 2, 3, 4, 5] },
  'user_parameters.gifts': { values: [0, 1, 2, 3, 4, 5] },
  'user_parameters.rating': { values: [0, 1, 2, 3, 4, 5] },
  'order_schedule.start_datetime': string,
  'order_schedule.start_time': string,
  'order_schedule.end_time': string,
  'order_schedule.excluded_days': { type: 'array' },
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
      first_name: string,
      username: string,
      language_code: string,
      is_premium: { type: 'boolean' },
      action: { values: ['subscribe', 'newtask', 'task'], default: 'subscribe' },
      max_sponsors: { type: 'integer', min: 1, max: 10 },
      get_links: flag,
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
      start_date: string,
      end_date: string,
    },
  },
  { path: '/get-user-info', fields: { user_id: required(integer) } },
  { path: '/bots', action: 'add', fields: { bot_id: integer, ...botSettings } },
  { path: '/bots', action: 'update', fields: { bot_id: required(integer), is_on: flag, ...botSettings } },
  { path: '/bots', action: 'info', fields: { bot_id: required(integer) } },
  {
    path: '/bots',
    action: 'list',
    fields: {
      offset: orDefault(integer, 0),
      limit: { type: 'integer', min: 1, max: 100, default: 15 },
      in_archive: orDefault(flag, 0),
      search_query: string,
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
      in_archive: flag,
      link: string,
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
      search_query: string,
      in_archive: orDefault(flag, 0),
      status: string,
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
      action: required({ values: ['allads', 'ads', 'source', 'allbots', 'bots', 'sponsor'] }),
      ads_id: integer,
      bot_id: integer,
      start_date: orDefault(string, '9 days ago'),
      end_date: orDefault(string, 'today'),
      output_format: { values: ['html', 'json'] },
    },
  },
  {
    path: '/toggle-exclusion',
    fields: {
      action: required({ values: ['exclude', 'activate'] }),
      context: required({ values: ['advertiser', 'publisher'] }),
      ads_id: required(integer),
      bot_id: integer,
    },
  },
];
