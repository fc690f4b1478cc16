/** A private server of PostgreSQL for tests, of the system's own binaries. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, chownSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface PostgresServer {
  /** Of its superuser, by loopback, with a password in it. */
  urlOf(database: string): string;
  /** SIGKILL of the server and all its processes: what they had not handed to the system is lost. */
  kill(): Promise<void>;
  /** All its processes stand still, as when its machine does: connections are taken, and nothing is answered. */
  standStill(): void;
  /** They go on. */
  goOn(): void;
  /** Starts it again after `kill`, on the same port. */
  start(): Promise<void>;
  /** What all its processes have used of processors, those that ended too, in steps of 10 ms. */
  cpuMs(): number;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /**
   * Of the server's own settings, beside those it always has: by these no commit waits for the disk, which only what survives
   * a kill of the whole machine needs (`durable-servers.ts`).
   */
  settings?: Readonly<Record<string, string | number>>;
  /** How it ends when we do: orderly, or at once, for one that may not be able to end orderly. Default INT. */
  endsBy?: 'INT' | 'QUIT';
  /** Whether it lets in all who ask from this machine, as servers of one cluster do with each other. Default false. */
  trusts?: boolean;
  /** A server that it follows, as a streaming replica that can be read. */
  replicaOf?: PostgresServer;
}

const LOCALE = ['--encoding=UTF8', '--locale=C'];
/** Tries to start after a kill. */
const STARTS_MAX = 50;

export const HOW_TO_INSTALL =
  'There is no PostgreSQL here: install it (Debian: apt-get install postgresql), or give TEST_DATABASE_URL.';

/** The folder of the newest binaries; undefined where there are none. */
export function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => isRunnable(path.join(folder, name))),
  );
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The server refuses to run as root: there is a user for it. */
export function ownerOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** As its owner, and ended with us, however we end. */
export function command(binary: string, args: readonly string[], endsBy = 'INT'): [string, string[]] {
  const owner = ownerOf();
  const as =
    owner === undefined
      ? []
      : [`--reuid=${String(owner.uid)}`, `--regid=${String(owner.gid)}`, '--clear-groups'];
  return ['setpriv', [...as, `--pdeathsig=${endsBy}`, binary, ...args]];
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const { endsBy, settings: own, trusts = false, replicaOf } = options;
  const binaries = findBinaries();
  if (binaries === undefined) throw new Error(HOW_TO_INSTALL);
  const folder = await mkdtemp(path.join(tmpdir(), 'postgres-'));
  // A replica has its primary's people.
  const primary = replicaOf === undefined ? undefined : new URL(replicaOf.urlOf('postgres'));
  const password = primary?.password ?? randomBytes(12).toString('hex');
  const passwordFile = path.join(folder, 'password');
  const data = path.join(folder, 'data');
  await writeFile(passwordFile, password);
  const owner = ownerOf();
  if (owner !== undefined) for (const file of [folder, passwordFile]) chownSync(file, owner.uid, owner.gid);
  const made =
    primary === undefined
      ? [
          'initdb',
          '-U',
          'postgres',
          `--auth=${trusts ? 'trust' : 'md5'}`,
          `--pwfile=${passwordFile}`,
          ...LOCALE,
          '--no-sync',
        ]
      : [
          'pg_basebackup',
          '--write-recovery-conf',
          '--checkpoint=fast',
          '--no-sync',
          `--dbname=${primary.href}`,
        ];
  const [tool = '', ...how] = made;
  const [program, words] = command(path.join(binaries, tool), [...how, '-D', data]);
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: 300,
    shared_buffers: '128MB',
    jit: 'off',
    max_wal_size: '2GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...own,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${String(value)}`]);
  let child: ChildProcess | undefined;

  const startOnce = async () => {
    child = spawn(...command(path.join(binaries, 'postgres'), ['-D', data, ...args], endsBy), {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
    });
    await ready(child);
  };
  /** What was killed holds on to its memory until the last of it has gone: the server refuses to start beside that. */
  const start = async () => {
    for (let number = 1; ; number += 1) {
      try {
        await startOnce();
        return;
      } catch (error) {
        if (number >= STARTS_MAX || !String(error).includes('shared memory block')) throw error;
      }
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  const kill = async () => {
    const pid = child?.pid;
    if (pid === undefined) return;
    const parts = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
      .trim()
      .split(' ');
    const ended = end('SIGKILL');
    for (const part of parts.filter((each) => each !== '')) signalIfThere(Number(part), 'SIGKILL');
    await ended;
  };
  const signalAll = (signal: NodeJS.Signals) => {
    const pid = child?.pid;
    // It first: what it would start meanwhile would not be told.
    if (pid !== undefined)
      for (const each of [() => [pid], () => partsOf(pid)])
        for (const part of each()) signalIfThere(part, signal);
  };

  await start();
  return {
    urlOf: (database) => `postgres://postgres:${password}@127.0.0.1:${String(port)}/${database}`,
    kill,
    standStill: () => {
      signalAll('SIGSTOP');
    },
    goOn: () => {
      signalAll('SIGCONT');
    },
    cpuMs: () => {
      const pid = child?.pid;
      if (pid === undefined) return 0;
      const living = partsOf(pid).reduce((sum, part) => sum + cpuMsOf(part, OWN), 0);
      return living + cpuMsOf(pid, [...OWN, ...OF_ENDED]);
    },
    start,
    close: async () => {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Its own processes: one for each connection, and those that write. */
function partsOf(pid: number): number[] {
  const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
/** Places in /proc/<pid>/stat after its name: user and system time, its own and that of its processes that have ended. */
const OWN = [11, 12];
const OF_ENDED = [13, 14];

function cpuMsOf(pid: number, places: readonly number[]): number {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return places.reduce((sum, place) => sum + Number(fields[place]), 0) * TICK_MS;
  } catch {
    // It has ended.
    return 0;
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself when the server was gone.
  }
}

async function ready(child: ChildProcess): Promise<void> {
  if (child.stderr === null) throw new Error('its words are not heard');
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (/ready to accept (?:read-only )?connections/.test(line)) resolve();
      // Afterwards it is read on, so that it can go on speaking, and forgotten.
      if (said.length < 100) said.push(line);
    });
    child.once('exit', () => {
      reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`));
    });
  });
}
