/**
 * Takes out what nobody needs any more, in small steps, so that nobody waits for it for long.
 *
 * Some tables have no index by time (it would take as much room as they do): each step looks through a stretch of the
 * table where the last one ended, and begins again at its end.
 */
import { terms, walkedTerms } from '../purge-terms.js';
import { DAY_MS } from '../../core/days.js';
import type { Deeds } from './deeds.js';
import { keepPartitions, purgedPartOf } from './partitions.js';
import { statement } from './statement.js';

/** Rows looked through in one step: a few milliseconds. */
const STRETCH = 2_000;

export interface Purge {
  /** One step over everything; takes out at most `limit` of each kind and answers how many went. */
  run(what: { nowMs: number; showsBeforeMs: number; limit: number }): Promise<number>;
}

/** The key of the row where a look through a table ended. */
type Place = readonly number[];
/** The columns of its key, and whether it is old. */
type WalkedRow = Record<string, number> & { is_old: number };

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

const walked = walkedTerms.map(({ table, key, keptMs, condition }) => {
  const columns = key.join(', ');
  const isSame = key.map((column) => `${table}.${column} = old.${column}`).join(' AND ');
  const lists = key.map((_, index) => `$${String(index + 2)}::bigint[]`).join(', ');
  return {
    ...{ table, key, keptMs },
    stretch: statement<[beforeMs: number, ...Place], WalkedRow>(
      `SELECT ${columns}, (${condition('$1::bigint')})::int AS is_old FROM ${table}
       WHERE (${columns}) > (${key.map((_, index) => `$${String(index + 2)}`).join(', ')})
       ORDER BY ${columns} LIMIT ${String(STRETCH)}`,
    ),
    /** What was renewed since it was looked at stays. */
    remove: statement<[beforeMs: number, ...Place[]]>(
      `DELETE FROM ${table} USING unnest(${lists}) AS old (${columns}) WHERE ${isSame} AND ${condition('$1::bigint')}`,
    ),
  };
});

export function createPurge(deeds: Deeds): Purge {
  const walks = walked.map((term) => createWalk(deeds, term));
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

  return {
    run: async ({ nowMs, showsBeforeMs, limit }) => {
      if (limit <= 0) return 0;
      await purgeParts(nowMs);
      let count = 0;
      for (const { keptMs, step } of walks)
        count += await step(keptMs === null ? showsBeforeMs : nowMs - keptMs, limit);
      for (const { keptMs, remove } of dated) {
        count += await deeds.runOnce('purge.dated', (transaction) =>
          remove.run(transaction, nowMs - keptMs, limit),
        );
      }
      return count;
    },
  };
}

function createWalk(deeds: Deeds, { table, key, keptMs, stretch, remove }: (typeof walked)[number]) {
  const start: Place = key.map(() => -1);
  let place = start;

  /** Looks first and removes then, so that rows are locked only where there is something to remove. */
  const step = async (beforeMs: number, limit: number): Promise<number> => {
    const rows = await deeds.askOnce((transaction) => stretch.all(transaction, beforeMs, ...place));
    const old = rows.filter((row) => row.is_old === 1).slice(0, limit);
    const last = old.length === limit ? old.at(-1) : rows.length < STRETCH ? undefined : rows.at(-1);
    place = last === undefined ? start : key.map((column) => last[column] ?? 0);
    if (old.length === 0) return 0;
    const lists = key.map((column) => old.map((row) => row[column] ?? 0));
    return deeds.runOnce(`purge.${table}`, (transaction) => remove.run(transaction, beforeMs, ...lists));
  };
  return { keptMs, step };
}
