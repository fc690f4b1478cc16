/**
 * Takes out what nobody needs any more, in small steps, so that the writer is never held for long.
 *
 * Some tables have no index by time (it would take as much room as they do): each step looks through a stretch of the
 * table where the last one ended, and begins again at its end.
 */
import type { Connection } from './connection.js';
import type { Executor } from './executor.js';
import { terms, type WalkedTerm, walkedTerms } from './purge-terms.js';

/** Rows looked through in one step: about 2 ms. */
const STRETCH = 2_000;

export interface Purge {
  /** One step over everything; takes out at most `limit` of each kind and answers how many went. */
  run(what: { nowMs: number; showsBeforeMs: number; limit: number }): Promise<number>;
}

/** The key of the row where a look through a table ended. */
type Place = readonly number[];
/** The columns of its key, and whether it is old. */
type WalkedRow = Record<string, number> & { is_old: number };

export function createPurge(connection: Connection, executor: Executor): Purge {
  const dated = terms.map(({ table, key, keptMs, condition }) => ({
    keptMs,
    remove: connection.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition('?')} LIMIT ?)`,
    ),
  }));
  const walks = walkedTerms.map((term) => createWalk(connection, executor, term));

  return {
    run: async ({ nowMs, showsBeforeMs, limit }) => {
      if (limit <= 0) return 0;
      let count = 0;
      for (const { keptMs, step } of walks)
        count += await step(keptMs === null ? showsBeforeMs : nowMs - keptMs, limit);
      for (const { keptMs, remove } of dated) {
        count += await executor.run('purge.dated', () => remove.run(nowMs - keptMs, limit).changes);
      }
      return count;
    },
  };
}

function createWalk(
  connection: Connection,
  executor: Executor,
  { table, key, keptMs, condition }: WalkedTerm,
) {
  const columns = key.join(', ');
  const stretch = connection.prepare<number[], WalkedRow>(
    `SELECT ${columns}, ${condition('?')} AS is_old FROM ${table}
     WHERE (${columns}) > (${key.map(() => '?').join(', ')}) ORDER BY ${columns} LIMIT ${String(STRETCH)}`,
  );
  const remove = connection.prepare<number[]>(
    `DELETE FROM ${table} WHERE ${key.map((column) => `${column} = ?`).join(' AND ')} AND ${condition('?')}`,
  );
  const start: Place = key.map(() => -1);
  const placeOf = (row: WalkedRow): Place => key.map((column) => row[column] ?? 0);
  let place = start;

  /** Looks first and removes then, so that the lock is held only where there is something to remove. */
  const step = async (beforeMs: number, limit: number): Promise<number> => {
    const rows = await executor.ask(() => stretch.all(beforeMs, ...place));
    const old = rows.filter((row) => row.is_old === 1).slice(0, limit);
    const last = old.length === limit ? old.at(-1) : rows.length < STRETCH ? undefined : rows.at(-1);
    place = last === undefined ? start : placeOf(last);
    if (old.length === 0) return 0;
    return executor.run(`purge.${table}`, () =>
      old.reduce((count, row) => count + remove.run(...placeOf(row), beforeMs).changes, 0),
    );
  };
  return { keptMs, step };
}
