/** Visits over Citus are read and written one by one: each goes to the server of its user. */
import type { Parts } from '../parts.js';
import { perform } from '../perform.js';
import type { VisitWays } from '../visits.js';
import { createSpreadReader } from './visit-reader.js';
import { writeSpreadVisit } from './visit-record.js';

export function createSpreadVisits({ commands, dayOf }: Pick<Parts, 'commands' | 'dayOf'>): VisitWays {
  return {
    read: createSpreadReader(commands),
    write: (ask) =>
      commands.run('sponsors.record', (transaction) =>
        perform(transaction, writeSpreadVisit(ask, dayOf(ask.what.nowMs))),
      ),
  };
}
