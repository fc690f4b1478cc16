/** Unpaid joins by day and reason; sums over an account's bots or orders reuse kept past days. */
import type { DayRange, StatisticsStore, UnpaidFigures } from '../../core/ports/statistics-store.js';
import { createClosedSpans, prepareBotsKey } from './closed-spans.js';
import {
  toUnpaid,
  UNPAID_GROUPS,
  UNPAID_SUMS,
  UNPAID_TABLES,
  type UnpaidKind,
  unpaidOwner,
  type UnpaidRow,
} from './unpaid-row.js';
import type { Parts } from './database.js';
import { exactStatement } from './statement.js';

const prepare = (kind: UnpaidKind) => {
  const { from, owner } = UNPAID_TABLES[kind];
  return exactStatement<[ownerId: number, fromDay: number, toDay: number], UnpaidRow>(
    `SELECT ${UNPAID_SUMS} FROM ${from} WHERE ${owner} = $1 AND day BETWEEN $2 AND $3 ${UNPAID_GROUPS}`,
  );
};
const statements = {
  bot: prepare('bot'),
  publisher: prepare('publisher'),
  order: prepare('order'),
  advertiser: prepare('advertiser'),
};

export function prepareUnpaid(parts: Parts): StatisticsStore['unpaid'] {
  const { replica } = parts;
  const botsKey = prepareBotsKey(parts);
  const ofBots = createClosedSpans<UnpaidFigures>(parts);
  const ofOrders = createClosedSpans<UnpaidFigures>(parts);

  return async (of, range) => {
    const { kind, ownerId } = unpaidOwner(of);
    const ask = async ({ fromDay, toDay }: DayRange) => {
      const rows = await replica.read(statements[kind].all(ownerId, fromDay, toDay));
      return rows.map(toUnpaid);
    };
    if (kind === 'advertiser') return ofOrders.gather(() => Promise.resolve(String(ownerId)), range, ask);
    return kind === 'publisher' ? ofBots.gather(() => botsKey(ownerId), range, ask) : ask(range);
  };
}
