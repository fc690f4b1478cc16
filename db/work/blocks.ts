import { blocks } from '../schema/outbox.js';
import type { BlockContent, BlockStore, ClaimedBlock, ShownBlock } from '../../core/ports/block-store.js';
import { DELIVERED_SQL, type ImpressionCounts, UNPROVEN_SQL } from './impressions.js';
import { noteTested } from './block-tests.js';
import { countContact, holdContact } from './contact-writes.js';
import type { Parts } from './database.js';
import { mark, OUTBOX, statement, together, touchUser } from './statement.js';
import { queueOf } from './work-queue.js';
import { type RowOf, rowsOf } from './rows.js';
import { blockContents } from './stored-json.js';
import { toFlag } from './values.js';

type KeptBlock = Omit<ClaimedBlock, 'content' | 'shown'>;

type BlockRow = RowOf<KeptBlock> & {
  content: string | null;
  shown_message_id: number | null;
  shown_chat_id: number;
  shown_hash: string;
  shown_is_photo: number;
  shown_sent_at_ms: number;
};

const readBlock = rowsOf<KeptBlock>()('bot_id, user_id, chat_id, revision, attempts, queued_at_ms', {});

/** The queued content, where it is on the screen of the user's own chat and nothing is left to do. */
const shownContentSql = `SELECT content FROM blocks WHERE due_at_ms IS NULL AND dead_reason IS NULL
  AND shown_message_id > 0 AND shown_chat_id = user_id AND content IS NOT NULL`;

/** The question that a row of `shownContentSql` asks; null when it is another block, or there is no row. */
function questionIn(row: { content: string } | undefined): 'gender' | 'age' | null {
  if (row === undefined) return null;
  const { kind } = blockContents.read(row.content);
  return kind === 'gender' || kind === 'age' ? kind : null;
}

type ShownValues = [
  messageId: number | null,
  chatId: number | null,
  hash: string | null,
  isPhoto: number | null,
  sentAtMs: number | null,
];

function shownValues(shown: ShownBlock | null): ShownValues {
  if (shown === null) return [null, null, null, null, null];
  return [shown.messageId, shown.chatId, shown.contentHash, toFlag(shown.isPhoto), shown.sentAtMs];
}

