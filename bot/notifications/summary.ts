/** What the daily summary says of the day before, or null when nothing happened on it. */
import type { Notification } from '../../core/ports/notification-store.js';
import type { Service } from '../../core/service.js';
import { button, money, type Screen } from '../operator/index.js';
import type { Words } from '../words.js';

export async function summary(
  { accountId, facts }: Notification,
  service: Service,
  words: Words,
): Promise<Screen | null> {
  const { statistics, wallet, settings } = service;
  const date = String(facts['date']);
  const range = { startDate: date, endDate: date };
  const [advertiser, publisher, balance] = await Promise.all([
    statistics.ofAdvertiser(accountId, null, range),
    statistics.ofPublisher(accountId, null, range),
    wallet.balance(accountId),
  ]);
  const sum = (micros: bigint) => money(micros, settings.CURRENCY, words);
  const bought = advertiser.total;
  const brought = publisher.total;
  const { requests } = publisher;
  const hasBots = requests.total > 0 || brought.subscribers !== 0 || brought.valueMicros !== 0n;
  const hasOrders = bought.subscribers !== 0 || bought.valueMicros !== 0n;
  if (!hasBots && !hasOrders) return null;
  const lines = [
    words.html('summary', { date }),
    '',
    ...(hasBots
      ? [
          words.html('summary-bots', {
            requests: requests.total,
            subscribers: brought.subscribers,
            income: sum(brought.valueMicros),
          }),
        ]
      : []),
    ...(hasOrders
      ? [
          words.html('summary-orders', {
            subscribers: bought.subscribers,
            spent: sum(bought.valueMicros),
          }),
        ]
      : []),
    words.html('summary-balance', { available: sum(balance.availableMicros) }),
  ];
  return {
    html: lines.join('\n'),
    rows: [
      [button(words.text('button-stats'), 'stats'), button(words.text('button-notifications'), 'notices')],
      [button(words.text('button-home'), 'home')],
    ],
  };
}
