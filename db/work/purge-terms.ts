/** How long what has had its day is kept, by table. */
import { TEST_COUNTED_MS } from '../../core/bots/index.js';
import { ANSWERS_KEPT_MS } from '../../core/kept-answers.js';

const DAY_MS = 86_400_000;
/** Notifications are kept this long, delivered or given up, so that none is sent twice. */
const NOTIFICATIONS_KEPT_MS = 400 * DAY_MS;
/** Abandoned input of unfinished dialogs, which may hold tokens and payout details. */
const SESSIONS_KEPT_MS = 30 * DAY_MS;
const DEAD_BLOCKS_KEPT_MS = 30 * DAY_MS;
const IDLE_BLOCKS_KEPT_MS = DAY_MS;
const DELIVERED_EVENTS_KEPT_MS = 3 * DAY_MS;
const DEAD_EVENTS_KEPT_MS = 30 * DAY_MS;
/** Four weeks of which a forecast is made, and a little more. */
const TRAFFIC_KEPT_MS = 35 * DAY_MS;
/** Four weeks of which their error is worked out, and a little more. */
const FORECASTS_KEPT_MS = 35 * DAY_MS;
/** Longer than a test of a block counts new users, so that none counts twice. */
const BLOCK_VIEWERS_KEPT_MS = TEST_COUNTED_MS + DAY_MS;
/** After the last that was counted. */
const BLOCK_TESTS_KEPT_MS = 400 * DAY_MS;
/** The longest range of a statistic, and a little more. */
const FILLS_KEPT_MS = 400 * DAY_MS;
const REFUSALS_KEPT_MS = DAY_MS + 3_600_000;
const PAGE_VISITS_KEPT_MS = 30 * DAY_MS;
/** A contact that is gone is asked about again: longer than `CONTACT_DAYS` can be. */
const CONTACTS_KEPT_MS = 37 * DAY_MS;
/** Longer than a join can count for an impression, and be found a day late. */
const UNHEARD_KEPT_MS = 400 * DAY_MS;
/** What /get-user-subscriptions answers about by default. */
const OFFERS_KEPT_MS = 30 * DAY_MS;
const OPENINGS_KEPT_MS = 40 * DAY_MS;
/** They say what was paid for on a day, in whatever zone the service counts its days. */
const PAID_ADDRESSES_KEPT_MS = 3 * DAY_MS;
/** A payment that comes later yet is booked all the same. */
const UNPAID_DEPOSITS_KEPT_MS = 30 * DAY_MS;
/** The year that was imported, and one in which it is compared. */
const IMPORTED_DAYS_KEPT_MS = 800 * DAY_MS;
/** Their people read the report. */
const IMPORTS_KEPT_MS = 30 * DAY_MS;
/** The platform tries to bring an update for a day. */
const UPDATES_KEPT_MS = 2 * DAY_MS;

/** Rows of a table that go once they are so old. */
export interface Term {
  table: string;
  /** Of PostgreSQL, where parts of the table go whole: the part in which rows are looked for one by one. */
  rest?: string;
  /** The columns of its key. */
  key: string;
  /** How long they are kept after the moment that the condition looks at. */
  keptMs: number;
  /** @param at the placeholder of the moment before which it must lie */
  condition: (at: string) => string;
}

