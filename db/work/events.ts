import { insertInto, type RowIn } from './inserts.js';
import { type webhookQueues, webhooks } from '../schema/events.js';
import {
  APART,
  EVENT_STATE,
  type EventRow,
  IN_QUEUE,
  nextDueSql,
  type QueueRow,
  selectEvents,
  selectQueues,
  toEvent,
  toQueue,
} from './event-queue.js';
import { boundedLimit } from './values.js';
import { durably, type Parts } from './database.js';
import { BATCH_MOST, batchSize, historyOnDelivery, historyOnRefusal } from '../../core/events/index.js';
import type { ClaimedEvents, EventStore } from '../../core/ports/event-store.js';
import { ALL_SLICES, type SliceSet } from '../../core/slices.js';
import { queueNotifications } from './notifications.js';
import { inSlices } from './work-queue.js';
import { lock, mark, OUTBOX, statement, together } from './statement.js';

const MAX_QUEUES = 100;

type QueueColumns = RowIn<typeof webhookQueues>;
type DueQueue = Pick<QueueColumns, 'bot_id' | 'failures' | 'batch_max'>;

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
const lockQueue = statement<
  [botId: number],
  Pick<QueueColumns, 'claim' | 'worker' | 'batch_max' | 'refused_in_row'>
>('SELECT claim, worker, batch_max, refused_in_row FROM webhook_queues WHERE bot_id = $1 FOR UPDATE');
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
/** Nothing can fail where nothing waits: so it is where events were given up for want of an address. */
const forgetFailures = statement<[botId: number]>(
  `UPDATE webhook_queues SET failures = 0, failing_since_ms = NULL, last_reason = NULL
   WHERE bot_id = $1 AND NOT EXISTS (SELECT 1 FROM webhook_events WHERE bot_id = $1 AND state = 0)`,
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

/**
 * Takes the events of one bot at a time, and writes down what became of them. The row of a bot's queue is locked by
 * all who queue an event, take the queue or give it back: what one of them decides by, another does not change.
 */
function createEventClaims({ db }: Parts) {
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
    failed: (claimed, { reason, retryAtMs, giveUpBeforeMs }, nowMs, notificationsOf) =>
      db.run('events.failed', function* () {
        if ((yield* mine(claimed)) === null) return 0;
        const { botId } = claimed;
        yield* noteFailure.run(nowMs, reason, botId);
        const dead = yield* giveUp.run(nowMs, reason, botId, giveUpBeforeMs);
        if (dead > 0) yield* queueNotifications(notificationsOf(dead), nowMs);
        yield* goOn.run(retryAtMs, botId);
        return dead;
      }),
    rejected: (claimed, { reason, retryAtMs, apartUntilMs, giveUpBeforeMs }, nowMs, notificationsOf) =>
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
        if (dead > 0) yield* queueNotifications(notificationsOf(dead), nowMs);
        yield* next(botId, isHeld ? retryAtMs : nowMs);
        return { dead, isHeld };
      }),
    refused: (claimed, reason, nowMs) =>
      db.run('events.refused', function* () {
        if ((yield* mine(claimed)) === null) return;
        yield* end.run(EVENT_STATE.dead, nowMs, reason, idsOf(claimed));
        yield* forgetFailures.run(claimed.botId);
        yield* next(claimed.botId, nowMs);
      }),
    release: (worker, nowMs, slices = ALL_SLICES) =>
      db.run('events.release', function* () {
        yield* lockHeld.run(worker, slices);
        yield* release.run(nowMs, worker, slices);
      }),
  } satisfies Partial<EventStore>;
}

const MAX_PAGE = 100;
/** Events made to wait again in one transaction: so long those wait who queue an event of the same bots. */
const MAX_RESEND = 1_000;

