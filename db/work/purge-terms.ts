/** How long what has had its day is kept, by table. */
import { TEST_COUNTED_MS } from '../../core/bots/index.js';
import { DAY_MS, HOUR_MS } from '../../core/days.js';
import { ANSWERS_KEPT_MS } from '../../core/kept-answers.js';

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
  // Longer than a join can count for an impression, and be found a day late.
  { table: 'unheard_spans', keptMs: 400 * DAY_MS, condition: 'to_ms <= :before' },
  { table: 'former_places', keptMs: 400 * DAY_MS, condition: 'left_at_ms <= :before' },
  // The year that was imported, and one in which it is compared.
  { table: 'imported_days', keptMs: 800 * DAY_MS, condition: 'day < :before / 86400000' },
  // Their people read the report.
  { table: 'imports', keptMs: 30 * DAY_MS, condition: 'ended_at_ms <= :before' },
  { table: 'import_items', keptMs: 30 * DAY_MS, condition: 'at_ms <= :before' },
  { table: 'limit_takes', keptMs: 0, condition: 'ends_at_ms <= :before' },
  { table: 'id_files', keptMs: 0, condition: 'expires_at_ms <= :before' },
  {
    table: 'no_fill_hours',
    rest: 'no_fill_hours_rest',
    keptMs: DAY_MS + HOUR_MS,
    condition: 'hour < :before / 3600000',
  },
  { table: 'page_visits', keptMs: 30 * DAY_MS, condition: 'at_ms <= :before' },
  // Delivered or given up, so that none is sent twice.
  {
    table: 'notifications',
    keptMs: 400 * DAY_MS,
    condition: 'due_at_ms IS NULL AND dead_reason IS NULL AND queued_at_ms <= :before',
  },
  {
    table: 'notifications',
    keptMs: 400 * DAY_MS,
    condition: 'dead_reason IS NOT NULL AND queued_at_ms <= :before',
  },
  // Four weeks of which a forecast is made, and a little more.
  { table: 'traffic_hours', keptMs: 35 * DAY_MS, condition: 'hour < :before / 3600000' },
  // Four weeks of which their error is worked out, and a little more.
  { table: 'order_forecasts', keptMs: 35 * DAY_MS, condition: 'day < :before / 86400000' },
  // They say what was paid for on a day, in whatever zone the service counts its days.
  { table: 'paid_addresses', keptMs: 3 * DAY_MS, condition: 'day < :before / 86400000' },
  // The platform tries to bring an update for a day.
  { table: 'platform_updates', keptMs: 2 * DAY_MS, condition: 'done_at_ms <= :before' },
  { table: 'kept_answers', keptMs: ANSWERS_KEPT_MS, condition: 'at_ms <= :before' },
  // Abandoned input of unfinished dialogs, which may hold tokens and payout details.
  { table: 'sessions', keptMs: 30 * DAY_MS, condition: 'at_ms <= :before' },
  { table: 'webhook_events', keptMs: 3 * DAY_MS, condition: 'state = 1 AND ended_at_ms <= :before' },
  { table: 'webhook_events', keptMs: 30 * DAY_MS, condition: 'state = 2 AND ended_at_ms <= :before' },
  {
    table: 'blocks',
    keptMs: 30 * DAY_MS,
    condition: 'dead_reason IS NOT NULL AND shown_message_id IS NULL AND queued_at_ms <= :before',
  },
  {
    table: 'blocks',
    keptMs: DAY_MS,
    condition:
      'due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL AND queued_at_ms <= :before',
  },
];

/** Rows of a table that has no index by time: it is walked stretch by stretch. */
export interface WalkedTerm extends Pick<Term, 'table' | 'condition'> {
  /** As in `Term`; null: the caller says before which moment they go. */
  keptMs: number | null;
}

export const walkedTerms: readonly WalkedTerm[] = [
  // A payment that comes later yet is booked all the same.
  { table: 'rail_deposits', keptMs: 30 * DAY_MS, condition: "state <> 'paid' AND expires_at_ms <= :before" },
  // Longer than a test of a block counts new users, so that none counts twice.
  { table: 'block_viewers', keptMs: TEST_COUNTED_MS + DAY_MS, condition: 'seen_at_ms <= :before' },
  // After the last that was counted.
  { table: 'block_tests', keptMs: 400 * DAY_MS, condition: 'at_ms <= :before' },
  // The longest range of a statistic, and a little more.
  { table: 'fill_days', keptMs: 400 * DAY_MS, condition: 'day < :before / 86400000' },
  // What /get-user-subscriptions answers about by default.
  { table: 'network_offers', keptMs: 30 * DAY_MS, condition: 'listed_at_ms <= :before' },
  { table: 'network_days', keptMs: 400 * DAY_MS, condition: 'day < :before / 86400000' },
  { table: 'pins', keptMs: 0, condition: 'pinned_at_ms + life_seconds * 1000 <= :before' },
  { table: 'impressions', keptMs: null, condition: 'seen_at_ms < :before' },
  // A contact that is gone is asked about again: longer than `CONTACT_DAYS` can be.
  { table: 'contacts', keptMs: 37 * DAY_MS, condition: 'due_at_ms IS NULL AND at_ms <= :before' },
  {
    // A row whose script has not reported has no time: it goes after the impression that led there.
    table: 'openings',
    keptMs: 40 * DAY_MS,
    // (Not by EXISTS, for which PostgreSQL would read all impressions at once.)
    condition: `ran_at_ms <= :before AND (SELECT 1 FROM impressions WHERE impressions.user_id = openings.user_id
      AND impressions.order_id = openings.order_id LIMIT 1) IS NULL`,
  },
];
