/**
 * Compares what is kept as things happen with the ledger and the subscribers, step by step within one moment of the
 * database: each statement reads a page by a key or an index, locks nothing, and what belongs to a few orders is all that
 * is held in memory. Where there is a replica it is that one's moment: the primary need not keep old rows for it.
 */
import type { CheckStore } from '../../../core/ports.js';
import { Findings } from '../../check/findings.js';
import type { Parts } from '../parts.js';
import { checkBots } from './bot-walk.js';
import { checkLedger } from './ledger-walk.js';
import { checkOrders } from './order-walk.js';
import { checkReserves } from './reserve-walk.js';
import { checkUnpaid } from './unpaid-walk.js';

export function createCheckWalk({ reading, dayOf }: Pick<Parts, 'reading' | 'dayOf'>): CheckStore['compare'] {
  return () =>
    reading.ask(async (transaction) => {
      const findings = new Findings();
      const booked = await checkLedger(transaction, findings);
      await checkReserves(transaction, findings);
      const about = await checkOrders(transaction, findings, dayOf);
      findings.expect('charges', {}, booked.charges, about.charges);
      findings.expect('reversals', {}, booked.reversals, about.reversals);
      await checkUnpaid(transaction, findings, dayOf);
      await checkBots(transaction, findings);
      return findings.outcome;
    });
}
