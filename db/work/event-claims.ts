/**
 * Takes the events of one bot at a time, and writes down what became of them. The row of a bot's queue is locked by
 * all who queue an event, take the queue or give it back: what one of them decides by, another does not change.
 */
import { BATCH_MOST, batchSize, historyOnDelivery, historyOnRefusal } from '../../core/events/index.js';
import type { ClaimedEvents, EventStore } from '../../core/ports/event-store.js';
import { ALL_SLICES, type SliceSet } from '../../core/slices.js';
import {
  APART,
  EVENT_STATE,
  type EventRow,
  IN_QUEUE,
  nextDueSql,
  selectEvents,
  toEvent,
} from './event-queue.js';
import { boundedLimit } from './values.js';
import type { Parts } from './database.js';
import { queueNotifications } from './notifications.js';
import { inSlices } from './work-queue.js';
import { lock, mark, OUTBOX, statement, together } from './statement.js';

const MAX_QUEUES = 100;

interface DueQueue {
  bot_id: number;
  failures: number;
  batch_max: number | null;
}

/** One publisher with many bots and a receiver that hangs must leave room for the others. */
const candidates = (condition: string, perAccount: string) =>
  `SELECT bot_id, account_id, due_at_ms FROM (
     SELECT bot_id, account_id, due_at_ms,
       row_number() OVER (PARTITION BY account_id ORDER BY due_at_ms, bot_id) AS place
     FROM webhook_queues WHERE due_at_ms IS NOT NULL AND due_at_ms <= $1 AND ${condition}) AS candidate
   WHERE place + (SELECT count(*) FROM webhook_queues AS held WHERE held.account_id = candidate.account_id
     AND held.worker IS NOT NULL AND held.due_at_ms > $1) <= ${perAccount}`;
const dueAccounts = statement<
  [nowMs: number, perAccount: number, queues: number, slices: SliceSet],
  { account_id: number }
>(
  `SELECT DISTINCT account_id FROM (${candidates(inSlices('bot_id', '$4'), '$2')} ORDER BY due_at_ms, bot_id LIMIT $3) AS first`,
);
/** How many queues an account has taken is counted by one claimer at a time. */
const lockAccounts = lock<[accountIds: number[]]>(
  `SELECT 1 FROM accounts WHERE account_id = ANY($1::bigint[]) ORDER BY account_id FOR NO KEY UPDATE`,
);
/** A queue that is locked just now is being changed by somebody who says so when that is done. */
const lockDue = statement<
  [nowMs: number, accountIds: number[], perAccount: number, queues: number, slices: SliceSet],
  DueQueue
>(
  `SELECT bot_id, failures, batch_max FROM webhook_queues WHERE due_at_ms <= $1 AND bot_id IN (
     SELECT bot_id FROM (${candidates(`account_id = ANY($2::bigint[]) AND ${inSlices('bot_id', '$5')}`, '$3')}) AS fair)
   ORDER BY due_at_ms, bot_id LIMIT $4 FOR UPDATE SKIP LOCKED`,
);
const take = statement<
  [worker: string, untilMs: number, botIds: number[]],
  { bot_id: number; claim: number }
