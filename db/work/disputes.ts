/** What is read for who asks why a join was or was not paid for. */
import { type RowIn } from './inserts.js';
import { type subscriptions } from '../schema/subscriptions.js';
import type { BookedEntry, DisputeStore, Standing } from '../../core/ports/dispute-store.js';
import { isUnpaidReason } from '../../core/terms/index.js';
import type { Parts } from './database.js';
import { toKind } from './impressions.js';
import { boundedLimit } from './values.js';
import type { FactsReader } from './settlement-facts.js';
import type { LedgerWrites } from './ledger-writes.js';
import { type RowOf, rowsOf } from './rows.js';
import { statement, type Work } from './statement.js';
import { CHARGE, toState } from './subscription-row.js';

const MAX_PLACES = 100;
/** A charge that is taken back and booked again each time the user leaves and returns. */
const MAX_ENTRIES = 50;

const places = statement<
  [userId: number, orderId: number, limit: number],
  { target: number | string; kind: number }
>(
  `SELECT target, kind FROM impressions WHERE user_id = $1 AND order_id = $2
   GROUP BY target, kind ORDER BY max(seen_at_ms) DESC LIMIT $3`,
);
type OrdersOf = [userId: number, botId: number, limit: number];
const shownOrders = statement<OrdersOf, { order_id: number; at_ms: number }>(
  `SELECT order_id, max(seen_at_ms) AS at_ms FROM impressions WHERE user_id = $1 AND bot_id = $2
   GROUP BY order_id ORDER BY max(seen_at_ms) DESC LIMIT $3`,
);
const broughtOrders = statement<OrdersOf, { order_id: number; at_ms: number }>(
  `SELECT order_id, at_ms FROM subscriptions WHERE user_id = $1 AND bot_id = $2 ORDER BY at_ms DESC LIMIT $3`,
);

type StandingRow = RowIn<typeof subscriptions>;
const standing = statement<[userId: number, orderId: number], StandingRow>(
  'SELECT * FROM subscriptions WHERE user_id = $1 AND order_id = $2',
);

type EntryRow = RowOf<Omit<BookedEntry, 'postings'>> & { about_entry_id: number | null };
const entryColumns = 'entry_id, kind, at_ms, bot_id, about_entry_id';
const readEntry = rowsOf<Omit<BookedEntry, 'postings'>>()('entry_id, kind, at_ms, bot_id', {});
const entryById = statement<[entryId: number], EntryRow>(
  `SELECT ${entryColumns} FROM ledger_entries WHERE entry_id = $1`,
);
const entryAbout = statement<[entryId: number], EntryRow>(
  `SELECT ${entryColumns} FROM ledger_entries WHERE about_entry_id = $1`,
);

/** The charge itself, and what each entry after it is about: an entry is taken back, or released, once. */
function* chainOf(entryId: number, ledger: LedgerWrites): Work<BookedEntry[]> {
  let first = yield* entryById.get(entryId);
  for (let turn = 0; turn < MAX_ENTRIES && first !== undefined && first.about_entry_id !== null; turn += 1)
    first = yield* entryById.get(first.about_entry_id);
  const chain: EntryRow[] = [];
  for (let row = first; row !== undefined && chain.length < MAX_ENTRIES;) {
    chain.push(row);
    row = yield* entryAbout.get(row.entry_id);
  }
  const lines = yield* ledger.postingsOf(chain.map((row) => row.entry_id));
  return chain.map((row) => ({
    ...readEntry(row),
    postings: (lines.get(row.entry_id) ?? []).toSorted((one, other) =>
      Number(one.amountMicros - other.amountMicros),
    ),
  }));
}

export function createDisputeStore(
  { db }: Pick<Parts, 'db'>,
  facts: FactsReader,
  ledger: LedgerWrites,
): DisputeStore {
  return {
    places: async (userId, orderId, limit) => {
      const rows = await db.read(places.all(userId, orderId, boundedLimit(limit, MAX_PLACES)));
      return rows.map(({ target, kind }) => ({ target: String(target), adsType: toKind(kind) }));
    },
    ordersOf: async (userId, botId, limit) => {
      const bound = boundedLimit(limit, MAX_PLACES);
      const [shown, brought] = await Promise.all([
        db.read(shownOrders.all(userId, botId, bound)),
        db.read(broughtOrders.all(userId, botId, bound)),
      ]);
      const rows = [...shown, ...brought].toSorted((a, b) => b.at_ms - a.at_ms);
      return [...new Set(rows.map((row) => row.order_id))].slice(0, bound);
    },
    facts: (shown, userId, at) => db.read(() => facts.read(shown, userId, at)),
    standing: (userId, orderId) =>
      db.read(function* () {
        const row = yield* standing.get(userId, orderId);
        if (row === undefined) return null;
        return {
          standing: toStanding(row),
          entries: row.entry_id === null ? [] : yield* chainOf(row.entry_id, ledger),
        };
      }),
  };
}

function toStanding(row: StandingRow): Standing {
  const { reason } = row;
  return {
    orderId: row.order_id,
    botId: row.bot_id,
    state: toState(row.state),
    charge: row.charge === CHARGE.none ? 'none' : row.charge === CHARGE.counted ? 'counted' : 'reversed',
    reason: reason !== null && isUnpaidReason(reason) ? reason : null,
    priceMicros: BigInt(row.price_micros),
    settledAtMs: row.at_ms,
    changedAtMs: row.changed_at_ms,
  };
}
