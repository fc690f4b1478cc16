/** The daily check walks over a connection of its own, which holds one moment of the database. */
import type { CheckStore } from '../../core/ports/check-store.js';
import { compareAll, type Pace } from '../check/index.js';
import { openConnection } from './connection.js';
import { createPatientPerform } from './patient.js';

/** The event loop waits for a statement: each of them takes a few milliseconds. */
const PACE: Pace = { entries: 1_000, orders: 1, subscribers: 250, unpaid: 2_000, botDays: 7 };

/** @param dayOf the day a moment belongs to, in the zone of the service */
export function createCheckWalk(path: string, dayOf: (atMs: number) => number): CheckStore['compare'] {
  return async () => {
    const snapshot = openConnection(path);
    try {
      // Readers see the database as it was when they first read, until they end.
      snapshot.prepare('BEGIN').run();
      return await createPatientPerform(snapshot)(compareAll(dayOf, PACE));
    } finally {
      snapshot.close();
    }
  };
}
