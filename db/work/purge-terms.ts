/** How long what has had its day is kept, by table. */
import { TEST_COUNTED_MS } from '../../core/bots/index.js';
import { DAY_MS } from '../../core/days.js';
import { ANSWERS_KEPT_MS } from '../../core/kept-answers.js';

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
  /** How long they are kept after the moment that the condition looks at. */
  keptMs: number;
  /** SQL with `:before`, the moment before which it must lie. */
  condition: string;
}

export const terms: readonly Term[] = [
  { table: 'unheard_spans', keptMs: UNHEARD_KEPT_MS, condition: 'to_ms <= :before' },
  { table: 'former_places', keptMs: UNHEARD_KEPT_MS, condition: 'left_at_ms <= :before' },
  { table: 'imported_days', keptMs: IMPORTED_DAYS_KEPT_MS, condition: 'day < :before / 86400000' },
  { table: 'imports', keptMs: IMPORTS_KEPT_MS, condition: 'ended_at_ms <= :before' },
  { table: 'import_items', keptMs: IMPORTS_KEPT_MS, condition: 'at_ms <= :before' },
  { table: 'limit_takes', keptMs: 0, condition: 'ends_at_ms <= :before' },
  { table: 'id_files', keptMs: 0, condition: 'expires_at_ms <= :before' },
  {
    table: 'no_fill_hours',
    rest: 'no_fill_hours_rest',
    keptMs: REFUSALS_KEPT_MS,
    condition: 'hour < :before / 3600000',
  },
  { table: 'page_visits', keptMs: PAGE_VISITS_KEPT_MS, condition: 'at_ms <= :before' },
  {
    table: 'notifications',
    keptMs: NOTIFICATIONS_KEPT_MS,
    condition: 'due_at_ms IS NULL AND dead_reason IS NULL AND queued_at_ms <= :before',
  },
  {
    table: 'notifications',
    keptMs: NOTIFICATIONS_KEPT_MS,
    condition: 'dead_reason IS NOT NULL AND queued_at_ms <= :before',
  },
  { table: 'traffic_hours', keptMs: TRAFFIC_KEPT_MS, condition: 'hour < :before / 3600000' },
  { table: 'order_forecasts', keptMs: FORECASTS_KEPT_MS, condition: 'day < :before / 86400000' },
  { table: 'paid_addresses', keptMs: PAID_ADDRESSES_KEPT_MS, condition: 'day < :before / 86400000' },
  { table: 'platform_updates', keptMs: UPDATES_KEPT_MS, condition: 'done_at_ms <= :before' },
  { table: 'kept_answers', keptMs: ANSWERS_KEPT_MS, condition: 'at_ms <= :before' },
  { table: 'sessions', keptMs: SESSIONS_KEPT_MS, condition: 'at_ms <= :before' },
  {
    table: 'webhook_events',
    keptMs: DELIVERED_EVENTS_KEPT_MS,
    condition: 'state = 1 AND ended_at_ms <= :before',
  },
  { table: 'webhook_events', keptMs: DEAD_EVENTS_KEPT_MS, condition: 'state = 2 AND ended_at_ms <= :before' },
  {
    table: 'blocks',
    keptMs: DEAD_BLOCKS_KEPT_MS,
    condition: 'dead_reason IS NOT NULL AND shown_message_id IS NULL AND queued_at_ms <= :before',
  },
  {
    table: 'blocks',
    keptMs: IDLE_BLOCKS_KEPT_MS,
    condition:
      'due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL AND queued_at_ms <= :before',
  },
];

/** Rows of a table that has no index by time: it is walked stretch by stretch. */
export interface WalkedTerm {
  table: string;
  /** As in `Term`; null: the caller says before which moment they go. */
  keptMs: number | null;
  condition: string;
}

export const walkedTerms: readonly WalkedTerm[] = [
  {
    table: 'rail_deposits',
    keptMs: UNPAID_DEPOSITS_KEPT_MS,
    condition: "state <> 'paid' AND expires_at_ms <= :before",
  },
  { table: 'block_viewers', keptMs: BLOCK_VIEWERS_KEPT_MS, condition: 'seen_at_ms <= :before' },
  { table: 'block_tests', keptMs: BLOCK_TESTS_KEPT_MS, condition: 'at_ms <= :before' },
  { table: 'fill_days', keptMs: FILLS_KEPT_MS, condition: 'day < :before / 86400000' },
  { table: 'network_offers', keptMs: OFFERS_KEPT_MS, condition: 'listed_at_ms <= :before' },
  { table: 'network_days', keptMs: FILLS_KEPT_MS, condition: 'day < :before / 86400000' },
  { table: 'pins', keptMs: 0, condition: 'pinned_at_ms + life_seconds * 1000 <= :before' },
  { table: 'impressions', keptMs: null, condition: 'seen_at_ms < :before' },
  { table: 'contacts', keptMs: CONTACTS_KEPT_MS, condition: 'due_at_ms IS NULL AND at_ms <= :before' },
  {
    // A row whose script has not reported has no time: it goes after the impression that led there.
    table: 'openings',
    keptMs: OPENINGS_KEPT_MS,
    // (Not by EXISTS, for which PostgreSQL would read all impressions at once.)
    condition: `ran_at_ms <= :before AND (SELECT 1 FROM impressions WHERE impressions.user_id = openings.user_id
      AND impressions.order_id = openings.order_id LIMIT 1) IS NULL`,
  },
];
