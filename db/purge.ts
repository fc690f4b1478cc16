/**
 * Takes out what nobody needs any more, in small steps, so that the writer is never held for long.
 *
 * Pins and shows have no index by time (it would take as much room as they do): each step looks through a stretch of
 * the table where the last one ended, and begins again at its end.
 */
import type { Connection } from './connection.js';
import type { Executor } from './executor.js';

/** Rows looked through in one step: about 2 ms. */
const STRETCH = 2_000;

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

export interface Purge {
  /** One step over everything; takes out at most `limit` of each kind and answers how many went. */
  run(what: { nowMs: number; showsBeforeMs: number; limit: number }): Promise<number>;
}

/** The key of the row where a look through a table ended. */
type Place = [number, number, number];
const START: Place = [-1, -1, -1];

export function createPurge(connection: Connection, executor: Executor): Purge {
  const pins = connection.prepare<[number, number], { user_id: number; bot_id: number; end_ms: number }>(
    `SELECT user_id, bot_id, pinned_at_ms + life_seconds * 1000 AS end_ms FROM pins
     WHERE (user_id, bot_id) > (?, ?) ORDER BY user_id, bot_id LIMIT ${String(STRETCH)}`,
  );
  const removePin = connection.prepare<[number, number, number]>(
    'DELETE FROM pins WHERE user_id = ? AND bot_id = ? AND pinned_at_ms + life_seconds * 1000 <= ?',
  );
  const shows = connection.prepare<
    Place,
    { user_id: number; order_id: number; bot_id: number; shown_at_ms: number }
  >(
    `SELECT user_id, order_id, bot_id, shown_at_ms FROM shows
     WHERE (user_id, order_id, bot_id) > (?, ?, ?) ORDER BY user_id, order_id, bot_id LIMIT ${String(STRETCH)}`,
  );
  const removeShow = connection.prepare<[number, number, number, number]>(
    'DELETE FROM shows WHERE user_id = ? AND order_id = ? AND bot_id = ? AND shown_at_ms < ?',
  );
  const dated: { keptMs: number; remove: ReturnType<typeof removal> }[] = [
    { keptMs: 0, remove: removal('limit_takes', 'take_id', 'ends_at_ms <= ?') },
    { keptMs: 0, remove: removal('id_files', 'file_id', 'expires_at_ms <= ?') },
    {
      keptMs: REFUSALS_KEPT_MS,
      remove: removal('refusal_hours', 'order_id, hour, refusal', 'hour < ? / 3600000'),
    },
    { keptMs: PAGE_VISITS_KEPT_MS, remove: removal('page_visits', 'mark, user_id', 'at_ms <= ?') },
    {
      keptMs: NOTICES_KEPT_MS,
      remove: removal(
        'notices',
        'notice_id',
        'due_at_ms IS NULL AND dead_reason IS NULL AND queued_at_ms <= ?',
      ),
    },
    {
      keptMs: NOTICES_KEPT_MS,
      remove: removal('notices', 'notice_id', 'dead_reason IS NOT NULL AND queued_at_ms <= ?'),
    },
    { keptMs: SESSIONS_KEPT_MS, remove: removal('sessions', 'key', 'at_ms <= ?') },
    {
      keptMs: DELIVERED_EVENTS_KEPT_MS,
      remove: removal('webhook_events', 'webhook_id', 'state = 1 AND ended_at_ms <= ?'),
    },
    {
      keptMs: DEAD_EVENTS_KEPT_MS,
      remove: removal('webhook_events', 'webhook_id', 'state = 2 AND ended_at_ms <= ?'),
    },
    {
      keptMs: DEAD_BLOCKS_KEPT_MS,
      remove: removal(
        'blocks',
        'bot_id, user_id',
        'dead_reason IS NOT NULL AND shown_message_id IS NULL AND wished_at_ms <= ?',
      ),
    },
    {
      keptMs: IDLE_BLOCKS_KEPT_MS,
      remove: removal(
        'blocks',
        'bot_id, user_id',
        'due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL AND wished_at_ms <= ?',
      ),
    },
  ];

  function removal(table: string, key: string, condition: string) {
    return connection.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ?)`,
    );
  }

  let pinPlace = START;
  let showPlace = START;

  /** Looks first and removes then, so that the lock is held only where there is something to remove. */
  const removeEach = async <Row>(name: string, rows: readonly Row[], remove: (row: Row) => number) => {
    if (rows.length === 0) return 0;
    return executor.run(name, () => rows.reduce((count, row) => count + remove(row), 0));
  };

  const purgePins = async (nowMs: number, limit: number): Promise<number> => {
    const rows = await executor.ask(() => pins.all(pinPlace[0], pinPlace[1]));
    const ended = rows.filter((row) => row.end_ms <= nowMs).slice(0, limit);
    const last = ended.length === limit ? ended.at(-1) : rows.length < STRETCH ? undefined : rows.at(-1);
    pinPlace = last === undefined ? START : [last.user_id, last.bot_id, 0];
    return removeEach('purge.pins', ended, (row) => removePin.run(row.user_id, row.bot_id, nowMs).changes);
  };

  const purgeShows = async (beforeMs: number, limit: number): Promise<number> => {
    const rows = await executor.ask(() => shows.all(...showPlace));
    const old = rows.filter((row) => row.shown_at_ms < beforeMs).slice(0, limit);
    const last = old.length === limit ? old.at(-1) : rows.length < STRETCH ? undefined : rows.at(-1);
    showPlace = last === undefined ? START : [last.user_id, last.order_id, last.bot_id];
    return removeEach(
      'purge.shows',
      old,
      (row) => removeShow.run(row.user_id, row.order_id, row.bot_id, beforeMs).changes,
    );
  };

  return {
    run: async ({ nowMs, showsBeforeMs, limit }) => {
      if (limit <= 0) return 0;
      let count = (await purgePins(nowMs, limit)) + (await purgeShows(showsBeforeMs, limit));
      for (const { keptMs, remove } of dated) {
        count += await executor.run('purge.dated', () => remove.run(nowMs - keptMs, limit).changes);
      }
      return count;
    },
  };
}
