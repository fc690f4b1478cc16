/**
 * The day's money, for administrators: a notification about the day before, at the hour of the other summaries
 * (`SUMMARY_HOUR`). Its figures are read when it is sent.
 */
import { assertAdministrator, dueToday, type Operator } from '../accounts/index.js';
import { formatDay, parseDay, rangeOfDays } from '../days.js';
import type { Ports } from '../ports.js';

const COUNTED_MAX = 100;

export function createDaySummary(ports: Pick<Ports, 'store' | 'rails' | 'clock' | 'settings'>) {
  const { store, rails, clock, settings } = ports;
  /** A process asks the store once a day: what is queued already is dropped there. */
  let queuedFor = 0;

  return {
    /** Queues the one of the day before, once for each administrator; nothing without rails. */
    queueDue: async () => {
      const nowMs = clock.now();
      const day = dueToday(settings, nowMs);
      if (rails.length === 0 || day === null || day === queuedFor) return;
      const notifications = settings.ADMIN_IDS.map((accountId) => ({
        accountId,
        kind: 'money_summary' as const,
        facts: { date: formatDay(day - 1) },
        dedupeKey: `money_summary:${String(accountId)}:${formatDay(day)}`,
      }));
      await store.notifications.queue(notifications, nowMs);
      queuedFor = day;
    },
    /**
     * `moves`: rails by which money came or went; `differences`: how many things differ from the ledger now, counted up to 100;
     * `waiting`: withdrawals that wait, those whose hours are not over included. Null: there is nothing to say.
     * @throws ServiceError `forbidden` for who is no administrator
     */
    read: async (operator: Operator, date: string) => {
      assertAdministrator(settings, operator);
      const day = parseDay(date);
      const range = rangeOfDays(day, day, settings.SERVICE_TIMEZONE);
      const moves = await Promise.all(
        rails.map(async ({ name }) => ({ rail: name, ...(await store.rails.moves(name, range)) })),
      );
      const [differences, waiting, isOn] = await Promise.all([
        store.rails.differences(COUNTED_MAX),
        store.withdrawals.inState('waiting', { offset: 0, limit: 1 }),
        store.rails.isOn('payouts'),
      ]);
      const found = {
        moves: moves.filter(({ deposits, payouts }) => deposits.count + payouts.count > 0),
        differences: differences.length,
        waiting: waiting.total,
        isOn,
      };
      const isQuiet = found.moves.length + found.differences + found.waiting === 0 && isOn;
      return isQuiet ? null : found;
    },
  };
}
