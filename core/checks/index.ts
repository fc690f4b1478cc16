/**
 * The daily check: counters by day equal the ledger to the last micro-unit, all accounts sum to zero, and an order's
 * quantity is that of its subscribers. What differs is a fault of ours, and is for the operator's eyes.
 */
import { dayNumberOf, formatDay } from '../days.js';
import type { Ports } from '../ports.js';
import type { CheckRecord, Difference } from '../ports/check-store.js';

/** A process that dies over a check gives it up after this long. */
const LEASE_MS = 3_600_000;
/** Differences that are written into the log; all of the first hundred are stored. */
const LOGGED = 10;

export interface Checks {
  /** Checks now, stores what was found as today's outcome, and logs what differs. */
  run(): Promise<CheckRecord>;
  /** Today's check, by the first of all processes that asks; null when it is made or being made. */
  daily(): Promise<CheckRecord | null>;
  /** The latest check that was finished. */
  last(): Promise<CheckRecord | null>;
}

export function createChecks({
  store,
  clock,
  log,
  settings,
}: Pick<Ports, 'store' | 'clock' | 'log' | 'settings'>): Checks {
  const today = () => dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);

  const run = async (): Promise<CheckRecord> => {
    const startedAtMs = clock.now();
    const day = today();
    const outcome = await store.checks.compare();
    const endedAtMs = clock.now();
    const record = { day, endedAtMs, tookMs: Math.max(0, endedAtMs - startedAtMs), outcome };
    await store.checks.save(record);
    const { differences, ...counts } = outcome;
    const facts = { day: formatDay(day), took_ms: record.tookMs, ...counts };
    if (outcome.differing === 0) log.info(facts, 'the daily check found everything in order');
    else {
      const words = differences.slice(0, LOGGED).map(sayDifference);
      log.error({ ...facts, differences: words }, 'the daily check found differences');
    }
    return record;
  };

  return {
    run,
    daily: async () => ((await store.checks.claim(today(), clock.now(), LEASE_MS)) ? run() : null),
    last: () => store.checks.last(),
  };
}

/** Such as `order_day_value of order 12, day 2026-01-15: expected 2000000, found 0`. */
export function sayDifference({ subject, place, expected, found }: Difference): string {
  const { orderId, botId, userId, entryId, ledgerAccountId, accountId, day, reason } = place;
  const parts: [name: string, value: number | string | undefined][] = [
    ['order', orderId],
    ['bot', botId],
    ['user', userId],
    ['entry', entryId],
    ['ledger account', ledgerAccountId],
    ['account', accountId],
    ['day', day === undefined ? undefined : formatDay(day)],
    ['reason', reason],
  ];
  const named = parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${String(value)}`]));
  const where = named.length === 0 ? '' : ` of ${named.join(', ')}`;
  return `${subject}${where}: expected ${String(expected)}, found ${String(found)}`;
}
