/** The way of users through orders; for an account's bots or orders together, what is kept of the past is used. */
import type { StatisticsStore } from '../../../core/ports.js';
import { createClosedSpans } from '../../repositories/closed-spans.js';
import {
  HOURS_ROWS_MAX,
  type HourRow,
  hoursSql,
  hoursWeightSql,
  ownerOf,
  type OwnerKind,
  takesDay,
  toHour,
  toWay,
  type WayRow,
  waySql,
} from '../../repositories/way-row.js';
import type { Parts } from '../parts.js';
import { statement } from '../statement.js';
import { prepareBotsKey } from './bots-key.js';

const at = (number: number): string => `$${String(number)}::bigint`;

const ways = each((kind) =>
  statement<[ownerId: number, fromDay: number, toDay: number], WayRow>(waySql(kind, at)),
);
const weights = each((kind) =>
  statement<[ownerId: number, day: number], { weight: number | null }>(hoursWeightSql(kind, at)),
);
const hoursOf = each((kind) => statement<number[], HourRow>(hoursSql(kind, at)));

export function prepareWay(parts: Parts): StatisticsStore['way'] {
  const { reading } = parts;
  const botsKey = prepareBotsKey(parts);
  const spans = createClosedSpans<WayRow>(parts);

  return async (of, range) => {
    const { kind, ownerId } = ownerOf(of);
    const ask = ({ fromDay, toDay }: typeof range) =>
      reading.askOnce((transaction) => ways[kind].all(transaction, ownerId, fromDay, toDay));
    if (kind === 'bot' || kind === 'order') return toWay(await ask(range));
    const key = kind === 'advertiser' ? String(ownerId) : await botsKey(ownerId);
    return key === null ? toWay([]) : toWay(await spans.gather(`${kind}:${key}`, range, ask));
  };
}

export function prepareHours({ reading }: Parts): StatisticsStore['hours'] {
  return (of, { day, fromMs, toMs }) =>
    reading.askOnce(async (transaction) => {
      const { kind, ownerId } = ownerOf(of);
      const row = await weights[kind].get(transaction, ownerId, day);
      if ((row?.weight ?? 0) > HOURS_ROWS_MAX[kind]) return null;
      const wanted = [fromMs, ownerId, toMs, ...(takesDay(kind) ? [day] : [])];
      return (await hoursOf[kind].all(transaction, ...wanted)).map(toHour);
    });
}

function each<Made>(make: (kind: OwnerKind) => Made): Record<OwnerKind, Made> {
  return {
    bot: make('bot'),
    publisher: make('publisher'),
    order: make('order'),
    advertiser: make('advertiser'),
  };
}
