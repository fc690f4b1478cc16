/** Contacts that a settlement waits for. */
import type { Settlement } from '../../core/ports/subscription-store.js';
import { mark, OUTBOX, statement } from './statement.js';

type Waiting = Omit<Settlement & { kind: 'waits' }, 'kind'>;

const IS_STALE = 'contacts.state = 1 AND contacts.at_ms <= $5::bigint';

/**
 * Contacts without a pending question are asked about now, in the user's private chat; so is a yes that is too old. A question
 * that would be put later, since a block was to answer it, is put when the join is settled again.
 */
const awaitAll = statement<
  [
    userId: number,
    nowMs: number,
    untilMs: number,
    botIds: readonly number[],
    staleAtMs: number,
    againAtMs: number,
  ]
>(
  `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms)
   SELECT $1::bigint, bot_id, 0, $2::bigint, $1::bigint, $2::bigint, $3::bigint
   FROM unnest($4::bigint[]) AS awaited (bot_id) WHERE true ORDER BY bot_id
   ON CONFLICT (user_id, bot_id) DO UPDATE SET
     due_at_ms = CASE WHEN contacts.due_at_ms > $6::bigint THEN $6::bigint ELSE coalesce(contacts.due_at_ms, excluded.due_at_ms) END,
     until_ms = CASE WHEN ${IS_STALE} THEN excluded.until_ms ELSE contacts.until_ms END,
     state = CASE WHEN ${IS_STALE} THEN 0 ELSE contacts.state END`,
);
const awaited = statement<
  [userId: number, botIds: readonly number[], staleAtMs: number, againAtMs: number],
  { count: number }
>(
  `SELECT count(*) AS count FROM contacts
   WHERE user_id = $1 AND bot_id = ANY($2::bigint[]) AND due_at_ms <= $4 AND (state <> 1 OR at_ms > $3)`,
);

/** Inside other work: a join waits for these bots' contacts; asks about those without a pending question. */
export function* awaitContacts(
  userId: number,
  { botIds, untilMs, staleAtMs, againAtMs }: Waiting,
  nowMs: number,
) {
  yield* awaitAll.run(userId, nowMs, untilMs, [...new Set(botIds)], staleAtMs, againAtMs);
  yield* mark(OUTBOX);
}

/** Whether all of them are being asked about already. */
export function* areAwaited(userId: number, { botIds, staleAtMs, againAtMs }: Waiting) {
  const bots = new Set(botIds);
  return ((yield* awaited.get(userId, [...bots], staleAtMs, againAtMs))?.count ?? 0) === bots.size;
}
