/** The way of users through orders; for an account's bots or orders together, what is kept of the past is used. */
import type { HourFigures, StatisticsStore } from '../../core/ports/statistics-store.js';
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
import type { Parts } from './database.js';
import { exactStatement, type Work } from './statement.js';

const ways = each((kind) =>
  exactStatement<[ownerId: number, fromDay: number, toDay: number], WayRow>(waySql(kind)),
);
const weights = each((kind) =>
  exactStatement<[ownerId: number, day: number], { weight: bigint | null }>(hoursWeightSql(kind)),
);
const hoursOf = each((kind) => exactStatement<number[], HourRow>(hoursSql(kind)));

export function prepareWay(parts: Parts): StatisticsStore['way'] {
  const { replica } = parts;
  const botsKey = prepareBotsKey(parts);
  const spans = createClosedSpans<WayRow[]>(parts, (rows) => rows.length);

  return async (of, range) => {
    const { kind, ownerId } = ownerOf(of);
    const ask = ({ fromDay, toDay }: typeof range) => replica.read(ways[kind].all(ownerId, fromDay, toDay));
    if (kind === 'bot' || kind === 'order') return toWay(await ask(range));
    const keyOf = async () => {
      const key = kind === 'advertiser' ? String(ownerId) : await botsKey(ownerId);
      return `${kind}:${key}`;
    };
    return toWay((await spans.gather(keyOf, range, ask)).flat());
  };
}

export function prepareHours({ replica }: Parts): StatisticsStore['hours'] {
  return (of, { day, fromMs, toMs }) =>
    replica.read(function* (): Work<HourFigures[] | null> {
      const { kind, ownerId } = ownerOf(of);
      const row = yield* weights[kind].get(ownerId, day);
      if ((row?.weight ?? 0n) > HOURS_ROWS_MAX[kind]) return null;
      const wanted = [fromMs, ownerId, toMs, ...(takesDay(kind) ? [day] : [])];
      return (yield* hoursOf[kind].all(...wanted)).map(toHour);
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
