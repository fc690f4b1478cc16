/**
 * Runs the service's processes side by side: starts them in order, learns their addresses from the one line of JSON each
 * prints when it is ready, starts again what falls over, and stops all of them in reverse order.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Stopping } from './stopping.js';

/** A process that has not announced itself by then will not. */
const READY_WITHIN_MS = 30_000;
/** A stop that takes longer is ended. */
const STOP_WITHIN_MS = 5_000;
const FIRST_RESTART_MS = 250;
const LAST_RESTART_MS = 10_000;

export interface ProcessPlan {
  name: string;
  /** The script, its environment on top of ours, and further options for node. */
  script: string;
  environment: Record<string, string>;
  nodeOptions?: readonly string[];
}

/** What a process says when it is ready, such as `{"api": "http://127.0.0.1:8080"}`. */
type Announced = Readonly<Record<string, string>>;

export type ProcessGroup = ReturnType<typeof createProcessGroup>;

/** @param stopping once it has begun, nothing is started any more: Ctrl-C at a terminal ends the processes before we do */
export function createProcessGroup(report: (text: string) => void, stopping: Pick<Stopping, 'hasBegun'>) {
  const children = new Map<string, ChildProcess>();
  const timers = new Set<NodeJS.Timeout>();

  const launch = async (plan: ProcessPlan, delayMs: number): Promise<Announced> => {
    if (stopping.hasBegun) throw new Error(`${plan.name} is not started: the service is stopping.`);
    const options = ['--enable-source-maps', ...(plan.nodeOptions ?? [])];
    const child = spawn(process.execPath, [...options, plan.script], {
      env: { ...process.env, ...plan.environment, SPONSORGATE_ANNOUNCE: '1' },
      // The channel closes when we end, even by a crash: the child then ends too and frees its ports.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    children.set(plan.name, child);
    const announced = await announcement(plan.name, child);
    child.once('exit', (code, signal) => {
      children.delete(plan.name);
      restart(plan, delayMs, () => {
        report(`${plan.name} ended (${signal ?? String(code)}); starting it again.`);
      });
    });
    return announced;
  };

  const restart = (plan: ProcessPlan, delayMs: number, first: () => void = () => undefined): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (stopping.hasBegun) return;
      first();
      const nextDelayMs = Math.min(delayMs * 2, LAST_RESTART_MS);
      launch(plan, nextDelayMs).catch((error: unknown) => {
        if (stopping.hasBegun) return;
        report(String(error));
        restart(plan, nextDelayMs);
      });
    }, delayMs);
    timers.add(timer);
  };

  return {
    /** Starts a process and resolves when it has announced itself. */
    start: (plan: ProcessPlan) => launch(plan, FIRST_RESTART_MS),
    stop: async (): Promise<void> => {
      for (const timer of timers) clearTimeout(timer);
      for (const child of [...children.values()].reverse()) await end(child);
    },
  };
}

function announcement(name: string, child: ChildProcess): Promise<Announced> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${name} did not start: ${why}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`no answer within ${String(READY_WITHIN_MS / 1_000)} s`);
    }, READY_WITHIN_MS);
    const failed = (code: number | null) => fail(`it ended with ${String(code)}; what it said stands above`);
    child.once('exit', failed);
    child.once('error', (error) => fail(error.message));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(timer);
      child.off('exit', failed);
      resolve(JSON.parse(line) as Announced);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
}

/** Options of node for the api; docs/performance.md has the measured gain. */
export const apiNodeOptions: readonly string[] = [
  // What a request makes is gone with it. V8 takes what was kept while it warmed up (answers, what is remembered of
  // orders) for a sign that the same lines will go on making things to keep, puts all of those among the old ones, and
  // whole requests that they point to with them: collecting garbage then takes two to five times as long.
  '--no-allocation-site-pretenuring',
  // Room for what a few hundred requests make, in MB: what is looked through less often has more of it gone by then.
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  // The old generation is collected when it is 1.4 times what was live there, at first at 80 MB. V8 waits for four times as
  // much otherwise, and keeps the pages: 440 MB instead of 267 after pinned lists, for 4 % of the processor at most.
  '--initial-old-space-size=80',
  '--heap-growing-percent=40',
];

export function servicePlan(name: 'api' | 'bot', environment: Record<string, string>): ProcessPlan {
  const script = fileURLToPath(new URL(`../${name}/main.js`, import.meta.url));
  return { name, script, environment, nodeOptions: name === 'api' ? apiNodeOptions : [] };
}
