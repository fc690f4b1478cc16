/**
 * The daily summary: a notification about the day before, for people who asked for it, at a fixed hour of the service's day
 * (`SUMMARY_HOUR`). An hour that was slept through is made up for on the same day; days that were are not.
 */
import { type Day, dayNumberOf, formatDay, parseDateTime } from '../days.js';
import type { Ports } from '../ports.js';
import type { NewNotification } from '../ports/notification-store.js';

/** People in one step: the writer is held for a few milliseconds. */
const AT_ONCE = 200;

export type Summaries = ReturnType<typeof createSummaries>;

export function createSummaries(ports: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const { store, clock, settings } = ports;
  return {
    /** The next one comes at the next full `SUMMARY_HOUR`. */
    setWanted: (accountId: number, isWanted: boolean) =>
      store.accounts.setSummary(accountId, isWanted ? lastDueDay(settings, clock.now()) : null),
    /** Queues what is due, in one bounded step; resolves to the number due. Never the same day twice for anybody. */
    queueDue: async () => {
      const nowMs = clock.now();
      const day = dueToday(settings, nowMs);
      if (day === null) return 0;
      return store.accounts.queueSummaries(
        day,
        AT_ONCE,
        (accountId) => summaryNotification(accountId, day),
        nowMs,
      );
    },
  };
}

type Hours = Pick<Ports['settings'], 'SERVICE_TIMEZONE' | 'SUMMARY_HOUR'>;

/** Today once the hour has struck; null until then. */
export function dueToday(settings: Hours, nowMs: number): Day | null {
  const today = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
  return lastDueDay(settings, nowMs) < today ? null : today;
}

/** Today once the hour has struck, yesterday until then. */
function lastDueDay({ SERVICE_TIMEZONE: zone, SUMMARY_HOUR: hour }: Hours, nowMs: number): Day {
  const today = dayNumberOf(nowMs, zone);
  const strikesAtMs = parseDateTime(`${formatDay(today)} ${String(hour).padStart(2, '0')}:00`, zone);
  return nowMs >= strikesAtMs ? today : today - 1;
}

function summaryNotification(accountId: number, day: number): NewNotification {
  return {
    accountId,
    kind: 'daily_summary',
    facts: { date: formatDay(day - 1) },
    dedupeKey: `daily_summary:${String(accountId)}:${formatDay(day)}`,
  };
}
