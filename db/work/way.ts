/** Users' way through orders, and subscribers of a day by hour; for an account's bots or orders together, what is kept of the past is used. */
import type { HourFigures, StatisticsStore, WayFigures } from '../../core/ports/statistics-store.js';
import { ofEachOwner, ownerOf, type OwnerKind } from './unpaid.js';
import { createClosedSpans, prepareBotsKey } from './closed-spans.js';
import type { Parts } from './database.js';
import { exactStatement, type Work } from './statement.js';

interface WayRow {
  shown: bigint | null;
  paid: bigint | null;
  gone: bigint | null;
}

interface HourRow {
  hour: bigint;
  subscribers: bigint;
}

/** Each takes the id of its owner, and the first and last day. */
const WAY_TABLES: Readonly<Record<OwnerKind, { from: string; owner: string }>> = {
  bot: { from: 'pair_days', owner: 'bot_id' },
  publisher: { from: 'bots JOIN pair_days ON pair_days.bot_id = bots.bot_id', owner: 'account_id' },
  order: { from: 'order_days', owner: 'order_id' },
  advertiser: {
    from: 'orders JOIN order_days ON order_days.order_id = orders.order_id',
    owner: 'account_id',
  },
};

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

const BOT_ORDERS = `JOIN order_days ON order_days.order_id = pair_days.order_id AND order_days.day = pair_days.day`;
/** Of each: the day's rows that counting it by hour walks. They take the owner and the day. */
const HOURS_WEIGHTS: Readonly<Record<OwnerKind, { from: string; owner: string; day: string }>> = {
  order: { ...WAY_TABLES.order, day: 'day' },
  advertiser: { ...WAY_TABLES.advertiser, day: 'day' },
  bot: {
    from: `pair_days ${BOT_ORDERS}`,
    owner: 'pair_days.subscribers > 0 AND pair_days.bot_id',
    day: 'pair_days.day',
  },
  publisher: {
    from: `bots JOIN pair_days ON pair_days.bot_id = bots.bot_id ${BOT_ORDERS}`,
    owner: 'pair_days.subscribers > 0 AND bots.account_id',
    day: 'pair_days.day',
  },
};

const OF_PAIR = `JOIN subscriptions ON subscriptions.order_id = pair_days.order_id
  AND subscriptions.bot_id = pair_days.bot_id`;
/** As the weights. */
const HOURS_TABLES: Readonly<Record<OwnerKind, { from: string; owner: string; day: string | null }>> = {
  order: { from: 'subscriptions', owner: 'order_id', day: null },
  advertiser: {
    from: 'orders JOIN subscriptions ON subscriptions.order_id = orders.order_id',
    owner: 'account_id',
    day: null,
  },
  bot: {
    from: `pair_days ${OF_PAIR}`,
    owner: 'pair_days.subscribers > 0 AND pair_days.bot_id',
    day: 'pair_days.day',
  },
  publisher: {
    from: `bots JOIN pair_days ON pair_days.bot_id = bots.bot_id ${OF_PAIR}`,
    owner: 'pair_days.subscribers > 0 AND bots.account_id',
    day: 'pair_days.day',
  },
};

function toWay(rows: readonly (WayRow | undefined)[]): WayFigures {
  const sum = (part: keyof WayRow) => rows.reduce((all, row) => all + Number(row?.[part] ?? 0), 0);
  return { shown: sum('shown'), paid: sum('paid'), left: sum('gone') };
}

function toHour({ hour, subscribers }: HourRow): HourFigures {
  return { hour: Number(hour), subscribers: Number(subscribers) };
}

const ways = ofEachOwner((kind) => {
  const { from, owner } = WAY_TABLES[kind];
  return exactStatement<[ownerId: number, fromDay: number, toDay: number], WayRow>(
    `SELECT sum(impressions) AS shown, sum(subscribers) AS paid, sum(lost) AS gone FROM ${from}
     WHERE ${owner} = $1::bigint AND day BETWEEN $2::bigint AND $3::bigint`,
  );
});
const weights = ofEachOwner((kind) => {
  const { from, owner, day } = HOURS_WEIGHTS[kind];
  return exactStatement<[ownerId: number, day: number], { weight: bigint | null }>(
    `SELECT sum(order_days.subscribers) AS weight FROM ${from} WHERE ${owner} = $1::bigint AND ${day} = $2::bigint`,
  );
});
/** Subscribers by hours since the first moment. Takes that moment (1), the owner (2), the end (3), of bots the day (4). */
const hoursOf = ofEachOwner((kind) => {
  const { from, owner, day } = HOURS_TABLES[kind];
  return exactStatement<number[], HourRow>(
    `SELECT CAST((subscriptions.at_ms - $1::bigint) / 3600000 AS BIGINT) AS hour, count(*) AS subscribers FROM ${from}
     WHERE ${owner} = $2::bigint AND subscriptions.at_ms >= $1::bigint AND subscriptions.at_ms < $3::bigint AND charge > 0
     ${day === null ? '' : `AND ${day} = $4::bigint`} GROUP BY 1 ORDER BY 1`,
  );
});

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
      const wanted = [fromMs, ownerId, toMs, ...(HOURS_TABLES[kind].day === null ? [] : [day])];
      return (yield* hoursOf[kind].all(...wanted)).map(toHour);
    });
}
