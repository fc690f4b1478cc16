/** What a store is opened with over either database. */
import type { Clock } from '../core/ports.js';

/** What a commit held, for tests and metrics. */
export interface CommitFacts {
  names: string[];
  isDurable: boolean;
}

export interface SharedOptions {
  /** IANA name of the zone whose days impressions are counted by (`SERVICE_TIMEZONE`); default UTC. */
  timeZone?: string;
  clock?: Clock;
  /** Of what a process that runs has started: that goes on over the schema of a later version. Default false. */
  isRunning?: boolean;
  /** Called after each commit: its contents, whether it was on disk before the answer, its duration (of SQLite, its lock time). */
  onCommit?: (commit: CommitFacts, tookMs: number) => void;
}
