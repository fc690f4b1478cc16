/**
 * The machine: one database file, the processes that have it open, and what becomes of both when a process is killed or
 * the power fails.
 *
 * A kill takes a connection away between two steps of its work, as SIGKILL does: what was committed stays, what was not
 * is gone, and nobody hears of either. A power cut also takes every commit after the last one that was made to reach the
 * disk (`synchronous` FULL): the write-ahead log is cut back to where it stood then. The file itself lies in memory, so
 * the disk's own lies are not simulated.
 */
import { copyFileSync, mkdirSync, mkdtempSync, existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from '../../db/migrate.js';
import type { SimProcess } from './process.js';

/** Where the named points are at which a process can be killed, and which of them comes next. */
export class FaultPoints {
  #countdown = 0;
  /** The point at which the last crash happened. */
  last = '';
  reached = 0;

  /** The n-th point reached from now on kills whoever reaches it. */
  arm(count: number): void {
    this.#countdown = count;
  }

  disarm(): void {
    this.#countdown = 0;
  }

  /** @throws when the process dies here */
  reach(process: SimProcess, point: string): void {
    this.reached += 1;
    if (this.#countdown === 0) return;
    this.#countdown -= 1;
    if (this.#countdown > 0) return;
    this.last = point;
    process.kill();
    throw new Error('this process is dead');
  }
}

export class Host {
  readonly #folder: string;
  #number = 0;
  /** How much of the write-ahead log has reached the disk. */
  #durableBytes = 0;
  readonly faults = new FaultPoints();
  audit: Database.Database;

  constructor() {
    this.#folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'simulation-'));
    mkdirSync(path.dirname(this.file), { recursive: true });
    migrate(this.file);
    this.audit = this.#open();
  }

  get file(): string {
    return path.join(this.#folder, String(this.#number), 'service.db');
  }

  /** After a commit that its deed asked to be durable. */
  reachedDisk(): void {
    this.#durableBytes = this.#walBytes();
  }

  /** Copies the log into the file, which reaches the disk whole. Between steps only: nobody reads meanwhile. */
  checkpoint(): void {
    this.audit.pragma('wal_checkpoint(TRUNCATE)');
    this.#durableBytes = 0;
  }

  /** Every process is killed before this. What had not reached the disk is gone. */
  cutPower(): void {
    const [from, lost] = [this.file, this.#walBytes() - this.#durableBytes];
    this.#number += 1;
    mkdirSync(path.dirname(this.file), { recursive: true });
    copyFileSync(from, this.file);
    copyFileSync(`${from}-wal`, `${this.file}-wal`);
    if (lost > 0) truncateSync(`${this.file}-wal`, this.#durableBytes);
    this.audit.close();
    rmSync(path.dirname(from), { recursive: true });
    this.audit = this.#open();
    this.#durableBytes = this.#walBytes();
  }

  close(): void {
    this.audit.close();
    rmSync(this.#folder, { recursive: true });
  }

  #walBytes(): number {
    return statSync(`${this.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  #open(): Database.Database {
    const database = new Database(this.file);
    database.pragma('wal_autocheckpoint = 0');
    // Opens the log, so that no other connection is ever the last one, whose closing would copy it into the file.
    database.prepare('SELECT count(*) FROM versions').get();
    return database;
  }
}
