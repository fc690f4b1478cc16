/** Measures (`npm run bench`, which has the words that it is given as JSON: `tools/bench/index.mjs`), and keeps the tables. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSpread } from '../../test/support/database.js';
import { writeBetween } from '../../test/support/promises-page.js';
import { benchCatalogSize } from './catalog-size.js';
import { benchCheck } from './check.js';
import { benchFirstList } from './first-list.js';
import { benchGrowth } from './grow.js';
import { benchMove } from './move.js';
import { benchJoins } from './joins.js';
import { benchNetworkLists } from './network-lists.js';
import { benchPlatform } from './platform-day.js';
import { benchPostgres } from './postgres.js';
import { benchExpress } from './express.js';
import { benchReport } from './report.js';
import { benchRoutes } from './routes.js';
import { isPinned, type QuietPlatform, quietPlatform, withEveryProcessor } from './servers.js';
import { benchStartUp } from './start-up.js';
import { benchStatistic } from './statistic.js';
import { alignedTable, moved, type Result, toTable } from './table.js';
import { benchTogether } from './together.js';
import { benchWork, countHere } from './work.js';
import { createBenchWorld, type Place, userAt } from './world.js';

const KNOWN_USERS = 5_000;
const repository = path.resolve(import.meta.dirname, '../..');
const keptFile = path.join(repository, 'docs/performance.json');
const pages = ['docs/performance.md', 'docs/scaling.md'].map((page) => path.join(repository, page));

/** As `tools/bench/index.mjs` reads them. */
interface Options {
  rounds: string;
  part: string;
  only: string;
  grow: boolean;
  sizes: string;
  keep: boolean;
  set: string[];
}

const options = JSON.parse(process.argv[2] ?? '') as Options;

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const pairOf = (text: string): [string, string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};

async function inQuiet<T>(work: (platform: QuietPlatform) => Promise<T>): Promise<T> {
  const platform = await quietPlatform();
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}

/**
 * Over a database of its own, which is gone afterwards.
 * @param size how many users are known there, and how many orders run
 */
async function inWorld<T>(
  work: (place: Place) => Promise<T>,
  { users = KNOWN_USERS, orders = 5_000 } = {},
): Promise<T> {
  return inQuiet(async (platform) => {
    say('Filling a database ...');
    const settings = Object.fromEntries(options.set.map(pairOf));
    const world = await createBenchWorld(platform, { orders, settings });
    try {
      const known = Array.from({ length: users }, (_, index) => userAt(index));
      await world.know(known);
      return await work({ world, known });
    } finally {
      await world.close();
    }
  });
}

async function routes(): Promise<string> {
  const results = await inWorld(({ world }) =>
    benchRoutes(world, { rounds: Number(options.rounds), only: options.only, say }),
  );
  compare(results);
  const where = isPinned
    ? 'Servers on one processor, load from another.'
    : 'Nothing could be pinned to a processor.';
  return `${toTable(results)}\n\n${where}`;
}

function compare(results: readonly Result[]): void {
  if (existsSync(keptFile)) {
    const kept = JSON.parse(readFileSync(keptFile, 'utf8')) as { results: Result[] };
    const changes = moved(results, kept.results);
    say(changes.length === 0 ? 'Nothing moved beyond noise.' : `Moved:\n${changes.join('\n')}`);
  }
  if (options.keep) writeFileSync(keptFile, `${JSON.stringify({ results }, null, 2)}\n`);
}

const run = (file: string, ...parts: string[]) =>
  execFileSync(process.execPath, [file, ...parts], { cwd: repository, encoding: 'utf8' }).trimEnd();

const compiledFolder = 'dist/bench';
let isCompiled = false;

/** Runs what is compiled first, since a development runner wraps each closure; types are checked elsewhere. */
function compiled(name: string): string {
  const out = `--noEmit false --incremental false --noCheck true --outDir ${compiledFolder}`.split(' ');
  if (!isCompiled) {
    run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', ...out);
    // Code finds its words and migrations where it is itself.
    for (const folder of ['words', 'db'])
      cpSync(path.join(repository, folder), path.join(repository, compiledFolder, folder), {
        recursive: true,
        filter: (file) => !file.endsWith('.ts'),
      });
    // A second copy of everything, which tests must not come upon.
    process.once('exit', () => {
      rmSync(path.join(repository, compiledFolder), { recursive: true, force: true });
    });
    isCompiled = true;
  }
  return run('--expose-gc', `${compiledFolder}/tools/bench/${name}.js`);
}

