/** The way of users through orders; for an account's bots or orders together, what is kept of the past is used. */
import type { StatisticsStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { createClosedSpans, prepareBotsKey } from './closed-spans.js';
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
} from './way-row.js';

/** In the order in which the statement names them. */
const at = (): string => '?';

export function prepareWay(parts: Parts): StatisticsStore['way'] {
  const { connection, executor } = parts;
  const prepare = (kind: OwnerKind) =>
    connection.prepareExact<[ownerId: number, fromDay: number, toDay: number], WayRow>(waySql(kind, at));
  const statements = each(prepare);
  const botsKey = prepareBotsKey(parts);
  const spans = createClosedSpans<WayRow>(parts);

  return async (of, range) => {
    const { kind, ownerId } = ownerOf(of);
    const ask = ({ fromDay, toDay }: typeof range) =>
      executor.ask(() => statements[kind].all(ownerId, fromDay, toDay));
    if (kind === 'bot' || kind === 'order') return toWay(await ask(range));
    const key = kind === 'advertiser' ? String(ownerId) : await botsKey(ownerId);
    return key === null ? toWay([]) : toWay(await spans.gather(`${kind}:${key}`, range, ask));
  };
}

export function prepareHours({ connection, executor }: Parts): StatisticsStore['hours'] {
  const weights = each((kind) =>
    connection.prepareExact<[ownerId: number, day: number], { weight: bigint | null }>(
      hoursWeightSql(kind, at),
    ),
  );
  const hours = each((kind) => connection.prepareExact<number[], HourRow>(hoursSql(kind, at)));
  return (of, { day, fromMs, toMs }) =>
    executor.ask(() => {
      const { kind, ownerId } = ownerOf(of);
      const { weight } = weights[kind].get(ownerId, day) ?? { weight: 0n };
      if (Number(weight ?? 0) > HOURS_ROWS_MAX[kind]) return null;
      return hours[kind].all(fromMs, ownerId, fromMs, toMs, ...(takesDay(kind) ? [day] : [])).map(toHour);
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
