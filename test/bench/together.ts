/** Processes beside each other: api workers on one port, and a second process that writes the same store. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { measure } from './load.js';
import { apiServer, EVERY_CPU, nodeOn } from './servers.js';
import { alignedTable, spreadOf } from './table.js';
import { freshChoices } from './variants.js';
import { compareWorkers } from './workers.js';
import type { BenchWorld } from './world.js';

const ROUNDS = 5;
const COMMIT_ROUNDS = 3;
const AMOUNT = 4_000;
/** Rounds of load. */
const WARM_UP = 8;
const CONNECTIONS = 32;
const SETTLEMENTS_A_SECOND = 100;
const COMMITS_MS = 1_000;
const FAR_USER = 50_000_000;

interface Writer {
  tell(line: 'rest' | 'go on'): void;
  stop(): Promise<number>;
}

async function startWriter(database: string, mode: 'settle' | 'commit', firstUser: number): Promise<Writer> {
  const file = path.resolve(import.meta.dirname, 'writer.ts');
  const parts = [database, mode, String(firstUser), String(SETTLEMENTS_A_SECOND)];
  const [program, ...parameters] = nodeOn(EVERY_CPU, ['--import', 'tsx', file, ...parts]);
  const child = spawn(program, parameters, {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const heard: string[] = [];
  lines.on('line', (line) => heard.push(line));
  await new Promise((resolve) => lines.once('line', resolve));
  return {
    tell: (line) => child.stdin.write(`${line}\n`),
    stop: async () => {
      const ended = new Promise((resolve) => lines.once('close', resolve));
      child.kill('SIGTERM');
      await ended;
      return Number(heard.at(-1) ?? 0);
    },
  };
}

/** @returns a table of what each arrangement gives beside the plain one */
export async function benchTogether(world: BenchWorld, known: readonly number[]): Promise<string> {
  const workers = await compareWorkers(world, known);
  const one = await apiServer(world.environment, false);
  const load = async (amount: number, perSecond?: number) =>
    measure(one, await freshChoices(world, known), { amount, connections: CONNECTIONS, perSecond });
  const writer = await startWriter(world.environment['DATABASE_URL'] ?? '', 'settle', FAR_USER);
  // Until the compilers of both are through.
  for (let turn = 0; turn < WARM_UP; turn++) await load(AMOUNT);
  const rates: Record<'beside' | 'p99', number[]> = { beside: [], p99: [] };
  for (let round = 0; round < ROUNDS; round++) {
    writer.tell('rest');
    const alone = await load(AMOUNT);
    const half = Math.floor(alone.perSecond / 2);
    const quiet = await load(AMOUNT / 2, half);
    writer.tell('go on');
    rates.beside.push((await load(AMOUNT)).perSecond / alone.perSecond);
    rates.p99.push((await load(AMOUNT / 2, half)).p99Ms / Math.max(1, quiet.p99Ms));
  }
  await writer.stop();
  await one.stop();
  const row = (name: string, goal: string, values: readonly number[]) => {
    const { min, median, max } = spreadOf(values);
    return [name, goal, min.toFixed(2), median.toFixed(2), max.toFixed(2)];
  };
  return alignedTable(
    ['', 'goal', 'min', 'median', 'max'],
    [
      row('two api workers, beside one', '>= 1.5', workers.ours.rates),
      row('the same, by cpu', '', workers.ours.byCpu),
      row('two processes of the bare route, beside one', '', workers.bare.rates),
      row('the same, by cpu', '', workers.bare.byCpu),
      row('rate while another process settles 100 a second', '>= 0.9', rates.beside),
      row('p99 at half load meanwhile', '<= 2.0', rates.p99),
      row('commits of two processes together, beside one', '', await commitsTogether(world)),
    ],
  );
}

async function commitsTogether(world: BenchWorld): Promise<number[]> {
  const database = world.environment['DATABASE_URL'] ?? '';
  const ratios: number[] = [];
  for (let round = 0; round < COMMIT_ROUNDS; round++) {
    const alone = await commitFor(database, 1);
    ratios.push((await commitFor(database, 2)) / alone);
  }
  return ratios;
}

async function commitFor(database: string, writers: number): Promise<number> {
  const started = await Promise.all(
    Array.from({ length: writers }, (_, index) =>
      startWriter(database, 'commit', FAR_USER * 2 + index * 100_000),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, COMMITS_MS));
  const made = await Promise.all(started.map((writer) => writer.stop()));
  return made.reduce((sum, count) => sum + count, 0);
}
