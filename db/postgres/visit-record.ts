/**
 * All that one request writes, in one statement: one round trip, and locks that are held for no longer than the server
 * works. The pin comes first; where another request's list is alive nothing else happens, since every other part takes
 * its row from `go`.
 */
import type { NewShow, VisitRecord } from '../../core/ports.js';
import { claimColumnNames, type ClaimValues, toClaimValues } from '../work/claim-row.js';
import { toPinRow } from '../work/pin-row.js';
import { requirePrice, toProofNumber } from '../work/show-row.js';
import { toFlag } from '../work/values.js';
import { OUTBOX } from './parts.js';
import { perform } from './perform.js';
import { statement, type Transaction } from './statement.js';
import { toFactsText, userChangeSql, users } from './users.js';
import { clearSql, wishSql } from './block-wishes.js';
import { askSql, countUnproven } from './contact-writes.js';
import { writeShowsSql } from './shows.js';

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
  hows: readonly string[],
  proof: number,
  blockChatId: number | null,
  content: string | null,
  contactChatId: number | null,
  contactDueAtMs: number | null,
  contactUntilMs: number | null,
  hasClaims: number,
  ...ClaimValues,
  contactStaleAtMs: number | null,
];

interface RecordedRow {
  is_recorded: number;
  is_user_written: number;
  /** Wishes for a block, and questions about the contact. */
  wishes: number;
  /** Of the orders shown: those that this bot shows this user for the first time. */
  fresh: number[] | null;
}

const who = { userId: '$1', botId: '$2', nowMs: '$3' };
const wish = { ...who, from: 'go', chatId: '$15', content: '$16' };
const question = { ...who, from: 'go', chatId: '$17', dueAtMs: '$18', untilMs: '$19', staleAtMs: '$28' };
const claimTypes = ['text', 'text', 'text', 'text', 'bigint', 'text', 'bigint'];
const claimed = claimTypes.map((type, index) => `$${String(index + 21)}::${type}`).join(', ');
/** What a bot says nothing of stays as it said it before. */
const claims = claimColumnNames.map((name) => `${name} = coalesce(excluded.${name}, user_bots.${name})`);

const write = statement<Parameters, RecordedRow>(
  `WITH pinned AS (INSERT INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds)
      SELECT $1::bigint, $2::bigint, $4::text, $5::bigint, $6::bigint WHERE $4::text IS NOT NULL
      ON CONFLICT (user_id, bot_id) DO UPDATE SET slots = excluded.slots, pinned_at_ms = excluded.pinned_at_ms,
        life_seconds = excluded.life_seconds WHERE pins.pinned_at_ms + pins.life_seconds * 1000 <= $3::bigint
      RETURNING 1),
    go AS MATERIALIZED (SELECT 1 AS go WHERE $4::text IS NULL OR EXISTS (SELECT FROM pinned)),
    unpinned AS (DELETE FROM pins USING go WHERE user_id = $1 AND bot_id = $2 AND $10::bigint = 1),
    ${userChangeSql('go', { ...who, facts: '$7', askedOnDay: '$8' })},
    noted AS (INSERT INTO user_bots (user_id, bot_id) SELECT $1::bigint, $2::bigint FROM go
      WHERE $9::bigint = 1 AND $20::bigint = 0
      ON CONFLICT (user_id, bot_id) DO NOTHING),
    claimed AS (INSERT INTO user_bots (user_id, bot_id, claimed_at_ms, ${claimColumnNames.join(', ')})
      SELECT $1::bigint, $2::bigint, $3::bigint, ${claimed} FROM go WHERE $20::bigint = 1
      ON CONFLICT (user_id, bot_id) DO UPDATE SET claimed_at_ms = excluded.claimed_at_ms, ${claims.join(', ')}),
    asked AS (SELECT told.* FROM go, unnest($11::bigint[], $12::bigint[], $13::text[]) AS told (order_id, price_micros, how)),
    shown AS (${writeShowsSql('asked', { ...who, proof: '$14' })}),
    questioned AS (${askSql(question)} RETURNING 1),
    wished AS (${wishSql(wish)} RETURNING 1),
    cleared AS (${clearSql(wish)} RETURNING 1)
  SELECT (SELECT count(*) FROM go) AS is_recorded, (SELECT count(*) FROM written) AS is_user_written,
    (SELECT count(*) FROM wished) + (SELECT count(*) FROM cleared) + (SELECT count(*) FROM questioned) AS wishes,
    (SELECT array_agg(order_id) FROM shown WHERE is_new) AS fresh`,
);

/** In a statement of its own: hardly any request asks, and the one above writes the row. */
const noteAsked = statement<[userId: number, botId: number, day: number]>(
  `INSERT INTO user_bots (user_id, bot_id, asked_on_day, asked_times) VALUES ($1, $2, $3, 1)
   ON CONFLICT (user_id, bot_id) DO UPDATE SET asked_on_day = excluded.asked_on_day,
     asked_times = CASE WHEN user_bots.asked_on_day = excluded.asked_on_day THEN user_bots.asked_times + 1 ELSE 1 END`,
);

function parametersOf(userId: number, what: VisitRecord, shows: readonly NewShow[]): Parameters {
  const { botId, nowMs, pin, block, contact } = what;
  const pinned = pin === null ? null : toPinRow(pin);
  return [
    userId,
    botId,
    nowMs,
    pinned?.slots ?? null,
    pinned?.pinned_at_ms ?? null,
    pinned?.life_seconds ?? null,
    what.isNewUser ? toFactsText({}) : null,
    what.askedOnDay,
    toFlag(what.isFirstForBot),
    toFlag(what.unpin),
    shows.map(({ orderId }) => orderId),
    shows.map(({ priceMicros }) => priceMicros),
    shows.map(({ how }) => how),
    toProofNumber(what.proof),
    block?.chatId ?? null,
    block === undefined || block.content === null ? null : JSON.stringify(block.content),
    contact?.chatId ?? null,
    contact?.dueAtMs ?? null,
    contact?.untilMs ?? null,
    toFlag(what.claims !== null),
    ...toClaimValues(what.claims ?? {}),
    contact?.staleAtMs ?? null,
  ];
}

/**
 * @returns the orders whose impressions count: those shown for the first time, or all of a new list; none where they wait
 *   for the contact; null when another list is alive, and nothing was written
 */
export async function writeVisit(
  transaction: Transaction,
  userId: number,
  what: VisitRecord,
  day: number,
): Promise<number[] | null> {
  // A place is in a list once; should it come twice, the last stands.
  const shows = [...new Map(what.shows.map((show) => [show.orderId, show])).values()];
  for (const { priceMicros } of shows) requirePrice(priceMicros);
  const recorded = await write.get(transaction, ...parametersOf(userId, what, shows));
  if (recorded?.is_recorded !== 1) return null;
  if (recorded.wishes > 0) transaction.mark(OUTBOX);
  const { isNewUser, askedOnDay, nowMs } = what;
  // Another request made this user in the same moment: it is there to be seen now.
  if (askedOnDay !== null && recorded.is_user_written === 0)
    await perform(transaction, users.noteAsked(userId, askedOnDay, nowMs));
  else if (isNewUser && recorded.is_user_written === 0)
    await perform(transaction, users.change(userId, {}, nowMs));
  if (what.askedHereOnDay !== null) await noteAsked.run(transaction, userId, what.botId, what.askedHereOnDay);
  if (what.isDenied && shows.length > 0) await countUnproven(transaction, { userId, botId: what.botId }, day);
  if (!what.counts) return [];
  return what.pin === null ? (recorded.fresh ?? []) : shows.map(({ orderId }) => orderId);
}
