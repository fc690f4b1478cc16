/** What is held of end users: see `holdings.ts`. */
import type { Holding } from './holdings.js';

const names = [
  'first_name',
  'last_name',
  'username',
  'language_code',
  'is_premium',
  'gender',
  'age',
] as const;

export const holdingsOfUsers: readonly Holding[] = [
  {
    table: 'user_bots',
    ids: ['user_id'],
    personal: [...names, 'page', 'asked_on_day'],
    erased: 'deleted',
  },
  {
    table: 'user_knowledge',
    ids: ['user_id'],
    personal: ['value', 'source'],
    erased: 'deleted',
  },
  {
    table: 'page_visits',
    ids: ['user_id'],
    personal: ['mark'],
    erased: 'deleted',
    kept: { days: 30, since: 'after the visit' },
  },
  {
    table: 'block_viewers',
    ids: ['user_id'],
    personal: ['passed'],
    erased: 'deleted',
    kept: { days: 91, since: 'after the block came' },
  },
  {
    table: 'blocks',
    ids: ['user_id', 'chat_id', 'shown_chat_id'],
    personal: ['content'],
    erased: 'deleted',
    kept: { days: 30, since: 'after it was given up; 1 after it left the screen' },
  },
  {
    table: 'pins',
    ids: ['user_id'],
    personal: ['slots'],
    erased: 'deleted',
    kept: { days: 0, since: 'after the list ended' },
  },
  {
    table: 'network_offers',
    ids: ['user_id'],
    personal: ['offer_id', 'chat', 'link', 'title', 'state'],
    erased: 'deleted',
    kept: { days: 30, since: 'after it was listed' },
  },
  {
    table: 'openings',
    ids: ['user_id'],
    personal: ['address'],
    erased: 'deleted',
    kept: { days: 40, since: 'after the resource was last shown' },
  },
  {
    table: 'impressions',
    ids: ['user_id'],
    personal: ['target', 'replaced', 'smart_link'],
    erased: 'deleted',
    kept: { days: 40, since: 'after it was last shown' },
  },
  {
    table: 'contacts',
    ids: ['user_id', 'chat_id'],
    personal: ['state'],
    erased: 'deleted',
    kept: { days: 37, since: 'after the platform reported it' },
  },
  {
    table: 'memberships',
    ids: ['user_id'],
    personal: ['resource_id', 'state', 'had_left', 'was_removed', 'joined_by_bot'],
    erased: 'deleted',
  },
  {
    table: 'webhook_events',
    ids: ['user_id', 'account_id'],
    personal: ['status', 'link'],
    erased: 'deleted',
    kept: { days: 30, since: 'after it was given up; 3 after it was delivered' },
  },
  {
    table: 'subscriptions',
    ids: ['user_id'],
    personal: ['state', 'reason'],
    erased: 'renamed',
  },
  {
    table: 'paid_joins',
    ids: ['user_id'],
    personal: ['target'],
    erased: 'renamed',
  },
  {
    table: 'paid_addresses',
    ids: [],
    personal: ['address'],
    erased: 'passes',
    kept: { days: 3, since: 'after the day' },
  },
  {
    table: 'users',
    ids: ['user_id'],
    personal: [
      ...names,
      ...(['has_photo', 'has_real_photo', 'has_bio', 'gifts', 'rating', 'device_type', 'device_os'] as const),
      ...(['country_id', 'city_id', 'country', 'city', 'ip_address', 'suspicious_until_ms'] as const),
    ],
    erased: 'deleted',
  },
];
