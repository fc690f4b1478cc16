/**
 * The machine over one database file.
 *
 * A kill takes a connection away between two steps of its work, as SIGKILL does: commits stay, the rest is
 * gone, without a signal. A power cut also takes every commit after the last one that was made to reach the
 * disk (`synchronous` FULL): the write-ahead log is cut back to where it stood then. The file itself lies in memory, so
 * the disk's own lies are not simulated.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { dayNumberOf } from '../../core/days.js';
import { type Connection, openConnection } from '../../db/sqlite/connection.js';
import { createExecutor, type Executor } from '../../db/sqlite/executor.js';
import { migrate } from '../../db/sqlite/migrate.js';
import { createStore } from '../../db/sqlite/index.js';
import { type Audit, auditSqlite } from './audit.js';
import {
  type CommandFault,
  FaultPoints,
  type Host,
  type Mortal,
  type Opened,
  type OpenParts,
} from './host.js';

/** What a file is that was migrated a moment ago: hundreds of machines are made in a run that makes a failure short. */
let template: Buffer | undefined;

function migrated(file: string): Buffer {
  migrate(file);
  return readFileSync(file);
}

export class SqliteHost implements Host {
  readonly #folder: string;
  #number = 0;
  /** How much of the write-ahead log has reached the disk. */
  #durableBytes = 0;
  readonly faults = new FaultPoints();
  #database: Database.Database;
  audit: Audit;

  constructor() {
    this.#folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'simulation-'));
    mkdirSync(path.dirname(this.#file), { recursive: true });
    template ??= migrated(this.#file);
    writeFileSync(this.#file, template);
    this.#database = openAudited(this.#file);
    this.audit = auditSqlite(this.#database);
  }

  open(process: Mortal, { settings, clock, fault }: OpenParts): Opened {
    const connection = openConnection(this.#file, 0);
    const executor = createExecutor(connection);
    executor.afterCommit(({ names, isDurable }) => {
      if (isDurable) this.#durableBytes = this.#walBytes();
      this.faults.reach(process, `${names[0] ?? ''}: committed, not answered`);
    });
    const faulty = this.#withFaults(process, withFault(executor, connection, fault));
    const dayOf = (atMs: number) => dayNumberOf(atMs, settings.SERVICE_TIMEZONE);
    const database = this.#database;
    return {
      store: createStore({ connection, executor: faulty, clock, dayOf }, this.#file),
      sql: (text, ...values) => {
        database.prepare(text).run(...values);
        return Promise.resolve();
      },
      close: () => {
        connection.close();
      },
    };
  }

  /** Copies the log into the file, which reaches the disk whole. Between steps only: no reads run. */
  checkpoint(): void {
    this.#database.pragma('wal_checkpoint(TRUNCATE)');
    this.#durableBytes = 0;
  }

  cutPower(): Promise<void> {
    const [from, lost] = [this.#file, this.#walBytes() - this.#durableBytes];
    this.#number += 1;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    copyFileSync(from, this.#file);
    copyFileSync(`${from}-wal`, `${this.#file}-wal`);
    if (lost > 0) truncateSync(`${this.#file}-wal`, this.#durableBytes);
    this.#database.close();
    rmSync(path.dirname(from), { recursive: true });
    this.#database = openAudited(this.#file);
    this.audit = auditSqlite(this.#database);
    this.#durableBytes = this.#walBytes();
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#database.close();
    rmSync(this.#folder, { recursive: true });
    return Promise.resolve();
  }

  get #file(): string {
    return path.join(this.#folder, String(this.#number), 'service.db');
  }

  #walBytes(): number {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Each command can end before it, or written but not committed; the batch's commit has a point of its own. */
  #withFaults(process: Mortal, executor: Executor): Executor {
    return {
      ...executor,
      run: (name, command, options) =>
        executor.run(
          name,
          () => {
            this.faults.reach(process, `${name}: not begun`);
            const value = command();
            this.faults.reach(process, `${name}: written, not committed`);
            return value;
          },
          options,
        ),
    };
  }
}

function openAudited(file: string): Database.Database {
  const database = new Database(file);
  database.pragma('wal_autocheckpoint = 0');
  // Opens the log, so that no other connection is ever the last one, whose closing would copy it into the file.
  database.prepare('SELECT count(*) FROM versions').get();
  return database;
}

function withFault(executor: Executor, connection: Connection, fault: CommandFault): Executor {
  const { around, forgetsDisk } = fault;
  if (around === undefined && forgetsDisk === undefined) return executor;
  const execute = (text: string | undefined) => {
    if (text !== undefined) connection.prepare(text).run();
  };
  return {
    ...executor,
    run: (name, command, options) => {
      const { before, after } = around?.(name) ?? {};
      const faulty = () => {
        execute(before);
        const value = command();
        execute(after);
        return value;
      };
      return executor.run(name, faulty, forgetsDisk?.(name) === true ? {} : options);
    },
  };
}
