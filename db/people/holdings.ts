/**
 * Every table, and what its columns may hold of a person: where their id stands, what else is said of them, and what becomes
 * of it when they are erased. `docs/privacy.md` has its table from here, and a test looks that no column is in no list.
 */

/** Of what a person owns: rows that hold one of these are theirs, too. */
export type Through = 'bots' | 'orders' | 'entries';

export interface Holding {
  readonly table: string;
  /** Columns that hold the id of a person. */
  readonly ids: readonly string[];
  /** Of those, the ones of somebody who only decided about the row: nothing but the id is theirs. */
  readonly decidedBy?: readonly string[];
  /** The column by which a row belongs to something of theirs. */
  readonly by?: Readonly<Partial<Record<Through, string>>>;
  /** Texts in which their id may stand by itself, as in `dialogue:5`. */
  readonly mentions?: readonly string[];
  /** What else the columns may say of them. */
  readonly personal: readonly string[];
  /**
   * When they are erased: `deleted`, the rows go; `renamed`, the id gives way to a pseudonym, and `blank` to what it says;
   * `passes`, the rows name nobody that could be looked for, and go by themselves.
   */
  readonly erased: 'deleted' | 'renamed' | 'passes';
  readonly blank?: Readonly<Record<string, string | number | null>>;
  /** Columns that say nothing of a person by themselves. */
  readonly others: string;
  /** How long its rows are kept; null: until the person is erased. `purge-terms.ts` has the same. */
  readonly keptDays: number | null;
  /** After what, or until when. */
  readonly since: string;
}

const names = ['first_name', 'last_name', 'username', 'language_code', 'is_premium', 'gender', 'age'] as const;
const ERASED = 'erased';

const endUsers: readonly Holding[] = [
  {
    table: 'user_bots',
    ids: ['user_id'],
    personal: [...names, 'page', 'asked_on_day'],
    others: 'bot_id claimed_at_ms asked_times',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'user_knowledge',
    ids: ['user_id'],
    personal: ['value', 'source'],
    others: 'at_ms',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'page_visits',
    ids: ['user_id'],
    personal: ['mark'],
    others: 'at_ms',
    erased: 'deleted',
    keptDays: 30,
    since: 'after the visit',
  },
  {
    table: 'block_viewers',
    ids: ['user_id'],
    personal: ['passed'],
    others: 'bot_id test variant seen_at_ms',
    erased: 'deleted',
    keptDays: 91,
    since: 'after the block came',
  },
  {
    table: 'blocks',
    ids: ['user_id', 'chat_id', 'shown_chat_id'],
    personal: ['content'],
    others:
      'bot_id revision queued_at_ms due_at_ms worker claimed_revision attempts dead_reason shown_message_id shown_hash shown_is_photo shown_sent_at_ms',
    erased: 'deleted',
    keptDays: 30,
    since: 'after it was given up; 1 after it left the screen',
  },
  {
    table: 'pins',
    ids: ['user_id'],
    personal: ['slots'],
    others: 'bot_id pinned_at_ms life_seconds',
    erased: 'deleted',
    keptDays: 0,
    since: 'after the list ended',
  },
  {
    table: 'openings',
    ids: ['user_id'],
    personal: ['address'],
    others: 'order_id bot_id ran_at_ms is_signed',
    erased: 'deleted',
    keptDays: 40,
    since: 'after the resource was last shown',
  },
  {
    table: 'impressions',
    ids: ['user_id'],
    personal: ['target', 'replaced', 'smart_link'],
    others:
      'order_id bot_id first_shown_at_ms shown_at_ms price_micros seen_at_ms proof kind has_own_link',
    erased: 'deleted',
    keptDays: 40,
    since: 'after it was last shown',
  },
  {
    table: 'contacts',
    ids: ['user_id', 'chat_id'],
    personal: ['state'],
    others: 'bot_id at_ms due_at_ms attempts until_ms',
    erased: 'deleted',
    keptDays: 37,
    since: 'after the platform reported it',
  },
  {
    table: 'memberships',
    ids: ['user_id'],
    personal: ['resource_id', 'state', 'had_left', 'was_removed', 'joined_by_bot'],
    others: 'since_ms checked_at_ms update_id joined_at_ms joined_again',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'webhook_events',
    ids: ['user_id', 'account_id'],
    personal: ['status'],
    others:
      'webhook_id bot_id order_id subscribe_day at_ms since_ms state ended_at_ms dead_reason due_at_ms refusals',
    erased: 'deleted',
    keptDays: 30,
    since: 'after it was given up; 3 after it was delivered',
  },
  {
    table: 'subscriptions',
    ids: ['user_id'],
    personal: ['state', 'reason'],
    others:
      'order_id bot_id charge price_micros at_ms changed_at_ms entry_id hold_until_ms removed_at_ms held_for_trust hold_ms',
    erased: 'renamed',
    keptDays: null,
    since: '',
  },
  {
    table: 'paid_joins',
    ids: ['user_id'],
    personal: ['target'],
    others: 'order_id',
    erased: 'renamed',
    keptDays: null,
    since: '',
  },
  {
    table: 'paid_addresses',
    ids: [],
    personal: ['address'],
    others: 'day order_id times',
    erased: 'passes',
    keptDays: 3,
    since: 'after the day',
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
    keptDays: null,
    since: '',
  },
];

