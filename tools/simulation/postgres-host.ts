/**
 * The machine over a server of PostgreSQL that is its own.
 *
 * Commands of all processes take turns: what one decides by what another wrote is then the same in every run of a seed. (What
 * commands do that are truly under way at once is the matter of `storm.ts`.) A kill ends the connections of a process where
 * it stands in its command. A power cut kills the server with all that it had not written ahead: the one that would do so in
 * its own good time is held still, so that what is lost is always everything after the last durable commit.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { dayNumberOf } from '../../core/days.js';
import { createCommands, type Commands, type Doing } from '../../db/postgres/commands.js';
import { createStore } from '../../db/postgres/index.js';
import { createInvalidationLog } from '../../db/postgres/invalidation-log.js';
import { migrate } from '../../db/index.js';
import {
  copyEverywhere,
  createSpreadDatabase,
  dropEverywhere,
  makeTemplate,
  startCluster,
  urlsOf,
} from '../../test/support/citus-cluster.js';
import { isSpread } from '../../test/support/database.js';
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.js';
import { auditPostgres, numberedText, type PostgresAudit } from './audit.js';
import {
  type CommandFault,
  FaultPoints,
  type Host,
  type Mortal,
  type Opened,
  type OpenParts,
} from './host.js';
import { type Connections, createConnections, Turns } from './postgres-connections.js';
import { Tidings } from './tidings.js';
import type { VirtualTime } from './virtual-time.js';

const TEMPLATE = 'simulated';
/** Each is a connection of its own. */
const WRITER_LOOKS = 200;

/** Nothing reaches the disk on its own: only when a commit asks for it, or at a checkpoint of ours. */
const settings = {
  autovacuum: 'off',
  bgwriter_lru_maxpages: 0,
  checkpoint_timeout: '1d',
  wal_buffers: '64MB',
  max_wal_size: '8GB',
  shared_buffers: '256MB',
};

interface Servers {
  /** Whose power is cut; the service reaches the first, the coordinator of a cluster. */
  all: readonly [PostgresServer, ...PostgresServer[]];
  copy(database: string): Promise<void>;
  drop(database: string): Promise<void>;
  close(): Promise<void>;
}

let shared: Promise<Servers> | undefined;

