/** Questions about contacts, and their answers, put inside whatever deed needs them. */
import type { Settlement } from '../../../core/ports.js';
import { ASK_AGAIN, type contactStates, lastWord } from '../../repositories/contact-row.js';
import { present } from '../../repositories/values.js';
import { OUTBOX } from '../parts.js';
import { statement, type Transaction } from '../statement.js';

type Waiting = Settlement & { kind: 'waits' };
type Key = [userId: number, botId: number];

/** Placeholders, save for `from`, which has a row when the question is to be asked. */
interface QuestionParameters {
  from: string;
  userId: string;
  botId: string;
  nowMs: string;
  chatId: string;
  dueAtMs: string;
  untilMs: string;
  staleAtMs: string;
}

/** Asks about a contact that is not confirmed, or was too long ago; nothing where the placeholder of the chat is null. */
export function askSql(parameters: QuestionParameters): string {
  const { from, userId, botId, nowMs, chatId, dueAtMs, untilMs, staleAtMs } = parameters;
  return `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms)
    SELECT ${userId}::bigint, ${botId}::bigint, 0, ${nowMs}::bigint, ${chatId}::bigint, ${dueAtMs}::bigint, ${untilMs}::bigint
    FROM ${from} WHERE ${chatId}::bigint IS NOT NULL
    ON CONFLICT (user_id, bot_id) DO UPDATE SET ${ASK_AGAIN}, chat_id = excluded.chat_id, attempts = 0,
      due_at_ms = LEAST(contacts.due_at_ms, excluded.due_at_ms), until_ms = excluded.until_ms
    WHERE contacts.state <> 1 OR contacts.at_ms <= ${staleAtMs}::bigint`;
}

/** Where nobody is asking yet, the user's private chat is asked about now. */
const awaitAll = statement<[userId: number, nowMs: number, untilMs: number, botIds: readonly number[]]>(
  `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms)
   SELECT $1::bigint, bot_id, 0, $2::bigint, $1::bigint, $2::bigint, $3::bigint
   FROM unnest($4::bigint[]) AS awaited (bot_id) ORDER BY bot_id
   ON CONFLICT (user_id, bot_id) DO UPDATE SET due_at_ms = coalesce(contacts.due_at_ms, excluded.due_at_ms)`,
);
const awaited = statement<[userId: number, botIds: readonly number[]], { count: number }>(
  `SELECT count(*) AS count FROM contacts
   WHERE user_id = $1 AND bot_id = ANY($2::bigint[]) AND due_at_ms IS NOT NULL`,
);
const make = statement<[...Key, chatId: number, nowMs: number]>(
  `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES ($1, $2, 0, $4, $3, $4, $4)
   ON CONFLICT (user_id, bot_id) DO NOTHING`,
);
const hold = statement<Key, { state: number }>(
  'SELECT state FROM contacts WHERE user_id = $1 AND bot_id = $2 FOR UPDATE',
);

/** Inside a deed: a join waits for these bots' contacts; those that nobody is asking about are asked about now. */
export async function awaitContacts(
  transaction: Transaction,
  userId: number,
  { botIds, untilMs }: Waiting,
  nowMs: number,
): Promise<void> {
  await awaitAll.run(transaction, userId, nowMs, untilMs, [...new Set(botIds)]);
  transaction.mark(OUTBOX);
}

/** Whether all of them are being asked about already. */
export async function isAwaited(
  transaction: Transaction,
  userId: number,
  { botIds }: Waiting,
): Promise<boolean> {
  const bots = new Set(botIds);
  return ((await awaited.get(transaction, userId, [...bots]))?.count ?? 0) === bots.size;
}

const unproven = statement<[...Key, day: number]>(
  `WITH waiting AS MATERIALIZED (SELECT order_id FROM shows WHERE user_id = $1 AND bot_id = $2 AND proof < 2
     ORDER BY order_id FOR UPDATE),
   moved AS (UPDATE shows SET proof = proof + 4 FROM waiting
     WHERE shows.user_id = $1 AND shows.bot_id = $2 AND shows.order_id = waiting.order_id)
   INSERT INTO bot_days (bot_id, day, unproven_shows)
   SELECT $2::bigint, $3::bigint, count(*) FROM waiting HAVING count(*) > 0
   ON CONFLICT (bot_id, day) DO UPDATE SET unproven_shows = bot_days.unproven_shows + excluded.unproven_shows`,
);

/** Inside a deed: what waits for this contact is counted as unproven, once. */
export function countUnproven(
  transaction: Transaction,
  { userId, botId }: { userId: number; botId: number },
  day: number,
): Promise<unknown> {
  return unproven.run(transaction, userId, botId, day);
}

/**
 * Inside a deed: holds a contact, made as unknown and due now where there is none; returns what the platform said of it
 * last.
 */
export async function holdContact(
  transaction: Transaction,
  { userId, botId, chatId }: { userId: number; botId: number; chatId: number },
  nowMs: number,
): Promise<(typeof contactStates)[number]> {
  // They go together; the second sees what the first made or met.
  const [, row] = await Promise.all([
    make.run(transaction, userId, botId, chatId, nowMs),
    hold.get(transaction, userId, botId),
  ]);
  return lastWord(present(row, 'the contact').state);
}
