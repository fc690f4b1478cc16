/** What docs/interface.md says of answers, written down by hand: where each field is, and of which type. */

export interface DocumentedAnswer {
  path: string;
  action?: string;
  /** By their place in the answer: `additional.sponsors[].ads_id`; what the interface says of it, as a type or words. */
  fields: Record<string, Answered>;
}

export type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'flag';

interface Answered {
  kind: Kind;
  orNull?: true;
  values?: string[];
  min?: number;
  max?: number;
  says?: RegExp;
}

const is = (kind: Kind, says?: RegExp): Answered => ({ kind, ...(says === undefined ? {} : { says }) });
const orNull = (field: Answered): Answered => ({ ...field, orNull: true });
const oneOf = (...values: string[]): Answered => ({ kind: 'string', values });

/** "Sponsor (element of `sponsors` array)". */
export const sponsor: Record<string, Answered> = {
  ads_id: is('string', /unique id of the order.*smart redirect until the user opens/i),
  link: is('string', /ready-to-use link/i),
  resource_id: is('string', /id of the channel or bot on the platform/i),
  type: {
    ...oneOf('channel', 'bot', 'smart_link', 'resource'),
    says: /determined when the user opens the link.*mini app or website/,
  },
  status: {
    ...oneOf('subscribed', 'unsubscribed', 'notgetted'),
    says: /may be let through, but had been there before and left; they are not paid/,
  },
  available_now: is('boolean', /active now.*must not be shown/),
  button_text: is('string', /recommended button text/i),
  resource_logo: is('string', /URL of the logo; may be ""/),
  resource_name: is('string', /name of the channel or bot/i),
};

/** "Bot", "Fields returned by bot info (inside `result`)". */
export const bot: Record<string, Answered> = {
  bot_id: is('integer'),
  bot_name: is('string'),
  bot_nickname: is('string', /without @/),
  status: is('string'),
  note: orNull(is('string')),
  is_on: is('flag', /1 enabled, 0 disabled/),
  profit: is('number'),
  profit_own_orders: is('number'),
  api_key: is('string', /Bot Key/),
  time_purge: { ...is('integer', /minutes/i), min: 5, max: 4320 },
  max_sponsors: { ...is('integer', /per request/), min: 1, max: 10 },
  get_links: is('flag', /1 links only, 0 the service shows the block itself/),
  show_quiz: is('flag', /1 show the web form.*0 not/),
  text_op: orNull(is('string', /custom text of the block/i)),
  image_op: orNull(is('string', /image URL of the block/i)),
  forbidden_themes: is('array', /excluded category codes/i),
};

/** "Order", "Fields returned by order info (inside `response`)". */
export const order: Record<string, Answered> = {
  order_id: is('integer'),
  status: {
    ...oneOf('Moderation', 'Processing', 'Stopped', 'Finished', 'Rejected', 'Archived'),
    says: /Moderation.*approved.*`is_on` 1.*Rejected.*`reason`.*Finished when `quantity_all`.*`in_archive` 1.*Archived/,
  },
  reason: orNull(is('string', /rejection reason; only for Rejected/i)),
  link: is('string'),
  name: is('string'),
  ads_type: oneOf('channel', 'bot', 'resource'),
  track_unsubscriptions: is('boolean'),
  to_bot_member: is('flag'),
  quantity_all: is('integer'),
  quantity_day: is('integer'),
  is_on: is('flag'),
  in_archive: is('flag'),
  is_lite: is('flag'),
  sub_speed: is('integer'),
  quantity_now: is('integer', /completed subscriptions/i),
  remains: is('integer', /remaining subscriptions/i),
  old_price: is('number', /base price per subscriber as specified, before coefficients/i),
  real_price: is('number', /final price per subscriber, after all coefficients/i),
  user_parameters: is('object'),
  order_schedule: is('object'),
  coefficients: is('object', /one entry per applied coefficient, plus `total`.*share of their percentages/i),
  'user_parameters.gender': is('string'),
  'user_parameters.only_premium': is('integer'),
  'user_parameters.languages': orNull(is('array')),
  'user_parameters.countries': is('array'),
  'user_parameters.cities': is('array'),
  'user_parameters.devicestype': is('array'),
  'user_parameters.devicesos': is('array'),
  'user_parameters.ages': is('array'),
  'user_parameters.has_photo': is('flag'),
  'user_parameters.has_real_photo': is('flag'),
  'user_parameters.has_username': is('flag'),
  'user_parameters.has_bio': is('flag'),
  'user_parameters.has_first_name': is('flag'),
  'user_parameters.has_ru_name': is('flag'),
  'user_parameters.has_rus_name': is('flag'),
  'user_parameters.has_only_cyrillic': is('flag'),
  'user_parameters.has_fake_check': is('flag'),
  'user_parameters.old_account': is('integer'),
  'user_parameters.gifts': is('integer'),
  'user_parameters.rating': is('integer'),
  'order_schedule.start_datetime': orNull(is('string')),
  'order_schedule.start_time': orNull(is('string', /HH:MM:SS/)),
  'order_schedule.end_time': orNull(is('string', /HH:MM:SS/)),
  'order_schedule.excluded_days': is('array'),
};

