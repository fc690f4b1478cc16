/** Takes out what has had its day, and notes up to when each table is clear of it. */
import type { Ports } from './ports.js';

/** /get-user-subscriptions looks 30 days back by default; impressions are kept a little longer. */
const IMPRESSIONS_KEPT_MS = 40 * 86_400_000;
/** So many rows hold the writer for some two milliseconds. */
const ROWS_AT_ONCE = 500;

/** Under this name it is noted, with the signs of life, that a table is clear. */
const beatOf = (table: string): string => `purge ${table}`;

export function createPurging({ store, clock }: Pick<Ports, 'store' | 'clock'>) {
  return {
    purgedTables: store.sponsors.purgedTables,
    /** One small step through a table. @returns whether its end is reached: all that was due when the look began is gone */
    purge: async (table: string): Promise<boolean> => {
      const beforeMs = clock.now() - IMPRESSIONS_KEPT_MS;
      const { clearedMs } = await store.sponsors.purge(beforeMs, ROWS_AT_ONCE, table);
      if (clearedMs !== null) await store.health.beat(beatOf(table), clearedMs);
      return clearedMs !== null;
    },
  };
}

/** How long rows may have been due at most, by table; what nothing is known of yet is left out. */
export async function purgeAges(ports: Pick<Ports, 'store' | 'clock'>): Promise<Map<string, number>> {
  const { store, clock } = ports;
  const { purgedTables } = store.sponsors;
  const beats = await Promise.all(purgedTables.map((table) => store.health.lastBeatMs(beatOf(table))));
  const nowMs = clock.now();
  return new Map(
    purgedTables.flatMap((table, index) => {
      const clearedMs = beats[index] ?? null;
      return clearedMs === null ? [] : [[table, Math.max(0, nowMs - clearedMs)] as const];
    }),
  );
}
