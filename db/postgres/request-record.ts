/**
 * All that requests write, in one statement for many of them: one round trip, and locks that are held for no longer than
 * the server works, each table's in the order of users. The pin comes first; where another request's list is alive nothing
 * else happens, since every other part takes its rows from `go`.
 */
import type { RequestRecord } from '../../core/ports/sponsor-store.js';
import { CLAIMED_AGAIN, claimColumnNames, SEEN_AGAIN, SEEN_APART_MS } from '../work/users.js';
import { QUEUED_AGAIN } from '../work/blocks.js';
import { ASK_AGAIN, countUnproven, proveLists } from '../work/contact-writes.js';
import { type PinRow, toPinRow } from '../work/context-row.js';
import { requirePrice, targetValues, toProofNumber } from '../work/impressions.js';
import { type Item, ofPostgres, OUTBOX } from '../work/statement.js';
import { blockContents } from '../work/stored-json.js';
import { listsOf, orNull, toFlag } from '../work/values.js';
import { perform } from './perform.js';
import { writeImpressionsSql } from './impressions.js';
import { askedRows, type ListColumns, listValues } from './list-columns.js';
import { hotStatement, type Transaction } from './statement.js';
import { TOUCHED } from './touched.js';

export interface RecordAsk {
  userId: number;
  what: RequestRecord;
}

/** What a request leaves, with its pin as a row has it. */
interface Asked extends RecordAsk {
  pinned: PinRow | null;
}

type Columns = ListColumns<Asked>;

/** Of every request, which may show again what it showed. */
const againColumns: Columns = {
  user_id: ['bigint', ({ userId }) => userId],
  bot_id: ['bigint', ({ what }) => what.botId],
  now_ms: ['bigint', ({ what }) => what.nowMs],
  notes_user: ['bigint', ({ what }) => toFlag(what.notesUser)],
  asked_on_day: ['bigint', ({ what }) => what.askedOnDay],
  proof: ['bigint', ({ what }) => toProofNumber(what.proof)],
};
/** And where a list is pinned or ends, or the bot makes its user known. */
const listColumns: Columns = {
  ...againColumns,
  slots: ['text', ({ pinned }) => pinned?.slots ?? null],
  pinned_at_ms: ['bigint', ({ pinned }) => pinned?.pinned_at_ms ?? null],
  life_seconds: ['bigint', ({ pinned }) => pinned?.life_seconds ?? null],
  is_first: ['bigint', ({ what }) => toFlag(what.isFirstForBot)],
  unpin: ['bigint', ({ what }) => toFlag(what.unpin)],
  has_claims: ['bigint', ({ what }) => toFlag(what.claims !== null)],
  first_name: ['text', ({ what }) => what.claims?.firstName ?? null],
  last_name: ['text', ({ what }) => what.claims?.lastName ?? null],
  username: ['text', ({ what }) => what.claims?.username ?? null],
  language_code: ['text', ({ what }) => what.claims?.languageCode ?? null],
  is_premium: ['bigint', ({ what: { claims: said } }) => orNull(said?.isPremium, toFlag)],
  gender: ['text', ({ what }) => what.claims?.gender ?? null],
  age: ['bigint', ({ what }) => what.claims?.age ?? null],
};
/** And where a block is sent, or the contact asked about. */
const messageColumns: Columns = {
  ...listColumns,
  block_chat_id: ['bigint', ({ what }) => what.block?.chatId ?? null],
  content: ['text', ({ what: { block } }) => orNull(block?.content ?? undefined, blockContents.write)],
  contact_chat_id: ['bigint', ({ what }) => what.contact?.chatId ?? null],
  contact_due_at_ms: ['bigint', ({ what }) => what.contact?.dueAtMs ?? null],
  contact_until_ms: ['bigint', ({ what }) => what.contact?.untilMs ?? null],
  contact_stale_at_ms: ['bigint', ({ what }) => what.contact?.staleAtMs ?? null],
};
/** Of what is shown: of which request, by its place from 1, and what. */
const shownTypes = ['int', 'bigint', 'bigint', 'text', 'text', 'bigint', 'bigint'];

