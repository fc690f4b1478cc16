/** What every repository is made of. */
import type { Clock } from '../../core/ports.js';
import type { Connection } from './connection.js';
import type { Executor } from './executor.js';
import type { Perform } from './perform.js';
import type * as work from '../work/database.js';

export interface Given {
  connection: Connection;
  executor: Executor;
  clock: Clock;
  /** The day a moment belongs to, days since 1970-01-01 in the zone of the service. */
  dayOf: (atMs: number) => number;
}

export interface Parts extends Given, Omit<work.Parts, keyof Given> {
  perform: Perform;
}
