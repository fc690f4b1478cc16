/**
 * The same requests over PostgreSQL and over SQLite, in turns in the same minutes on the same machine: what counts are
 * the ratios. Server, api and load share its processors, so that PostgreSQL's own work is part of the figure, and what
 * two api processes gain is the least that they would gain on machines of their own. With STORE=citus it is spread over a
 * coordinator and two workers, and what a request costs is counted of each.
 */
import pg from 'pg';
import { isSpread } from '../../test/support/database.js';
import { startDurableServers } from '../../test/support/durable-servers.js';
import { type Counter, type Counts, countedSettings, createCounter, type ServerCounts } from './counted.js';
import { type Figures, type Load, measure } from './load.js';
import { apiServer, type Measured, type QuietPlatform, withEveryProcessor } from './servers.js';
import { alignedTable, spreadOf } from './table.js';
import { createVariants, isOfSix, type Variant } from './variants.js';
import { type BenchWorld, createBenchWorld } from './world.js';

const ORDERS = 1_000;
const CONNECTIONS = 32;
/** Of the requests of a round of routes: the slowest path over PostgreSQL takes a second or two for so many. */
const SCALE = 0.6;
const SERVER = isSpread ? 'Citus' : 'PostgreSQL';
/** Where statements are shared by fewer requests, more connections are wanted (`docs/operating.md`). */
const settings: Record<string, string> = isSpread ? { DATABASE_POOL_MAX: '30' } : {};
/** Of a round that is counted: apart from the others, since who counts is in the way. */
const COUNTED_STATEMENTS = 12;

/** What is measured: api processes over a world. */
interface Side {
  name: string;
  /** How many api processes; each has as many callers as one that is alone. */
  workers: number;
  world: BenchWorld;
  server: Measured;
  variants: Variant[];
  /** What the database's own server has used of processors; SQLite has none. */
  databaseCpuMs: () => number;
  /** Of a side that is counted, and not measured. */
  counter?: Counter;
}

type Beside = Figures & { databaseMicros: number };

interface Plan {
  rounds: number;
  only: string;
  say: (text: string) => void;
}

/** @returns a table that compares PostgreSQL to SQLite */
export async function benchPostgres(platform: QuietPlatform, plan: Plan): Promise<string> {
  const servers = await withEveryProcessor(() => startDurableServers(countedSettings));
  const counter = await createCounter(servers);
  const worlds: BenchWorld[] = [];
  const sides: Side[] = [];
  try {
    for (const place of [{}, { databaseUrl: servers.url, settings }]) {
      plan.say(`Filling a database of ${'databaseUrl' in place ? SERVER : 'SQLite'} ...`);
      const world = await createBenchWorld(platform, { orders: ORDERS, ...place });
      worlds.push(world);
    }
    const databaseCpuMs = () => servers.all.reduce((sum, each) => sum + each.cpuMs(), 0);
    const [sqlite, server] = worlds;
    if (sqlite === undefined || server === undefined) throw new Error('there are two worlds');
    sides.push(
      await open('SQLite', sqlite, 1),
      await open(SERVER, server, 1, databaseCpuMs),
      await open(`${SERVER}, two processes`, server, 2, databaseCpuMs),
    );
    const count = () => tell(servers.url, 'ANALYZE');
    const rates = await compare(sides, { ...plan, count });
    const environment = { ...server.environment, DATABASE_URL: counter.url };
    const counted = { ...(await open(SERVER, { ...server, environment }, 1)), counter };
    sides.push(counted);
    return `${rates}\n\n${await countAll(counted, plan)}`;
  } finally {
    for (const side of sides) await side.server.stop();
    for (const world of worlds) await world.close();
    await counter.close();
    await servers.close();
  }
}

