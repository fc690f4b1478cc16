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
    others: 'bot_id claimed_at_ms asked_times',
    erased: 'deleted',
  },
  {
    table: 'user_knowledge',
    ids: ['user_id'],
    personal: ['value', 'source'],
    others: 'at_ms',
    erased: 'deleted',
  },
  {
    table: 'page_visits',
    ids: ['user_id'],
    personal: ['mark'],
    others: 'at_ms',
    erased: 'deleted',
    kept: { days: 30, since: 'after the visit' },
  },
  {
    table: 'block_viewers',
    ids: ['user_id'],
    personal: ['passed'],
    others: 'bot_id test variant seen_at_ms',
    erased: 'deleted',
    kept: { days: 91, since: 'after the block came' },
  },
  {
    table: 'blocks',
    ids: ['user_id', 'chat_id', 'shown_chat_id'],
    personal: ['content'],
    others:
      'bot_id revision queued_at_ms due_at_ms worker claimed_revision attempts dead_reason shown_message_id shown_hash shown_is_photo shown_sent_at_ms',
    erased: 'deleted',
    kept: { days: 30, since: 'after it was given up; 1 after it left the screen' },
  },
  {
    table: 'pins',
    ids: ['user_id'],
    personal: ['slots'],
    others: 'bot_id pinned_at_ms life_seconds',
    erased: 'deleted',
    kept: { days: 0, since: 'after the list ended' },
  },
  {
    table: 'network_offers',
    ids: ['user_id'],
    personal: ['offer_id', 'chat', 'link', 'title', 'state'],
    others: 'bot_id ads_id network_id price_micros listed_at_ms done_at_ms smart_link',
    erased: 'deleted',
    kept: { days: 30, since: 'after it was listed' },
  },
  {
    table: 'openings',
    ids: ['user_id'],
    personal: ['address'],
    others: 'order_id bot_id ran_at_ms is_signed',
    erased: 'deleted',
    kept: { days: 40, since: 'after the resource was last shown' },
  },
  {
    table: 'impressions',
    ids: ['user_id'],
    personal: ['target', 'replaced', 'smart_link'],
    others: 'order_id bot_id first_shown_at_ms shown_at_ms price_micros seen_at_ms proof kind has_own_link',
    erased: 'deleted',
    kept: { days: 40, since: 'after it was last shown' },
  },
  {
    table: 'contacts',
    ids: ['user_id', 'chat_id'],
    personal: ['state'],
    others: 'bot_id at_ms due_at_ms attempts until_ms',
    erased: 'deleted',
    kept: { days: 37, since: 'after the platform reported it' },
  },
  {
    table: 'memberships',
    ids: ['user_id'],
    personal: ['resource_id', 'state', 'had_left', 'was_removed', 'joined_by_bot'],
    others: 'since_ms checked_at_ms update_id joined_at_ms joined_again',
    erased: 'deleted',
  },
  {
    table: 'webhook_events',
    ids: ['user_id', 'account_id'],
    personal: ['status', 'link'],
    others:
      'webhook_id bot_id order_id subscribe_day at_ms since_ms state ended_at_ms dead_reason due_at_ms refusals network',
    erased: 'deleted',
    kept: { days: 30, since: 'after it was given up; 3 after it was delivered' },
  },
  {
    table: 'subscriptions',
    ids: ['user_id'],
    personal: ['state', 'reason'],
    others:
      'order_id bot_id charge price_micros at_ms changed_at_ms entry_id hold_until_ms removed_at_ms held_for_trust hold_ms',
    erased: 'renamed',
  },
  {
    table: 'paid_joins',
    ids: ['user_id'],
    personal: ['target'],
    others: 'order_id',
    erased: 'renamed',
  },
  {
    table: 'paid_addresses',
    ids: [],
    personal: ['address'],
    others: 'day order_id times',
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
    others: 'traits_at_ms visited_at_ms asked_on_day asked_times seen_at_ms reported_at_ms',
    erased: 'deleted',
  },
];
