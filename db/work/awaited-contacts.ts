/** Contacts that a settlement waits for. */
import type { Settlement } from '../../core/ports/subscription-store.js';
import { mark, OUTBOX, statement } from './statement.js';

type Waiting = Omit<Settlement & { kind: 'waits' }, 'kind'>;

const IS_STALE = 'contacts.state = 1 AND contacts.at_ms <= $5::bigint';

/** Contacts without a pending question are asked about now, in the user's private chat; so is a yes that is too old. */
const awaitAll = statement<
  [userId: number, nowMs: number, untilMs: number, botIds: readonly number[], staleAtMs: number]
>(
  `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms)
   SELECT $1::bigint, bot_id, 0, $2::bigint, $1::bigint, $2::bigint, $3::bigint
   FROM unnest($4::bigint[]) AS awaited (bot_id) WHERE true ORDER BY bot_id
   ON CONFLICT (user_id, bot_id) DO UPDATE SET due_at_ms = coalesce(contacts.due_at_ms, excluded.due_at_ms),
     until_ms = CASE WHEN ${IS_STALE} THEN excluded.until_ms ELSE contacts.until_ms END,
     state = CASE WHEN ${IS_STALE} THEN 0 ELSE contacts.state END`,
);
const awaited = statement<[userId: number, botIds: readonly number[], staleAtMs: number], { count: number }>(
  `SELECT count(*) AS count FROM contacts
   WHERE user_id = $1 AND bot_id = ANY($2::bigint[]) AND due_at_ms IS NOT NULL AND (state <> 1 OR at_ms > $3)`,
);

/** Inside other work: a join waits for these bots' contacts; asks about those without a pending question. */
export function* awaitContacts(userId: number, { botIds, untilMs, staleAtMs }: Waiting, nowMs: number) {
  yield* awaitAll.run(userId, nowMs, untilMs, [...new Set(botIds)], staleAtMs);
  yield* mark(OUTBOX);
}

/** Whether all of them are being asked about already. */
export function* areAwaited(userId: number, { botIds, staleAtMs }: Waiting) {
  const bots = new Set(botIds);
  return ((yield* awaited.get(userId, [...bots], staleAtMs))?.count ?? 0) === bots.size;
}
