/** What every repository is made of. */
import type { ReplicaState } from '../../core/ports/job-store.js';
import type { Commands } from './commands.js';
import type { InvalidationLog } from './invalidation-log.js';
import type { Reading } from './replica.js';
import type * as work from '../work/database.js';

export interface Given extends Pick<work.Parts, 'clock' | 'dayOf'> {
  commands: Commands;
  reading: Reading;
  /** Left out where there is no replica. */
  replicaState?: (() => ReplicaState) | undefined;
  log: InvalidationLog;
  /** Whether Citus spreads the database (`distribution.ts`). */
  isSpread: boolean;
}

export interface Parts extends Given, Omit<work.Parts, keyof Given> {}