const placeholders = (types: readonly string[], from: number): string =>
  types.map((type, index) => `$${String(from + index + 1)}::${type}[]`).join(', ');

interface RecordedRow {
  place: number;
  /** Whether there are blocks to queue, or questions about the contact. */
  is_urgent: boolean;
  /** Whether the contact was confirmed while the request that asks about it was under way. */
  is_answered: boolean;
  /** Of the orders shown: those that this bot shows this user for the first time. */
  fresh: number[] | null;
}

const claims = claimColumnNames.join(', ');

/** A request goes on where no other list of its user is alive. */
const PINNED_GO = `pinned AS (INSERT INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds)
      SELECT user_id, bot_id, slots, pinned_at_ms, life_seconds FROM asked WHERE slots IS NOT NULL
      ON CONFLICT (user_id, bot_id) DO UPDATE SET slots = excluded.slots, pinned_at_ms = excluded.pinned_at_ms,
        life_seconds = excluded.life_seconds WHERE pins.pinned_at_ms + pins.life_seconds * 1000 <=
          (SELECT now_ms FROM asked WHERE asked.user_id = excluded.user_id AND asked.bot_id = excluded.bot_id)
      RETURNING user_id, bot_id),
    go AS MATERIALIZED (SELECT asked.* FROM asked WHERE slots IS NULL
      OR (user_id, bot_id) IN (SELECT user_id, bot_id FROM pinned))`;

const LIST_PARTS = `unpinned AS (DELETE FROM pins USING go
      WHERE pins.user_id = go.user_id AND pins.bot_id = go.bot_id AND go.unpin = 1),
    noted AS (INSERT INTO user_bots (user_id, bot_id) SELECT user_id, bot_id FROM go
      WHERE is_first = 1 AND has_claims = 0 ORDER BY user_id, bot_id
      ON CONFLICT (user_id, bot_id) DO NOTHING),
    claimed AS (INSERT INTO user_bots (user_id, bot_id, claimed_at_ms, ${claims})
      SELECT user_id, bot_id, now_ms, ${claims} FROM go WHERE has_claims = 1 ORDER BY user_id, bot_id
      ON CONFLICT (user_id, bot_id) DO UPDATE SET ${CLAIMED_AGAIN})`;

const MESSAGE_PARTS = `questioned AS (INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms)
      SELECT user_id, bot_id, 0, now_ms, contact_chat_id, contact_due_at_ms, contact_until_ms FROM go
      WHERE contact_chat_id IS NOT NULL ORDER BY user_id, bot_id
      ON CONFLICT (user_id, bot_id) DO UPDATE SET ${ASK_AGAIN}, chat_id = excluded.chat_id, attempts = 0,
        due_at_ms = LEAST(contacts.due_at_ms, excluded.due_at_ms), until_ms = excluded.until_ms
      WHERE contacts.state <> 1 OR contacts.at_ms <= (SELECT contact_stale_at_ms FROM asked
        WHERE asked.user_id = excluded.user_id AND asked.bot_id = excluded.bot_id)
      RETURNING user_id, bot_id),
    queued AS (INSERT INTO blocks (bot_id, user_id, chat_id, content, revision, queued_at_ms, due_at_ms)
      SELECT bot_id, user_id, block_chat_id, content, 1, now_ms, now_ms FROM go
      WHERE content IS NOT NULL ORDER BY bot_id, user_id
      ON CONFLICT (bot_id, user_id) DO UPDATE SET chat_id = excluded.chat_id, content = excluded.content,
        queued_at_ms = excluded.queued_at_ms,
        due_at_ms = CASE WHEN blocks.worker IS NULL THEN excluded.due_at_ms ELSE blocks.due_at_ms END, ${QUEUED_AGAIN}
      RETURNING user_id, bot_id),
    cleared AS (UPDATE blocks SET chat_id = go.block_chat_id, content = NULL, queued_at_ms = go.now_ms,
        due_at_ms = CASE WHEN blocks.worker IS NULL THEN go.now_ms ELSE blocks.due_at_ms END, ${QUEUED_AGAIN}
      FROM go WHERE blocks.bot_id = go.bot_id AND blocks.user_id = go.user_id AND go.block_chat_id IS NOT NULL
        AND go.content IS NULL AND (blocks.shown_message_id IS NOT NULL OR blocks.due_at_ms IS NOT NULL)
      RETURNING blocks.user_id, blocks.bot_id),
    urgent AS MATERIALIZED (SELECT * FROM questioned UNION SELECT * FROM queued UNION SELECT * FROM cleared)`;