function toClaimed(row: BlockRow): ClaimedBlock {
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

const MAX_CLAIM = 500;

type ClaimValues = [botId: number, userId: number, revision: number, attempts: number];

const IS_CLAIM =
  'bot_id = $1 AND user_id = $2 AND claimed_revision = $3 AND attempts = $4 AND worker IS NOT NULL';

const setShown = (first: number) =>
  ['shown_message_id', 'shown_chat_id', 'shown_hash', 'shown_is_photo', 'shown_sent_at_ms']
    .map((column, index) => `${column} = $${String(first + index)}`)
    .join(', ');

const queueOfBlocks = queueOf({
  table: blocks,
  slicedBy: 'bot_id',
  orderedBy: 'queued_at_ms',
  noted: ['claimed_revision = revision'],
  claimMax: MAX_CLAIM,
  read: toClaimed,
});
/**
 * Ends a claim: the queued block is done with, or due again; a newer one is due at once. A worker whose lease ran out must not
 * end the claim of the next.
 */
const end = statement<
  [...ClaimValues, dueAtMs: number | null, deadReason: string | null, ...ShownValues],
  { is_newer: number }
>(
  `UPDATE blocks SET worker = NULL, ${setShown(7)},
     due_at_ms = CASE WHEN revision = claimed_revision THEN $5::bigint ELSE queued_at_ms END,
     dead_reason = CASE WHEN revision = claimed_revision THEN $6::text ELSE dead_reason END,
     attempts = CASE WHEN revision = claimed_revision AND $5::bigint IS NOT NULL THEN attempts ELSE 0 END
   WHERE ${IS_CLAIM} RETURNING (revision <> claimed_revision)::int AS is_newer`,
);
const noteShown = statement<[botId: number, userId: number, ...ShownValues]>(
  `UPDATE blocks SET ${setShown(3)} WHERE bot_id = $1 AND user_id = $2 AND shown_message_id IS NULL`,
);
const noteClaimed = statement<[...ClaimValues, ...ShownValues]>(
  `UPDATE blocks SET ${setShown(5)} WHERE ${IS_CLAIM}`,
);

type UserOfBot = [userId: number, botId: number];
/** A claimed block stays with its worker: it is due again once the worker reports the older one. */
export const QUEUED_AGAIN = `revision = blocks.revision + 1, dead_reason = NULL,
  attempts = CASE WHEN blocks.worker IS NULL THEN 0 ELSE blocks.attempts END`;
const queueContent = statement<[...UserOfBot, chatId: number, content: string, nowMs: number]>(
  `INSERT INTO blocks (user_id, bot_id, chat_id, content, revision, queued_at_ms, due_at_ms)
   VALUES ($1, $2, $3, $4, 1, $5, $5)
   ON CONFLICT (bot_id, user_id) DO UPDATE SET chat_id = excluded.chat_id, content = excluded.content,
     queued_at_ms = excluded.queued_at_ms,
     due_at_ms = CASE WHEN blocks.worker IS NULL THEN excluded.due_at_ms ELSE blocks.due_at_ms END, ${QUEUED_AGAIN}`,
);
const clear = statement<[...UserOfBot, chatId: number, nowMs: number]>(
  `UPDATE blocks SET chat_id = $3, content = NULL, queued_at_ms = $4,
     due_at_ms = CASE WHEN blocks.worker IS NULL THEN $4 ELSE blocks.due_at_ms END, ${QUEUED_AGAIN}
   WHERE bot_id = $2 AND user_id = $1 AND (shown_message_id IS NOT NULL OR due_at_ms IS NOT NULL)`,
);

/**
 * Inside the work of the request that it follows from.
 * @param block with `content` null for an empty screen, which is nothing where the screen is empty
 */
export function* queueBlock(
  userId: number,
  botId: number,
  { chatId, content }: { chatId: number; content: BlockContent | null },
  nowMs: number,
) {
  const queued = yield* content === null
    ? clear.run(userId, botId, chatId, nowMs)
    : queueContent.run(userId, botId, chatId, blockContents.write(content), nowMs);
  if (queued > 0) yield* mark(OUTBOX);
}

const onTheWay = statement<[userId: number, botId: number], { order_id: number }>(
  `SELECT order_id FROM impressions WHERE user_id = $1 AND bot_id = $2 AND ${UNPROVEN_SQL} ORDER BY order_id FOR UPDATE`,
);
const deliver = statement<[userId: number, botId: number, orderIds: readonly number[]]>(
  `UPDATE impressions SET proof = ${DELIVERED_SQL}
   WHERE user_id = $1 AND bot_id = $2 AND order_id = ANY($3::bigint[]) AND ${UNPROVEN_SQL}`,
);
/** A contact that was not known, or that joins wait for, is due at once, so that they are settled. */
const confirmContact = statement<[userId: number, botId: number, nowMs: number]>(
  `UPDATE contacts SET due_at_ms = CASE WHEN state = 1 AND due_at_ms IS NULL THEN NULL ELSE $3::bigint END,
     state = 1, at_ms = $3::bigint
   WHERE user_id = $1 AND bot_id = $2`,
);

const claimValues = ({ botId, userId, revision, attempts }: ClaimedBlock): ClaimValues => [
  botId,
  userId,
  revision,
  attempts,
];

const shownContent = statement<[botId: number, userId: number], { content: string }>(
  `${shownContentSql} AND bot_id = $1 AND user_id = $2`,
);

/** Ends a claim, and keeps what it showed. */
function* finish(
  claimed: ClaimedBlock,
  {
    dueAtMs,
    deadReason,
    shown,
  }: { dueAtMs: number | null; deadReason: string | null; shown: ShownBlock | null },
) {
  const screen = shownValues(shown);
  yield* touchUser(claimed.userId);
  const ended = yield* end.get(...claimValues(claimed), dueAtMs, deadReason, ...screen);
  if (ended?.is_newer === 1) yield* mark(OUTBOX);
  // The claim was lost: its shown block is noted only where none is known yet.
  if (ended === undefined && shown !== null) yield* noteShown.run(claimed.botId, claimed.userId, ...screen);
}

export function createBlockStore({ db, dayOf }: Parts, counts: ImpressionCounts): BlockStore {
  /**
   * A block that arrived is the platform's word that the user uses the bot; what was shown in it is proven by it. Returns
   * the orders whose impressions count from now on.
   */
  function* noteDelivered({ botId, userId, chatId }: ClaimedBlock, nowMs: number) {
    const [known, rows] = yield* together(
      holdContact({ botId, userId, chatId }, nowMs),
      onTheWay.all(userId, botId),
    );
    const isNew = known !== 'yes';
    const orderIds = rows.map((row) => row.order_id);
    yield* together(
      deliver.run(userId, botId, orderIds),
      confirmContact.run(userId, botId, nowMs),
      countContact(botId, dayOf(nowMs), 'yes', isNew),
      mark(OUTBOX),
    );
    // Of a user who was in contact before, the impressions were counted when they were made.
    return isNew ? orderIds : [];
  }

  return {
    ...queueOfBlocks(db),
    noteShown: async (claimed, shown) => {
      const note = noteClaimed.run(...claimValues(claimed), ...shownValues(shown));
      await db.run('blocks.noteShown', note.touching(claimed.userId));
    },
    fulfilled: async (claimed, shown, nowMs, tested = null) => {
      const counted = await db.run('blocks.fulfilled', function* () {
        yield* finish(claimed, { dueAtMs: null, deadReason: null, shown });
        if (shown === null || claimed.content === null) return [];
        const delivered = yield* noteDelivered(claimed, nowMs);
        // Last: all users of the bot count on one row.
        if (tested !== null) yield* noteTested(claimed, tested, nowMs);
        return delivered;
      });
      for (const orderId of counted) counts.count(orderId, claimed.botId, dayOf(nowMs), nowMs);
    },
    failed: (claimed, { reason, retryAtMs, shown }) =>
      db.run('blocks.failed', () =>
        finish(claimed, { dueAtMs: retryAtMs, deadReason: retryAtMs === null ? reason : null, shown }),
      ),
    questionShown: async (botId, userId) => questionIn(await db.read(shownContent.get(botId, userId))),
  };
}
