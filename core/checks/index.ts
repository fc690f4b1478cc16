/**
 * The daily check: counters by day equal the ledger to the last micro-unit, all accounts sum to zero, and an order's
 * quantity is that of its subscribers. What differs is a fault of ours, and is for the operator's eyes. Each day a pass looks at
 * what came since the last one; once a week a full pass looks at everything, a step at a time, and outlives its process.
 */
import { dayNumberOf, formatDay } from '../days.js';
import type { Ports } from '../ports.js';
import type { CheckPass, CheckRecord, Difference } from '../ports/check-store.js';

/** A process that dies over a day's check gives it up after this long. */
const LEASE_MS = 3_600_000;
/** One that dies over a full pass, whose lease each step renews. */
const STEP_LEASE_MS = 600_000;
/** How long a step of the full pass takes; it is kept after each. */
const STEP_MS = 500;
const FULL_DAYS = 7;
/** By then everything of a day is written that was begun on it. */
const DAY_CLOSES_MS = 15 * 60_000;
/** Differences that are written into the log; all of the first hundred are stored. */
const LOGGED = 10;

export function createChecks(ports: Pick<Ports, 'store' | 'clock' | 'log' | 'settings'>) {
  const { clock, log, settings } = ports;
  const { checks } = ports.store;
  const today = () => dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
  const overDay = () => dayNumberOf(clock.now() - DAY_CLOSES_MS, settings.SERVICE_TIMEZONE) - 1;
  /** The full pass that is this process's. */
  let own: { pass: CheckPass; startedAtMs: number } | null = null;

  const save = async ({ outcome: found, since }: CheckPass, startedAtMs: number): Promise<CheckRecord> => {
    const [day, endedAtMs] = [today(), clock.now()];
    const outcome = since === null ? { ...found, fullDay: day } : found;
    const record = { day, endedAtMs, tookMs: Math.max(0, endedAtMs - startedAtMs), outcome };
    await checks.save(record);
    const { differences, checked: _, fullDay, ...counts } = outcome;
    const facts = { day: formatDay(day), took_ms: record.tookMs, is_full: fullDay === day, ...counts };
    if (outcome.differing === 0) log.info(facts, 'the daily check found everything in order');
    else {
      const words = differences.slice(0, LOGGED).map(sayDifference);
      log.error({ ...facts, differences: words }, 'the daily check found differences');
    }
    return record;
  };

  const wholly = async (pass: CheckPass, progress?: (pass: CheckPass) => void): Promise<CheckPass> => {
    for (let now = pass; ; now = await checks.advance(now, STEP_MS)) {
      progress?.(now);
      if (now.part === null) return now;
    }
  };

  /** @returns whether it goes on here */
  const takeFull = async (): Promise<boolean> => {
    if (own !== null) return true;
    if (!(await checks.claimFull(clock.now(), STEP_LEASE_MS))) return false;
    const pass = (await checks.full()) ?? (await checks.begin(null, overDay()));
    own = { pass, startedAtMs: clock.now() };
    return true;
  };

  const stepFull = async (): Promise<boolean> => {
    if (!(await takeFull()) || own === null) return true;
    const { startedAtMs } = own;
    const pass = await checks.advance(own.pass, STEP_MS);
    own = { pass, startedAtMs };
    if (pass.part !== null) {
      await checks.keepFull(pass, clock.now() + STEP_LEASE_MS);
      return false;
    }
    own = null;
    await save(pass, startedAtMs);
    return true;
  };

  return {
    /** A full pass now, in one go; its outcome is stored as today's. */
    run: async (progress?: (pass: CheckPass) => void) => {
      const startedAtMs = clock.now();
      return save(await wholly(await checks.begin(null, overDay()), progress), startedAtMs);
    },
    /**
     * Goes on with what is due: the full pass by one step, or else today's check, by the first of all processes that asks.
     * @returns whether nothing is left to do for now
     */
    step: async () => {
      const before = (await checks.last())?.outcome ?? null;
      const isFullDue = (before?.fullDay ?? -Infinity) <= today() - FULL_DAYS;
      // By a clock that was ahead, days were looked at that are not over yet.
      const wasAhead = (before?.checked?.day ?? -Infinity) > overDay();
      if (before?.checked == null || isFullDue || wasAhead) return stepFull();
      own = null;
      if (!(await checks.claim(today(), clock.now(), LEASE_MS))) return true;
      const startedAtMs = clock.now();
      await save(await wholly(await checks.begin(before, overDay())), startedAtMs);
      return true;
    },
    /** The latest check that was finished. */
    last: () => checks.last(),
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