const holders: readonly Holding[] = [
  {
    table: 'sessions',
    ids: [],
    mentions: ['key', 'value'],
    personal: ['key', 'value'],
    others: 'at_ms',
    erased: 'deleted',
    keptDays: 30,
    since: 'after it was last written',
  },
  {
    table: 'limit_takes',
    ids: [],
    mentions: ['key'],
    personal: ['key'],
    others: 'take_id at_ms ends_at_ms',
    erased: 'deleted',
    keptDays: 0,
    since: 'after the limit, an hour at most',
  },
  {
    table: 'kept_answers',
    ids: [],
    personal: ['call', 'answer_cipher'],
    others: 'at_ms',
    erased: 'passes',
    keptDays: 1,
    since: 'after the answer',
  },
  {
    table: 'platform_updates',
    ids: [],
    mentions: ['body', 'queue'],
    personal: ['body', 'queue'],
    others: 'bot_id update_id at_ms done_at_ms due_at_ms happened_at_ms',
    erased: 'deleted',
    keptDays: 2,
    since: 'after it was done with, when its text is wiped',
  },
  {
    table: 'invalidation_log',
    ids: [],
    personal: ['users'],
    others: 'mark orders',
    erased: 'passes',
    keptDays: null,
    since: 'the last commits alone',
  },
  {
    table: 'daily_checks',
    ids: [],
    personal: ['outcome'],
    others: 'day lease_until_ms ended_at_ms took_ms',
    mentions: ['outcome'],
    erased: 'renamed',
    blank: { outcome: null },
    keptDays: null,
    since: '',
  },
  {
    table: 'notifications',
    ids: ['account_id'],
    mentions: ['dedupe_key'],
    personal: ['facts', 'dedupe_key'],
    others: 'notification_id kind queued_at_ms due_at_ms worker attempts dead_reason',
    erased: 'deleted',
    keptDays: 400,
    since: 'after it was queued',
  },
  {
    table: 'report_jobs',
    ids: ['account_id'],
    personal: ['file_name'],
    others:
      'task_id order_id include_price time_range status file_key expires_at_ms created_at_ms due_at_ms worker attempts fail_reason',
    erased: 'renamed',
    // So the file goes with the row, at the next look for files that have ended.
    blank: { expires_at_ms: 0, due_at_ms: null, file_name: '' },
    keptDays: null,
    since: '',
  },
  {
    table: 'id_files',
    ids: ['account_id'],
    personal: [],
    others: 'file_id order_id time_range created_at_ms expires_at_ms',
    erased: 'deleted',
    keptDays: 0,
    since: 'after the file ended',
  },
  {
    table: 'added_chats',
    ids: ['account_id'],
    personal: ['chat_id', 'title'],
    others: 'bot_id at_ms',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'awaited_bots',
    ids: ['account_id'],
    personal: ['message_id'],
    others: 'bot_id at_ms',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'webhooks',
    ids: ['account_id'],
    personal: ['url_cipher'],
    others: 'bot_id set_at_ms',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'webhook_queues',
    ids: ['account_id'],
    personal: ['last_reason'],
    others:
      'bot_id due_at_ms worker claim failures failing_since_ms last_at_ms batch_max refused_in_row',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'publisher_exclusions',
    ids: ['account_id'],
    personal: ['order_id'],
    others: 'bot_id at_ms',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'bot_pictures',
    ids: [],
    by: { bots: 'bot_id' },
    personal: ['body'],
    others: 'bot_id secret at_ms',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'order_links',
    ids: [],
    by: { orders: 'order_id' },
    personal: ['link'],
    others: 'order_id since_ms',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'invite_links',
    ids: [],
    by: { orders: 'order_id' },
    personal: ['link'],
    others: 'order_id bot_id since_ms due_at_ms attempts revoked_at_ms lists',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'former_places',
    ids: [],
    by: { orders: 'order_id' },
    personal: ['target'],
    others:
      'order_id ads_type checker_bot_id left_at_ms rights_at_ms lost_at_ms unseen_since_ms unseen_cursor revision',
    erased: 'deleted',
    keptDays: 400,
    since: 'after the order left it',
  },
  {
    table: 'blocked_links',
    ids: ['moderator_id'],
    decidedBy: ['moderator_id'],
    personal: ['link_key'],
    others: 'at_ms',
    erased: 'renamed',
    keptDays: null,
    since: '',
  },
  {
    table: 'moderation_log',
    ids: ['moderator_id', 'account_id', 'user_id'],
    decidedBy: ['moderator_id'],
    by: { orders: 'order_id', bots: 'bot_id' },
    personal: ['link_key', 'reason'],
    others: 'moderation_id at_ms action order_id bot_id',
    erased: 'renamed',
    blank: { link_key: '', reason: null },
    keptDays: null,
    since: '',
  },
  {
    table: 'ledger_entries',
    ids: ['user_id', 'booked_by'],
    decidedBy: ['booked_by'],
    by: { entries: 'entry_id' },
    personal: ['note'],
    others: 'entry_id kind at_ms order_id bot_id about_entry_id reference',
    erased: 'renamed',
    blank: { note: '' },
    keptDays: null,
    since: '',
  },
  {
    table: 'withdrawals',
    ids: ['account_id', 'decided_by'],
    decidedBy: ['decided_by'],
    personal: ['details_cipher', 'note', 'request_key'],
    others: 'withdrawal_id amount_micros state asked_at_ms decided_at_ms entry_id taken_micros',
    erased: 'renamed',
    blank: { details_cipher: '', note: '' },
    keptDays: null,
    since: '',
  },
  {
    table: 'star_payments',
    ids: ['account_id', 'refund_asked_by'],
    decidedBy: ['refund_asked_by'],
    personal: ['charge_id', 'refund_note'],
    others:
      'payment_id stars amount_micros paid_at_ms refund_state refund_asked_at_ms refund_entry_id',
    erased: 'renamed',
    blank: { refund_note: '' },
    keptDays: null,
    since: '',
  },
  {
    table: 'keys',
    ids: ['account_id'],
    personal: ['hash', 'cipher', 'last_used_at_ms'],
    others: 'kind bot_id created_at_ms',
    erased: 'deleted',
    keptDays: null,
    since: '',
  },
  {
    table: 'bots',
    ids: ['account_id'],
    personal: ['name', 'nickname', 'search_text', 'token_cipher', 'note', 'text', 'image', 'text_b', 'image_b'],
    others:
      'bot_id is_on in_archive is_blocked is_token_invalid theme time_purge_minutes max_sponsors get_links use_smart_link show_quiz gender_question age_question redirect_open_type show_bots show_resources forbidden_themes profit_micros profit_own_orders_micros followers created_at_ms trust min_price_micros block_test block_test_at_ms stopped_by_block',
    erased: 'renamed',
    blank: {
      ...{ name: ERASED, nickname: '', search_text: '', token_cipher: null, note: null, is_on: 0, in_archive: 1 },
      ...{ text: null, image: null, text_b: null, image_b: null, stopped_by_block: 0 },
    },
    keptDays: null,
    since: '',
  },
  {
    table: 'orders',
    ids: ['account_id'],
    personal: [
      ...(['link', 'link_key', 'name', 'search_text', 'reason', 'bot_token_cipher', 'resource_id'] as const),
      ...(['resource_name', 'resource_link', 'logo_file_id'] as const),
    ],
    others:
      'order_id ads_type is_on in_archive decision quantity_all quantity_day quantity_now price_micros price_premium_micros real_price_micros coefficients to_bot_member track_unsubscriptions is_lite sub_speed places is_high_priority is_free targeting forbidden_themes schedule theme takes_join_requests check_state check_errors revision catalog_version created_at_ms short_notified_at_ms own_links pause_reason resolved_at_ms unseen_since_ms unseen_cursor checker_bot_id min_bot_quality stopped_by_block rights_at_ms lost_at_ms lost_before_ms',
    erased: 'renamed',
    blank: {
      ...{ link: 'https://example.invalid/erased', link_key: ERASED, name: ERASED, search_text: '' },
      ...{ reason: null, bot_token_cipher: null, resource_id: '', resource_name: ERASED, resource_link: '' },
      ...{ logo_file_id: '', is_on: 0, in_archive: 1, stopped_by_block: 0 },
    },
    keptDays: null,
    since: '',
  },
  {
    table: 'ledger_accounts',
    ids: ['owner_id'],
    personal: [],
    others: 'ledger_account_id kind balance_micros',
    erased: 'renamed',
    keptDays: null,
    since: '',
  },
  {
    table: 'accounts',
    ids: ['account_id'],
    personal: ['first_name', 'username', 'search_text', 'language', 'time_zone'],
    others: 'is_blocked created_at_ms summary_day is_trusted',
    erased: 'renamed',
    blank: {
      ...{ first_name: ERASED, username: '', search_text: '', time_zone: null, summary_day: null },
      is_blocked: 1,
    },
    keptDays: null,
    since: '',
  },
];

/** In the order in which they are erased: what others are found by comes last. */
export const holdings: readonly Holding[] = [...endUsers, ...holders];

/** Tables that say nothing of a person: counts, chats, bots by their number, and the service's own state. */
export const impersonal: ReadonlySet<string> = new Set([
  ...['audience_shares', 'daily_shares', 'block_tests', 'chat_odds', 'paces', 'pace_users'],
  ...['order_days', 'bot_days', 'pair_days', 'language_days', 'no_fill_hours', 'traffic_hours', 'fill_days'],
  ...['unpaid_days', 'order_forecasts', 'forecast_errors', 'postings', 'advertiser_exclusions', 'versions'],
  ...['unheard_spans', 'processes', 'leases', 'bot_qualities', 'paying_factors', 'moved_chats', 'chat_links'],
  'refunds_reported',
]);
