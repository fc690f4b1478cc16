/**
 * Takes out what nobody needs any more, in small steps, so that the writer is never held for long.
 *
 * Pins and shows have no index by time (it would take as much room as they do): each step looks through a stretch of
 * the table where the last one ended, and begins again at its end. What a user opened goes with what they were shown.
 */
import type { Connection } from './connection.js';
import type { Executor } from './executor.js';
import { terms } from './purge-terms.js';

/** Rows looked through in one step: about 2 ms. */
const STRETCH = 2_000;

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
  const removeOpening = connection.prepare<[number, number, number]>(
    'DELETE FROM openings WHERE user_id = ? AND order_id = ? AND ran_at_ms < ?',
  );
  const dated = terms.map(({ table, key, keptMs, condition }) => ({
    keptMs,
    remove: connection.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition('?')} LIMIT ?)`,
    ),
  }));

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
    return removeEach('purge.shows', old, (row) => {
      removeOpening.run(row.user_id, row.order_id, beforeMs);
      return removeShow.run(row.user_id, row.order_id, row.bot_id, beforeMs).changes;
    });
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
