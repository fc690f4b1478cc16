/** What administrators read of the money of the day before, or null when there is nothing to say. */
import type { Notification } from '../../core/ports/notification-store.js';
import { button, inLines, money, type Reader, type Screen } from '../operator/index.js';

export async function moneySummary({ facts }: Notification, reader: Reader): Promise<Screen | null> {
  const { accountId, words } = reader;
  const { accounts, daySummary } = reader.service;
  // Former administrators get no notification.
  if (!accounts.isAdministrator(accountId)) return null;
  const date = String(facts['date']);
  const day = await daySummary.read(accountId, date);
  if (day === null) return null;
  const lines = day.moves.flatMap((moves) =>
    (['deposits', 'payouts'] as const)
      .filter((way) => moves[way].count > 0)
      .map((way) => {
        const { count, sumMicros } = moves[way];
        const sum = money(reader, sumMicros);
        return words.html(`money-summary-${way}`, {
          rail: words.text(`wallet-rails-${moves.rail}`),
          count,
          sum,
        });
      }),
  );
  const { waiting, differences, isOn } = day;
  return {
    html: inLines([
      words.html('money-summary', { date }),
      '',
      ...lines,
      waiting > 0 && words.html('payouts', { total: waiting }),
      differences > 0 && words.html('payouts-differences', { count: differences }),
      !isOn && words.html('payouts-off'),
    ]),
    rows: [[button(words.text('button-payouts'), 'payouts'), button(words.text('button-home'), 'home')]],
  };
}
