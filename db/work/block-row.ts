/** A queued block, and what is on the screen, between their row and the domain. */
import type { ClaimedBlock, ShownBlock } from '../../core/ports/block-store.js';
import { type RowOf, rowsOf } from './rows.js';
import { blockContents } from './stored-json.js';
import { toFlag } from './values.js';

type KeptBlock = Omit<ClaimedBlock, 'content' | 'shown'>;

export type BlockRow = RowOf<KeptBlock> & {
  content: string | null;
  shown_message_id: number | null;
  shown_chat_id: number;
  shown_hash: string;
  shown_is_photo: number;
  shown_sent_at_ms: number;
};

const readBlock = rowsOf<KeptBlock>()('bot_id, user_id, chat_id, revision, attempts, queued_at_ms', {});

/** The queued content, where it is on the screen of the user's own chat and nothing is left to do. */
export const shownContentSql = `SELECT content FROM blocks WHERE due_at_ms IS NULL AND dead_reason IS NULL
  AND shown_message_id > 0 AND shown_chat_id = user_id AND content IS NOT NULL`;

/** The question that a row of `shownContentSql` asks; null when it is another block, or there is no row. */
export function questionIn(row: { content: string } | undefined): 'gender' | 'age' | null {
  if (row === undefined) return null;
  const { kind } = blockContents.read(row.content);
  return kind === 'gender' || kind === 'age' ? kind : null;
}

export type ShownValues = [
  messageId: number | null,
  chatId: number | null,
  hash: string | null,
  isPhoto: number | null,
  sentAtMs: number | null,
];

export function shownValues(shown: ShownBlock | null): ShownValues {
  if (shown === null) return [null, null, null, null, null];
  return [shown.messageId, shown.chatId, shown.contentHash, toFlag(shown.isPhoto), shown.sentAtMs];
}

export function toClaimed(row: BlockRow): ClaimedBlock {
  const content = row.content === null ? null : blockContents.read(row.content);
  return { ...readBlock(row), content, shown: toShown(row) };
}

function toShown(row: BlockRow): ShownBlock | null {
  if (row.shown_message_id === null) return null;
  return {
    chatId: row.shown_chat_id,
    messageId: row.shown_message_id,
    contentHash: row.shown_hash,
    isPhoto: row.shown_is_photo === 1,
    sentAtMs: row.shown_sent_at_ms,
  };
}
