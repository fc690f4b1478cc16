/**
 * Compares what is kept as things happen with the ledger and the subscribers, step by step within one moment of the
 * database: each statement reads a page by a key or an index, locks nothing, and what belongs to a few orders or bots is
 * all that is held in memory.
 */
import type { CheckOutcome } from '../../core/ports/check-store.js';
import type { Work } from '../work/statement.js';
import { checkBots } from './bot-walk.js';
import { Findings } from './findings.js';
import { checkLedger } from './ledger-walk.js';
import { checkOrders } from './order-walk.js';
import type { Pace } from './pages.js';
import { checkReserves } from './reserve-walk.js';
import { checkUnpaid } from './unpaid-walk.js';

export type { Pace };

/** @param dayOf the day a moment belongs to, in the zone of the service */
export function* compareAll(dayOf: (atMs: number) => number, pace: Pace): Work<CheckOutcome> {
  const findings = new Findings();
  const booked = yield* checkLedger(findings, pace);
  yield* checkReserves(findings);
  const about = yield* checkOrders(findings, dayOf, pace);
  findings.expect('charges', {}, booked.charges, about.charges);
  findings.expect('reversals', {}, booked.reversals, about.reversals);
  yield* checkUnpaid(findings, dayOf, pace);
  yield* checkBots(findings, pace);
  return findings.outcome;
}
