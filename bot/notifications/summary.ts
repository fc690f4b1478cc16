/** What the daily summary says of the day before, or null when nothing happened on it. */
import type { Notification } from '../../core/ports/notification-store.js';
import { button, inLines, money, type Reader, type Screen } from '../operator/index.js';

export async function summary({ facts }: Notification, reader: Reader): Promise<Screen | null> {
  const { accountId, words } = reader;
  const { statistics, wallet } = reader.service;
  const date = String(facts['date']);
  const range = { startDate: date, endDate: date };
  const [advertiser, publisher, balance] = await Promise.all([
    statistics.ofAdvertiser(accountId, null, range),
    statistics.ofPublisher(accountId, null, range),
    wallet.balance(accountId),
  ]);
  const bought = advertiser.total;
  const brought = publisher.total;
  const { requests } = publisher;
  const hasBots = requests.total > 0 || brought.subscribers !== 0 || brought.valueMicros !== 0n;
  const hasOrders = bought.subscribers !== 0 || bought.valueMicros !== 0n;
  if (!hasBots && !hasOrders) return null;
  return {
    html: inLines([
      words.html('summary', { date }),
      '',
      hasBots &&
        words.html('summary-bots', {
          requests: requests.total,
          subscribers: brought.subscribers,
          income: money(reader, brought.valueMicros),
        }),
      hasOrders &&
        words.html('summary-orders', {
          subscribers: bought.subscribers,
          spent: money(reader, bought.valueMicros),
        }),
      words.html('summary-balance', { available: money(reader, balance.availableMicros) }),
    ]),
    rows: [
      [button(words.text('button-stats'), 'stats'), button(words.text('button-notifications'), 'notices')],
      [button(words.text('button-home'), 'home')],
    ],
  };
}
