/**
 * Which orders a publisher's bots brought subscribers to. It is the one statistic that walks a row for each order, bot
 * and day, so it adds up what is kept of the past (`closed-spans.ts`) where there may be many.
 */
import type { DayRange, StatisticsStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { createClosedSpans, prepareBotsKey } from './closed-spans.js';

const MAX_ROWS = 1_000;

type Range = [ownerId: number, fromDay: number, toDay: number];

interface SumRow {
  order_id: bigint;
  subscribers: bigint;
  value_micros: bigint;
}

interface Sum {
  orderId: number;
  subscribers: number;
  valueMicros: bigint;
}

const SUMS = 'pair_days.order_id, sum(subscribers) AS subscribers, sum(earned_micros) AS value_micros';
/** Days on which an order was shown and nothing came of it are left out. */
const GROUPS = 'GROUP BY pair_days.order_id HAVING sum(subscribers) <> 0 OR sum(earned_micros) <> 0';

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
  const linkOf = connection.prepare<[number], { link: string }>('SELECT link FROM orders WHERE order_id = ?');
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
    const sums = addUp(await sumsOf(of, range));
    const most = sums
      .filter(({ subscribers }) => subscribers > 0)
      .sort((a, b) => b.subscribers - a.subscribers || a.orderId - b.orderId)
      .slice(0, MAX_ROWS);
    return executor.ask(() =>
      most.flatMap((sum) => {
        const order = linkOf.get(sum.orderId);
        return order === undefined ? [] : [{ ...sum, link: order.link }];
      }),
    );
  };
}

/** One row an order. */
function addUp(rows: readonly Sum[]): Sum[] {
  const byOrder = new Map<number, Sum>();
  for (const { orderId, subscribers, valueMicros } of rows) {
    const sum = byOrder.get(orderId);
    if (sum === undefined) byOrder.set(orderId, { orderId, subscribers, valueMicros });
    else {
      sum.subscribers += subscribers;
      sum.valueMicros += valueMicros;
    }
  }
  return [...byOrder.values()];
}

function toSum(row: SumRow): Sum {
  return {
    orderId: Number(row.order_id),
    subscribers: Number(row.subscribers),
    valueMicros: row.value_micros,
  };
}
