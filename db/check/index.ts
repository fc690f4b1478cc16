/**
 * Compares what is kept as things happen with the ledger and the subscribers, step by step over a connection that holds
 * one moment of the database: each statement reads a page by a key or an index, and what belongs to one order or one bot
 * is all that is held in memory.
 */
import type { CheckOutcome } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import { createBotWalk } from './bot-walk.js';
import { Findings } from './findings.js';
import { createLedgerWalk } from './ledger-walk.js';
import { createOrderWalk } from './order-walk.js';
import { createReserveWalk } from './reserve-walk.js';
import { createUnpaidWalk } from './unpaid-walk.js';

/** @param dayOf the day a moment belongs to, in the zone of the service */
export function createCheckWalk(
  connection: Connection,
  dayOf: (atMs: number) => number,
): () => Promise<CheckOutcome> {
  const checkLedger = createLedgerWalk(connection);
  const checkReserves = createReserveWalk(connection);
  const checkOrders = createOrderWalk(connection, dayOf);
  const checkUnpaid = createUnpaidWalk(connection, dayOf);
  const checkBots = createBotWalk(connection);
  return async () => {
    const findings = new Findings();
    const booked = await checkLedger(findings);
    await checkReserves(findings);
    const about = await checkOrders(findings);
    findings.expect('charges', {}, booked.charges, about.charges);
    findings.expect('reversals', {}, booked.reversals, about.reversals);
    await checkUnpaid(findings);
    await checkBots(findings);
    return findings.outcome;
  };
}
