/** Takes the events of one bot at a time, and writes down what became of them. */
import type { ClaimedEvents, EventStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { OUTBOX } from '../parts.js';
import { EVENT_STATE, type EventRow, selectEvents, toEvent } from './event-row.js';
import type { NoticeQueue } from './notice-queue.js';
import { boundedLimit } from './values.js';
import { ALL_SLICES, type SliceSet } from '../../core/slices.js';
import { inSlices } from '../slices.js';

const MAX_QUEUES = 100;
const MAX_EVENTS = 500;

type EventClaims = Pick<EventStore, 'claim' | 'delivered' | 'failed' | 'refused' | 'release'>;

export function createEventClaims({ connection, executor }: Parts, notices: NoticeQueue): EventClaims {
  const isDue = connection.prepare<[number, SliceSet]>(
    `SELECT 1 FROM webhook_queues WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? AND ${inSlices('bot_id', '?')} LIMIT 1`,
  );
  // One publisher with many bots and a receiver that hangs must leave room for the others.
  const due = connection.prepare<
    [number, SliceSet, number, number, number],
    { bot_id: number; failures: number }
  >(
    `SELECT bot_id, failures FROM (
       SELECT bot_id, account_id, failures, due_at_ms,
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
    `${selectEvents} WHERE bot_id = ? AND state = 0 ORDER BY webhook_id LIMIT ?`,
  );
  const idle = connection.prepare<[number]>(
    'UPDATE webhook_queues SET worker = NULL, due_at_ms = NULL WHERE bot_id = ?',
  );
  const end = connection.prepare<[number, number, string | null, number]>(
    `UPDATE webhook_events SET state = ?, ended_at_ms = ?, dead_reason = ? WHERE webhook_id = ? AND state <> 1`,
  );
  const isMine = connection.prepare<[number, number]>(
    'SELECT 1 FROM webhook_queues WHERE bot_id = ? AND claim = ? AND worker IS NOT NULL',
  );
  const succeeded = connection.prepare<[number, number]>(
    `UPDATE webhook_queues SET failures = 0, failing_since_ms = NULL, last_reason = NULL, last_at_ms = ?
     WHERE bot_id = ?`,
  );
  const goOn = connection.prepare<[number, number], { due_at_ms: number | null }>(
    `UPDATE webhook_queues SET worker = NULL, due_at_ms = CASE WHEN EXISTS (SELECT 1 FROM webhook_events
       WHERE webhook_events.bot_id = webhook_queues.bot_id AND state = 0) THEN ? END
     WHERE bot_id = ? RETURNING due_at_ms`,
  );
  const giveUp = connection.prepare<[number, string, number, number]>(
    `UPDATE webhook_events SET state = 2, ended_at_ms = ?, dead_reason = ?
     WHERE bot_id = ? AND state = 0 AND since_ms <= ?`,
  );
  const noteFailure = connection.prepare<[number, number, string, number]>(
    `UPDATE webhook_queues SET failures = failures + 1, failing_since_ms = coalesce(failing_since_ms, ?),
       last_at_ms = ?, last_reason = ? WHERE bot_id = ?`,
  );
  const release = connection.prepare<[number, string, SliceSet]>(
    `UPDATE webhook_queues SET worker = NULL, due_at_ms = ? WHERE worker = ? AND ${inSlices('bot_id', '?')}`,
  );

  const claimOne = (
    { bot_id: botId, failures }: { bot_id: number; failures: number },
    worker: string,
    eventsMax: number,
    leaseUntilMs: number,
  ): ClaimedEvents[] => {
    const size = Math.max(1, Math.floor(eventsMax / 2 ** Math.min(failures, 20)));
    const events = waiting.all(botId, size).map(toEvent);
    const taken = take.get(worker, leaseUntilMs, botId);
    if (events.length === 0 || taken === undefined) {
      idle.run(botId);
      return [];
    }
    return [{ botId, claim: taken.claim, failures, events }];
  };

  /** Says that the queue is nobody's any more; what else waits is due then. */
  const next = (botId: number, dueAtMs: number): void => {
    if (goOn.get(dueAtMs, botId)?.due_at_ms != null) executor.mark(OUTBOX);
  };

  return {
    claim: async (worker, limits, leaseMs, nowMs, slices = ALL_SLICES) => {
      if ((await executor.ask(() => isDue.get(nowMs, slices))) === undefined) return [];
      const queues = boundedLimit(limits.queues, MAX_QUEUES);
      const events = boundedLimit(limits.events, MAX_EVENTS);
      return executor.run('events.claim', () =>
        due
          .all(nowMs, slices, nowMs, limits.perAccount, queues)
          .flatMap((row) => claimOne(row, worker, events, nowMs + leaseMs)),
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
        goOn.run(retryAtMs, botId);
        return dead;
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
