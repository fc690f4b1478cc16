/** Users' way through orders, and subscribers of a day by hour; for an account's bots or orders together, what is kept of the past is used. */
import type { HourFigures, StatisticsStore, WayFigures } from '../../core/ports/statistics-store.js';
import { createRowReader, ofEachOwner, ownedIn, type OwnerKind, ownerOf, type Range } from './owners.js';
import type { Parts } from './database.js';
import { type ExactRowOf, rowsOf } from './rows.js';
import { exactStatement, type Work } from './statement.js';

type WayRow = Record<'shown' | 'paid' | 'gone', bigint | null>;

/**
 * Rows that counting a day by hour walks at most. Of an order they stand in one index. Of a bot every subscriber of its
 * orders is looked at, which takes 2 µs each.
 */
const HOURS_ROWS_MAX: Readonly<Record<OwnerKind, number>> = {
  order: 200_000,
  advertiser: 200_000,
  bot: 20_000,
  publisher: 20_000,
};

/** The days of orders that the pairs of a bot are of. */
const BOT_ORDERS = `JOIN order_days ON order_days.order_id = pair_days.order_id AND order_days.day = pair_days.day`;
const OF_PAIR = `JOIN subscriptions ON subscriptions.order_id = pair_days.order_id
  AND subscriptions.bot_id = pair_days.bot_id`;

/** Where a day is counted by hour: of bots by the pairs that had subscribers on it. */
function hoursIn(kind: OwnerKind, table: string, ofPairs: string) {
  if (kind === 'order' || kind === 'advertiser') return ownedIn(kind, table);
  const { from, owner } = ownedIn(kind, 'pair_days');
  return { from: `${from} ${ofPairs}`, owner: `pair_days.subscribers > 0 AND ${owner}` };
}

const isByPairs = (kind: OwnerKind) => kind === 'bot' || kind === 'publisher';

function toWay(rows: readonly (WayRow | undefined)[]): WayFigures {
  const sum = (part: keyof WayRow) => rows.reduce((all, row) => all + Number(row?.[part] ?? 0), 0);
  return { shown: sum('shown'), paid: sum('paid'), left: sum('gone') };
}

const toHour = rowsOf<HourFigures>()('hour, subscribers', {});

const ways = ofEachOwner((kind) => {
  const { from, owner } = ownedIn(kind, isByPairs(kind) ? 'pair_days' : 'order_days');
  return exactStatement<Range, WayRow>(
    `SELECT sum(impressions) AS shown, sum(subscribers) AS paid, sum(lost) AS gone FROM ${from}
     WHERE ${owner} = $1::bigint AND day BETWEEN $2::bigint AND $3::bigint`,
  );
});
const weights = ofEachOwner((kind) => {
  const { from, owner } = hoursIn(kind, 'order_days', BOT_ORDERS);
  return exactStatement<[ownerId: number, day: number], { weight: bigint | null }>(
    `SELECT sum(order_days.subscribers) AS weight FROM ${from} WHERE ${owner} = $1::bigint AND order_days.day = $2::bigint`,
  );
});
/** Subscribers by hours since the first moment. Takes that moment (1), the owner (2), the end (3), of bots the day (4). */
const hoursOf = ofEachOwner((kind) => {
  const { from, owner } = hoursIn(kind, 'subscriptions', OF_PAIR);
  return exactStatement<number[], ExactRowOf<HourFigures>>(
    `SELECT CAST((subscriptions.at_ms - $1::bigint) / 3600000 AS BIGINT) AS hour, count(*) AS subscribers FROM ${from}
     WHERE ${owner} = $2::bigint AND subscriptions.at_ms >= $1::bigint AND subscriptions.at_ms < $3::bigint AND charge > 0
     ${isByPairs(kind) ? 'AND pair_days.day = $4::bigint' : ''} GROUP BY 1 ORDER BY 1`,
  );
});

export function prepareWay(parts: Parts): StatisticsStore['way'] {
  const read = createRowReader(
    parts,
    (kind) => ways[kind],
    (row) => row,
  );
  return async (of, range) => toWay((await read(of, range)).flat());
}

export function prepareHours({ replica }: Parts): StatisticsStore['hours'] {
  return (of, { day, fromMs, toMs }) =>
    replica.read(function* (): Work<HourFigures[] | null> {
      const { kind, ownerId } = ownerOf(of);
      const row = yield* weights[kind].get(ownerId, day);
      if ((row?.weight ?? 0n) > HOURS_ROWS_MAX[kind]) return null;
      const wanted = [fromMs, ownerId, toMs, ...(isByPairs(kind) ? [day] : [])];
      return (yield* hoursOf[kind].all(...wanted)).map(toHour);
    });
}