const MESSAGE_ANSWER = `urgent.user_id IS NOT NULL AS is_urgent,
    go.contact_chat_id IS NOT NULL AND questioned.user_id IS NULL AS is_answered
  FROM go LEFT JOIN questioned USING (user_id, bot_id) LEFT JOIN urgent USING (user_id, bot_id)`;
const NO_MESSAGE_ANSWER = 'false AS is_urgent, false AS is_answered FROM go';

function writeText(
  columns: Columns,
  go: string,
  parts: readonly string[] = [],
  answer = NO_MESSAGE_ANSWER,
): string {
  const all = [
    `asked AS MATERIALIZED (SELECT * FROM ${askedRows(columns)} ORDER BY user_id, bot_id)`,
    go,
    `touched AS (INSERT INTO invalidations (users) SELECT array_agg(user_id) FROM go HAVING count(*) > 0)`,
    `known AS (INSERT INTO users (user_id, seen_at_ms, asked_on_day, asked_times)
      SELECT user_id, now_ms, asked_on_day, CASE WHEN asked_on_day IS NULL THEN 0 ELSE 1 END FROM go
      WHERE asked_on_day IS NOT NULL OR (notes_user = 1 AND
        coalesce((SELECT seen_at_ms FROM users WHERE users.user_id = go.user_id), 0) <= now_ms - ${String(SEEN_APART_MS)})
      ORDER BY user_id
      ON CONFLICT (user_id) DO UPDATE SET ${SEEN_AGAIN})`,
    ...parts,
    `shown_now AS MATERIALIZED (SELECT go.place, user_id, bot_id, now_ms, proof, order_id, price_micros, how,
        target, kind, has_own_link
      FROM unnest(${placeholders(shownTypes, Object.keys(columns).length)})
        AS shown_now (place, order_id, price_micros, how, target, kind, has_own_link) JOIN go USING (place))`,
    `shown AS (${writeImpressionsSql('shown_now')})`,
    `fresh AS MATERIALIZED (SELECT user_id, bot_id, array_agg(order_id) AS order_ids FROM shown WHERE is_new GROUP BY user_id, bot_id)`,
  ];
  return `WITH ${all.join(',\n    ')}
  SELECT go.place::int AS place, fresh.order_ids AS fresh, ${answer} LEFT JOIN fresh USING (user_id, bot_id)`;
}

const written = (...how: Parameters<typeof writeText>) => ({
  columns: how[0],
  statement: hotStatement<readonly (readonly Item[])[], RecordedRow>(writeText(...how)),
});

/**
 * The server makes every part of a statement ready, also one that nothing is written by. That takes it most of the time of a lone
 * request. So there are three, and what most requests write has few parts.
 */
const write = {
  again: written(againColumns, 'go AS MATERIALIZED (SELECT * FROM asked)'),
  list: written(listColumns, PINNED_GO, [LIST_PARTS]),
  message: written(messageColumns, PINNED_GO, [LIST_PARTS, MESSAGE_PARTS], MESSAGE_ANSWER),
};

