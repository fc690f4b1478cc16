/** Request contexts over Citus are read and written one by one: each goes to the server of its user. */
import type { Parts } from '../parts.js';
import { perform } from '../perform.js';
import type { ContextWays } from '../request-contexts.js';
import { createSpreadReader } from './context-reader.js';
import { writeSpreadRecord } from './request-record.js';

export function createSpreadRequestContexts({
  commands,
  dayOf,
}: Pick<Parts, 'commands' | 'dayOf'>): ContextWays {
  return {
    read: createSpreadReader(commands),
    write: (ask) =>
      commands.run('sponsors.record', (transaction) =>
        perform(transaction, writeSpreadRecord(ask, dayOf(ask.what.nowMs))),
      ),
  };
}
