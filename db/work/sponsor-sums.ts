/**
 * Which orders a publisher's bots brought subscribers to. It is the one statistic that walks a row for each order, bot
 * and day, so it adds up what is kept of the past (`closed-spans.ts`) where there may be many.
 */
import type { StatisticsStore } from '../../core/ports/statistics-store.js';
import { createRowReader, ofBots, ownedIn, type Range } from './owners.js';
import type { Parts } from './database.js';
import { exactStatement, statement } from './statement.js';
import { type ExactRowOf, money, rowsOf } from './rows.js';

const MAX_ROWS = 1_001;

type SumRow = ExactRowOf<Sum>;

interface Sum {
  orderId: number;
  subscribers: number;
  valueMicros: bigint;
}

const SUMS = 'pair_days.order_id, sum(subscribers) AS subscribers, sum(earned_micros) AS value_micros';
/** Days on which an order was shown and nothing came of it are left out. */
const GROUPS = 'GROUP BY pair_days.order_id HAVING sum(subscribers) <> 0 OR sum(earned_micros) <> 0';

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

const toSum = rowsOf<Sum>()('order_id, subscribers, value_micros', { valueMicros: money });

/** Those with most subscribers; without any, those that changed the sum, by users who left or came back. */
function mostOf(sums: readonly Sum[]): Sum[] {
  return sums
    .filter(({ subscribers, valueMicros }) => subscribers !== 0 || valueMicros !== 0n)
    .sort((a, b) => b.subscribers - a.subscribers || a.orderId - b.orderId)
    .slice(0, MAX_ROWS);
}

const sums = ofBots((kind) => {
  const { from, owner } = ownedIn(kind, 'pair_days');
  return exactStatement<Range, SumRow>(
    `SELECT ${SUMS} FROM ${from} WHERE ${owner} = $1 AND day BETWEEN $2 AND $3 ${GROUPS}`,
  );
});
const linksOf = statement<[orderIds: number[]], { order_id: number; title: string; link: string }>(
  'SELECT order_id, resource_name AS title, link FROM orders WHERE order_id = ANY($1::bigint[])',
);

export function prepareSponsors(parts: Parts): StatisticsStore['sponsors'] {
  const { replica } = parts;
  const read = createRowReader(parts, (kind) => sums[kind === 'bot' ? 'bot' : 'publisher'], toSum);

  return async (of, range) => {
    const most = mostOf(addUp((await read(of, range)).flat()));
    if (most.length === 0) return [];
    const ids = most.map(({ orderId }) => orderId);
    const rows = await replica.read(linksOf.all(ids));
    const links = new Map(rows.map(({ order_id: orderId, title, link }) => [orderId, { title, link }]));
    return most.flatMap((sum) => {
      const order = links.get(sum.orderId);
      return order === undefined ? [] : [{ ...sum, ...order }];
    });
  };
}