/** In a statement of its own: hardly any request asks, and the one above writes the row. */
export const noteAsked = ofPostgres<[userId: number, botId: number, day: number]>(
  `INSERT INTO user_bots (user_id, bot_id, asked_on_day, asked_times) VALUES ($1, $2, $3, 1)
   ON CONFLICT (user_id, bot_id) DO UPDATE SET asked_on_day = excluded.asked_on_day,
     asked_times = CASE WHEN user_bots.asked_on_day = excluded.asked_on_day THEN user_bots.asked_times + 1 ELSE 1 END`,
);

const hasMessage = ({ what: { block, contact } }: RecordAsk): boolean =>
  block !== undefined || contact !== null;
const hasList = ({ what: { pin, isFirstForBot, unpin, claims: said } }: RecordAsk): boolean =>
  pin !== null || isFirstForBot || unpin || said !== null;

/** The smallest statement that has a part for all that these requests write. */
function statementOf(asks: readonly RecordAsk[]) {
  if (asks.some(hasMessage)) return write.message;
  return asks.some(hasList) ? write.list : write.again;
}

/** A place is in a list once; should it come twice, the last stands. */
export const impressionsOf = ({ impressions }: RequestRecord) => [
  ...new Map(impressions.map((impression) => [impression.orderId, impression])).values(),
];

const orderIdsOf = (what: RequestRecord) => impressionsOf(what).map(({ orderId }) => orderId);

/** Whether what is written is more than the one statement. */
export const isMore = ({ askedHereOnDay, isDenied }: RequestRecord): boolean =>
  askedHereOnDay !== null || isDenied;

/**
 * @param asks of one user of one bot only one
 * @returns for each the orders whose impressions count: those shown for the first time, or all of a new list; none where they
 *   wait for the contact; null when another list is alive, and nothing was written
 */
export async function writeRecords(
  transaction: Transaction,
  asks: readonly RecordAsk[],
): Promise<(number[] | null)[]> {
  const { statement, columns } = statementOf(asks);
  const asked = asks.map(({ userId, what }): Asked => {
    return { userId, what, pinned: what.pin === null ? null : toPinRow(what.pin) };
  });
  const impressions = asks.flatMap(({ what }, index) =>
    impressionsOf(what).map((impression) => ({
      place: index + 1,
      ...impression,
      ...targetValues(impression),
    })),
  );
  for (const { priceMicros } of impressions) requirePrice(priceMicros);
  const recorded = await perform(
    transaction,
    statement.all(
      ...listValues(columns, asked),
      ...listsOf(impressions, 'place', 'orderId', 'priceMicros', 'how'),
      impressions.map(({ target }) => String(target)),
      ...listsOf(impressions, 'kind', 'hasOwnLink'),
    ),
  );
  if (recorded.length > 0) transaction.mark(TOUCHED);
  if (recorded.some((row) => row.is_urgent)) transaction.mark(OUTBOX);
  const byPlace = new Map(recorded.map((row) => [row.place, row]));
  for (const [index, { userId, what }] of asks.entries()) {
    if (byPlace.get(index + 1)?.is_answered === true)
      await perform(transaction, proveLists.run(userId, what.botId, orderIdsOf(what)));
  }
  return asks.map(({ what }, index) => {
    const row = byPlace.get(index + 1);
    if (row === undefined) return null;
    if (!what.counts && !row.is_answered) return [];
    return what.pin === null ? (row.fresh ?? []) : orderIdsOf(what);
  });
}

/** The same of one request, and what it writes beyond that statement. */
export async function writeRecord(
  transaction: Transaction,
  ask: RecordAsk,
  day: number,
): Promise<number[] | null> {
  const [counted = null] = await writeRecords(transaction, [ask]);
  if (counted === null) return null;
  const { userId, what } = ask;
  const { botId, askedHereOnDay } = what;
  if (askedHereOnDay !== null) await perform(transaction, noteAsked.run(userId, botId, askedHereOnDay));
  if (what.isDenied && what.impressions.length > 0)
    await perform(transaction, countUnproven({ userId, botId }, day));
  return counted;
}
