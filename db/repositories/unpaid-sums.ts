/** Joins that nobody pays for, by day and reason; for an account's bots or orders together, what is kept of the past is used. */
import type { DayRange, StatisticsStore, UnpaidFigures } from '../../core/ports.js';
import type { Parts } from '../parts.js';
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

export function prepareUnpaid(parts: Parts): StatisticsStore['unpaid'] {
  const { connection, executor } = parts;
  const prepare = (kind: UnpaidKind) => {
    const { from, owner } = UNPAID_TABLES[kind];
    return connection.prepareExact<[ownerId: number, fromDay: number, toDay: number], UnpaidRow>(
      `SELECT ${UNPAID_SUMS} FROM ${from} WHERE ${owner} = ? AND day BETWEEN ? AND ? ${UNPAID_GROUPS}`,
    );
  };
  const statements = {
    bot: prepare('bot'),
    publisher: prepare('publisher'),
    order: prepare('order'),
    advertiser: prepare('advertiser'),
  };
  const botsKey = prepareBotsKey(parts);
  const ofBots = createClosedSpans<UnpaidFigures>(parts);
  const ofOrders = createClosedSpans<UnpaidFigures>(parts);

  return async (of, range) => {
    const { kind, ownerId } = unpaidOwner(of);
    const ask = ({ fromDay, toDay }: DayRange) =>
      executor.ask(() => statements[kind].all(ownerId, fromDay, toDay).map(toUnpaid));
    if (kind === 'advertiser') return ofOrders.gather(String(ownerId), range, ask);
    if (kind !== 'publisher') return ask(range);
    const bots = await botsKey(ownerId);
    return bots === null ? [] : ofBots.gather(bots, range, ask);
  };
}
