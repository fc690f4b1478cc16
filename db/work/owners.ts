/** Whose figures are read: those of one bot or order, or of all bots or orders of an account, whose past is kept in memory. */
import type { DayRange, UnpaidOf } from '../../core/ports/statistics-store.js';
import { createClosedSpans } from './closed-spans.js';
import type { Parts } from './database.js';
import { type Queries, statement } from './statement.js';

export type OwnerKind = 'bot' | 'publisher' | 'order' | 'advertiser';

interface Owner {
  kind: OwnerKind;
  ownerId: number;
}

/** What a statement on an owner's days takes. */
export type Range = [ownerId: number, fromDay: number, toDay: number];

export function ownerOf(of: UnpaidOf): Owner {
  if ('botId' in of) return { kind: 'bot', ownerId: of.botId };
  if ('publisherId' in of) return { kind: 'publisher', ownerId: of.publisherId };
  if ('orderId' in of) return { kind: 'order', ownerId: of.orderId };
  return { kind: 'advertiser', ownerId: of.advertiserId };
}

/** Where an owner's rows of a table are found, and the column that holds the owner's id. */
export function ownedIn(kind: OwnerKind, table: string): { from: string; owner: string } {
  if (kind === 'bot') return { from: table, owner: `${table}.bot_id` };
  if (kind === 'order') return { from: table, owner: `${table}.order_id` };
  const [all, id] = kind === 'publisher' ? ['bots', 'bot_id'] : ['orders', 'order_id'];
  return { from: `${all} JOIN ${table} ON ${table}.${id} = ${all}.${id}`, owner: `${all}.account_id` };
}

/** What is kept by bot. */
export const ofBots = <Made>(make: (kind: OwnerKind) => Made) => ({
  bot: make('bot'),
  publisher: make('publisher'),
});

/** What is kept by order. */
export const ofOrders = <Made>(make: (kind: OwnerKind) => Made) => ({
  order: make('order'),
  advertiser: make('advertiser'),
});

export const ofEachOwner = <Made>(make: (kind: OwnerKind) => Made): Record<OwnerKind, Made> => ({
  ...ofBots(make),
  ...ofOrders(make),
});

const botsOf = statement<[publisherId: number], { bots: string | null }>(
  "SELECT string_agg(bot_id::text, ',') AS bots FROM bots WHERE account_id = $1",
);

/**
 * Returns what reads the figures of owners by days, in parts that follow each other.
 * @param ask reads one part
 * @param rowsOf how many rows what it read takes the place of
 */
export function createOwnerReader<Value>(
  parts: Pick<Parts, 'replica' | 'clock' | 'dayOf'>,
  ask: (owner: Owner, range: DayRange) => Promise<Value>,
  rowsOf: (value: Value) => number,
) {
  const spans = createClosedSpans<Value>(parts, rowsOf);
  /**
   * Sums of a publisher are kept by their bots: a bot may come to another account, which then has its history. Accounts without
   * bots share the empty key, and have the same nothing. In another order the sums are read again.
   */
  const keyOf = async ({ kind, ownerId }: Owner) =>
    kind === 'publisher'
      ? `bots ${(await parts.replica.read(botsOf.get(ownerId)))?.bots ?? ''}`
      : String(ownerId);

  return async (of: UnpaidOf, range: DayRange): Promise<Value[]> => {
    const owner = ownerOf(of);
    if (owner.kind === 'bot' || owner.kind === 'order') return [await ask(owner, range)];
    return spans.gather(
      () => keyOf(owner),
      range,
      (part) => ask(owner, part),
    );
  };
}

/** The same of rows, each made into a value. */
export function createRowReader<Row, Value>(
  parts: Pick<Parts, 'replica' | 'clock' | 'dayOf'>,
  statementOf: (kind: OwnerKind) => Queries<Range, Row>,
  make: (row: Row) => Value,
) {
  return createOwnerReader<Value[]>(
    parts,
    async ({ kind, ownerId }, { fromDay, toDay }) =>
      (await parts.replica.read(statementOf(kind).all(ownerId, fromDay, toDay))).map(make),
    (values) => values.length,
  );
}
