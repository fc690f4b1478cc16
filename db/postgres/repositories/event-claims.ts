/**
 * Takes the events of one bot at a time, and writes down what became of them. The row of a bot's queue is locked by
 * whoever queues an event, takes the queue or gives it back: what one of them decides by, another does not change.
 */
import type { ClaimedEvents, EventStore } from '../../../core/ports.js';
import {
  APART,
  batchSize,
  EVENT_STATE,
  type EventRow,
  IN_QUEUE,
  nextDueSql,
  REFUSED_IN_ROW_MAX,
  selectEvents,
  toEvent,
} from '../../repositories/event-row.js';
import { boundedLimit } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { OUTBOX } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import type { NoticeQueue } from './notice-queue.js';
import { ALL_SLICES, type SliceSet } from '../../../core/slices.js';
import { inSlicesOfPostgres } from '../../slices.js';

const MAX_QUEUES = 100;
const MAX_EVENTS = 500;

type EventClaims = Pick<EventStore, 'claim' | 'delivered' | 'failed' | 'rejected' | 'refused' | 'release'>;

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
  `SELECT DISTINCT account_id FROM (${candidates(inSlicesOfPostgres('bot_id', '$4'), '$2')} ORDER BY due_at_ms, bot_id LIMIT $3) AS first`,
);
/** How many queues an account has taken is counted by one claimer at a time. */
const lockAccounts = statement<[accountIds: number[]]>(
  `SELECT 1 FROM accounts WHERE account_id = ANY($1::bigint[]) ORDER BY account_id FOR NO KEY UPDATE`,
);
/** A queue that is locked just now is being changed by somebody who says so when that is done. */
const lockDue = statement<
  [nowMs: number, accountIds: number[], perAccount: number, queues: number, slices: SliceSet],
  { bot_id: number; failures: number; batch_max: number | null }
>(
  `SELECT bot_id, failures, batch_max FROM webhook_queues WHERE due_at_ms <= $1 AND bot_id IN (
     SELECT bot_id FROM (${candidates(`account_id = ANY($2::bigint[]) AND ${inSlicesOfPostgres('bot_id', '$5')}`, '$3')}) AS fair)
   ORDER BY due_at_ms, bot_id LIMIT $4 FOR UPDATE SKIP LOCKED`,
);
const take = statement<
  [worker: string, untilMs: number, botIds: number[]],
  { bot_id: number; claim: number; failures: number }
>(
  `UPDATE webhook_queues SET worker = $1, due_at_ms = $2, claim = claim + 1 WHERE bot_id = ANY($3::bigint[])
   RETURNING bot_id, claim, failures`,
);
const waiting = statement<[botIds: number[], sizes: number[]], EventRow>(
  `SELECT event.* FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS taken (bot_id, size, place)
   CROSS JOIN LATERAL (${selectEvents} WHERE bot_id = taken.bot_id AND ${IN_QUEUE} ORDER BY webhook_id LIMIT taken.size)
     AS event
   ORDER BY place, webhook_id`,
);
/** Those whose time has come go alone, one a queue. */
const apart = statement<[botIds: number[], nowMs: number], EventRow>(
  `SELECT event.* FROM unnest($1::bigint[]) AS taken (bot_id)
   CROSS JOIN LATERAL (${selectEvents} WHERE bot_id = taken.bot_id AND ${APART} AND webhook_events.due_at_ms <= $2
     ORDER BY webhook_events.due_at_ms, webhook_id LIMIT 1) AS event`,
);
const lockQueue = statement<[botId: number], { claim: number; worker: string | null }>(
  'SELECT claim, worker FROM webhook_queues WHERE bot_id = $1 FOR UPDATE',
);
const end = statement<[state: number, endedAtMs: number, deadReason: string | null, webhookIds: number[]]>(
  `UPDATE webhook_events SET state = $1, ended_at_ms = $2, dead_reason = $3, due_at_ms = NULL, refusals = 0
   WHERE webhook_id = ANY($4::bigint[]) AND state <> ${String(EVENT_STATE.delivered)}`,
);
const succeeded = statement<[lastAtMs: number, botId: number]>(
  `UPDATE webhook_queues SET failures = 0, failing_since_ms = NULL, last_reason = NULL, last_at_ms = $1,
     refused_in_row = 0, batch_max = CASE WHEN batch_max < ${String(MAX_EVENTS)} THEN batch_max * 2 END
   WHERE bot_id = $2`,
);
const goOn = statement<[dueAtMs: number, botId: number], { due_at_ms: number | null }>(
  `UPDATE webhook_queues SET worker = NULL, due_at_ms = ${nextDueSql('$1::bigint')} WHERE bot_id = $2
   RETURNING due_at_ms`,
);
const setApart = statement<[dueAtMs: number, webhookId: number]>(
  'UPDATE webhook_events SET due_at_ms = $1, refusals = refusals + 1 WHERE webhook_id = $2 AND state = 0',
);
const noteRefusal = statement<
  [atMs: number, reason: string, batchMax: number, alone: number, botId: number],
  { refused_in_row: number }
