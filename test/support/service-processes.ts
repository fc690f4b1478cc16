/** The two processes of the service, started one by one so that a test can kill either, over a database of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createDatabase, databaseOf } from './database.js';

const dist = path.resolve(import.meta.dirname, '../../dist');

export interface StartOptions {
  /** Another name, to have two of a kind; only those called as their kind keep their port. */
  as?: string;
  environment?: Record<string, string>;
  /** What Node gets before the script, such as `--import`. */
  nodeOptions?: readonly string[];
  /** A shell that runs what its arguments say, under limits of its own. */
  shell?: string;
}

export interface Processes {
  folder: string;
  environment: Record<string, string>;
  /** Starts a process, and answers what it announced. A process that runs already is left alone. */
  start(name: 'api' | 'bot', options?: StartOptions): Promise<Record<string, string>>;
  /** The process id of one that runs. */
  pid(name: string): number;
  /** SIGKILL: nothing is finished, nothing is told. Resolves when it is gone. */
  kill(name: string): Promise<void>;
  /** SIGTERM; answers the exit code. */
  stop(name: string): Promise<number | null>;
  /** All that both said on stderr. */
  said(): string;
}

/** @param folder where the database is to be; a new one by default */
export async function createProcesses(
  environment: Record<string, string>,
  folder?: string,
): Promise<Processes> {
  folder ??= await mkdtemp(path.join(tmpdir(), 'sponsorgate-processes-'));
  const shared: Record<string, string> = {
    DATABASE_URL: await urlIn(folder, environment['DATABASE_URL']),
    DATA_DIR: folder,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    // Which of several sponsors stands first must not hang on chance.
    RANKING: 'smoothed',
    SPONSORGATE_ANNOUNCE: '1',
    API_PORT: '0',
    // What is earned can be spent at once.
    HOLD_HOURS: '0',
    NEW_PUBLISHER_HOLD_HOURS: '0',
    WITHDRAWAL_HOURS: '0',
    ...environment,
  };
  const children = new Map<string, ChildProcess>();
  const heard: string[] = [];

  const end = async (name: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    const child = children.get(name);
    if (child === undefined) return null;
    children.delete(name);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  };

  return {
    folder,
    environment: shared,
    start: async (name, { as = name, environment: own = {}, nodeOptions = [], shell } = {}) => {
      if (children.has(as)) return {};
      const words = [process.execPath, ...nodeOptions, path.join(dist, name, 'main.js')];
      const command =
        shell === undefined ? words : ['/bin/bash', '-c', `${shell} exec "$@"`, 'bash', ...words];
      const [program = '', ...parameters] = command;
      const child = spawn(program, parameters, {
        env: { PATH: process.env['PATH'], ...shared, ...own },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.set(as, child);
      child.stderr.on('data', (data: Buffer) => {
        heard.push(data.toString());
      });
      const announced = await announcement(as, child, () => heard.join(''));
      // A process that is started again must be found where it was.
      const port = /:(\d+)$/.exec(announced['api'] ?? '')?.[1];
      if (as === name && port !== undefined)
        Object.assign(shared, { API_PORT: port, PUBLIC_URL: announced['api'] });
      return announced;
    },
    pid: (name) => children.get(name)?.pid ?? 0,
    kill: async (name) => {
      await end(name, 'SIGKILL');
    },
    stop: (name) => end(name, 'SIGTERM'),
    said: () => heard.join(''),
  };
}

async function urlIn(folder: string, given: string | undefined): Promise<string> {
  return given ?? (await databaseOf(folder)).DATABASE_URL ?? (await createDatabase({ folder })).url;
}

function announcement(
  name: string,
  child: ChildProcess,
  said: () => string,
): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`${name} ended with ${String(code)}:\n${said()}`));
    });
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve(JSON.parse(line) as Record<string, string>);
    });
  });
}
