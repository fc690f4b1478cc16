/** What every repository is made of. */
import type { Connection } from './connection.js';
import type { Executor } from './executor.js';
import type { Perform } from './perform.js';
import type * as work from '../work/database.js';

export interface Given extends Pick<work.Parts, 'clock' | 'dayOf'> {
  connection: Connection;
  executor: Executor;
}

export interface Parts extends Given, Omit<work.Parts, keyof Given> {
  perform: Perform;
}