>(
  `UPDATE webhook_queues SET last_at_ms = $1, last_reason = $2, batch_max = $3, refused_in_row = refused_in_row + $4
   WHERE bot_id = $5 RETURNING refused_in_row`,
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
const release = statement<[dueAtMs: number, worker: string, slices: SliceSet]>(
  `UPDATE webhook_queues SET worker = NULL, due_at_ms = $1 WHERE bot_id IN (
     SELECT bot_id FROM webhook_queues WHERE worker = $2 AND ${inSlicesOfPostgres('bot_id', '$3')} ORDER BY bot_id FOR UPDATE)`,
);

export function createEventClaims({ deeds }: Parts, notices: NoticeQueue): EventClaims {
  const claim = async (
    transaction: Transaction,
    accountIds: number[],
    worker: string,
    limits: Parameters<EventStore['claim']>[1],
    { leaseMs, nowMs, slices }: { leaseMs: number; nowMs: number; slices: SliceSet },
  ): Promise<ClaimedEvents[]> => {
    const queues = boundedLimit(limits.queues, MAX_QUEUES);
    const eventsMax = boundedLimit(limits.events, MAX_EVENTS);
    await lockAccounts.run(transaction, accountIds);
    const due = await lockDue.all(transaction, nowMs, accountIds, limits.perAccount, queues, slices);
    const botIds = due.map((row) => row.bot_id);
    if (botIds.length === 0) return [];
    const taken = await take.all(transaction, worker, nowMs + leaseMs, botIds);
    const sizes = due.map(({ failures, batch_max: batchMax }) => batchSize(eventsMax, failures, batchMax));
    const alone = await apart.all(transaction, botIds, nowMs);
    const inTurn = await waiting.all(transaction, botIds, sizes);
    const claimed = botIds.flatMap((botId) => {
      const queue = taken.find((row) => row.bot_id === botId);
      const ofQueue = (rows: EventRow[]) => rows.filter((row) => row.bot_id === botId);
      const due = ofQueue(alone);
      const rows = due.length > 0 ? due : ofQueue(inTurn);
      const [first] = rows;
      if (queue === undefined || first === undefined) return [];
      const { claim: number, failures } = queue;
      return [{ botId, claim: number, failures, refusals: first.refusals, events: rows.map(toEvent) }];
    });
    const empty = botIds.filter((botId) => claimed.every((queue) => queue.botId !== botId));
    for (const botId of empty) await goOn.run(transaction, nowMs, botId);
    return claimed;
  };

  /** Whether this claim is still the one that holds the queue, which is locked from here on. */
  const isMine = async (
    transaction: Transaction,
    { botId, claim: number }: Pick<ClaimedEvents, 'botId' | 'claim'>,
  ): Promise<boolean> => {
    const queue = await lockQueue.get(transaction, botId);
    return queue?.claim === number && queue.worker !== null;
  };

  /** Says that the queue is nobody's any more; what else waits is due then. */
  const next = async (transaction: Transaction, botId: number, dueAtMs: number): Promise<void> => {
    if ((await goOn.get(transaction, dueAtMs, botId))?.due_at_ms != null) transaction.mark(OUTBOX);
  };

  const idsOf = ({ events }: ClaimedEvents) => events.map(({ webhookId }) => webhookId);

  return {
    claim: async (worker, limits, leaseMs, nowMs, slices = ALL_SLICES) => {
      const queues = boundedLimit(limits.queues, MAX_QUEUES);
      const accounts = await deeds.askOnce((transaction) =>
        dueAccounts.all(transaction, nowMs, limits.perAccount, queues, slices),
      );
      if (accounts.length === 0) return [];
      const accountIds = accounts.map((row) => row.account_id);
      return deeds.run('events.claim', (transaction) =>
        claim(transaction, accountIds, worker, limits, { leaseMs, nowMs, slices }),
      );
    },
    delivered: (claimed, nowMs) =>
      deeds.run('events.delivered', async (transaction) => {
        const mine = await isMine(transaction, claimed);
        // They are with the receiver, whoever holds the queue by now.
        await end.run(transaction, EVENT_STATE.delivered, nowMs, null, idsOf(claimed));
        if (!mine) return;
        await succeeded.run(transaction, nowMs, claimed.botId);
        await next(transaction, claimed.botId, nowMs);
      }),
    failed: (claimed, { reason, retryAtMs, giveUpBeforeMs }, nowMs, tell) =>
      deeds.run('events.failed', async (transaction) => {
        if (!(await isMine(transaction, claimed))) return 0;
        const { botId } = claimed;
        await noteFailure.run(transaction, nowMs, reason, botId);
        const dead = await giveUp.run(transaction, nowMs, reason, botId, giveUpBeforeMs);
        if (dead > 0) await notices.queue(transaction, tell(dead), nowMs);
        await goOn.run(transaction, retryAtMs, botId);
        return dead;
      }),
    rejected: (claimed, { reason, retryAtMs, apartUntilMs, giveUpBeforeMs }, nowMs, tell) =>
      deeds.run('events.rejected', async (transaction) => {
        if (!(await isMine(transaction, claimed))) return { dead: 0, isHeld: false };
        const { botId, events } = claimed;
        const [first] = events;
        const isAlone = events.length === 1 && first !== undefined;
        if (isAlone) await setApart.run(transaction, apartUntilMs, first.webhookId);
        const half = Math.ceil(events.length / 2);
        const noted = await noteRefusal.get(transaction, nowMs, reason, half, Number(isAlone), botId);
        // A receiver that refuses everything is out of order as a whole.
        const isHeld = isAlone && (noted?.refused_in_row ?? 0) >= REFUSED_IN_ROW_MAX;
        if (isHeld) await noteFailure.run(transaction, nowMs, reason, botId);
        const dead = await giveUp.run(transaction, nowMs, reason, botId, giveUpBeforeMs);
        if (dead > 0) await notices.queue(transaction, tell(dead), nowMs);
        await next(transaction, botId, isHeld ? retryAtMs : nowMs);
        return { dead, isHeld };
      }),
    refused: (claimed, reason, nowMs) =>
      deeds.run('events.refused', async (transaction) => {
        if (!(await isMine(transaction, claimed))) return;
        await end.run(transaction, EVENT_STATE.dead, nowMs, reason, idsOf(claimed));
        await next(transaction, claimed.botId, nowMs);
      }),
    release: async (worker, nowMs, slices = ALL_SLICES) => {
      await deeds.run('events.release', (transaction) => release.run(transaction, nowMs, worker, slices));
    },
  };
}
