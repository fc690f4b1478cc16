/** The processes that are measured, each on one processor of its own where the system lets us say which. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { openLocalServer } from '../../emulator/local-server.js';
import { apiNodeOptions } from '../../scripts/processes.js';

const repository = path.resolve(import.meta.dirname, '../..');

/** Of the servers that are measured; the load comes from another one. */
const SERVER_CPU = '0';
const LOAD_CPU = '1';
/** Asked for before we are pinned ourselves. */
export const EVERY_CPU = `0-${String(availableParallelism() - 1)}`;

export const isPinned = availableParallelism() > 1 && canPin();

function pin(cpus: string): void {
  execFileSync('taskset', ['-cp', cpus, String(process.pid)], { stdio: 'ignore' });
}

function canPin(): boolean {
  try {
    pin(LOAD_CPU);
    return true;
  } catch {
    return false;
  }
}

/** How node is started on some processors: by itself a process begins where its parent is, which is where the load comes from. */
export function nodeOn(
  cpus: string,
  parameters: readonly string[],
): [program: string, ...parameters: string[]] {
  return isPinned
    ? ['taskset', '-c', cpus, process.execPath, ...parameters]
    : [process.execPath, ...parameters];
}

/** Starts a server of another kind with every processor: it and its processes have those of their parent. */
export async function withEveryProcessor<T>(start: () => Promise<T>): Promise<T> {
  if (!isPinned) return start();
  pin(EVERY_CPU);
  try {
    return await start();
  } finally {
    pin(LOAD_CPU);
  }
}

export interface Measured {
  url: string;
  /** Processor time it has used so far, with its workers. */
  cpuMs(): number;
  /** Resident memory now, with its workers. */
  residentBytes(): number;
  stop(): Promise<void>;
}

/** The bare route, or the built api; several workers have every processor, one that is alone has its own. */
export const bareServer = (workers?: number) =>
  start(['tools/bench/bare-server.mjs'], { BENCH_WORKERS: String(workers ?? 1) }, workers === undefined);
export const apiServer = (environment: Record<string, string>, isAlone = true) =>
  start(
    [...apiNodeOptions, 'dist/api/main.js'],
    { SPONSORGATE_ANNOUNCE: '1', API_PORT: '0', ...environment },
    isAlone,
  );

async function start(
  command: readonly string[],
  environment: Record<string, string>,
  isAlone = true,
): Promise<Measured> {
  const flags = process.env['BENCH_NODE_FLAGS']?.split(' ') ?? [];
  const [program, ...parameters] = nodeOn(isAlone ? SERVER_CPU : EVERY_CPU, [...flags, ...command]);
  const child = spawn(program, parameters, {
    cwd: repository,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { api: url = '' } = await announced(child);
  const pid = child.pid ?? 0;
  return {
    url,
    cpuMs: () => family(pid).reduce((sum, member) => sum + cpuMsOf(member), 0),
    residentBytes: () => family(pid).reduce((sum, member) => sum + residentBytesOf(member), 0),
    stop: () => ended(child),
  };
}

export async function ended(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}

/** What a process says first. */
export function announced(child: ChildProcess): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`A server ended with ${String(code)}.`));
    });
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve(JSON.parse(line) as Record<string, string>);
    });
  });
}

/** A process and its children: `taskset` becomes what it starts, so that the first id is the server's own. */
function family(pid: number): number[] {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  const ids = children.trim() === '' ? [] : children.trim().split(' ').map(Number);
  return [pid, ...ids.flatMap(family)];
}

/** Of all threads, as the scheduler counts it in nanoseconds: the ticks of a process are 10 ms each. */
function cpuMsOf(pid: number): number {
  const folder = `/proc/${String(pid)}/task`;
  const nanos = readdirSync(folder).map(
    (thread) => readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0],
  );
  return nanos.reduce((sum, each) => sum + Number(each), 0) / 1e6;
}

function residentBytesOf(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? '0';
  return Number(kib) * 1_024;
}

const MEMBERS = 5;

export interface QuietPlatform {
  url: string;
  /** How many calls there have been. */
  calls(): number;
  close(): Promise<void>;
}

/**
 * The messaging platform as far as it matters here: it knows every bot, and hardly anybody is in any channel.
 * @param latencyMs how long each answer takes
 */
export async function quietPlatform(latencyMs = 0): Promise<QuietPlatform> {
  let calls = 0;
  const server = await openLocalServer(async (request, response) => {
    calls += 1;
    const botId = Number(/\/bot(\d+):/.exec(request.url ?? '')?.[1] ?? 1);
    const isAboutMe = request.url?.endsWith('/getMe') === true;
    const user = { id: botId, is_bot: true, first_name: 'A bot', username: `bot_${String(botId)}_bot` };
    const member = { status: 'left', user: { ...user, is_bot: false } };
    const isSize = request.url?.endsWith('/getChatMemberCount') === true;
    const result = isAboutMe ? user : isSize ? MEMBERS : member;
    await once(request.resume(), 'end');
    if (latencyMs > 0) await pause(latencyMs);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ok: true, result }));
  });
  return { ...server, calls: () => calls };
}
