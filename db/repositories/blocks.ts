import type { BlockStore, ClaimedBlock, ShownBlock } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { OUTBOX } from '../parts.js';
import type { VisitMarks } from '../visit-marks.js';
import {
  type BlockRow,
  questionIn,
  shownContentSql,
  type ShownValues,
  shownValues,
  toClaimed,
} from './block-row.js';
import type { ShowCounts } from './show-counts.js';
import { DELIVERED_SQL, UNPROVEN_SQL } from './show-row.js';
import { boundedLimit, type Flag, toFlag } from './values.js';
import { ALL_SLICES, type SliceSet } from '../../core/slices.js';
import { inSlices } from '../slices.js';

const MAX_CLAIM = 500;

type ClaimValues = [botId: number, userId: number, revision: number, attempts: number];

const IS_CLAIM =
  'bot_id = ? AND user_id = ? AND claimed_revision = ? AND attempts = ? AND worker IS NOT NULL';
const SET_SHOWN = `shown_message_id = ?, shown_chat_id = ?, shown_hash = ?, shown_is_photo = ?, shown_sent_at_ms = ?`;

export function createBlockStore(
  { connection, executor, dayOf }: Parts,
  marks: VisitMarks,
  counts: ShowCounts,
): BlockStore {
  const isDue = connection.prepare<[number, SliceSet]>(
    `SELECT 1 FROM blocks WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? AND ${inSlices('bot_id', '?')} LIMIT 1`,
  );
  const claim = connection.prepare<[string, number, number, SliceSet, number], BlockRow>(
    `UPDATE blocks SET worker = ?, due_at_ms = ?, attempts = attempts + 1, claimed_revision = revision
     WHERE (bot_id, user_id) IN (SELECT bot_id, user_id FROM blocks WHERE due_at_ms IS NOT NULL AND due_at_ms <= ?
       AND ${inSlices('bot_id', '?')} ORDER BY due_at_ms, wished_at_ms LIMIT ?)
     RETURNING bot_id, user_id, chat_id, content, revision, wished_at_ms, attempts, shown_message_id, shown_chat_id,
       shown_hash, shown_is_photo, shown_sent_at_ms`,
  );
  // A worker whose lease ran out must not end the claim of the next.
  const end = connection.prepare<[number | null, string | null, Flag, ...ShownValues, ...ClaimValues]>(
    `UPDATE blocks SET due_at_ms = ?, dead_reason = ?, worker = NULL, attempts = attempts * ?,
       ${SET_SHOWN}
     WHERE ${IS_CLAIM} AND revision = claimed_revision`,
  );
  const giveBack = connection.prepare<[...ShownValues, ...ClaimValues]>(
    `UPDATE blocks SET due_at_ms = wished_at_ms, worker = NULL, attempts = 0, ${SET_SHOWN}
     WHERE ${IS_CLAIM} AND revision <> claimed_revision`,
  );
  const noteShown = connection.prepare<[...ShownValues, number, number]>(
    `UPDATE blocks SET ${SET_SHOWN} WHERE bot_id = ? AND user_id = ? AND shown_message_id IS NULL`,
  );
  const noteClaimed = connection.prepare<[...ShownValues, ...ClaimValues]>(
    `UPDATE blocks SET ${SET_SHOWN} WHERE ${IS_CLAIM}`,
  );
  const release = connection.prepare<[string, SliceSet]>(
    `UPDATE blocks SET due_at_ms = wished_at_ms, worker = NULL
     WHERE due_at_ms IS NOT NULL AND worker = ? AND ${inSlices('bot_id', '?')}`,
  );
  const onTheWay = connection.prepare<[number, number], { order_id: number }>(
    `SELECT order_id FROM shows WHERE user_id = ? AND bot_id = ? AND ${UNPROVEN_SQL}`,
  );
  const deliver = connection.prepare<[number, number]>(
    `UPDATE shows SET proof = ${DELIVERED_SQL} WHERE user_id = ? AND bot_id = ? AND ${UNPROVEN_SQL}`,
  );
  const inContact = connection.prepare<[number, number], { state: number }>(
    'SELECT state FROM contacts WHERE user_id = ? AND bot_id = ?',
  );
  // Due at once, so that joins that waited for it are settled.
  const contact = connection.prepare<number[]>(
    `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES (?, ?, 1, ?, ?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET due_at_ms = CASE state WHEN 1 THEN due_at_ms ELSE excluded.due_at_ms END,
       state = 1, at_ms = excluded.at_ms`,
  );
  const countContact = connection.prepare<[number, number]>(
    `INSERT INTO bot_days (bot_id, day, contacts_yes) VALUES (?, ?, 1)
     ON CONFLICT (bot_id, day) DO UPDATE SET contacts_yes = contacts_yes + 1`,
  );
  const shownContent = connection.prepare<[number, number], { content: string }>(
    `${shownContentSql} AND bot_id = ? AND user_id = ?`,
  );
  const claimValues = ({ botId, userId, revision, attempts }: ClaimedBlock): ClaimValues => [
    botId,
    userId,
    revision,
    attempts,
  ];

  /** A block that arrived is the platform's word that the user uses the bot; what was shown in it is proven by it. */
  const noteDelivered = ({ botId, userId, chatId }: ClaimedBlock, nowMs: number): number[] => {
    const uncounted = onTheWay.all(userId, botId).map((row) => row.order_id);
    deliver.run(userId, botId);
    const isNew = inContact.get(userId, botId)?.state !== 1;
    contact.run(userId, botId, nowMs, chatId, nowMs, nowMs);
    if (isNew) countContact.run(botId, dayOf(nowMs));
    marks.note(userId);
    executor.mark(OUTBOX);
    // Of a user who was in contact before, the impressions were counted when they were made.
    return isNew ? uncounted : [];
  };

  /** Ends a claim: the wish is done with, or due again; a newer one is due at once. */
  const finish = (
    claimed: ClaimedBlock,
    dueAtMs: number | null,
    deadReason: string | null,
    shown: ShownBlock | null,
  ) => {
    const screen = shownValues(shown);
    const values = claimValues(claimed);
    marks.note(claimed.userId);
    if (end.run(dueAtMs, deadReason, toFlag(dueAtMs !== null), ...screen, ...values).changes > 0) return;
    if (giveBack.run(...screen, ...values).changes > 0) executor.mark(OUTBOX);
    // The claim was lost: what it showed is worth knowing only where nobody knows better.
    else if (shown !== null) noteShown.run(...screen, claimed.botId, claimed.userId);
  };

  return {
    claim: async (worker, limit, leaseMs, nowMs, slices = ALL_SLICES) => {
      if ((await executor.ask(() => isDue.get(nowMs, slices))) === undefined) return [];
      const bound = boundedLimit(limit, MAX_CLAIM);
      const rows = await executor.run('blocks.claim', () =>
        claim.all(worker, nowMs + leaseMs, nowMs, slices, bound),
      );
      return rows.map(toClaimed).sort((a, b) => a.wishedAtMs - b.wishedAtMs);
    },
    noteShown: (claimed, shown) =>
      executor.run('blocks.noteShown', () => {
        marks.note(claimed.userId);
        noteClaimed.run(...shownValues(shown), ...claimValues(claimed));
      }),
    fulfilled: async (claimed, shown, nowMs) => {
      const counted = await executor.run('blocks.fulfilled', () => {
        finish(claimed, null, null, shown);
        return shown === null || claimed.content === null ? [] : noteDelivered(claimed, nowMs);
      });
      for (const orderId of counted) counts.count(orderId, claimed.botId, dayOf(nowMs), nowMs);
    },
    failed: (claimed, { reason, retryAtMs, shown }) =>
      executor.run('blocks.failed', () =>
        finish(claimed, retryAtMs, retryAtMs === null ? reason : null, shown),
      ),
    release: (worker, slices = ALL_SLICES) =>
      executor.run('blocks.release', () => void release.run(worker, slices)),
    questionShown: (botId, userId) => executor.ask(() => questionIn(shownContent.get(botId, userId))),
  };
}
