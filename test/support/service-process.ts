/** The whole service as its operator starts it: real processes, a fresh folder, free ports. For end-to-end tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PlatformClient } from '../../emulator/client.js';
import { databaseOf } from './database.js';
import type { DemoWorld } from '../../scripts/demo/index.js';

const repository = path.resolve(import.meta.dirname, '../..');

export interface RunningDemo {
  world: DemoWorld;
  platform: PlatformClient;
  folder: string;
  /** What the processes said on stderr. */
  said(): string;
  /** SIGKILL of `npm start` itself. */
  kill(): void;
  /** Stops it as Ctrl-C does; answers the exit code and how long it took. */
  stop(): Promise<{ code: number | null; tookMs: number }>;
}

/**
 * `npm start -- --json` in a folder of its own; start again with the same folder to find the same world.
 * @param options.built where the compiled code is; default here
 */
export async function startDemo(
  options: { folder?: string; environment?: Record<string, string>; built?: string } = {},
): Promise<RunningDemo> {
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), 'sponsorgate-')));
  const { built = path.join(repository, 'dist') } = options;
  const child = spawn(process.execPath, [path.join(built, 'scripts/start.js'), '--json'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      API_PORT: '0',
      PLATFORM_PORT: '0',
      // What is earned can be spent at once.
      HOLD_HOURS: '0',
      NEW_PUBLISHER_HOLD_HOURS: '0',
      WITHDRAWAL_HOURS: '0',
      ...(await databaseOf(folder)),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const words: string[] = [];
  child.stderr.on('data', (data: Buffer) => words.push(data.toString()));
  const world = await firstLine(child, () => words.join(''));
  const platform = new PlatformClient(world.platform);
  return {
    world,
    platform,
    folder,
    said: () => words.join(''),
    kill: () => {
      child.kill('SIGKILL');
    },
    stop: async () => {
      platform.close();
      const startedAtMs = Date.now();
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      return { code: await ended, tookMs: Date.now() - startedAtMs };
    },
  };
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

function firstLine(child: ChildProcess, said: () => string): Promise<DemoWorld> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`The service ended with ${String(code)}:\n${said()}`));
    });
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve(JSON.parse(line) as DemoWorld);
    });
  });
}

/** A request as a caller sends it; answers the HTTP status and the body. */
export async function call(
  url: string,
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ http: number; body: Record<string, unknown> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Auth: key, ...headers },
    body: JSON.stringify(body),
  });
  return { http: response.status, body: (await response.json()) as Record<string, unknown> };
}
