/** How long what has had its day is kept, by table. */

const DAY_MS = 86_400_000;
/** Notices are kept this long, delivered or given up, so that the same is not told twice. */
const NOTICES_KEPT_MS = 400 * DAY_MS;
/** What somebody was in the middle of writing: tokens and payout details among it, which nobody comes back for. */
const SESSIONS_KEPT_MS = 30 * DAY_MS;
const DEAD_BLOCKS_KEPT_MS = 30 * DAY_MS;
const IDLE_BLOCKS_KEPT_MS = DAY_MS;
const DELIVERED_EVENTS_KEPT_MS = 3 * DAY_MS;
const DEAD_EVENTS_KEPT_MS = 30 * DAY_MS;
const REFUSALS_KEPT_MS = DAY_MS + 3_600_000;
const PAGE_VISITS_KEPT_MS = 30 * DAY_MS;
/** Whatever the zone of the days they are counted by. */
const PAID_ADDRESSES_KEPT_MS = 2 * DAY_MS;

/** Rows of a table that go once they are so old. */
export interface Term {
  table: string;
  /** The columns of its key. */
  key: string;
  /** How long they are kept after the moment that the condition looks at. */
  keptMs: number;
  /** @param at the placeholder of the moment before which it must lie */
  condition: (at: string) => string;
}

export const terms: readonly Term[] = [
  { table: 'limit_takes', key: 'take_id', keptMs: 0, condition: (at) => `ends_at_ms <= ${at}` },
  { table: 'id_files', key: 'file_id', keptMs: 0, condition: (at) => `expires_at_ms <= ${at}` },
  {
    table: 'refusal_hours',
    key: 'order_id, hour, refusal',
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
    table: 'paid_addresses',
    key: 'day, order_id, address',
    keptMs: PAID_ADDRESSES_KEPT_MS,
    condition: (at) => `day < ${at} / 86400000`,
  },
  {
    table: 'notices',
    key: 'notice_id',
    keptMs: NOTICES_KEPT_MS,
    condition: (at) => `due_at_ms IS NULL AND dead_reason IS NULL AND queued_at_ms <= ${at}`,
  },
  {
    table: 'notices',
    key: 'notice_id',
    keptMs: NOTICES_KEPT_MS,
    condition: (at) => `dead_reason IS NOT NULL AND queued_at_ms <= ${at}`,
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
    condition: (at) => `dead_reason IS NOT NULL AND shown_message_id IS NULL AND wished_at_ms <= ${at}`,
  },
  {
    table: 'blocks',
    key: 'bot_id, user_id',
    keptMs: IDLE_BLOCKS_KEPT_MS,
    condition: (at) =>
      `due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL AND wished_at_ms <= ${at}`,
  },
];