async function openServer(): Promise<Servers> {
  const server = await startPostgres({ settings, endsBy: 'QUIT' });
  const ask = (text: string) => query(server.urlOf('postgres'), text);
  await ask(`CREATE DATABASE ${TEMPLATE} TEMPLATE template0 ENCODING 'UTF8'`);
  await migrate(server.urlOf(TEMPLATE));
  return {
    all: [server],
    copy: async (database) => {
      await ask(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE} STRATEGY WAL_LOG`);
    },
    drop: async (database) => {
      await ask(`DROP DATABASE ${database} WITH (FORCE)`);
    },
    close: () => server.close(),
  };
}

async function openCluster(): Promise<Servers> {
  const cluster = await startCluster(settings);
  const urls = urlsOf(cluster);
  await migrate(await createSpreadDatabase(urls, TEMPLATE), { distributed: 'citus' });
  await makeTemplate(urls, TEMPLATE);
  return {
    all: [cluster.coordinator, ...cluster.workers],
    copy: (database) => copyEverywhere(urls, TEMPLATE, database),
    drop: (database) => dropEverywhere(urls, database),
    close: () => cluster.close(),
  };
}

/** Ends the server that all runs of this process shared. */
export async function closeServer(): Promise<void> {
  const servers = await shared;
  shared = undefined;
  await servers?.close();
}

async function signalWriters({ all }: Servers, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  await Promise.all(all.map((server) => signalWriter(server, signal)));
}

/** Signals the process that writes commits ahead which did not ask for it: STOP, and CONT. */
async function signalWriter(server: PostgresServer, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const text = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'";
  // A server that has just begun may be ready before it has one.
  for (let look = 1; look <= WRITER_LOOKS; look += 1) {
    const [writer] = await query<{ pid: number }>(server.urlOf('postgres'), text);
    if (writer !== undefined) {
      process.kill(writer.pid, signal);
      return;
    }
  }
  throw new Error('the server has no writer ahead');
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

export class PostgresHost implements Host {
  readonly faults = new FaultPoints();
  readonly #turns = new Turns();
  readonly #tidings = new Tidings();
  audit: PostgresAudit;

  private constructor(
    private readonly servers: Servers,
    readonly database: string,
    readonly time: VirtualTime,
  ) {
    this.audit = auditPostgres(this.#url);
  }

  /** Before time is installed: what happens here takes real time. */
  static async create(time: VirtualTime): Promise<PostgresHost> {
    const servers = await (shared ??= isSpread ? openCluster() : openServer());
    const database = `run_${randomBytes(6).toString('hex')}`;
    await servers.copy(database);
    await signalWriters(servers, 'SIGSTOP');
    return new PostgresHost(servers, database, time);
  }

  open(process: Mortal, { settings: { SERVICE_TIMEZONE }, clock, fault }: OpenParts): Opened {
    const isGone = () => process.isDead;
    const infrastructure = <T>(work: Promise<T>) => this.time.errand(work, isGone);
    const connections = createConnections(this.#url, process, { turns: this.#turns, infrastructure });
    const commands = createCommands(connections, { isSpread });
    commands.afterCommit((_, { names }) => {
      this.faults.reach(process, `${names[0] ?? ''}: committed, not answered`);
    });
    const faulty = this.#withFaults(process, withFault(commands, fault));
    const dayOf = (atMs: number) => dayNumberOf(atMs, SERVICE_TIMEZONE);
    const log = createInvalidationLog(faulty);
    const parts = { commands: faulty, reading: faulty, log, isSpread, clock, dayOf };
    return {
      store: createStore(parts, this.#tidings.of(process)),
      sql: (text, ...values) =>
        commands.askOnce(async ({ client }) => {
          await client.query(numberedText(text), values);
        }),
      close: () => {
        this.#bury(connections);
        this.#turns.leave(process);
      },
    };
  }

  checkpoint(): void {
    this.audit.run('CHECKPOINT');
  }

  async cutPower(): Promise<void> {
    await this.audit.close();
    await Promise.all(this.servers.all.map((server) => server.kill()));
    await Promise.all(this.servers.all.map((server) => server.start()));
    await signalWriters(this.servers, 'SIGSTOP');
    this.audit = auditPostgres(this.#url);
  }

  async close(): Promise<void> {
    await this.audit.close();
    // DROP DATABASE waits until every process of the server has heard of it.
    await signalWriters(this.servers, 'SIGCONT');
    await this.servers.drop(this.database);
  }

  get #url(): string {
    return this.servers.all[0].urlOf(this.database);
  }

  /** What it had begun is rolled back before anybody goes on. */
  #bury(connections: Connections): void {
    for (const pid of connections.destroy())
      this.audit.run('SELECT pg_terminate_backend(?::int, 10000)', pid);
  }

  /** Each command can end before it, written but not committed, or committed; of a single statement, before and after it. */
  #withFaults(process: Mortal, commands: Commands): Commands {
    const { faults } = this;
    const faulty = (over: Doing): Doing => ({
      ...over,
      run: (name, command, options) =>
        over.run(
          name,
          async (transaction) => {
            faults.reach(process, `${name}: not begun`);
            const value = await command(transaction);
            faults.reach(process, `${name}: written, not committed`);
            return value;
          },
          options,
        ),
      runOnce: (name, command) =>
        over.runOnce(name, (transaction) => {
          faults.reach(process, `${name}: not begun`);
          return command(transaction);
        }),
    });
    return { ...commands, ...faulty(commands), hot: faulty(commands.hot) };
  }
}

/** Over Citus every command asks for the disk, durable or not. */
const NOT_ASKING_DISK = 'SET LOCAL synchronous_commit TO off';

function withFault(commands: Commands, { around, forgetsDisk }: CommandFault): Commands {
  if (around === undefined && forgetsDisk === undefined) return commands;
  const faulty = (over: Doing): Doing => {
    const run: Doing['run'] = (name, command, options) => {
      const { before, after } = around?.(name) ?? {};
      return over.run(
        name,
        async (transaction) => {
          if (forgetsDisk?.(name) === true) await transaction.client.query(NOT_ASKING_DISK);
          if (before !== undefined) await transaction.client.query(before);
          const value = await command(transaction);
          if (after !== undefined) await transaction.client.query(after);
          return value;
        },
        options,
      );
    };
    return { ...over, run, runOnce: (name, command) => run(name, command) };
  };
  return { ...commands, ...faulty(commands), hot: faulty(commands.hot) };
}
