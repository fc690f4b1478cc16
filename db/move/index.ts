/**
 * Moves a store from one database to another, whichever of the two kinds each is.
 *
 * A first pass copies every table as it is at one moment, in batches by key, and notes with each batch how far it is: cut
 * short, it is taken up there again. It may run next to the living service. The second pass finds later
 * changes, while the service is stopped: it compares every row, copies differences, and compares again.
 * Until all of that is done no process serves the new database.
 */
import { existsSync, realpathSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { CheckOutcome } from '../../core/ports/check-store.js';
import { databaseKind } from '../database-kinds.js';
import { databaseFile, migrate, requireCurrent } from '../sqlite/migrate.js';
import { migratePostgres, requireCurrentPostgres } from '../postgres/migrate.js';
import { type Comparison, compareTable, copyTables, mendTable, type Progress, type Sides } from './copy.js';
import { openPostgresSide } from './postgres-side.js';
import { MoveFault, type Side } from './side.js';
import { COMPLETE } from '../migrator.js';
import { createSqliteSide } from './sqlite-side.js';
import { movedTables } from './tables.js';

export { MoveFault } from './side.js';

const ORIGIN = 'origin';
const COPIED = 'copied';

/** Called with every batch; `total` is of one pass over all tables. */
export type MoveProgress = (
  step: 'copying' | 'comparing',
  table: string,
  rows: number,
  total: number,
) => void;

export interface MoveOptions {
  /** As in `DATABASE_URL`. */
  from: string;
  to: string;
  /** Makes the comparison of the daily check over a database that no process serves. */
  check: (address: string) => Promise<CheckOutcome>;
  progress?: MoveProgress;
}

export type MoveOutcome =
  /** The service still runs: the second pass has to come. */
  | { kind: 'copied' }
  /** It was all done before, save that this was noted. */
  | { kind: 'complete' }
  | {
      kind: 'moved';
      tables: readonly Comparison[];
      /** Rows that the second pass found different. */
      mended: number;
      /** What the daily check finds, the same in both. */
      check: CheckOutcome;
      isResumed: boolean;
    };

/** @throws MoveFault, and ServiceError when a server cannot be reached */
export async function moveStore(options: MoveOptions): Promise<MoveOutcome> {
  const { from: source, to: target, check, progress = () => undefined } = options;
  if (originOf(source) === originOf(target)) throw new MoveFault('Both are the same database.');
  await requireCurrentAt(source);
  await migrateAt(target);
  const moved = await withSides(options, async (sides) => {
    const isResumed = await claim(sides.to, originOf(source));
    if (isResumed && (await sides.to.marks())?.has(COMPLETE) === true) return 'complete';
    const isHeld = await sides.from.hold();
    await sides.from.freeze();
    const counting = await countingOf(sides.from, progress);
    const isCopied = (await sides.to.marks())?.has(COPIED) === true;
    if (!isCopied) await copyTables(sides, isResumed, counting('copying'));
    await sides.to.mark(COPIED, '1');
    if (!isHeld) return 'copied';
    const compared = await settle(sides, counting('comparing'));
    await sides.to.mark(COMPLETE, '1');
    return { ...compared, isResumed };
  });
  if (moved === 'copied') return { kind: moved };
  const outcome = moved === 'complete' ? null : await checkBoth(source, target, check);
  await withSide(target, (side) => side.dropMarks());
  if (moved === 'complete' || outcome === null) return { kind: 'complete' };
  return { kind: 'moved', ...moved, check: outcome };
}

/**
 * Compares both, and changes nothing.
 * @throws MoveFault when a process uses one of them
 */
export async function compareStores(
  options: Pick<MoveOptions, 'from' | 'to' | 'progress'>,
): Promise<readonly Comparison[]> {
  const { from: source, to: target, progress = () => undefined } = options;
  if (originOf(source) === originOf(target)) throw new MoveFault('Both are the same database.');
  await requireCurrentAt(source);
  await requireCurrentAt(target);
  return withSides(options, async (sides) => {
    for (const side of [sides.from, sides.to]) {
      if (!(await side.hold()))
        throw new MoveFault(`A process uses the database of ${side.kind}: stop the service first.`);
      await side.freeze();
    }
    const counting = (await countingOf(sides.from, progress))('comparing');
    const compared: Comparison[] = [];
    for (const table of movedTables) compared.push(await compareTable(sides, table, counting));
    return compared;
  });
}

/** Whether what is there is ours to go on with. */
async function claim(to: Side, origin: string): Promise<boolean> {
  if (!(await to.hold()))
    throw new MoveFault('A process uses the database that is to be filled: stop it first.');
  const marks = await to.marks();
  if (marks !== null) {
    if (marks.get(ORIGIN) === origin) return true;
    throw new MoveFault(
      'The database that is to be filled is being filled from another one: make a new one.',
    );
  }
  for (const table of movedTables) {
    if (!table.isSeeded && (await to.after(table, null, 1)).length > 0)
      throw new MoveFault(`The database that is to be filled is not empty: there are ${table.name} in it.`);
  }
  await to.mark(ORIGIN, origin);
  return false;
}

/** The second pass: afterwards both are the same, to the last row. */
async function settle(sides: Sides, progress: Progress) {
  const tables: Comparison[] = [];
  let mended = 0;
  for (const table of movedTables) {
    let found = await compareTable(sides, table, progress);
    if (found.differing.length > 0) {
      mended += await mendTable(sides, table);
      found = await compareTable(sides, table, () => undefined);
    }
    if (found.differing.length > 0 || found.checksums.from !== found.checksums.to)
      throw new MoveFault(`${table.name} differs, and could not be mended: ${found.differing.join('; ')}`);
    const there = await sides.to.count(table);
    if (there !== found.rows)
      throw new MoveFault(`${table.name} has ${String(there)} rows instead of ${String(found.rows)}.`);
    tables.push(found);
  }
  const numbers = await sides.from.numbers();
  for (const { table, highest } of tables) {
    if (highest > (numbers.get(table) ?? 0n)) numbers.set(table, highest);
  }
  await sides.to.setNumbers(numbers);
  await requireBalance(sides.from, 'it is moved from');
  await requireBalance(sides.to, 'it is moved to');
  await sides.to.tidy();
  return { tables, mended };
}

async function requireBalance(side: Side, which: string): Promise<void> {
  const { postings, balances, entries } = await side.ledgerSums();
  if (Number(postings) === 0 && Number(balances) === 0 && Number(entries) === 0) return;
  throw new MoveFault(
    `The ledger of the database ${which} does not sum to zero (postings ${postings}, balances ${balances}, entries out of balance ${entries}): see "When the daily check finds something" in docs/operating.md.`,
  );
}

async function checkBoth(
  source: string,
  target: string,
  check: (address: string) => Promise<CheckOutcome>,
): Promise<CheckOutcome> {
  const [before, after] = [await check(source), await check(target)];
  if (!isDeepStrictEqual(before, after)) {
    await withSide(target, (side) => side.unmark(COMPLETE));
    throw new MoveFault('The daily check does not find the same in both databases: do not use the new one.');
  }
  return after;
}

/** @returns what adds up the rows of a pass as they are done, out of all that the side has */
async function countingOf(side: Side, progress: MoveProgress) {
  let total = 0;
  for (const table of movedTables) total += await side.count(table);
  return (step: Parameters<MoveProgress>[0]): Progress => {
    let rows = 0;
    return (table, more) => {
      rows += more;
      progress(step, table, rows, total);
    };
  };
}

const isPostgres = (address: string) => databaseKind(address) === 'postgres';

/** Which database an address means, without the name and the password that open it. */
function originOf(address: string): string {
  if (!isPostgres(address)) {
    const file = databaseFile(address);
    return `file:${existsSync(file) ? realpathSync(file) : file}`;
  }
  const { hostname, port, pathname } = new URL(address);
  return `postgres://${hostname}:${port === '' ? '5432' : port}${pathname}`;
}

async function requireCurrentAt(address: string): Promise<void> {
  if (isPostgres(address)) await requireCurrentPostgres(address);
  else requireCurrent(address);
}

async function migrateAt(address: string): Promise<void> {
  if (isPostgres(address)) await migratePostgres(address);
  else migrate(address);
}

const openSide = (address: string): Promise<Side> | Side =>
  isPostgres(address) ? openPostgresSide(address) : createSqliteSide(address);

async function withSide<T>(address: string, work: (side: Side) => Promise<T>): Promise<T> {
  const side = await openSide(address);
  try {
    return await work(side);
  } finally {
    await side.close();
  }
}

function withSides<T>(
  { from, to }: { from: string; to: string },
  work: (sides: Sides) => Promise<T>,
): Promise<T> {
  return withSide(from, (source) => withSide(to, (target) => work({ from: source, to: target })));
}
