import type { BlockStore, ClaimedBlock, ShownBlock } from '../../../core/ports.js';
import {
  type BlockRow,
  questionIn,
  shownContentSql,
  type ShownValues,
  shownValues,
  toClaimed,
} from '../../repositories/block-row.js';
import { DELIVERED_SQL, UNPROVEN_SQL } from '../../repositories/show-row.js';
import { boundedLimit } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { OUTBOX } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import { holdContact } from './contact-writes.js';
import type { ShowCounts } from './show-counts.js';
import { ALL_SLICES, type SliceSet } from '../../../core/slices.js';
import { inSlicesOfPostgres } from '../../slices.js';

const MAX_CLAIM = 500;

type ClaimValues = [botId: number, userId: number, revision: number, attempts: number];

const IS_CLAIM =
  'bot_id = $1 AND user_id = $2 AND claimed_revision = $3 AND attempts = $4 AND worker IS NOT NULL';

const setShown = (first: number) =>
  ['shown_message_id', 'shown_chat_id', 'shown_hash', 'shown_is_photo', 'shown_sent_at_ms']
    .map((column, index) => `${column} = $${String(first + index)}`)
    .join(', ');

/** What another worker is taking just now is passed over. */
const claim = statement<
  [worker: string, leasedUntilMs: number, nowMs: number, limit: number, slices: SliceSet],
  BlockRow
>(
  `WITH due AS MATERIALIZED (SELECT bot_id, user_id FROM blocks WHERE due_at_ms IS NOT NULL AND due_at_ms <= $3
     AND ${inSlicesOfPostgres('bot_id', '$5')} ORDER BY due_at_ms, wished_at_ms LIMIT $4 FOR UPDATE SKIP LOCKED)
   UPDATE blocks SET worker = $1, due_at_ms = $2, attempts = attempts + 1, claimed_revision = revision
   FROM due WHERE blocks.bot_id = due.bot_id AND blocks.user_id = due.user_id
   RETURNING blocks.bot_id, blocks.user_id, chat_id, content, revision, wished_at_ms, attempts, shown_message_id,
     shown_chat_id, shown_hash, shown_is_photo, shown_sent_at_ms`,
);
/**
 * Ends a claim: the wish is done with, or due again; a newer one is due at once. A worker whose lease ran out must not
 * end the claim of the next.
 */
const end = statement<
  [...ClaimValues, dueAtMs: number | null, deadReason: string | null, ...ShownValues],
  { is_newer: number }
>(
  `UPDATE blocks SET worker = NULL, ${setShown(7)},
     due_at_ms = CASE WHEN revision = claimed_revision THEN $5::bigint ELSE wished_at_ms END,
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
const release = statement<[worker: string, slices: SliceSet]>(
  `UPDATE blocks SET due_at_ms = wished_at_ms, worker = NULL WHERE due_at_ms IS NOT NULL AND worker = $1
     AND ${inSlicesOfPostgres('bot_id', '$2')}`,
);

/**
 * A block that arrived is the platform's word that the user uses the bot; what was shown in it is proven by it. A contact
 * that was not known is due at once, so that joins that waited for it are settled. Orders come back whose impressions were
 * on their way.
 */
const deliver = statement<
  [botId: number, userId: number, nowMs: number, day: number, isNew: boolean],
  { order_ids: number[] | null }
>(
  `WITH shown AS MATERIALIZED (SELECT order_id FROM shows WHERE user_id = $2 AND bot_id = $1 AND ${UNPROVEN_SQL}
     ORDER BY order_id FOR UPDATE),
   proven AS (UPDATE shows SET proof = ${DELIVERED_SQL} FROM shown
     WHERE shows.user_id = $2 AND shows.bot_id = $1 AND shows.order_id = shown.order_id),
   told AS (UPDATE contacts SET due_at_ms = CASE WHEN $5::boolean THEN $3::bigint ELSE due_at_ms END, state = 1,
       at_ms = $3::bigint WHERE user_id = $2 AND bot_id = $1),
   counted AS (INSERT INTO bot_days (bot_id, day, contacts_yes) SELECT $1::bigint, $4::bigint, 1 WHERE $5::boolean
     ON CONFLICT (bot_id, day) DO UPDATE SET contacts_yes = bot_days.contacts_yes + 1)
   SELECT array_agg(order_id) AS order_ids FROM shown`,
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

async function finish(
  transaction: Transaction,
  claimed: ClaimedBlock,
  outcome: { dueAtMs: number | null; deadReason: string | null; shown: ShownBlock | null },
): Promise<void> {
  const { dueAtMs, deadReason, shown } = outcome;
  const screen = shownValues(shown);
  const ended = await end.get(transaction, ...claimValues(claimed), dueAtMs, deadReason, ...screen);
  if (ended?.is_newer === 1) transaction.mark(OUTBOX);
  // The claim was lost: what it showed is worth knowing only where nobody knows better.
  if (ended === undefined && shown !== null)
    await noteShown.run(transaction, claimed.botId, claimed.userId, ...screen);
}

export function createBlockStore({ deeds, dayOf }: Parts, counts: ShowCounts): BlockStore {
  /** Returns the orders whose impressions count from now on. */
  const noteDelivered = async (
    transaction: Transaction,
    { botId, userId, chatId }: ClaimedBlock,
    nowMs: number,
  ): Promise<number[]> => {
    const isNew = (await holdContact(transaction, { botId, userId, chatId }, nowMs)) !== 'yes';
    const delivered = await deliver.get(transaction, botId, userId, nowMs, dayOf(nowMs), isNew);
    transaction.mark(OUTBOX);
    // Of a user who was in contact before, the impressions were counted when they were made.
    return isNew ? (delivered?.order_ids ?? []) : [];
  };

  return {
    claim: async (worker, limit, leaseMs, nowMs, slices = ALL_SLICES) => {
      const bound = boundedLimit(limit, MAX_CLAIM);
      const rows = await deeds.runOnce('blocks.claim', (transaction) =>
        claim.all(transaction, worker, nowMs + leaseMs, nowMs, bound, slices),
      );
      return rows.map(toClaimed).sort((a, b) => a.wishedAtMs - b.wishedAtMs);
    },
    noteShown: (claimed, shown) =>
      deeds.runOnce('blocks.noteShown', async (transaction) => {
        await noteClaimed.run(transaction, ...claimValues(claimed), ...shownValues(shown));
      }),
    fulfilled: async (claimed, shown, nowMs) => {
      const counted = await deeds.run('blocks.fulfilled', async (transaction) => {
        await finish(transaction, claimed, { dueAtMs: null, deadReason: null, shown });
        return shown === null || claimed.content === null ? [] : noteDelivered(transaction, claimed, nowMs);
      });
      for (const orderId of counted) counts.count(orderId, claimed.botId, dayOf(nowMs), nowMs);
    },
    failed: (claimed, { reason, retryAtMs, shown }) =>
      deeds.runOnce('blocks.failed', (transaction) =>
        finish(transaction, claimed, {
          dueAtMs: retryAtMs,
          deadReason: retryAtMs === null ? reason : null,
          shown,
        }),
      ),
    release: (worker, slices = ALL_SLICES) =>
      deeds.runOnce('blocks.release', async (transaction) => {
        await release.run(transaction, worker, slices);
      }),
    questionShown: async (botId, userId) =>
      questionIn(await deeds.askOnce((transaction) => shownContent.get(transaction, botId, userId))),
  };
}
