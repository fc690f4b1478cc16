/**
 * All that one request writes, in one statement: one round trip, and locks that are held for no longer than the server
 * works. The pin comes first; where another request's list is alive nothing else happens, since every other part takes
 * its row from `go`.
 */
import type { VisitRecord } from '../../../core/ports.js';
import { toPinRow } from '../../repositories/pin-row.js';
import { requirePrice } from '../../repositories/show-row.js';
import { factsOf } from '../../repositories/user-values.js';
import { toFlag } from '../../repositories/values.js';
import { OUTBOX } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import { clearSql, wishSql } from './block-wishes.js';
import { writeShowsSql } from './shows.js';
import { toFactsText, userChangeSql, type UserWrites } from './user-row.js';

type Parameters = [
  userId: number,
  botId: number,
  nowMs: number,
  slots: string | null,
  pinnedAtMs: number | null,
  lifeSeconds: number | null,
  facts: string | null,
  askedOnDay: number | null,
  isFirstForBot: number,
  unpin: number,
  orderIds: readonly number[],
  prices: readonly bigint[],
  chatId: number | null,
  content: string | null,
];

interface RecordedRow {
  is_recorded: number;
  is_user_written: number;
  wishes: number;
  /** Of the orders shown: those that this bot had shown this user before. */
  seen: number[] | null;
}

const who = { userId: '$1', botId: '$2', nowMs: '$3' };
const wish = { ...who, from: 'go', chatId: '$13', content: '$14' };

const write = statement<Parameters, RecordedRow>(
  `WITH pinned AS (INSERT INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds)
      SELECT $1::bigint, $2::bigint, $4::text, $5::bigint, $6::bigint WHERE $4::text IS NOT NULL
      ON CONFLICT (user_id, bot_id) DO UPDATE SET slots = excluded.slots, pinned_at_ms = excluded.pinned_at_ms,
        life_seconds = excluded.life_seconds WHERE pins.pinned_at_ms + pins.life_seconds * 1000 <= $3::bigint
      RETURNING 1),
    go AS MATERIALIZED (SELECT 1 AS go WHERE $4::text IS NULL OR EXISTS (SELECT FROM pinned)),
    unpinned AS (DELETE FROM pins USING go WHERE user_id = $1 AND bot_id = $2 AND $10::bigint = 1),
    ${userChangeSql('go', { ...who, facts: '$7', askedOnDay: '$8' })},
    noted AS (INSERT INTO user_bots (user_id, bot_id) SELECT $1::bigint, $2::bigint FROM go WHERE $9::bigint = 1
      ON CONFLICT (user_id, bot_id) DO NOTHING),
    asked AS (SELECT told.* FROM go, unnest($11::bigint[], $12::bigint[]) AS told (order_id, price_micros)),
    seen AS (SELECT shows.order_id FROM shows WHERE user_id = $1 AND bot_id = $2 AND order_id = ANY($11::bigint[])),
    shown AS (${writeShowsSql('asked', who)}),
    wished AS (${wishSql(wish)} RETURNING 1),
    cleared AS (${clearSql(wish)} RETURNING 1)
  SELECT (SELECT count(*) FROM go) AS is_recorded, (SELECT count(*) FROM written) AS is_user_written,
    (SELECT count(*) FROM wished) + (SELECT count(*) FROM cleared) AS wishes,
    (SELECT array_agg(order_id) FROM seen) AS seen`,
);

/**
 * @returns the orders whose shows count: those seen for the first time, or all of a new list; null when another list is
 *   alive, and nothing was written
 */
export async function writeVisit(
  transaction: Transaction,
  users: UserWrites,
  userId: number,
  what: VisitRecord,
): Promise<number[] | null> {
  const { botId, nowMs, pin, sighting, askedOnDay, block } = what;
  // A place is in a list once; should it come twice, the last price stands.
  const prices = new Map(what.shows.map(({ orderId, priceMicros }) => [orderId, priceMicros]));
  for (const priceMicros of prices.values()) requirePrice(priceMicros);
  const pinned = pin === null ? null : toPinRow(pin);
  const facts = sighting === null ? null : toFactsText(factsOf(sighting));
  const recorded = await write.get(
    transaction,
    userId,
    botId,
    nowMs,
    pinned?.slots ?? null,
    pinned?.pinned_at_ms ?? null,
    pinned?.life_seconds ?? null,
    facts,
    askedOnDay,
    toFlag(what.isFirstForBot),
    toFlag(what.unpin),
    [...prices.keys()],
    [...prices.values()],
    block?.chatId ?? null,
    block === undefined || block.content === null ? null : JSON.stringify(block.content),
  );
  if (recorded?.is_recorded !== 1) return null;
  if (recorded.wishes > 0) transaction.mark(OUTBOX);
  const changesUser = facts !== null || askedOnDay !== null;
  if (changesUser && recorded.is_user_written === 0) await writeUserAgain(transaction, users, userId, what);
  const seen = new Set(pin === null ? recorded.seen : []);
  return [...prices.keys()].filter((orderId) => !seen.has(orderId));
}

/** Another request made this user in the same moment: it is there to be seen now. */
async function writeUserAgain(
  transaction: Transaction,
  users: UserWrites,
  userId: number,
  { sighting, askedOnDay, nowMs }: VisitRecord,
): Promise<void> {
  if (sighting !== null) await users.change(transaction, userId, factsOf(sighting), nowMs);
  if (askedOnDay !== null) await users.noteAsked(transaction, userId, askedOnDay, nowMs);
}
