/**
 * Tables that grow with every day are kept in parts, by the day that is in their key: those of the past stand still, and
 * what is written today meets small indices. Parts are made ahead; what belongs to none of them is in the part `…_rest`, so
 * that nothing depends on a part's being there in time. Which tables, and why no others: `docs/scaling.md`.
 */
import type pg from 'pg';
import { DAY_MS } from '../../core/days.js';
import { terms } from '../work/purge-terms.js';
import type { Commands } from './commands.js';
import { isHeld } from './faults.js';

interface Partitioned {
  table: string;
  /** Of its key: a day (days since 1970-01-01), or an hour likewise. */
  column: 'day' | 'hour';
  /** What a part holds. */
  span: 'month' | 'day';
  /** Parts that are made beyond the one of now. */
  ahead: number;
  /** Parts that ended so long ago go whole; left out: they stay. */
  keptMs?: number;
  /** Room on each page for rows that are counted up. */
  fillfactor: number;
}

/** Values from the first, up to but not with the second. */
interface Part {
  name: string;
  from: number;
  to: number;
}

const HOURS = 24;
/** Others wait no longer than this behind our wait for a lock; our attempt comes again. */
const LOCK_TIMEOUT_MS = 300;
/** Further back rows stay in the rest. */
const MONTHS_BACK_MAX = 120;

const noFillHoursKeptMs = terms.find(({ table }) => table === 'no_fill_hours')?.keptMs ?? DAY_MS;

const partitioned: readonly Partitioned[] = [
  { table: 'pair_days', column: 'day', span: 'month', ahead: 3, fillfactor: 50 },
  { table: 'language_days', column: 'day', span: 'month', ahead: 3, fillfactor: 100 },
  {
    table: 'no_fill_hours',
    column: 'hour',
    span: 'day',
    ahead: 7,
    keptMs: noFillHoursKeptMs,
    fillfactor: 100,
  },
];

type Client = Pick<pg.ClientBase, 'query'>;
/** Does something in a transaction of its own. */
type InTransaction = (work: (client: Client) => Promise<void>) => Promise<void>;

/**
 * Makes the parts of now and those to come, and moves into them what waits in the rest; takes out those that have had
 * their day. Doing it twice, or several at once, does no harm; a part that somebody keeps locked is left for the next time.
 * @param options.movesHistory also makes parts for the past that the rest holds: it looks through all of that
 * @returns whether all is as it should be
 */
export async function keepPartitions(
  inTransaction: InTransaction,
  nowMs: number,
  options: { movesHistory?: boolean } = {},
): Promise<boolean> {
  const attempt = async (work: (client: Client) => Promise<void>) => {
    try {
      await inTransaction(work);
      return true;
    } catch (error) {
      if (isHeld(error)) return false;
      throw error;
    }
  };
  let isDone = true;
  for (const each of partitioned) {
    let parts = partsFrom(each, nowMs);
    if (options.movesHistory === true)
      await inTransaction(async (client) => {
        parts = [...(await partsOfRest(client, each, nowMs)), ...parts];
      });
    for (const part of parts) {
      const isMade = await attempt((client) => makePart(client, each, part));
      isDone &&= isMade;
    }
    const isClear = await attempt((client) => dropEnded(client, each, nowMs));
    isDone &&= isClear;
  }
  return isDone;
}

/** @returns what keeps them, once a day from when all is as it should be */
export function createPartKeeper(commands: Pick<Commands, 'run'>): (nowMs: number) => Promise<void> {
  let doneDay = -1;
  return async (nowMs) => {
    const day = Math.floor(nowMs / DAY_MS);
    if (day === doneDay) return;
    const inTransaction: InTransaction = (work) => commands.run('purge.parts', ({ client }) => work(client));
    if (await keepPartitions(inTransaction, nowMs)) doneDay = day;
  };
}

const restOf = (table: string): string => `${table}_rest`;

async function makePart(client: Client, each: Partitioned, part: Part): Promise<void> {
  const { table, column, fillfactor } = each;
  if (await isThere(client, part.name)) return;
  await client.query(`SET LOCAL lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
  // Those who make parts take turns here; those who count do not wait for it.
  await client.query(`LOCK TABLE ONLY ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
  if (await isThere(client, part.name)) return;
  await client.query(`LOCK TABLE ${restOf(table)} IN ACCESS EXCLUSIVE MODE`);
  const [name, from, to] = [part.name, String(part.from), String(part.to)];
  await client.query(
    `CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS) WITH (fillfactor = ${String(fillfactor)})`,
  );
  await client.query(
    `WITH moved AS (DELETE FROM ${restOf(table)} WHERE ${column} >= ${from} AND ${column} < ${to} RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
  );
  await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`);
}

async function isThere(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS is_there',
    [name],
  );
  return rows[0]?.is_there === true;
}

async function dropEnded(client: Client, each: Partitioned, nowMs: number): Promise<void> {
  if (each.keptMs === undefined) return;
  const first = partAt(each, Math.floor((nowMs - each.keptMs) / DAY_MS));
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = to_regclass($1)`,
    [each.table],
  );
  // Names are in the order of their days; others, such as that of the rest, are no parts that were made here.
  const isPart = new RegExp(`^${each.table}_\\d{4}(?:_\\d\\d)+$`);
  const ended = rows.filter(({ name }) => isPart.test(name) && name < first.name);
  if (ended.length === 0) return;
  await client.query(`SET LOCAL lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
  await client.query(`DROP TABLE ${ended.map(({ name }) => name).join(', ')}`);
}

/** The part of now, and those ahead. */
function partsFrom(each: Partitioned, nowMs: number): Part[] {
  let part = partAt(each, Math.floor(nowMs / DAY_MS));
  const parts = [part];
  while (parts.length <= each.ahead) {
    part = partAt(each, dayOf(each, part.to));
    parts.push(part);
  }
  return parts;
}

/** The parts, before that of now, of which the rest holds something. */
async function partsOfRest(client: Client, each: Partitioned, nowMs: number): Promise<Part[]> {
  const { table, column, span } = each;
  if (span !== 'month') return [];
  const { rows } = await client.query<{ day: number }>(
    `SELECT DISTINCT ${column} AS day FROM ${restOf(table)} ORDER BY 1`,
  );
  const now = partAt(each, Math.floor(nowMs / DAY_MS));
  const parts = new Map<string, Part>();
  for (const { day } of rows) {
    const part = partAt(each, day);
    if (part.to <= now.from) parts.set(part.name, part);
  }
  return [...parts.values()].slice(-MONTHS_BACK_MAX);
}

/** The day that a value of the column belongs to. */
const dayOf = ({ column }: Partitioned, value: number): number =>
  column === 'day' ? value : Math.floor(value / HOURS);

function partAt({ table, column, span }: Partitioned, day: number): Part {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const [first, next] =
    span === 'month'
      ? [Date.UTC(year, month, 1) / DAY_MS, Date.UTC(year, month + 1, 1) / DAY_MS]
      : [day, day + 1];
  const words = date.toISOString().slice(0, span === 'month' ? 7 : 10);
  const perDay = column === 'day' ? 1 : HOURS;
  return { name: `${table}_${words.replaceAll('-', '_')}`, from: first * perDay, to: next * perDay };
}
