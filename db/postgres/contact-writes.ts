/** Questions about contacts, put inside whatever deed needs their answer. */
import { ASK_AGAIN } from '../work/contact-row.js';
import * as work from '../work/contact-writes.js';
import { perform } from './perform.js';
import type { Transaction } from './statement.js';

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

export const countUnproven = (
  transaction: Transaction,
  contact: { userId: number; botId: number },
  day: number,
) => perform(transaction, work.countUnproven(contact, day));
