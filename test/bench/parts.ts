/**
 * What each part brings that only makes requests cheaper (`LEAVE_OUT`): a server without it beside one with all, in many short
 * turns over the same database. Told is by how much more processor time a request takes without it.
 */
import { cheapeningParts } from '../../core/config.js';
import { type Load, measure, stretch } from './load.js';
import { apiServer, type Measured } from './servers.js';
import { alignedTable } from './table.js';
import { type BenchBot, type BenchWorld, bodyOf, userAt } from './world.js';

const TURNS = 30;
const WARM_UP = 5_000;
/** Few, so that all are soon asked about. */
const USERS = 200;
/** A pass lasts so long: users are asked about at the token's pace. */
const PASS_MS = 1_000;
/** Calls of a pass that are not about users. */
const CALLS_BESIDE = 10;
const PASSES = 60;

interface Way {
  name: string;
  amount: number;
  leadIn: number;
  connections: number;
  /** The next ones, which nobody has asked about where that matters. */
  load(amount: number): Promise<Load>;
}

const ALL = 'all';

/** @param only a part of the names of ways */
export async function benchParts(
  world: BenchWorld,
  { only, say }: { only: string; say: (text: string) => void },
): Promise<string> {
  const all = await waysOf(world);
  const ways = all.filter(({ name }) => name.includes(only));
  const pinned = await all[0]?.load(USERS);
  if (pinned === undefined) throw new Error('There is no way.');
  const servers = new Map<string, Measured>();
  try {
    for (const part of [ALL, ...cheapeningParts])
      servers.set(part, await apiServer({ ...world.environment, LEAVE_OUT: part === ALL ? '' : part }));
    const rows = [];
    for (const server of servers.values()) await askedAbout(world, server, pinned);
    for (const way of ways) {
      say(`${way.name} ...`);
      const taken = await takeTurns(servers, way);
      for (const part of cheapeningParts) rows.push([way.name, part, ...figuresOf(taken, part)]);
    }
    return alignedTable(['', 'without', 'median', 'half of the turns', 'µs with all'], rows);
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

async function waysOf(world: BenchWorld): Promise<Way[]> {
  const bot = await world.bot();
  const users = Array.from({ length: USERS }, (_, index) => userAt(index));
  const pinned = (more: (index: number) => object): Load => shotsOf(bot, users, more);
  const asBefore = pinned(() => ({}));
  const otherwise = pinned((index) => ({ exclude_ads_ids: [String(1_000_000 + index)] }));
  const fresh = async (amount: number) => shotsOf(await world.bot(), await world.people(amount), () => ({}));
  return [
    { name: 'pinned', amount: 2_000, leadIn: 300, connections: 32, load: () => Promise.resolve(asBefore) },
    {
      name: 'asked otherwise',
      amount: 1_200,
      leadIn: 300,
      connections: 32,
      load: () => Promise.resolve(otherwise),
    },
    { name: 'one caller', amount: 600, leadIn: 60, connections: 1, load: () => Promise.resolve(asBefore) },
    { name: 'fresh', amount: 500, leadIn: 100, connections: 32, load: fresh },
  ];
}

const shotsOf = (bot: BenchBot, users: readonly number[], more: (index: number) => object): Load => ({
  shot: (index) => ({
    path: '/get-sponsors',
    key: bot.key,
    body: { ...bodyOf(users[index % users.length] ?? 0), ...more(index) },
  }),
});

/** Lists are pinned, and asked for until nobody in them is asked about any more. */
async function askedAbout(world: BenchWorld, server: Measured, pinned: Load): Promise<void> {
  for (let pass = 0; pass < PASSES; pass += 1) {
    const before = world.platformCalls();
    const endMs = performance.now() + PASS_MS;
    do await measure(server, pinned, { amount: USERS, connections: 32 });
    while (performance.now() < endMs);
    if (world.platformCalls() - before <= CALLS_BESIDE) return;
  }
  throw new Error(`Users are still asked about after ${String(PASSES)} passes.`);
}

/** Processor time of a request in each turn, in microseconds, by what was left out. */
async function takeTurns(
  servers: ReadonlyMap<string, Measured>,
  { amount, leadIn, connections, load }: Way,
): Promise<Map<string, number[]>> {
  const taken = new Map<string, number[]>();
  for (const server of servers.values())
    await measure(server, await load(WARM_UP / 4), { amount: WARM_UP, connections });
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Who begins changes, so that nobody always comes after the same.
    const all = [...servers];
    const inOrder = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
    for (const [part, server] of inOrder) {
      const next = await load(leadIn + amount);
      const { cpuMs } = await stretch(server, next, { amount, connections, leadIn });
      taken.set(part, [...(taken.get(part) ?? []), (1_000 * cpuMs) / amount]);
    }
  }
  return taken;
}

function figuresOf(taken: ReadonlyMap<string, readonly number[]>, part: string): string[] {
  const all = taken.get(ALL) ?? [];
  const without = taken.get(part) ?? [];
  const ratios = without.map((micros, turn) => micros / (all[turn] ?? micros)).toSorted((a, b) => a - b);
  const at = (share: number) => ratios[Math.floor(share * (ratios.length - 1))] ?? 1;
  const percent = (ratio: number) => `${(100 * (ratio - 1)).toFixed(1)} %`;
  const micros = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  return [percent(at(0.5)), `${percent(at(0.25))} to ${percent(at(0.75))}`, micros.toFixed(0)];
}
