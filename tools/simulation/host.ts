/** The machine: one database, the processes that have it open, and what becomes of both when one is killed or the power fails. */
import type { Clock, Store } from '../../core/ports.js';
import type { Settings } from '../../core/config.js';
import type { Audit } from './audit.js';

/** Who can be killed. */
export interface Mortal {
  readonly name: string;
  readonly isDead: boolean;
  kill(): void;
}

/** Where the named points are at which a process can be killed, and which of them comes next. */
export class FaultPoints {
  #countdown = 0;
  /** The point at which the last crash happened. */
  last = '';
  reached = 0;

  /** The n-th point reached from now on kills the process that reaches it. */
  arm(count: number): void {
    this.#countdown = count;
  }

  disarm(): void {
    this.#countdown = 0;
  }

  /** @throws when the process dies here */
  reach(process: Mortal, point: string): void {
    this.reached += 1;
    if (this.#countdown === 0) return;
    this.#countdown -= 1;
    if (this.#countdown > 0) return;
    this.last = point;
    process.kill();
    throw new Error('this process is dead');
  }
}

/** A fault within commands, in SQL that both databases understand. */
export interface CommandFault {
  /** What is done in the transaction of this command, before it and after it. */
  around?(name: string): { before?: string; after?: string };
  /** Whether this command forgets to ask for the disk. */
  forgetsDisk?(name: string): boolean;
}

/** A statement past the store, over the connection of a process; `?` stands for a value. */
export type Sql = (text: string, ...values: (string | number)[]) => Promise<void>;

export interface Opened {
  store: Store;
  sql: Sql;
  /** Takes the connection away between two steps of its work, as SIGKILL does. */
  close(): void;
}

export interface OpenParts {
  settings: Settings;
  clock: Clock;
  fault: CommandFault;
}

export interface Host {
  readonly faults: FaultPoints;
  /** Another after each power cut. */
  readonly audit: Audit;
  /** The store as one process has it; each of its commands can be ended at named points. */
  open(process: Mortal, parts: OpenParts): Opened;
  /** Between steps: whatever was committed reaches the disk. */
  checkpoint(): void;
  /** Every process is killed before this. What had not reached the disk is gone. */
  cutPower(): Promise<void>;
  close(): Promise<void>;
}
