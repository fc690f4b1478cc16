/** Questions about contacts, and their answers, put inside whatever deed needs them. */
import type { Settlement } from '../../../core/ports.js';
import { ASK_AGAIN, contactStates } from '../../repositories/contact-row.js';
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
}

/** Asks about a contact that is unknown, or was denied; nothing where the placeholder of the chat is null. */
export function askSql({ from, userId, botId, nowMs, chatId, dueAtMs, untilMs }: QuestionParameters): string {
  return `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms)
    SELECT ${userId}::bigint, ${botId}::bigint, 0, ${nowMs}::bigint, ${chatId}::bigint, ${dueAtMs}::bigint, ${untilMs}::bigint
    FROM ${from} WHERE ${chatId}::bigint IS NOT NULL
    ON CONFLICT (user_id, bot_id) DO UPDATE SET ${ASK_AGAIN}, chat_id = excluded.chat_id, attempts = 0,
      due_at_ms = LEAST(contacts.due_at_ms, excluded.due_at_ms), until_ms = excluded.until_ms
    WHERE contacts.state <> 1`;
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

/** Inside a deed: holds a contact, made as unknown and due now where there is none; returns its state. */
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
  return contactStates[present(row, 'the contact').state] ?? 'unknown';
}
