/** Rows from one side to the other, and what differs between them. */
import { createHash, type Hash } from 'node:crypto';
import { keyOf, MoveFault, placeOf, type Row, sayChanged, sayKey, type Side } from './side.js';
import { type MovedTable, movedTables } from './tables.js';

/** Of a table, read and written at once. */
const BATCH_ROWS = 5_000;
/** Rows that are named among those that differ. */
const NAMED_ROWS = 10;
const DONE = 'done';

/** Called with every batch: the number of rows done in all tables. */
export type Progress = (table: string, rows: number) => void;

export interface Sides {
  from: Side;
  to: Side;
}

/** What was found of a table on both sides. */
export type Comparison = Awaited<ReturnType<typeof compareTable>>;

/** Copies what the marks say is not copied yet, in the order that foreign keys ask for. */
export async function copyTables({ from, to }: Sides, isResumed: boolean, progress: Progress): Promise<void> {
  const marks = (await to.marks()) ?? new Map<string, string>();
  for (const table of movedTables) {
    // Of a later moment than what others were copied at: what those refer to must be there.
    const mark = table.isReferenced && isResumed ? undefined : marks.get(table.name);
    if (mark === DONE) {
      progress(table.name, await from.count(table));
      continue;
    }
    await copyTable({ from, to }, table, mark === undefined ? null : (JSON.parse(mark) as Row), progress);
    await to.mark(table.name, DONE);
  }
}

async function copyTable(
  { from, to }: Sides,
  table: MovedTable,
  start: Row | null,
  progress: Progress,
): Promise<void> {
  for (let place = start; ;) {
    const puts = await from.after(table, place, BATCH_ROWS);
    const last = puts.at(-1);
    if (last === undefined) return;
    place = placeOf(table, last);
    await to.change({ table, puts, removals: [], mark: [table.name, JSON.stringify(place)] });
    progress(table.name, puts.length);
  }
}

/** Compares a table row by row. */
export async function compareTable(sides: Sides, table: MovedTable, progress: Progress) {
  const hashes = { from: createHash('sha256'), to: createHash('sha256') };
  /** The first keys that differ, in words. */
  const differing: string[] = [];
  let rows = 0;
  /** The highest number of the key, where it is one. */
  let highest = 0n;
  await walkBoth(sides, table, (ours, theirs) => {
    rows += ours.length;
    progress(table.name, ours.length);
    const last = ours.at(-1);
    if (last !== undefined) highest = numberOf(table, last);
    const [lines, otherLines] = [linesOf(table, ours), linesOf(table, theirs)];
    add(hashes.from, lines);
    add(hashes.to, otherLines);
    if (differing.length >= NAMED_ROWS || lines.join('\n') === otherLines.join('\n')) return;
    const { puts, removals } = differenceOf(table, ours, theirs);
    const keys = [...puts.map((row) => keyOf(table, row)), ...removals];
    differing.push(...keys.slice(0, NAMED_ROWS - differing.length).map((key) => sayKey(table, key)));
  });
  /** Of all rows in their order, computed from what each side read. */
  const checksums = { from: hashes.from.digest('hex'), to: hashes.to.digest('hex') };
  return { table: table.name, rows, checksums, differing, highest };
}

/**
 * Makes a table as it is on the other side; resolves to the number of rows that were not. What is there no longer goes
 * first, so that what came in its place finds its names free.
 * @throws MoveFault when rows differ that may only be added
 */
export async function mendTable(sides: Sides, table: MovedTable): Promise<number> {
  let count = 0;
  await walkBoth(sides, table, async (ours, theirs) => {
    const { removals, changed } = differenceOf(table, ours, theirs);
    count += removals.length;
    const odd = removals[0] ?? (changed[0] === undefined ? undefined : keyOf(table, changed[0]));
    if (table.isAppendOnly && odd !== undefined) {
      throw new MoveFault(sayChanged(`${sayKey(table, odd)} is not what it was copied from`));
    }
    if (removals.length > 0) await sides.to.change({ table, puts: [], removals });
  });
  await walkBoth(sides, table, async (ours, theirs) => {
    const { puts } = differenceOf(table, ours, theirs);
    count += puts.length;
    if (puts.length > 0) await sides.to.change({ table, puts, removals: [] });
  });
  return count;
}

/** The same stretch of both, one after the other, until both have ended. */
async function walkBoth(
  { from, to }: Sides,
  table: MovedTable,
  look: (ours: readonly Row[], theirs: readonly Row[]) => void | Promise<void>,
): Promise<void> {
  for (let place: Row | null = null; ;) {
    const ours: Row[] = await from.after(table, place, BATCH_ROWS);
    const last = ours.at(-1);
    const upTo = last === undefined ? null : placeOf(table, last);
    await look(ours, await to.between(table, place, upTo));
    if (upTo === null) return;
    place = upTo;
  }
}

function differenceOf(table: MovedTable, ours: readonly Row[], theirs: readonly Row[]) {
  const there = new Map(theirs.map((row) => [JSON.stringify(keyOf(table, row)), row]));
  const missing: Row[] = [];
  const changed: Row[] = [];
  for (const row of ours) {
    const key = JSON.stringify(keyOf(table, row));
    const other = there.get(key);
    there.delete(key);
    if (other === undefined) missing.push(row);
    else if (JSON.stringify(row) !== JSON.stringify(other)) changed.push(row);
  }
  const removals = [...there.values()].map((row) => keyOf(table, row));
  return { puts: [...missing, ...changed], changed, removals };
}

/** A line for each row; rows of one place, which each database may put in its own order, in that of their bytes. */
function linesOf(table: MovedTable, rows: readonly Row[]): string[] {
  const lines = rows.map((row) => JSON.stringify(row));
  if (table.walk.length < table.key.length) lines.sort();
  return lines;
}

function add(hash: Hash, lines: readonly string[]): void {
  for (const line of lines) hash.update(line).update('\n');
}

function numberOf(table: MovedTable, row: Row): bigint {
  const [key = 0, second] = table.key;
  const isNumber = second === undefined && table.columns[key]?.type === 'integer';
  return isNumber ? BigInt(row[key] ?? 0) : 0n;
}
