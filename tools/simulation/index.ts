/**
 * The seeded simulation: the whole core over a real store, with a clock, a platform and people that follow a seed.
 *
 *     npm run simulate -- --help
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Canary, canaries } from './canaries.js';
import {
  addUp,
  breaking,
  type Caught,
  catchCanary,
  type Command,
  planOf,
  readCommand,
  tellFailure,
  tellFigures,
  USAGE,
  wayOf,
} from './command.js';
import { writeDocs } from './docs.js';
import type { Figures } from './plan.js';
import { closeServer } from './postgres-host.js';
import { play } from './run.js';
import { playStorm } from './storm.js';
import { playZoo, rogueNames, type Row, tellRow, writeZoo, type ZooCommand } from './zoo/index.js';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Prefixes of what a worker reports to its parent, as its last line. */
const FIGURES = 'figures ';
const CAUGHT = 'caught ';
const ROW = 'row ';
/** Which rogues a worker plays. */
const ROGUES = 'SIMULATION_ROGUES';
const isWorker = process.env['SIMULATION_WORKER'] === '1';

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    say(USAGE);
    return 0;
  }
  const command = readCommand(args);
  if (command.zoo !== null) return runZoo(command, command.zoo);
  if (command.storm !== null) return runStorm(command.seed, command.storm);
  if (command.canary !== null && command.canary !== 'all') return runCanary(command, command.canary);
  const names = process.env['SIMULATION_CANARIES']?.split(',');
  if (isWorker && names !== undefined) {
    await catchAll(
      canaries.filter(({ name }) => names.includes(name)),
      command,
    );
    return 0;
  }
  const startedMs = performance.now();
  const figures = command.workers > 1 ? await runWorkers(command) : await runOne(command);
  if (figures === null) return 1;
  const caught = command.canary === 'all' ? await runCanaries(command) : [];
  const seconds = (performance.now() - startedMs) / 1_000;
  if (command.writesDocs) writeDocs(figures, caught, command, seconds);
  say(tellFigures(figures, command.steps, command.workers));
  const missed = caught.filter(({ failure }) => failure === null).length;
  const birds =
    caught.length === 0
      ? ''
      : `; ${String(caught.length - missed)} of ${String(caught.length)} canaries found`;
  const { over } = wayOf(command.store);
  say(
    `simulation${over}: all promises held${birds}; ${seconds.toFixed(0)} s, ${(command.steps / seconds).toFixed(0)} steps/s`,
  );
  return missed === 0 ? 0 : 1;
}

async function runZoo(
  { seed, writesDocs, workers }: Command,
  { users, rogue, ranking, quality }: NonNullable<Command['zoo']>,
): Promise<number> {
  const startedMs = performance.now();
  const names = rogueNames(process.env[ROGUES]?.split('|') ?? (rogue === null ? null : [rogue]));
  const rows: Row[] = [];
  const hear = (row: Row) => {
    rows.push(row);
    say(isWorker ? ROW + JSON.stringify(row) : tellRow(row));
  };
  const zoo = { seed, size: users, only: names, ranking, quality };
  if (workers > 1) await playApart(zoo, workers, hear);
  else await playZoo(zoo, hear);
  if (isWorker) return 0;
  for (const fault of rows.flatMap(({ faults }) => faults)) say(fault);
  if (writesDocs) writeZoo(zoo, rows);
  const faults = rows.reduce((sum, row) => sum + row.faults.length, names.length - rows.length);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  say(`zoo: ${String(rows.length)} rogues, ${String(faults)} faults; seed ${String(seed)}, ${seconds} s`);
  return faults === 0 ? 0 : 1;
}

/** Each process takes its share of the rogues. */
async function playApart(
  { seed, size, only, ranking, quality }: ZooCommand,
  workers: number,
  hear: (row: Row) => void,
): Promise<void> {
  const args = ['--zoo', '--users', String(size), '--seed', String(seed), '--ranking', ranking];
  if (quality !== null) args.push('--quality', String(quality));
  const parts = Array.from({ length: workers }, (_, part) =>
    (only ?? []).filter((_name, index) => index % workers === part),
  );
  const told = (line: string) => {
    if (line.startsWith(ROW)) hear(JSON.parse(line.slice(ROW.length)) as Row);
    else say(line);
  };
  await Promise.all(
    parts
      .filter((part) => part.length > 0)
      .map(async (part) => {
        const { lines } = await spawnWorker(args, { [ROGUES]: part.join('|') });
        lines.forEach(told);
      }),
  );
}

