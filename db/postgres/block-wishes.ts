/** Wishes for a block, made in the statement of the request that they follow from (`visit-record.ts`). */

/** What a wish needs: placeholders, save for `from`, which has a row when the wish is to be made. */
interface WishParameters {
  from: string;
  botId: string;
  userId: string;
  chatId: string;
  content: string;
  nowMs: string;
}

/** A wish that a worker holds stays with that worker: it comes up again as soon as the worker tells of the older one. */
const AGAIN = `revision = blocks.revision + 1, dead_reason = NULL,
  attempts = CASE WHEN blocks.worker IS NULL THEN 0 ELSE blocks.attempts END`;

/** Wishes for a block with this content. */
export function wishSql({ from, botId, userId, chatId, content, nowMs }: WishParameters): string {
  return `INSERT INTO blocks (bot_id, user_id, chat_id, content, revision, wished_at_ms, due_at_ms)
    SELECT ${botId}::bigint, ${userId}::bigint, ${chatId}::bigint, ${content}::text, 1, ${nowMs}::bigint, ${nowMs}::bigint
    FROM ${from} WHERE ${content}::text IS NOT NULL
    ON CONFLICT (bot_id, user_id) DO UPDATE SET chat_id = excluded.chat_id, content = excluded.content,
      wished_at_ms = excluded.wished_at_ms,
      due_at_ms = CASE WHEN blocks.worker IS NULL THEN excluded.due_at_ms ELSE blocks.due_at_ms END, ${AGAIN}`;
}

/** Wishes for an empty screen, where something is shown or on its way. */
export function clearSql({ from, botId, userId, chatId, content, nowMs }: WishParameters): string {
  return `UPDATE blocks SET chat_id = ${chatId}::bigint, content = NULL, wished_at_ms = ${nowMs}::bigint,
      due_at_ms = CASE WHEN blocks.worker IS NULL THEN ${nowMs}::bigint ELSE blocks.due_at_ms END, ${AGAIN}
    FROM ${from} WHERE bot_id = ${botId} AND user_id = ${userId} AND ${chatId}::bigint IS NOT NULL
      AND ${content}::text IS NULL AND (shown_message_id IS NOT NULL OR due_at_ms IS NOT NULL)`;
}