const set = insertInto(webhooks, 'accountId, botId, urlCipher, setAtMs', { there: 'replaced' });
const clear = statement<[accountId: number, botId: number]>(
  'DELETE FROM webhooks WHERE account_id = $1 AND bot_id = $2',
);
const webhook = statement<[accountId: number, botId: number], { url_cipher: string }>(
  'SELECT url_cipher FROM webhooks WHERE account_id = $1 AND bot_id = $2',
);
const recent = statement<[botId: number, accountId: number, limit: number], EventRow>(
  `${selectEvents} WHERE bot_id = $1 AND webhook_events.account_id = $2 ORDER BY webhook_id DESC LIMIT $3`,
);
const dead = statement<[accountId: number, botId: number, limit: number, offset: number], EventRow>(
  `${selectEvents} WHERE webhook_events.account_id = $1 AND ($2::bigint = 0 OR bot_id = $2) AND state = 2
   ORDER BY bot_id, webhook_id LIMIT $3 OFFSET $4`,
);
const deadTotal = statement<[accountId: number, botId: number], { total: number }>(
  `SELECT count(*) AS total FROM webhook_events
   WHERE account_id = $1 AND ($2::bigint = 0 OR bot_id = $2) AND state = 2`,
);

type Which = [accountId: number, botId: number, webhookId: number, limit: number];
const chosen = (column: string) => `SELECT ${column} FROM webhook_events WHERE account_id = $1
  AND ($2::bigint = 0 OR bot_id = $2) AND ($3::bigint = 0 OR webhook_id = $3) AND state = 2 ORDER BY bot_id, webhook_id LIMIT $4`;
/** Before their events wait again: a worker that has a queue gives it back first, and then knows of no event to come. */
const lockQueues = statement<Which, { bot_id: number }>(
  `SELECT bot_id FROM webhook_queues WHERE bot_id IN (${chosen('bot_id')}) ORDER BY bot_id FOR UPDATE`,
);
const revive = statement<[...Which, nowMs: number, botIds: number[]], { bot_id: number }>(
  `UPDATE webhook_events SET state = 0, since_ms = $5, ended_at_ms = NULL, dead_reason = NULL
   WHERE state = 2 AND bot_id = ANY($6::bigint[]) AND webhook_id IN (${chosen('webhook_id')}) RETURNING bot_id`,
);
const hurry = statement<[dueAtMs: number, botIds: number[], accountId: number]>(
  `UPDATE webhook_queues SET due_at_ms = $1 WHERE bot_id = ANY($2::bigint[]) AND account_id = $3 AND worker IS NULL
     AND EXISTS (SELECT 1 FROM webhook_events WHERE webhook_events.bot_id = webhook_queues.bot_id AND state = 0)`,
);
const hurryApart = statement<[dueAtMs: number, botIds: number[], accountId: number]>(
  `UPDATE webhook_events SET due_at_ms = $1 WHERE bot_id = ANY($2::bigint[]) AND account_id = $3 AND state = 0
     AND due_at_ms IS NOT NULL`,
);
const BOTS_OF = 'SELECT bot_id FROM bots WHERE account_id = $1 AND ($2::bigint = 0 OR bot_id = $2)';
const lockQueuesOf = statement<[accountId: number, botId: number], { bot_id: number }>(
  `SELECT bot_id FROM webhook_queues WHERE account_id = $1 AND bot_id IN (${BOTS_OF}) ORDER BY bot_id FOR UPDATE`,
);
const nextId = statement<[], { webhook_id: number }>({
  sqlite:
    "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'webhook_events' RETURNING seq AS webhook_id",
  postgres: "SELECT nextval(pg_get_serial_sequence('webhook_events', 'webhook_id')) AS webhook_id",
});
/** SQLite counts the numbers of a table from its first row on. */
const firstId = statement({
  sqlite: "INSERT INTO sqlite_sequence (name, seq) VALUES ('webhook_events', 1)",
  postgres: null,
});
/** The one that fails longest. */
const queue = statement<[accountId: number, botId: number], QueueRow>(
  `${selectQueues} WHERE account_id = $1 AND bot_id IN (${BOTS_OF})
   ORDER BY failing_since_ms IS NULL, failing_since_ms, bot_id LIMIT 1`,
);
const waitingTotal = statement<[accountId: number, botId: number], { total: number }>(
  `SELECT count(*) AS total FROM webhook_events WHERE bot_id IN (${BOTS_OF}) AND state = 0`,
);
const failing = statement<[limit: number], QueueRow>(
  `${selectQueues} WHERE failing_since_ms IS NOT NULL ORDER BY failing_since_ms LIMIT $1`,
);
const backlog = statement<[], { waiting: number; oldest_ms: number | null; dead: number }>(
  `SELECT (SELECT count(*) FROM webhook_events WHERE state = 0) AS waiting,
     (SELECT min(since_ms) FROM webhook_events WHERE state = 0) AS oldest_ms,
     (SELECT count(*) FROM webhook_events WHERE state = 2) AS dead`,
);

