/** Three nodes of PostgreSQL, each with its Patroni and its etcd, and HAProxy before them, on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { command, ownerOf } from '../../test/support/postgres-server.js';
import type { Engines } from './engines.js';
import { type Layout, layoutAt, type Machine, MACHINES } from './layout.js';
import { pause } from './pause.js';

/** Deadline for the cluster to be whole: a node that was killed is wound back, or made again, before it follows. */
const WHOLE_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 200;
/** The leader goes on for this long without its senders: what it acknowledges then no other has. */
const SENDERS_STOPPED_MS = 400;

export interface Cluster {
  /** Address of a database, through HAProxy, of the superuser. */
  urlOf(database: string): string;
  /** Resolves when there is a leader, both others follow it and, where it is synchronous, one of them is waited for. */
  whole(): Promise<void>;
  /**
   * Stops what sends the leader's log, and a moment later kills the leader and its Patroni.
   * @param look at the leader, the last
   * @returns which machine it was
   */
  killLeader(look: () => Promise<void>): Promise<Machine>;
  /** Starts the Patroni of a killed machine again, which starts its PostgreSQL. */
  startAgain(machine: Machine): void;
  /** Ends all of it and removes its files; also done when this process ends. */
  close(): void;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

export async function startCluster(engines: Engines, isSynchronous: boolean): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'failover-'));
  own(folder);
  const layout = layoutAt(`127.${String(randomInt(64, 192))}.${String(randomInt(1, 255))}.`, [
    ['shared_buffers: 4GB', 'shared_buffers: 128MB'],
    ['effective_cache_size: 12GB', 'effective_cache_size: 1GB'],
    ['max_wal_size: 8GB', 'max_wal_size: 1GB'],
    ...(isSynchronous ? [] : [['synchronous_mode: true', 'synchronous_mode: false'] as const]),
  ]);
  const cluster = new Nodes({ engines, layout, folder, isSynchronous });
  process.once('exit', () => {
    cluster.close();
  });
  await cluster.start();
  return cluster;
}

interface Parts {
  engines: Engines;
  layout: Layout;
  folder: string;
  isSynchronous: boolean;
}

class Nodes implements Cluster {
  readonly #parts: Parts;
  readonly #patronis = new Map<Machine, ChildProcess>();
  readonly #others: ChildProcess[] = [];
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { engines, layout, folder } = this.#parts;
    for (const machine of MACHINES) {
      const place = this.#folderOf(machine);
      await mkdir(place);
      own(place);
      const environment = layout.environmentOf('etcd.env.example', machine);
      const mine = { ...environment, ETCD_DATA_DIR: path.join(place, 'etcd') };
      this.#others.push(this.#spawn(engines.etcd, [], mine, path.join(place, 'etcd.log')));
      const file = path.join(place, 'patroni.yml');
      await writeFile(file, layout.patroni.replaceAll('/var/run/postgresql', place));
      this.startAgain(machine);
    }
    const file = path.join(folder, 'haproxy.cfg');
    await writeFile(file, layout.haproxy);
    const words = ['-db', '-f', file];
    this.#others.push(this.#spawn(engines.haproxy, words, {}, path.join(folder, 'haproxy.log')));
    await this.whole();
  }

  urlOf(database: string): string {
    const { host, port } = this.#parts.layout.leader;
    return `postgres://postgres:${PASSWORD}@${host}:${String(port)}/${database}`;
  }

  async whole(): Promise<void> {
    const untilMs = performance.now() + WHOLE_WITHIN_MS;
    for (;;) {
      const members = await this.#members();
      if (this.#isWhole(members)) return;
      if (performance.now() > untilMs)
        throw new Error(`the cluster is not whole: ${JSON.stringify(members)}; see ${this.#parts.folder}`);
      // Patroni sends no signal.
      await pause(LOOK_EVERY_MS);
    }
  }

  async killLeader(look: () => Promise<void>): Promise<Machine> {
    const [leader] = (await this.#members()).filter(({ role }) => role === 'leader');
    const machine = MACHINES.find((each) => this.#parts.layout.addressOf(each) === leader?.name);
    if (machine === undefined) throw new Error('nobody leads');
    const postmaster = this.#postmasterOf(machine);
    if (postmaster === null) throw new Error('the leader has no server');
    const parts = partsOf(postmaster);
    for (const pid of parts.filter(isSender)) signal(pid, 'SIGSTOP');
    await pause(SENDERS_STOPPED_MS);
    await look();
    this.#killMachine(machine);
    return machine;
  }

  startAgain(machine: Machine): void {
    const { engines, layout } = this.#parts;
    const place = this.#folderOf(machine);
    const environment = {
      ...layout.environmentOf('patroni.env.example', machine),
      HOME: place,
      PATRONI_POSTGRESQL_DATA_DIR: path.join(place, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: engines.postgres,
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    };
    const words = [path.join(place, 'patroni.yml')];
    this.#patronis.set(
      machine,
      this.#spawn(engines.patroni, words, environment, path.join(place, 'patroni.log')),
    );
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const machine of MACHINES) this.#killMachine(machine);
    for (const child of this.#others) child.kill('SIGKILL');
    rmSync(this.#parts.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Patroni first: it would start the server again. */
  #killMachine(machine: Machine): void {
    const postmaster = this.#postmasterOf(machine);
    this.#patronis.get(machine)?.kill('SIGKILL');
    if (postmaster === null) return;
    const parts = partsOf(postmaster);
    for (const pid of [postmaster, ...parts]) signal(pid, 'SIGKILL');
  }

  #folderOf(machine: Machine): string {
    return path.join(this.#parts.folder, String(machine));
  }

  /** Null where no server runs: the number in an old file may be somebody else's by now. */
  #postmasterOf(machine: Machine): number | null {
    const data = path.join(this.#folderOf(machine), 'data');
    const file = path.join(data, 'postmaster.pid');
    if (!existsSync(file)) return null;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return commandOf(pid).includes(data) ? pid : null;
  }

  async #members(): Promise<Member[]> {
    for (const machine of MACHINES) {
      const url = `http://${this.#parts.layout.addressOf(machine)}:8008/cluster`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      if (answer?.ok !== true) continue;
      const { members = [] } = (await answer.json()) as { members?: Member[] };
      return members;
    }
    return [];
  }

  #isWhole(members: readonly Member[]): boolean {
    const isUp = ({ state }: Member) => state === 'running' || state === 'streaming';
    const roles = members.filter(isUp).map(({ role }) => role);
    const isWaitedFor = !this.#parts.isSynchronous || roles.includes('sync_standby');
    return roles.length === MACHINES.length && roles.includes('leader') && isWaitedFor;
  }

  #spawn(
    program: string,
    words: readonly string[],
    environment: Record<string, string>,
    log: string,
  ): ChildProcess {
    const file = openSync(log, 'a');
    const child = spawn(...command(program, words, 'KILL'), {
      cwd: this.#parts.folder,
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', file, file],
    });
    child.once('error', (error) => {
      throw error;
    });
    return child;
  }
}

/** Only this machine can reach it, and it is gone with the run. */
const PASSWORD = 'of-a-test';

function own(place: string): void {
  const owner = ownerOf();
  if (owner !== undefined) chownSync(place, owner.uid, owner.gid);
}

function partsOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

const isSender = (pid: number) => commandOf(pid).includes('walsender');

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