/** "End-user information (`data` object of /get-user-info)". */
export const endUser: Record<string, Answered> = {
  first_name: is('string'),
  last_name: is('string'),
  username: is('string', /without @/i),
  lang_code: is('string', /language code/i),
  gender: oneOf('male', 'female'),
  age_category: {
    ...is(
      'integer',
      /0 undetermined, 1 under 10, 2 from 11 to 13, 3 from 14 to 15, 4 from 16 to 17, 5 from 18/,
    ),
    min: 0,
    max: 6,
  },
  age_category_info: is('string', /text label/i),
  country: is('string'),
  city: is('string'),
  device_type: oneOf('mobile', 'desktop', 'tablet'),
  device_os: oneOf('Android', 'iOS', 'Mac OS', 'Windows'),
  ip_address: is('string'),
  is_suspicious: is('boolean', /several accounts/i),
};

/** "Filter value". */
export const filterValue: Record<string, Answered> = {
  name: is('string', /human-readable name/i),
  percentage: is('number', /share of this value among all users/),
};

export const balance: Record<string, Answered> = {
  balance: is('number'),
  bots_info: is('array'),
  'bots_info[].bot_id': is('integer'),
  'bots_info[].bot_username': is('string'),
  'bots_info[].total_followers': is('integer'),
  'bots_info[].revenue': is('number'),
};

/** Fields of `data` of /statistic; the answer of an action has those that the interface names for it. */
export const statistic: Record<string, Answered> = {
  labels: is('array', /X axis/),
  subscribers_data: is('array', /per date/),
  value_data: is('array', /spending or income per date/i),
  avg_price_data: is('array', /average subscriber price per date/i),
  total_subscribers: is('integer', /total for the period/i),
  total_value: is('number', /total for the period/i),
  table_data: is('array'),
  show_extended_table: is('boolean', /own orders/),
  requests_stats: is('object'),
  language_stats: is('array'),
  'table_data[].bot_id': is('integer'),
  'table_data[].bot_nickname': is('string'),
  'table_data[].subscribers': is('integer'),
  'table_data[].value': is('number'),
  'table_data[].is_excluded': is('boolean'),
  'table_data[].link': is('string'),
  'table_data[].ads_id': is('integer'),
  'table_data[].service_subs': is('integer'),
  'table_data[].service_value': is('number'),
  'table_data[].own_subs': is('integer'),
  'table_data[].own_value': is('number'),
  'requests_stats.total_requests': is('integer'),
  'requests_stats.successful_requests': is('integer'),
  'language_stats[].lang': is('string'),
  'language_stats[].percentage': is('string', /percent sign/),
};

const under = (place: string, fields: Record<string, Answered>): Record<string, Answered> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${place}.${name}`, field]));

const filterLists = {
  ads: ['countries', 'languages', 'cities', 'ages', 'devicestype', 'devicesos', 'forbidden_themes'],
  bots: ['forbidden_themes'],
};

/** The envelope that every JSON answer has. */
export const envelope: Record<string, Answered> = {
  status: is('string'),
  code: is('integer'),
  message: is('string'),
};

export const answers: DocumentedAnswer[] = [
  { path: '/get-sponsors', fields: under('additional.sponsors[]', sponsor) },
  { path: '/get-user-subscriptions', fields: under('additional.sponsors[]', sponsor) },
  { path: '/get-user-info', fields: under('data', endUser) },
  { path: '/bots', action: 'add', fields: { 'result.api_key': is('string', /new Bot Key/) } },
  { path: '/bots', action: 'info', fields: under('result', bot) },
  { path: '/bots', action: 'list', fields: { 'response.bots': is('array') } },
  { path: '/bots', action: 'change_api_key', fields: { 'response.new_api_key': is('string') } },
  { path: '/orders', action: 'create', fields: { 'response.order_id': is('integer') } },
  { path: '/orders', action: 'info', fields: under('response', order) },
  { path: '/orders', action: 'list', fields: { 'response.orders': is('array') } },
  { path: '/orders', action: 'report', fields: { 'response.task_id': is('string') } },
  {
    path: '/orders',
    action: 'check_report',
    fields: { 'response.file_url': is('string'), 'response.file_name': is('string') },
  },
  { path: '/orders', action: 'download_id', fields: { 'response.file_id': is('string') } },
  { path: '/get-balance', fields: balance },
  {
    path: '/filters',
    fields: Object.assign(
      {},
      ...Object.entries(filterLists).flatMap(([side, lists]) =>
        lists.map((list) => under(`filters.${side}.${list}[]`, filterValue)),
      ),
    ) as Record<string, Answered>,
  },
  { path: '/statistic', fields: under('data', statistic) },
];