>(
  `UPDATE webhook_queues SET worker = $1, due_at_ms = $2, claim = claim + 1 WHERE bot_id = ANY($3::bigint[])
   RETURNING bot_id, claim`,
);
const waiting = statement<[botId: number, size: number], EventRow>(
  `${selectEvents} WHERE bot_id = $1 AND ${IN_QUEUE} ORDER BY webhook_id LIMIT $2`,
);
/** One whose time has come goes alone. */
const apart = statement<[botId: number, nowMs: number], EventRow>(
  `${selectEvents} WHERE bot_id = $1 AND ${APART} AND webhook_events.due_at_ms <= $2
   ORDER BY webhook_events.due_at_ms, webhook_id LIMIT 1`,
);
interface LockedQueue {
  claim: number;
  worker: string | null;
  batch_max: number | null;
  refused_in_row: number;
}
const lockQueue = statement<[botId: number], LockedQueue>(
  'SELECT claim, worker, batch_max, refused_in_row FROM webhook_queues WHERE bot_id = $1 FOR UPDATE',
);
const end = statement<[state: number, endedAtMs: number, deadReason: string | null, webhookIds: number[]]>(
  `UPDATE webhook_events SET state = $1, ended_at_ms = $2, dead_reason = $3, due_at_ms = NULL, refusals = 0
   WHERE webhook_id = ANY($4::bigint[]) AND state <> ${String(EVENT_STATE.delivered)}`,
);
const succeeded = statement<[lastAtMs: number, batchMax: number | null, refusedInRow: number, botId: number]>(
  `UPDATE webhook_queues SET failures = 0, failing_since_ms = NULL, last_reason = NULL, last_at_ms = $1,
     batch_max = $2, refused_in_row = $3
   WHERE bot_id = $4`,
);
const goOn = statement<[dueAtMs: number, botId: number], { due_at_ms: number | null }>(
  `UPDATE webhook_queues SET worker = NULL, due_at_ms = ${nextDueSql('$1::bigint')} WHERE bot_id = $2
   RETURNING due_at_ms`,
);
const setApart = statement<[dueAtMs: number, webhookId: number]>(
  'UPDATE webhook_events SET due_at_ms = $1, refusals = refusals + 1 WHERE webhook_id = $2 AND state = 0',
);
const noteRefusal = statement<
  [atMs: number, reason: string, batchMax: number | null, refusedInRow: number, botId: number]
>(
  `UPDATE webhook_queues SET last_at_ms = $1, last_reason = $2, batch_max = $3, refused_in_row = $4
   WHERE bot_id = $5`,
);
const giveUp = statement<[endedAtMs: number, deadReason: string, botId: number, sinceMs: number]>(
  `UPDATE webhook_events SET state = ${String(EVENT_STATE.dead)}, ended_at_ms = $1, dead_reason = $2,
     due_at_ms = NULL, refusals = 0
   WHERE bot_id = $3 AND state = 0 AND since_ms <= $4`,
);
const noteFailure = statement<[atMs: number, reason: string, botId: number]>(
  `UPDATE webhook_queues SET failures = failures + 1, failing_since_ms = coalesce(failing_since_ms, $1),
     last_at_ms = $1, last_reason = $2 WHERE bot_id = $3`,
);
const heldBy = (worker: string, slices: string) => `worker = ${worker} AND ${inSlices('bot_id', slices)}`;
const lockHeld = lock<[worker: string, slices: SliceSet]>(
  `SELECT 1 FROM webhook_queues WHERE ${heldBy('$1', '$2')} ORDER BY bot_id FOR UPDATE`,
);
const release = statement<[dueAtMs: number, worker: string, slices: SliceSet]>(
  `UPDATE webhook_queues SET worker = NULL, due_at_ms = $1 WHERE ${heldBy('$2', '$3')}`,
);

/** What a queue has to deliver now, at most so many. */
function* eventsOf(
  { bot_id: botId, failures, batch_max: batchMax }: DueQueue,
  eventsMax: number,
  nowMs: number,
) {
  const alone = yield* apart.all(botId, nowMs);
  return alone.length > 0 ? alone : yield* waiting.all(botId, batchSize(eventsMax, failures, batchMax));
}

