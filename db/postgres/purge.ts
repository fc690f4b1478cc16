/**
 * Takes out what nobody needs any more, in small steps, so that nobody waits for it for long.
 *
 * Pins and shows have no index by time (it would take as much room as they do): each step looks through a stretch of
 * the table where the last one ended, and begins again at its end.
 */
import { terms } from '../purge-terms.js';
import { DAY_MS } from '../../core/days.js';
import type { Deeds } from './deeds.js';
import { keepPartitions, purgedPartOf } from './partitions.js';
import { statement, type Transaction } from './statement.js';

/** Rows looked through in one step: a few milliseconds. */
const STRETCH = 2_000;

export interface Purge {
  /** One step over everything; takes out at most `limit` of each kind and answers how many went. */
  run(what: { nowMs: number; showsBeforeMs: number; limit: number }): Promise<number>;
}

interface PinKey {
  user_id: number;
  bot_id: number;
  end_ms: number;
}

interface ShowKey {
  user_id: number;
  order_id: number;
  bot_id: number;
  shown_at_ms: number;
}

const pins = statement<[userId: number, botId: number], PinKey>(
  `SELECT user_id, bot_id, pinned_at_ms + life_seconds * 1000 AS end_ms FROM pins
   WHERE (user_id, bot_id) > ($1, $2) ORDER BY user_id, bot_id LIMIT ${String(STRETCH)}`,
);
/** What was renewed since it was looked at stays. */
const removePins = statement<[userIds: readonly number[], botIds: readonly number[], nowMs: number]>(
  `DELETE FROM pins USING unnest($1::bigint[], $2::bigint[]) AS old (user_id, bot_id)
   WHERE pins.user_id = old.user_id AND pins.bot_id = old.bot_id AND pinned_at_ms + life_seconds * 1000 <= $3`,
);
const shows = statement<[userId: number, orderId: number, botId: number], ShowKey>(
  `SELECT user_id, order_id, bot_id, shown_at_ms FROM shows
   WHERE (user_id, order_id, bot_id) > ($1, $2, $3) ORDER BY user_id, order_id, bot_id LIMIT ${String(STRETCH)}`,
);
const removeShows = statement<
  [userIds: readonly number[], orderIds: readonly number[], botIds: readonly number[], beforeMs: number]
>(
  `DELETE FROM shows USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS old (user_id, order_id, bot_id)
   WHERE shows.user_id = old.user_id AND shows.order_id = old.order_id AND shows.bot_id = old.bot_id
     AND shown_at_ms < $4`,
);
/** What a user opened goes with what they were shown. */
const removeOpenings = statement<[userIds: readonly number[], orderIds: readonly number[], beforeMs: number]>(
  `DELETE FROM openings USING unnest($1::bigint[], $2::bigint[]) AS old (user_id, order_id)
   WHERE openings.user_id = old.user_id AND openings.order_id = old.order_id AND ran_at_ms < $3`,
);

/** Whoever else purges, or writes to such a row just now, is left alone. */
const dated = terms.map(({ table: whole, key, keptMs, condition }) => {
  const table = purgedPartOf(whole);
  const isOld = key
    .split(', ')
    .map((column) => `gone.${column} = old.${column}`)
    .join(' AND ');
  return {
    keptMs,
    remove: statement<[beforeMs: number, limit: number]>(
      `WITH old AS MATERIALIZED (SELECT ${key} FROM ${table} WHERE ${condition('$1::bigint')} LIMIT $2
         FOR UPDATE SKIP LOCKED)
       DELETE FROM ${table} AS gone USING old WHERE ${isOld}`,
    ),
  };
});

/** The key of the row where a look through a table ended. */
type Place = [number, number, number];
const START: Place = [-1, -1, -1];

export function createPurge(deeds: Deeds): Purge {
  let pinPlace = START;
  let showPlace = START;
  /** The day on which all parts were last seen to be as they should. */
  let partsDay = -1;

  const purgeParts = async (nowMs: number): Promise<void> => {
    const day = Math.floor(nowMs / DAY_MS);
    if (day === partsDay) return;
    const isDone = await keepPartitions(
      (work) => deeds.run('purge.parts', ({ client }) => work(client)),
      nowMs,
    );
    if (isDone) partsDay = day;
  };

  /** Looks first and removes then, so that rows are locked only where there is something to remove. */
  const removeEach = async (
    name: string,
    rows: readonly unknown[],
    remove: (transaction: Transaction) => Promise<number>,
  ): Promise<number> => (rows.length === 0 ? 0 : deeds.runOnce(name, remove));

  const purgePins = async (nowMs: number, limit: number): Promise<number> => {
    const rows = await deeds.askOnce((transaction) => pins.all(transaction, pinPlace[0], pinPlace[1]));
    const ended = rows.filter((row) => row.end_ms <= nowMs).slice(0, limit);
    const last = ended.length === limit ? ended.at(-1) : rows.length < STRETCH ? undefined : rows.at(-1);
    pinPlace = last === undefined ? START : [last.user_id, last.bot_id, 0];
    const [userIds, botIds] = [ended.map((row) => row.user_id), ended.map((row) => row.bot_id)];
    return removeEach('purge.pins', ended, (transaction) =>
      removePins.run(transaction, userIds, botIds, nowMs),
    );
  };

  const purgeShows = async (beforeMs: number, limit: number): Promise<number> => {
    const rows = await deeds.askOnce((transaction) => shows.all(transaction, ...showPlace));
    const old = rows.filter((row) => row.shown_at_ms < beforeMs).slice(0, limit);
    const last = old.length === limit ? old.at(-1) : rows.length < STRETCH ? undefined : rows.at(-1);
    showPlace = last === undefined ? START : [last.user_id, last.order_id, last.bot_id];
    const userIds = old.map((row) => row.user_id);
    const orderIds = old.map((row) => row.order_id);
    const botIds = old.map((row) => row.bot_id);
    await removeEach('purge.openings', old, (transaction) =>
      removeOpenings.run(transaction, userIds, orderIds, beforeMs),
    );
    return removeEach('purge.shows', old, (transaction) =>
      removeShows.run(transaction, userIds, orderIds, botIds, beforeMs),
    );
  };

  return {
    run: async ({ nowMs, showsBeforeMs, limit }) => {
      if (limit <= 0) return 0;
      await purgeParts(nowMs);
      let count = (await purgePins(nowMs, limit)) + (await purgeShows(showsBeforeMs, limit));
      for (const { keptMs, remove } of dated) {
        count += await deeds.runOnce('purge.dated', (transaction) =>
          remove.run(transaction, nowMs - keptMs, limit),
        );
      }
      return count;
    },
  };
}