async function tell(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function open(
  name: string,
  world: BenchWorld,
  workers: number,
  databaseCpuMs = () => 0,
): Promise<Side> {
  const server = await apiServer({ ...world.environment, API_WORKERS: String(workers) }, false);
  const send: Parameters<typeof createVariants>[0]['send'] = async (load, amount) => {
    await measure(server, load, { amount, connections: CONNECTIONS });
  };
  const { all: variants } = createVariants({ world, send, scale: SCALE });
  return { name, workers, world, server, variants, databaseCpuMs };
}

/** Sends the lead-in, which counts for neither api nor database. @returns what comes after it */
async function ledIn(
  server: Measured,
  load: Load,
  { leadIn, connections }: Pick<Variant, 'leadIn' | 'connections'>,
): Promise<Load> {
  await measure(server, load, { amount: leadIn, connections });
  return { ...load, shot: (index) => load.shot(leadIn + index) };
}

const isMeasured = (name: string, only: string): boolean => name.includes(only) && isOfSix(name);

/** @returns a table of what each request costs the server */
async function countAll({ server, variants, counter }: Side, { only, say }: Plan): Promise<string> {
  if (counter === undefined) throw new Error('nobody counts');
  const rows: string[][] = [];
  for (const variant of variants.filter(({ name }) => isMeasured(name, only))) {
    const load = await variant.prepare(0);
    const { amount, connections } = variant;
    const rest = await ledIn(server, load, variant);
    const counts = await counter.count(amount, async () => {
      await measure(server, rest, { amount, connections });
    });
    const longest = await counter.longest(COUNTED_STATEMENTS);
    say(`${variant.name}, ${String(amount)} requests:\n  ${longest.join('\n  ')}`);
    rows.push(...rowsOf(variant.name, counts));
  }
  return alignedTable(isSpread ? ['a request', 'at', ...spreadHead] : ['a request', ...head], rows);
}

const head = ['statements', 'trips', 'fsyncs', 'log bytes', 'planned', 'planning µs'];
const spreadHead = ['statements', 'of money', 'trips', 'fsyncs', 'log bytes', 'planned', 'planning µs'];

/** A row for each server. */
function rowsOf(name: string, counts: Counts): string[][] {
  const cells = ({ trips, ...of }: ServerCounts & { trips: number | null }) => {
    const before = [of.statements, ...(isSpread ? [of.ofMoney] : []), trips, of.fsyncs];
    const shares = (figures: readonly (number | null)[]) => figures.map((each) => each?.toFixed(2) ?? '');
    return [...shares(before), of.logBytes.toFixed(0), ...shares([of.plans, of.planMicros])];
  };
  if (!isSpread) return [[name, ...cells(counts)]];
  return [
    [name, 'coordinator', ...cells(counts)],
    ...counts.workers.map((worker) => [name, 'a worker', ...cells({ ...worker, trips: null })]),
  ];
}

/**
 * @param count lets the server count its rows, as autovacuum does each minute: until then the plans of hot statements are
 *   those for the tables as they were, and ones that were counted while empty are walked through
 */
async function compare(
  sides: readonly Side[],
  { rounds, only, say, count }: Plan & { count: () => Promise<void> },
): Promise<string> {
  const rows: string[][] = [];
  const names = (sides[0]?.variants ?? []).map(({ name }) => name);
  for (const name of names.filter((each) => isMeasured(each, only))) {
    const measured = sides.map((): Beside[] => []);
    for (const side of sides) await warmUp(side, name, rounds);
    await count();
    for (let round = 0; round < rounds; round++) {
      for (const [index, { server, workers, variants, databaseCpuMs }] of sides.entries()) {
        const variant = variants.find((each) => each.name === name);
        if (variant === undefined) continue;
        const { amount, leadIn } = variant;
        const connections = variant.connections * workers;
        const load = await ledIn(server, await variant.prepare(round), { leadIn, connections });
        const beforeMs = databaseCpuMs();
        const figures = await measure(server, load, { amount, connections });
        const databaseMicros = ((databaseCpuMs() - beforeMs) * 1_000) / amount;
        measured[index]?.push({ ...figures, databaseMicros });
      }
      say(
        `round ${String(round + 1)}: ${name}: ${measured.map((each) => each.at(-1)?.perSecond.toFixed(0)).join(' / ')}`,
      );
    }
    const [sqlite = [], one = []] = measured;
    rows.push(...sides.map((side, index) => rowOf(name, side, measured[index] ?? [], { sqlite, one })));
  }
  return alignedTable(
    [
      '',
      'over',
      'ratio: min',
      'median',
      'max',
      'of one, by cpu',
      'a second',
      'api µs',
      'database µs',
      'p50 ms',
      'p99 ms',
    ],
    rows,
  );
}

/** A round that is not measured, by a number that no measured one has. */
async function warmUp({ server, variants }: Side, name: string, round: number): Promise<void> {
  const variant = variants.find((each) => each.name === name);
  if (variant !== undefined) await measure(server, await variant.prepare(round), variant);
}

/** @param beside results of SQLite and of one process over PostgreSQL in the same rounds */
function rowOf(
  name: string,
  side: Side,
  figures: readonly Beside[],
  { sqlite, one }: Record<'sqlite' | 'one', readonly Beside[]>,
): string[] {
  const ratio = spreadOf(figures.map((each, round) => each.perSecond / (sqlite[round]?.perSecond ?? NaN)));
  // What several processes give on processors of their own: here they share them with each other, server and load.
  const gain = spreadOf(
    figures.map((each, round) => (side.workers * (one[round]?.cpuMicros ?? NaN)) / each.cpuMicros),
  );
  const median = (of: keyof Beside) => spreadOf(figures.map((each) => each[of])).median;
  return [
    name,
    side.name,
    ratio.min.toFixed(2),
    ratio.median.toFixed(2),
    ratio.max.toFixed(2),
    side.workers === 1 ? '' : gain.median.toFixed(2),
    median('perSecond').toFixed(0),
    median('cpuMicros').toFixed(0),
    median('databaseMicros').toFixed(0),
    median('p50Ms').toFixed(1),
    median('p99Ms').toFixed(1),
  ];
}