export function createEventStore(parts: Parts): EventStore {
  const { db } = parts;
  return {
    ...createEventClaims(parts),
    setWebhook: (accountId, botId, urlCipher, nowMs) =>
      durably(db, 'events.setWebhook', set.do({ accountId, botId, urlCipher, setAtMs: nowMs })),
    clearWebhook: (accountId, botId) => durably(db, 'events.clearWebhook', clear.do(accountId, botId)),
    webhook: async (accountId, botId) => (await db.read(webhook.get(accountId, botId)))?.url_cipher ?? null,
    recent: async (accountId, botId, limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      const rows = await db.read(recent.all(botId, accountId, most));
      return rows.map(toEvent);
    },
    dead: (accountId, botId, { offset, limit }) =>
      db.read(function* () {
        const page = [boundedLimit(limit, MAX_PAGE), Math.max(0, offset)] as const;
        const events = (yield* dead.all(accountId, botId, ...page)).map(toEvent);
        return { events, total: (yield* deadTotal.get(accountId, botId))?.total ?? 0 };
      }),
    resend: (accountId, which, nowMs, limit) =>
      db.run('events.resend', function* () {
        const { botId, webhookId } = { botId: 0, webhookId: 0, ...which };
        const these = [accountId, botId, webhookId, boundedLimit(limit, MAX_RESEND)] as const;
        const botIds = (yield* lockQueues.all(...these)).map((row) => row.bot_id);
        const rows = yield* revive.all(...these, nowMs, botIds);
        if (rows.length === 0) return 0;
        yield* hurry.run(nowMs, [...new Set(rows.map((row) => row.bot_id))], accountId);
        yield* mark(OUTBOX);
        return rows.length;
      }),
    hurry: (accountId, botId, nowMs) =>
      db.run('events.hurry', function* () {
        // The queues first, as everywhere.
        const botIds = (yield* lockQueuesOf.all(accountId, botId)).map((row) => row.bot_id);
        if (botIds.length === 0) return;
        const isHurried = (yield* hurry.run(nowMs, botIds, accountId)) > 0;
        yield* hurryApart.run(nowMs, botIds, accountId);
        if (isHurried) yield* mark(OUTBOX);
      }),
    takeId: () =>
      durably(db, 'events.takeId', function* () {
        const taken = yield* nextId.get();
        if (taken === undefined) yield* firstId.run();
        return taken?.webhook_id ?? 1;
      }),
    queue: (accountId, botId) =>
      db.read(function* () {
        const row = yield* queue.get(accountId, botId);
        if (row === undefined) return null;
        const { total = 0 } = (yield* waitingTotal.get(accountId, botId)) ?? {};
        return { ...toQueue(row), waiting: total };
      }),
    failing: async (limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      return (await db.read(failing.all(most))).map(toQueue);
    },
    backlog: async (nowMs) => {
      const row = await db.read(backlog.get());
      const oldestMs = row?.oldest_ms == null ? 0 : Math.max(0, nowMs - row.oldest_ms);
      return { waiting: row?.waiting ?? 0, oldestMs, dead: row?.dead ?? 0 };
    },
  };
}
