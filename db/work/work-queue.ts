/**
 * Rows that wait in a table until they are due, and are taken by one worker at a time. A table has `due_at_ms` (null:
 * nothing waits), `worker` and `attempts`, and an index on `due_at_ms` with the column that orders it.
 */
import type { WorkQueue } from '../../core/ports/work-queue.js';
import { ALL_SLICES, SLICES, type SliceSet } from '../../core/slices.js';
import type { Table } from '../schema/kit.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';
import { boundedLimit } from './values.js';

/**
 * Which rows belong to some slices (`core/slices.ts`), in SQL.
 * @param slices the placeholder of the set. PostgreSQL counts places by numbers of four bytes
 */
export function inSlices(column: string, slices: string): string {
  return `((${slices}::bigint >> (${column} % ${String(SLICES)})::int) & 1) = 1`;
}

interface QueueTable<Row, Item> {
  table: Table;
  /** What the commits are called in metrics, where that is not as the table is. */
  name?: string;
  slicedBy: keyof Row & string;
  /** Of those that are due at the same time, the lowest goes first. */
  orderedBy: keyof Row & string;
  /** When a row began to wait: what is given back is due as of then. Left out: what orders them says so. */
  since?: string;
  /** Further columns written with the claim. */
  noted?: readonly string[];
  claimMax: number;
  read: (row: Row) => Item;
}

/** The statements of a queue, for the store to be made of. */
export function queueOf<Row, Item>(queue: QueueTable<Row, Item>): (db: Parts['db']) => WorkQueue<Item> {
  const { slicedBy, orderedBy, since = orderedBy, noted = [], claimMax, read } = queue;
  const { name: table } = queue.table;
  const { name = table } = queue;
  const key = queue.table.key.map((column) => column.name);
  const WAITS = 'due_at_ms IS NOT NULL';
  const keys = key.join(', ');
  const isDue = statement<[nowMs: number, slices: SliceSet]>(
    `SELECT 1 FROM ${table} WHERE ${WAITS} AND due_at_ms <= $1 AND ${inSlices(slicedBy, '$2')} LIMIT 1`,
  );
  /**
   * What another worker is taking just now is passed over. What is due is looked for once: as a part of a join it might be
   * looked for again, and more be taken than asked for.
   */
  const claim = statement<
    [worker: string, untilMs: number, nowMs: number, limit: number, slices: SliceSet],
    Row
  >(
    `WITH due AS MATERIALIZED (SELECT ${keys} FROM ${table} WHERE ${WAITS} AND due_at_ms <= $3
       AND ${inSlices(slicedBy, '$5')} ORDER BY due_at_ms, ${orderedBy} LIMIT $4 FOR UPDATE SKIP LOCKED)
     UPDATE ${table} SET worker = $1, due_at_ms = $2, ${['attempts = attempts + 1', ...noted].join(', ')}
     FROM due WHERE ${key.map((column) => `${table}.${column} = due.${column}`).join(' AND ')}
     RETURNING *`,
  );
  const release = statement<[worker: string, slices: SliceSet]>(
    `UPDATE ${table} SET due_at_ms = ${since}, worker = NULL
     WHERE ${WAITS} AND worker = $1 AND ${inSlices(slicedBy, '$2')}`,
  );
  return (db) => ({
    claim: async (worker, limit, leaseMs, nowMs, slices = ALL_SLICES) => {
      // Mostly nothing is due: that costs a read, and no commit.
      if ((await db.read(isDue.get(nowMs, slices))) === undefined) return [];
      const bound = boundedLimit(limit, claimMax);
      const rows = await db.run(`${name}.claim`, claim.all(worker, nowMs + leaseMs, nowMs, bound, slices));
      return rows.sort((one, other) => Number(one[orderedBy]) - Number(other[orderedBy])).map(read);
    },
    release: (worker, slices = ALL_SLICES) => db.run(`${name}.release`, release.do(worker, slices)),
  });
}