const asText = (text: string): string => `\`\`\`text\n${text}\n\`\`\``;

async function statistic(): Promise<string> {
  const rows = (await benchStatistic()).map(({ action, p50Ms, p90Ms, bytes }) => [
    action,
    p50Ms.toFixed(1),
    p90Ms.toFixed(1),
    String(bytes),
  ]);
  return alignedTable(['', 'p50 ms', 'p90 ms', 'bytes'], rows);
}

async function report(): Promise<string> {
  const { subscribers, seconds, cpuSeconds, peakMb, fileMb, before, meanwhile } = await benchReport(
    options.grow ? 1_000_000 : 100_000,
  );
  return alignedTable(
    ['subscribers', 'seconds', 'cpu s', 'peak MB', 'file MB', 'api p99 ms before', 'meanwhile'],
    [
      [subscribers.toLocaleString('en'), seconds, cpuSeconds, peakMb, fileMb, before.p99, meanwhile.p99].map(
        String,
      ),
    ],
  );
}

const parts: Readonly<Record<string, () => Promise<string>>> = {
  routes,
  work: async () => {
    const count = countHere();
    const { table, faults } = await inWorld(
      ({ world }) => benchWork(world, { count, only: options.only, keep: options.keep }),
      { users: 0, orders: 1_000 },
    );
    if (faults.length > 0) process.exitCode = 1;
    return [table, ...faults].join('\n');
  },
  layers: () => Promise.resolve(compiled('layers')),
  together: () => inWorld(({ world, known }) => benchTogether(world, known)),
  express: () => inWorld(({ world }) => benchExpress(world, { only: options.only, say })),
  choosing: () => Promise.resolve(asText(compiled('choosing'))),
  statistic,
  report,
  // In a process of its own, whose garbage can be collected.
  heap: () => Promise.resolve(run('--expose-gc', '--import', 'tsx', 'tools/bench/heap.ts')),
  orders: () => inQuiet((platform) => benchCatalogSize(platform, say)),
  settling: () =>
    withEveryProcessor(() => Promise.resolve(asText(run('--import', 'tsx', 'tools/bench/settling.ts')))),
  platform: () => benchPlatform(options.only, say),
  joins: () => benchJoins(say),
  networks: () => benchNetworkLists(say),
  'first-list': () => inWorld(({ world }) => benchFirstList(world, say)),
  check: () => benchCheck(options.sizes.split(',').map(Number), say),
  move: () => benchMove(Number(options.sizes.split(',')[0]), say),
  postgres: () =>
    inQuiet((platform) =>
      benchPostgres(platform, { rounds: Number(options.rounds), only: options.only, say }),
    ),
  start: () => inWorld(({ world }) => benchStartUp(world, say)),
  grow: () =>
    inWorld((grown) =>
      inWorld((empty) => benchGrowth(grown, empty, options.sizes.split(',').map(Number), say)),
    ),
};

/** Puts a table where a page has a place for it; what was measured over Citus has places of its own. */
function keep(part: string, table: string): void {
  const name = isSpread ? `${part}-citus` : part;
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`] as const;
  const page = pages.find((each) => readFileSync(each, 'utf8').includes(start));
  if (page === undefined) throw new Error(`No page has a place for ${name}.`);
  writeBetween(page, [start, end], `${table}\n`);
}

for (const name of options.grow ? ['orders', 'heap', 'report', 'grow'] : options.part.split(',')) {
  const part = parts[name];
  if (part === undefined) {
    say(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`);
    process.exit(2);
  }
  const startedAtMs = performance.now();
  const table = await part();
  console.log(`\n${name}, ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s\n\n${table}`);
  if (options.keep && name !== 'work') keep(name, table);
}