export function createEventClaims({ db }: Parts) {
  function* claim(
    accountIds: number[],
    worker: string,
    limits: Parameters<EventStore['claim']>[1],
    { leaseMs, nowMs, slices }: { leaseMs: number; nowMs: number; slices: SliceSet },
  ) {
    const queues = boundedLimit(limits.queues, MAX_QUEUES);
    const eventsMax = boundedLimit(limits.events, BATCH_MOST);
    yield* lockAccounts.run(accountIds);
    const due = yield* lockDue.all(nowMs, accountIds, limits.perAccount, queues, slices);
    const botIds = due.map((row) => row.bot_id);
    if (botIds.length === 0) return [];
    const taken = yield* take.all(worker, nowMs + leaseMs, botIds);
    const rows = yield* together(...due.map((row) => eventsOf(row, eventsMax, nowMs)));
    const claimed = due.flatMap(({ bot_id: botId, failures }, place): ClaimedEvents[] => {
      const events = rows[place] ?? [];
      const [first] = events;
      const claim = taken.find((row) => row.bot_id === botId)?.claim;
      if (claim === undefined || first === undefined) return [];
      return [{ botId, claim, failures, refusals: first.refusals, events: events.map(toEvent) }];
    });
    const empty = botIds.filter((botId) => claimed.every((queue) => queue.botId !== botId));
    for (const botId of empty) yield* goOn.run(nowMs, botId);
    return claimed;
  }

  /** The queue, locked from here on, if this claim is still the one that holds it; else null. */
  function* mine({ botId, claim: number }: Pick<ClaimedEvents, 'botId' | 'claim'>) {
    const queue = yield* lockQueue.get(botId);
    return queue?.claim === number && queue.worker !== null ? queue : null;
  }

  /** Releases the queue; its other events are due then. */
  function* next(botId: number, dueAtMs: number) {
    if ((yield* goOn.get(dueAtMs, botId))?.due_at_ms != null) yield* mark(OUTBOX);
  }

  const idsOf = ({ events }: ClaimedEvents) => events.map(({ webhookId }) => webhookId);

  return {
    claim: async (worker, limits, leaseMs, nowMs, slices = ALL_SLICES) => {
      const queues = boundedLimit(limits.queues, MAX_QUEUES);
      const accounts = await db.read(dueAccounts.all(nowMs, limits.perAccount, queues, slices));
      if (accounts.length === 0) return [];
      const accountIds = accounts.map((row) => row.account_id);
      return db.run('events.claim', () => claim(accountIds, worker, limits, { leaseMs, nowMs, slices }));
    },
    delivered: (claimed, nowMs) =>
      db.run('events.delivered', function* () {
        const queue = yield* mine(claimed);
        // They are with the receiver, also when another worker has the queue by now.
        yield* end.run(EVENT_STATE.delivered, nowMs, null, idsOf(claimed));
        if (queue === null) return;
        const { batchMax, refusedInRow } = historyOnDelivery({ batchMax: queue.batch_max });
        yield* succeeded.run(nowMs, batchMax, refusedInRow, claimed.botId);
        yield* next(claimed.botId, nowMs);
      }),
    failed: (claimed, { reason, retryAtMs, giveUpBeforeMs }, nowMs, tell) =>
      db.run('events.failed', function* () {
        if ((yield* mine(claimed)) === null) return 0;
        const { botId } = claimed;
        yield* noteFailure.run(nowMs, reason, botId);
        const dead = yield* giveUp.run(nowMs, reason, botId, giveUpBeforeMs);
        if (dead > 0) yield* queueNotifications(tell(dead), nowMs);
        yield* goOn.run(retryAtMs, botId);
        return dead;
      }),
    rejected: (claimed, { reason, retryAtMs, apartUntilMs, giveUpBeforeMs }, nowMs, tell) =>
      db.run('events.rejected', function* () {
        const queue = yield* mine(claimed);
        if (queue === null) return { dead: 0, isHeld: false };
        const { botId, events } = claimed;
        const [first] = events;
        const before = { refusedInRow: queue.refused_in_row };
        const { batchMax, refusedInRow, isAlone, isHeld } = historyOnRefusal(before, events.length);
        if (isAlone && first !== undefined) yield* setApart.run(apartUntilMs, first.webhookId);
        yield* noteRefusal.run(nowMs, reason, batchMax, refusedInRow, botId);
        if (isHeld) yield* noteFailure.run(nowMs, reason, botId);
        const dead = yield* giveUp.run(nowMs, reason, botId, giveUpBeforeMs);
        if (dead > 0) yield* queueNotifications(tell(dead), nowMs);
        yield* next(botId, isHeld ? retryAtMs : nowMs);
        return { dead, isHeld };
      }),
    refused: (claimed, reason, nowMs) =>
      db.run('events.refused', function* () {
        if ((yield* mine(claimed)) === null) return;
        yield* end.run(EVENT_STATE.dead, nowMs, reason, idsOf(claimed));
        yield* next(claimed.botId, nowMs);
      }),
    release: (worker, nowMs, slices = ALL_SLICES) =>
      db.run('events.release', function* () {
        yield* lockHeld.run(worker, slices);
        yield* release.run(nowMs, worker, slices);
      }),
  } satisfies Partial<EventStore>;
}