async function runStorm(seed: number, commands: number): Promise<number> {
  const startedMs = performance.now();
  const { faults, figures } = await playStorm({ seed, commands });
  for (const fault of faults) say(fault);
  say(
    Object.entries(figures)
      .map(([name, count]) => `${String(count)} ${name}`)
      .join(', '),
  );
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  const outcome = faults.length === 0 ? 'all promises held' : `${String(faults.length)} faults`;
  say(`storm: ${outcome}; ${String(commands)} commands of seed ${String(seed)}, ${seconds} s`);
  return faults.length === 0 ? 0 : 1;
}

async function runOne(command: Command): Promise<Figures | null> {
  const plan = () => planOf(command);
  const { failure, figures, trace } = await play(plan());
  if (failure !== null) {
    say(await tellFailure(failure, plan, command));
    return null;
  }
  say(`seed ${String(command.seed)}: ${String(command.steps)} steps, trace ${(trace >>> 0).toString(16)}`);
  if (isWorker) say(FIGURES + JSON.stringify(figures));
  return figures;
}

/** Each with its share of the steps and a seed of its own. */
async function runWorkers(command: Command): Promise<Figures | null> {
  const share = Math.ceil(command.steps / command.workers);
  const runs = Array.from({ length: command.workers }, (_, index) =>
    runWorker(command, command.seed + index, share),
  );
  const figures = await Promise.all(runs);
  const done = figures.filter((one) => one !== null);
  return done.length < runs.length ? null : addUp(done);
}

async function runWorker(command: Command, seed: number, steps: number): Promise<Figures | null> {
  const { store, shrinks } = command;
  const args = ['--store', store, '--seed', String(seed), '--steps', String(steps)];
  if (shrinks) args.push('--shrink');
  const { code, lines } = await spawnWorker(args);
  const last = lines.findLast((line) => line.startsWith(FIGURES));
  say(lines.filter((line) => line !== last).join('\n'));
  return code === 0 && last !== undefined ? (JSON.parse(last.slice(FIGURES.length)) as Figures) : null;
}

async function spawnWorker(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number | null; lines: string[] }> {
  const worker = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SIMULATION_WORKER: '1', ...environment },
  });
  let told = '';
  worker.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const [code] = (await once(worker, 'close')) as [number | null];
  return { code, lines: told.trimEnd().split('\n') };
}

async function runCanaries(command: Command): Promise<Caught[]> {
  const { workers } = command;
  if (workers === 1) return catchAll(canaries, command);
  const parts = Array.from({ length: workers }, (_, part) =>
    canaries.filter((_canary, index) => index % workers === part),
  );
  const found = await Promise.all(parts.map((part) => catchApart(part, command)));
  return canaries.flatMap(({ name }) => found.flat().find(({ canary }) => canary.name === name) ?? []);
}

async function catchAll(birds: readonly Canary[], { seed, store }: Command): Promise<Caught[]> {
  const caught: Caught[] = [];
  for (const canary of birds) {
    const found = await catchCanary(canary, seed, store);
    caught.push(found);
    say(tellCaught(found));
    if (isWorker)
      say(CAUGHT + JSON.stringify({ name: canary.name, seed: found.plan.seed, failure: found.failure }));
  }
  return caught;
}

/** In a process of its own. */
async function catchApart(birds: readonly Canary[], { seed, store }: Command): Promise<Caught[]> {
  const names = birds.map(({ name }) => name).join(',');
  const { lines } = await spawnWorker(['--store', store, '--seed', String(seed)], {
    SIMULATION_CANARIES: names,
  });
  return lines.flatMap((line) => {
    if (!line.startsWith(CAUGHT)) {
      say(line);
      return [];
    }
    const told = JSON.parse(line.slice(CAUGHT.length)) as Pick<Caught, 'failure'> & {
      name: string;
      seed: number;
    };
    const canary = birds.find(({ name }) => name === told.name);
    return canary === undefined
      ? []
      : [{ canary, plan: { seed: told.seed, steps: 0 }, failure: told.failure }];
  });
}

async function runCanary(command: Command, name: string): Promise<number> {
  const canary = canaries.find((one) => one.name === name);
  if (canary === undefined) return 1;
  const plan = () => ({ ...planOf(command), ...breaking(canary) });
  const { failure } = await play(plan());
  say(failure === null ? `canary ${name}: NOT FOUND` : await tellFailure(failure, plan, command));
  return failure === null ? 1 : 0;
}

function tellCaught({ canary, failure, plan }: Caught): string {
  if (failure === null) return `canary ${canary.name}: NOT FOUND`;
  return `canary ${canary.name}: found at step ${String(failure.step)} of seed ${String(plan.seed)}, promise ${failure.promise}`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
} finally {
  await closeServer();
}
