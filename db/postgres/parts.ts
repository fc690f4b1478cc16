/** What every repository is made of. */
import type { Clock } from '../../core/ports.js';
import type { ReplicaState } from '../../core/ports/job-store.js';
import type { Commands } from './commands.js';
import type { InvalidationLog } from './invalidation-log.js';
import type { Reading } from './replica.js';
import type * as work from '../work/database.js';

export interface Given {
  commands: Commands;
  /** On the replica where there is one: statistics, reports and other reads that may be a moment old. */
  reading: Reading;
  /** Left out where there is no replica. */
  replicaState?: (() => ReplicaState) | undefined;
  log: InvalidationLog;
  /** Whether Citus spreads the database (`distribution.ts`). */
  isSpread: boolean;
  clock: Clock;
  /** The day a moment belongs to, days since 1970-01-01 in the zone of the service. */
  dayOf: (atMs: number) => number;
}

export interface Parts extends Given, Omit<work.Parts, keyof Given> {}
