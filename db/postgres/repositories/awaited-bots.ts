import type { AwaitedBotStore, RequestOutcome } from '../../../core/ports.js';
import { type AwaitedBotRow, bestOutcome, seenNotice } from '../../repositories/awaited-bot-row.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import type { NoticeQueue } from './notice-queue.js';

type Counted = { botId: number } & Readonly<Record<RequestOutcome, number>>;

export interface AwaitedBotWrites {
  /** Inside the deed that counts requests of these bots: whoever waits for the first is told. */
  seen(transaction: Transaction, counts: readonly Counted[]): Promise<void>;
}

const take = statement<[botIds: readonly number[]], AwaitedBotRow>(
  'DELETE FROM awaited_bots WHERE bot_id = ANY($1::bigint[]) RETURNING bot_id, account_id, message_id',
);
const counted = statement<[botId: number], { bot_id: number }>(
  `SELECT bot_id FROM bot_days WHERE bot_id = $1
     AND requests_sponsors + requests_no_sponsors + requests_passed + requests_errors > 0 LIMIT 1`,
);
const insert = statement<[botId: number, accountId: number, messageId: number, nowMs: number]>(
  `INSERT INTO awaited_bots (bot_id, account_id, message_id, at_ms) VALUES ($1, $2, $3, $4)
   ON CONFLICT (bot_id) DO UPDATE SET account_id = excluded.account_id, message_id = excluded.message_id,
     at_ms = excluded.at_ms`,
);

export function createAwaitedBotWrites({ clock }: Parts, notices: NoticeQueue): AwaitedBotWrites {
  return {
    seen: async (transaction, counts) => {
      const rows = await take.all(
        transaction,
        counts.map(({ botId }) => botId),
      );
      if (rows.length === 0) return;
      const told = counts.flatMap((count) => {
        const row = rows.find(({ bot_id: botId }) => botId === count.botId);
        return row === undefined ? [] : [seenNotice(row, bestOutcome(count))];
      });
      await notices.queue(transaction, told, clock.now());
    },
  };
}

export function createAwaitedBotStore({ deeds }: Parts, notices: NoticeQueue): AwaitedBotStore {
  return {
    wait: ({ botId, accountId, messageId }, nowMs) =>
      deeds.run('awaitedBots.wait', async (transaction) => {
        // Before the look, so that a request which is counted meanwhile finds somebody who waits.
        await insert.run(transaction, botId, accountId, messageId ?? 0, nowMs);
        if ((await counted.get(transaction, botId)) === undefined) return;
        const rows = await take.all(transaction, [botId]);
        await notices.queue(
          transaction,
          rows.map((row) => seenNotice(row, null)),
          nowMs,
        );
      }),
  };
}
