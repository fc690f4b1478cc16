import type { AwaitedBotStore, RequestOutcome } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { type AwaitedBotRow, bestOutcome, seenNotice } from './awaited-bot-row.js';
import type { NoticeQueue } from './notice-queue.js';

export interface AwaitedBotWrites {
  /** Inside the commit that counts requests of this bot: whoever waits for the first is told. */
  seen(botId: number, counts: Readonly<Record<RequestOutcome, number>>): void;
}

export function createAwaitedBotWrites({ connection, clock }: Parts, notices: NoticeQueue): AwaitedBotWrites {
  const take = connection.prepare<[number], AwaitedBotRow>(
    'DELETE FROM awaited_bots WHERE bot_id = ? RETURNING bot_id, account_id, message_id',
  );
  return {
    seen: (botId, counts) => {
      const row = take.get(botId);
      if (row !== undefined) notices.queue([seenNotice(row, bestOutcome(counts))], clock.now());
    },
  };
}

export function createAwaitedBotStore(
  { connection, executor }: Parts,
  notices: NoticeQueue,
): AwaitedBotStore {
  const counted = connection.prepare<[number], { bot_id: number }>(
    `SELECT bot_id FROM bot_days WHERE bot_id = ?
       AND requests_sponsors + requests_no_sponsors + requests_passed + requests_errors > 0 LIMIT 1`,
  );
  const insert = connection.prepare<[number, number, number, number]>(
    `INSERT INTO awaited_bots (bot_id, account_id, message_id, at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (bot_id) DO UPDATE SET account_id = excluded.account_id, message_id = excluded.message_id,
       at_ms = excluded.at_ms`,
  );
  return {
    wait: ({ botId, accountId, messageId }, nowMs) =>
      executor.run('awaitedBots.wait', () => {
        const row = { bot_id: botId, account_id: accountId, message_id: messageId ?? 0 };
        if (counted.get(botId) === undefined) insert.run(botId, accountId, row.message_id, nowMs);
        else notices.queue([seenNotice(row, null)], nowMs);
      }),
  };
}