export const terms: readonly Term[] = [
  {
    table: 'unheard_spans',
    key: 'place, from_ms',
    keptMs: UNHEARD_KEPT_MS,
    condition: (at) => `to_ms <= ${at}`,
  },
  {
    table: 'former_places',
    key: 'order_id, target',
    keptMs: UNHEARD_KEPT_MS,
    condition: (at) => `left_at_ms <= ${at}`,
  },
  {
    table: 'imported_days',
    key: 'account_id, side, subject_id, source, day',
    keptMs: IMPORTED_DAYS_KEPT_MS,
    condition: (at) => `day < ${at} / 86400000`,
  },
  { table: 'imports', key: 'account_id', keptMs: IMPORTS_KEPT_MS, condition: (at) => `ended_at_ms <= ${at}` },
  {
    table: 'import_items',
    key: 'account_id, item_key',
    keptMs: IMPORTS_KEPT_MS,
    condition: (at) => `at_ms <= ${at}`,
  },
  { table: 'limit_takes', key: 'take_id', keptMs: 0, condition: (at) => `ends_at_ms <= ${at}` },
  { table: 'id_files', key: 'file_id', keptMs: 0, condition: (at) => `expires_at_ms <= ${at}` },
  {
    table: 'no_fill_hours',
    rest: 'no_fill_hours_rest',
    key: 'order_id, hour, reason',
    keptMs: REFUSALS_KEPT_MS,
    condition: (at) => `hour < ${at} / 3600000`,
  },
  {
    table: 'page_visits',
    key: 'mark, user_id',
    keptMs: PAGE_VISITS_KEPT_MS,
    condition: (at) => `at_ms <= ${at}`,
  },
  {
    table: 'notifications',
    key: 'notification_id',
    keptMs: NOTIFICATIONS_KEPT_MS,
    condition: (at) => `due_at_ms IS NULL AND dead_reason IS NULL AND queued_at_ms <= ${at}`,
  },
  {
    table: 'notifications',
    key: 'notification_id',
    keptMs: NOTIFICATIONS_KEPT_MS,
    condition: (at) => `dead_reason IS NOT NULL AND queued_at_ms <= ${at}`,
  },
  {
    table: 'traffic_hours',
    key: 'hour, language_id',
    keptMs: TRAFFIC_KEPT_MS,
    condition: (at) => `hour < ${at} / 3600000`,
  },
  {
    table: 'order_forecasts',
    key: 'day, order_id',
    keptMs: FORECASTS_KEPT_MS,
    condition: (at) => `day < ${at} / 86400000`,
  },
  {
    table: 'paid_addresses',
    key: 'day, order_id, address',
    keptMs: PAID_ADDRESSES_KEPT_MS,
    condition: (at) => `day < ${at} / 86400000`,
  },
  {
    table: 'platform_updates',
    key: 'bot_id, update_id',
    keptMs: UPDATES_KEPT_MS,
    condition: (at) => `done_at_ms <= ${at}`,
  },
  {
    table: 'kept_answers',
    key: 'call',
    keptMs: ANSWERS_KEPT_MS,
    condition: (at) => `at_ms <= ${at}`,
  },
  { table: 'sessions', key: 'key', keptMs: SESSIONS_KEPT_MS, condition: (at) => `at_ms <= ${at}` },
  {
    table: 'webhook_events',
    key: 'webhook_id',
    keptMs: DELIVERED_EVENTS_KEPT_MS,
    condition: (at) => `state = 1 AND ended_at_ms <= ${at}`,
  },
  {
    table: 'webhook_events',
    key: 'webhook_id',
    keptMs: DEAD_EVENTS_KEPT_MS,
    condition: (at) => `state = 2 AND ended_at_ms <= ${at}`,
  },
  {
    table: 'blocks',
    key: 'bot_id, user_id',
    keptMs: DEAD_BLOCKS_KEPT_MS,
    condition: (at) => `dead_reason IS NOT NULL AND shown_message_id IS NULL AND queued_at_ms <= ${at}`,
  },
  {
    table: 'blocks',
    key: 'bot_id, user_id',
    keptMs: IDLE_BLOCKS_KEPT_MS,
    condition: (at) =>
      `due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL AND queued_at_ms <= ${at}`,
  },
];

/** Rows of a table that has no index by time: it is walked stretch by stretch. */
export interface WalkedTerm {
  table: string;
  key: readonly string[];
  /** As in `Term`; null: the caller says before which moment they go. */
  keptMs: number | null;
  condition: (at: string) => string;
}

export const walkedTerms: readonly WalkedTerm[] = [
  {
    table: 'rail_deposits',
    key: ['deposit_id'],
    keptMs: UNPAID_DEPOSITS_KEPT_MS,
    condition: (at) => `state <> 'paid' AND expires_at_ms <= ${at}`,
  },
  {
    table: 'block_viewers',
    key: ['bot_id', 'user_id'],
    keptMs: BLOCK_VIEWERS_KEPT_MS,
    condition: (at) => `seen_at_ms <= ${at}`,
  },
  {
    table: 'block_tests',
    key: ['bot_id', 'test'],
    keptMs: BLOCK_TESTS_KEPT_MS,
    condition: (at) => `at_ms <= ${at}`,
  },
  {
    table: 'fill_days',
    key: ['bot_id', 'day', 'language_id'],
    keptMs: FILLS_KEPT_MS,
    condition: (at) => `day < ${at} / 86400000`,
  },
  {
    table: 'network_offers',
    key: ['user_id', 'bot_id', 'ads_id'],
    keptMs: OFFERS_KEPT_MS,
    condition: (at) => `listed_at_ms <= ${at}`,
  },
  {
    table: 'network_days',
    key: ['bot_id', 'network_id', 'day'],
    keptMs: FILLS_KEPT_MS,
    condition: (at) => `day < ${at} / 86400000`,
  },
  {
    table: 'pins',
    key: ['user_id', 'bot_id'],
    keptMs: 0,
    condition: (at) => `pinned_at_ms + life_seconds * 1000 <= ${at}`,
  },
  {
    table: 'impressions',
    key: ['user_id', 'target', 'order_id', 'bot_id'],
    keptMs: null,
    condition: (at) => `seen_at_ms < ${at}`,
  },
  {
    table: 'contacts',
    key: ['user_id', 'bot_id'],
    keptMs: CONTACTS_KEPT_MS,
    condition: (at) => `due_at_ms IS NULL AND at_ms <= ${at}`,
  },
  {
    // A row whose script has not reported has no time: it goes after the impression that led there.
    table: 'openings',
    key: ['user_id', 'order_id'],
    keptMs: OPENINGS_KEPT_MS,
    // (Not by EXISTS, for which PostgreSQL would read all impressions at once.)
    condition: (
      at,
    ) => `ran_at_ms <= ${at} AND (SELECT 1 FROM impressions WHERE impressions.user_id = openings.user_id
      AND impressions.order_id = openings.order_id LIMIT 1) IS NULL`,
  },
];
