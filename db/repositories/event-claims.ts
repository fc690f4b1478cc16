/** Takes the events of one bot at a time, and writes down what became of them. */
import type { ClaimedEvents, EventStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { OUTBOX } from '../parts.js';
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
} from './event-row.js';
import type { NoticeQueue } from './notice-queue.js';
import { boundedLimit } from './values.js';
import { ALL_SLICES, type SliceSet } from '../../core/slices.js';
import { inSlices } from '../slices.js';

const MAX_QUEUES = 100;
const MAX_EVENTS = 500;

type EventClaims = Pick<EventStore, 'claim' | 'delivered' | 'failed' | 'rejected' | 'refused' | 'release'>;

interface DueQueue {
  bot_id: number;
  failures: number;
  batch_max: number | null;
}

export function createEventClaims({ connection, executor }: Parts, notices: NoticeQueue): EventClaims {
  const isDue = connection.prepare<[number, SliceSet]>(
    `SELECT 1 FROM webhook_queues WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? AND ${inSlices('bot_id', '?')} LIMIT 1`,
  );
  // One publisher with many bots and a receiver that hangs must leave room for the others.
  const due = connection.prepare<[number, SliceSet, number, number, number], DueQueue>(
    `SELECT bot_id, failures, batch_max FROM (
       SELECT bot_id, account_id, failures, batch_max, due_at_ms,
         row_number() OVER (PARTITION BY account_id ORDER BY due_at_ms, bot_id) AS place
       FROM webhook_queues WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? AND ${inSlices('bot_id', '?')}) AS candidate
     WHERE place + (SELECT count(*) FROM webhook_queues AS held WHERE held.account_id = candidate.account_id
       AND held.worker IS NOT NULL AND held.due_at_ms > ?) <= ?
     ORDER BY due_at_ms, bot_id LIMIT ?`,
  );
  const take = connection.prepare<[string, number, number], { claim: number }>(
    'UPDATE webhook_queues SET worker = ?, due_at_ms = ?, claim = claim + 1 WHERE bot_id = ? RETURNING claim',
  );
  const waiting = connection.prepare<[number, number], EventRow>(
    `${selectEvents} WHERE bot_id = ? AND ${IN_QUEUE} ORDER BY webhook_id LIMIT ?`,
  );
  const apart = connection.prepare<[number, number], EventRow>(
    `${selectEvents} WHERE bot_id = ? AND ${APART} AND webhook_events.due_at_ms <= ?
     ORDER BY webhook_events.due_at_ms, webhook_id LIMIT 1`,
  );
  const end = connection.prepare<[number, number, string | null, number]>(
    `UPDATE webhook_events SET state = ?, ended_at_ms = ?, dead_reason = ?, due_at_ms = NULL, refusals = 0
     WHERE webhook_id = ? AND state <> 1`,
  );
  const isMine = connection.prepare<[number, number]>(
    'SELECT 1 FROM webhook_queues WHERE bot_id = ? AND claim = ? AND worker IS NOT NULL',
  );
  const succeeded = connection.prepare<[number, number]>(
    `UPDATE webhook_queues SET failures = 0, failing_since_ms = NULL, last_reason = NULL, last_at_ms = ?,
       refused_in_row = 0, batch_max = CASE WHEN batch_max < ${String(MAX_EVENTS)} THEN batch_max * 2 END
     WHERE bot_id = ?`,
  );
  const goOn = connection.prepare<{ dueAtMs: number; botId: number }[], { due_at_ms: number | null }>(
    `UPDATE webhook_queues SET worker = NULL, due_at_ms = ${nextDueSql('@dueAtMs')} WHERE bot_id = @botId
     RETURNING due_at_ms`,
  );
  const giveUp = connection.prepare<[number, string, number, number]>(
    `UPDATE webhook_events SET state = 2, ended_at_ms = ?, dead_reason = ?, due_at_ms = NULL, refusals = 0
     WHERE bot_id = ? AND state = 0 AND since_ms <= ?`,
  );
  const setApart = connection.prepare<[number, number]>(
    'UPDATE webhook_events SET due_at_ms = ?, refusals = refusals + 1 WHERE webhook_id = ? AND state = 0',
  );
  const noteRefusal = connection.prepare<
    [number, string, number, number, number],
    { refused_in_row: number }
  >(
    `UPDATE webhook_queues SET last_at_ms = ?, last_reason = ?, batch_max = ?, refused_in_row = refused_in_row + ?
     WHERE bot_id = ? RETURNING refused_in_row`,
  );
  const noteFailure = connection.prepare<[number, number, string, number]>(
    `UPDATE webhook_queues SET failures = failures + 1, failing_since_ms = coalesce(failing_since_ms, ?),
       last_at_ms = ?, last_reason = ? WHERE bot_id = ?`,
  );
  const release = connection.prepare<[number, string, SliceSet]>(
    `UPDATE webhook_queues SET worker = NULL, due_at_ms = ? WHERE worker = ? AND ${inSlices('bot_id', '?')}`,
  );

  const claimOne = (
    { bot_id: botId, failures, batch_max: batchMax }: DueQueue,
    worker: string,
    eventsMax: number,
    { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
  ): ClaimedEvents[] => {
    const size = batchSize(eventsMax, failures, batchMax);
    const alone = apart.all(botId, nowMs);
    const rows = alone.length > 0 ? alone : waiting.all(botId, size);
    const taken = take.get(worker, nowMs + leaseMs, botId);
    const [first] = rows;
    if (first === undefined || taken === undefined) {
      goOn.run({ dueAtMs: nowMs, botId });
      return [];
    }
    return [{ botId, claim: taken.claim, failures, refusals: first.refusals, events: rows.map(toEvent) }];
  };

  /** Says that the queue is nobody's any more; what else waits is due then. */
  const next = (botId: number, dueAtMs: number): void => {
    if (goOn.get({ dueAtMs, botId })?.due_at_ms != null) executor.mark(OUTBOX);
  };

  return {
    claim: async (worker, limits, leaseMs, nowMs, slices = ALL_SLICES) => {
      if ((await executor.ask(() => isDue.get(nowMs, slices))) === undefined) return [];
      const queues = boundedLimit(limits.queues, MAX_QUEUES);
      const events = boundedLimit(limits.events, MAX_EVENTS);
      return executor.run('events.claim', () =>
        due
          .all(nowMs, slices, nowMs, limits.perAccount, queues)
          .flatMap((row) => claimOne(row, worker, events, { nowMs, leaseMs })),
      );
    },
    delivered: ({ botId, claim, events }, nowMs) =>
      executor.run('events.delivered', () => {
        // They are with the receiver, whoever holds the queue by now.
        for (const { webhookId } of events) end.run(EVENT_STATE.delivered, nowMs, null, webhookId);
        if (isMine.get(botId, claim) === undefined) return;
        succeeded.run(nowMs, botId);
        next(botId, nowMs);
      }),
    failed: ({ botId, claim }, { reason, retryAtMs, giveUpBeforeMs }, nowMs, tell) =>
      executor.run('events.failed', () => {
        if (isMine.get(botId, claim) === undefined) return 0;
        noteFailure.run(nowMs, nowMs, reason, botId);
        const dead = giveUp.run(nowMs, reason, botId, giveUpBeforeMs).changes;
        if (dead > 0) notices.queue(tell(dead), nowMs);
        goOn.run({ dueAtMs: retryAtMs, botId });
        return dead;
      }),
    rejected: ({ botId, claim, events }, { reason, retryAtMs, apartUntilMs, giveUpBeforeMs }, nowMs, tell) =>
      executor.run('events.rejected', () => {
        if (isMine.get(botId, claim) === undefined) return { dead: 0, isHeld: false };
        const [first] = events;
        const isAlone = events.length === 1 && first !== undefined;
        if (isAlone) setApart.run(apartUntilMs, first.webhookId);
        const noted = noteRefusal.get(nowMs, reason, Math.ceil(events.length / 2), Number(isAlone), botId);
        // A receiver that refuses everything is out of order as a whole.
        const isHeld = isAlone && (noted?.refused_in_row ?? 0) >= REFUSED_IN_ROW_MAX;
        if (isHeld) noteFailure.run(nowMs, nowMs, reason, botId);
        const dead = giveUp.run(nowMs, reason, botId, giveUpBeforeMs).changes;
        if (dead > 0) notices.queue(tell(dead), nowMs);
        next(botId, isHeld ? retryAtMs : nowMs);
        return { dead, isHeld };
      }),
    refused: ({ botId, claim, events }, reason, nowMs) =>
      executor.run('events.refused', () => {
        if (isMine.get(botId, claim) === undefined) return;
        for (const { webhookId } of events) end.run(EVENT_STATE.dead, nowMs, reason, webhookId);
        next(botId, nowMs);
      }),
    release: (worker, nowMs, slices = ALL_SLICES) =>
      executor.run('events.release', () => void release.run(nowMs, worker, slices)),
  };
}
