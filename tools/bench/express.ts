/**
 * What it brings that posts go past Express (`api/bypass.ts`): the same requests with a query go through it. Both are
 * sent in many short turns to one server. The figure is by how much more processor time a request takes through Express.
 */
import { type Load, measure, stretch } from './load.js';
import { apiServer, type Measured } from './servers.js';
import { alignedTable } from './table.js';
import { type BenchBot, type BenchWorld, bodyOf, userAt } from './world.js';

const TURNS = 30;
/** A way takes no longer than this, beyond the fewest turns that say anything: on a busy machine it takes fewer of them. */
const WAY_MAX_MS = 60_000;
const TURNS_MIN = 6;
const WARM_UP = 2_000;
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
  /** The next users, without any request where that matters. */
  load(amount: number, path: string): Promise<Load>;
}

const spellings = { past: '/get-sponsors', through: '/get-sponsors?by=express' } as const;
type Spelling = keyof typeof spellings;

/** @param only a part of the names of ways */
export async function benchExpress(
  world: BenchWorld,
  { only, say }: { only: string; say: (text: string) => void },
): Promise<string> {
  const all = await waysOf(world);
  const pinned = await all[0]?.load(USERS, spellings.past);
  if (pinned === undefined) throw new Error('There is no way.');
  const server = await apiServer(world.environment);
  try {
    const rows = [];
    await askedAbout(world, server, pinned);
    for (const way of all.filter(({ name }) => name.includes(only))) {
      say(`${way.name} ...`);
      rows.push([way.name, ...figuresOf(await takeTurns(server, way))]);
    }
    return alignedTable(['', 'median', 'half of the turns', 'turns', 'µs past Express'], rows);
  } finally {
    await server.stop();
  }
}

async function waysOf(world: BenchWorld): Promise<Way[]> {
  const bot = await world.bot();
  const users = Array.from({ length: USERS }, (_, index) => userAt(index));
  const before: Way['load'] = (_, path) => Promise.resolve(shotsOf(path, bot, users, () => ({})));
  const fresh: Way['load'] = async (amount, path) =>
    shotsOf(path, await world.bot(), await world.people(amount), () => ({}));
  return [
    { name: 'pinned', amount: 2_000, leadIn: 300, connections: 32, load: before },
    { name: 'one caller', amount: 600, leadIn: 60, connections: 1, load: before },
    { name: 'fresh', amount: 500, leadIn: 100, connections: 32, load: fresh },
  ];
}

const shotsOf = (
  path: string,
  bot: BenchBot,
  users: readonly number[],
  more: (index: number) => object,
): Load => ({
  shot: (index) => ({
    path,
    key: bot.key,
    body: { ...bodyOf(users[index % users.length] ?? 0), ...more(index) },
  }),
});

/** Pins lists, and requests them until they need no questions to the platform any more. */
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

/** Processor time of a request in each turn, in microseconds, by its way. */
async function takeTurns(
  server: Measured,
  { amount, leadIn, connections, load }: Way,
): Promise<Record<Spelling, number[]>> {
  const taken: Record<Spelling, number[]> = { past: [], through: [] };
  const both: readonly Spelling[] = ['past', 'through'];
  for (const spelling of both)
    await measure(server, await load(WARM_UP / 4, spellings[spelling]), { amount: WARM_UP, connections });
  const endMs = performance.now() + WAY_MAX_MS;
  const goesOn = (turn: number) => turn < TURNS_MIN || (turn < TURNS && performance.now() < endMs);
  for (let turn = 0; goesOn(turn); turn += 1) {
    // Who begins changes, so that neither always comes after the other.
    for (const spelling of turn % 2 === 0 ? both : both.toReversed()) {
      const next = await load(leadIn + amount, spellings[spelling]);
      const { cpuMs } = await stretch(server, next, { amount, connections, leadIn });
      taken[spelling].push((1_000 * cpuMs) / amount);
    }
  }
  return taken;
}

function figuresOf({ past, through }: Record<Spelling, readonly number[]>): string[] {
  const ratios = through.map((micros, turn) => micros / (past[turn] ?? micros)).toSorted((a, b) => a - b);
  const at = (share: number) => ratios[Math.floor(share * (ratios.length - 1))] ?? 1;
  const percent = (ratio: number) => `${(100 * (ratio - 1)).toFixed(1)} %`;
  const micros = past.toSorted((a, b) => a - b)[Math.floor(past.length / 2)] ?? 0;
  return [
    percent(at(0.5)),
    `${percent(at(0.25))} to ${percent(at(0.75))}`,
    String(ratios.length),
    micros.toFixed(0),
  ];
}
