/** The daily check walks within one transaction; on the replica where there is one: the primary keeps no old rows for it. */
import type { CheckStore } from '../../core/ports/check-store.js';
import { compareAll, type Pace } from '../check/index.js';
import type * as work from '../work/database.js';

/** The database works on a statement for a few tens of milliseconds, and the event loop on its answer for a few. */
const PACE: Pace = { entries: 10_000, orders: 20, subscribers: 500, unpaid: 20_000, botDays: 1_000 };

export function createCheckWalk({
  replica,
  dayOf,
}: Pick<work.Parts, 'replica' | 'dayOf'>): CheckStore['compare'] {
  return () => replica.read(() => compareAll(dayOf, PACE));
}
