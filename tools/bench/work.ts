/**
 * What six paths do for a request, in counts instead of seconds: statements, rows, and bytes that are
 * allocated. Compared with those of the last release (`work.json`), which `--keep` writes. A change that takes more
 * of the processor and allocates nothing is not seen here: `npm run bench:pairs` sees it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { createApp } from '../../api/app.js';
import { allocated, countStatements, ofTheApi } from './costs.js';
import { serveHere, serviceHere } from './in-process.js';
import { type Load, measure } from './load.js';
import { alignedTable } from './table.js';
import { createVariants, isOfSix } from './variants.js';
import type { BenchWorld } from './world.js';

/** More than this of the last release's is a fault. */
const MORE_AT_MOST = 1.08;
/**
 * These are the same whatever else the machine does. How many requests share a commit is not, and with it statements and
 * rows that are written: people may read them.
 */
const HELD = ['rowsRead', 'bytes'] as const;
/** Below so many of a request, such as a statement once in a hundred requests, a share says nothing. */
const FEWEST = 0.5;
/** Of the requests of a round of routes. */
const SCALE = 0.1;
const CONNECTIONS = 32;
/** Until what each process remembers is there, and the compiler is through. */
const WARM_ROUNDS = 3;
/** Of these the least counts. */
const WINDOWS = 3;
const keptFile = path.join(import.meta.dirname, 'work.json');

type Work = Record<'statements' | 'rowsRead' | 'rowsWritten' | 'bytes', number>;

/** Before any statement of the process is made. */
export const countHere = () => countStatements(new Database(':memory:').prepare('SELECT 1'));

/**
 * @param count of `countHere`
 * @returns a table, and what does more than the last release
 */
export async function benchWork(
  world: BenchWorld,
  { count, only, keep }: { count: ReturnType<typeof countHere>; only: string; keep: boolean },
): Promise<{ table: string; faults: string[] }> {
  const { service, logger, metrics } = await serviceHere(world.environment);
  const server = await serveHere(createApp(service, { logger, observe: metrics.request }));
  const send = async (load: Load, amount: number) => {
    await measure(server, load, { amount, connections: CONNECTIONS });
  };
  const found: Record<string, Work> = {};
  for (const variant of createVariants({ world, send, scale: SCALE }).all) {
    if (!isOfSix(variant.name) || !variant.name.includes(only)) continue;
    const { amount, connections } = variant;
    const next = async () => {
      // Else the platform is asked again, when the process was too busy to say it in time.
      await world.service.membership.heard(Date.now());
      const load = await variant.prepare(0);
      return async () => {
        await measure(server, load, { amount, connections });
      };
    };
    for (let round = 0; round < WARM_ROUNDS; round += 1) await (await next())();
    const windows: Work[] = [];
    for (let window = 0; window < WINDOWS; window += 1) {
      const counts = ofTheApi(await count(await next()));
      const bytes = ofTheApi(await allocated(await next())).reduce((sum, each) => sum + each, 0) / amount;
      const sumOf = (what: Exclude<keyof Work, 'bytes'>) =>
        counts.reduce((sum, each) => sum + each[what], 0) / amount;
      windows.push({
        statements: sumOf('statements'),
        rowsRead: sumOf('rowsRead'),
        rowsWritten: sumOf('rowsWritten'),
        bytes,
      });
    }
    found[variant.name] = leastOf(windows);
  }
  await server.stop();
  const kept = existsSync(keptFile)
    ? (JSON.parse(readFileSync(keptFile, 'utf8')) as Record<string, Work>)
    : {};
  if (keep) writeFileSync(keptFile, `${JSON.stringify(found, null, 2)}\n`);
  return { table: tableOf(found, kept), faults: keep ? [] : faultsOf(found, kept) };
}

/** What comes now and then, such as counters that are written behind, only adds. */
const leastOf = (windows: readonly Work[]): Work => {
  const least = (what: keyof Work) => Math.min(...windows.map((each) => each[what]));
  return {
    statements: least('statements'),
    rowsRead: least('rowsRead'),
    rowsWritten: least('rowsWritten'),
    bytes: least('bytes'),
  };
};

const ratioOf = (here: number, before: number | undefined) =>
  Math.max(here, FEWEST) / Math.max(before ?? NaN, FEWEST);

function faultsOf(found: Record<string, Work>, kept: Record<string, Work>): string[] {
  return Object.entries(found).flatMap(([name, work]) => {
    const before = kept[name];
    if (before === undefined) return [`${name}: the last release has no figures of it`];
    return HELD.map((what) => [what, ratioOf(work[what], before[what])] as const)
      .filter(([, ratio]) => ratio > MORE_AT_MOST)
      .map(([what, ratio]) => `${name}: ${what} ${ratio.toFixed(2)} times the last release's`);
  });
}

function tableOf(found: Record<string, Work>, kept: Record<string, Work>): string {
  const columns = ['statements', 'rowsRead', 'rowsWritten', 'bytes'] as const;
  const rows = Object.entries(found).map(([name, work]) => [
    name,
    ...columns.flatMap((what) => [
      work[what].toFixed(what === 'bytes' ? 0 : 1),
      ratioOf(work[what], kept[name]?.[what]).toFixed(3),
    ]),
  ]);
  const titles = ['statements', 'rows read', 'rows written', 'bytes'].flatMap((title) => [title, 'by last']);
  return alignedTable(['', ...titles], rows);
}
