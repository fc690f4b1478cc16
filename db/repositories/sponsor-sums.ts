/**
 * Which orders a publisher's bots brought subscribers to. It is the one statistic that walks a row for each order, bot
 * and day, so it adds up what is kept of the past (`closed-spans.ts`) where there may be many.
 */
import type { DayRange, StatisticsStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { createClosedSpans, prepareBotsKey } from './closed-spans.js';
import { addUp, GROUPS, mostOf, SUMS, type Sum, type SumRow, toSum } from './sponsor-row.js';

type Range = [ownerId: number, fromDay: number, toDay: number];

export function prepareSponsors(parts: Parts): StatisticsStore['sponsors'] {
  const { connection, executor } = parts;
  const ofBot = connection.prepareExact<Range, SumRow>(
    `SELECT ${SUMS} FROM pair_days WHERE bot_id = ? AND day BETWEEN ? AND ? ${GROUPS}`,
  );
  const ofPublisher = connection.prepareExact<Range, SumRow>(
    `SELECT ${SUMS} FROM bots JOIN pair_days ON pair_days.bot_id = bots.bot_id
     WHERE bots.account_id = ? AND day BETWEEN ? AND ? ${GROUPS}`,
  );
  const botsKey = prepareBotsKey(parts);
  const linkOf = connection.prepare<[number], { title: string; link: string }>(
    'SELECT resource_name AS title, link FROM orders WHERE order_id = ?',
  );
  const spans = createClosedSpans<Sum>(parts);

  const sumsOf = async (
    of: { botId: number } | { publisherId: number },
    range: DayRange,
  ): Promise<readonly Sum[]> => {
    const ask = ({ fromDay, toDay }: DayRange) =>
      executor.ask(() => {
        const rows =
          'botId' in of
            ? ofBot.all(of.botId, fromDay, toDay)
            : ofPublisher.all(of.publisherId, fromDay, toDay);
        return rows.map(toSum);
      });
    if ('botId' in of) return ask(range);
    const bots = await botsKey(of.publisherId);
    return bots === null ? [] : spans.gather(bots, range, ask);
  };

  return async (of, range) => {
    const most = mostOf(addUp(await sumsOf(of, range)));
    return executor.ask(() =>
      most.flatMap((sum) => {
        const order = linkOf.get(sum.orderId);
        return order === undefined ? [] : [{ ...sum, ...order }];
      }),
    );
  };
}
