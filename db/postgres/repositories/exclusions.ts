import type { ExclusionStore } from '../../../core/ports.js';
import type { Parts } from '../parts.js';
import { statement } from '../statement.js';

const MAX_OF_BOT = 10_000;

const addForAdvertiser = statement<[number, number, number]>(
  `INSERT INTO advertiser_exclusions (bot_id, order_id, at_ms) VALUES ($1, $2, $3)
   ON CONFLICT (bot_id, order_id) DO NOTHING`,
);
const removeForAdvertiser = statement<[number, number]>(
  'DELETE FROM advertiser_exclusions WHERE bot_id = $1 AND order_id = $2',
);
const addForPublisher = statement<[number, number, number, number]>(
  `INSERT INTO publisher_exclusions (account_id, bot_id, order_id, at_ms) VALUES ($1, $2, $3, $4)
   ON CONFLICT (account_id, bot_id, order_id) DO NOTHING`,
);
const removeForPublisher = statement<[number, number, number]>(
  'DELETE FROM publisher_exclusions WHERE account_id = $1 AND bot_id = $2 AND order_id = $3',
);
const ofBot = statement<[botId: number, accountId: number], { order_id: number }>(
  `SELECT order_id FROM advertiser_exclusions WHERE bot_id = $1
   UNION SELECT order_id FROM publisher_exclusions WHERE account_id = $2 AND bot_id IN (0, $1)
   LIMIT ${String(MAX_OF_BOT)}`,
);
const botsOfOrder = statement<[number], { bot_id: number }>(
  `SELECT bot_id FROM advertiser_exclusions WHERE order_id = $1 LIMIT ${String(MAX_OF_BOT)}`,
);
const ofPublisher = statement<[number, number], { order_id: number }>(
  `SELECT DISTINCT order_id FROM publisher_exclusions WHERE account_id = $1 AND bot_id IN (0, $2)
   LIMIT ${String(MAX_OF_BOT)}`,
);

const orderIds = (rows: readonly { order_id: number }[]) => new Set(rows.map((row) => row.order_id));

export function createExclusionStore({ deeds, versions }: Parts): ExclusionStore {
  return {
    setForAdvertiser: (orderId, botId, isExcluded, nowMs) =>
      deeds.run(
        'exclusions.setForAdvertiser',
        async (transaction) => {
          if (isExcluded) await addForAdvertiser.run(transaction, botId, orderId, nowMs);
          else await removeForAdvertiser.run(transaction, botId, orderId);
          await versions.bump(transaction, 'exclusions');
        },
        { durable: true },
      ),
    setForPublisher: (accountId, botId, orderId, isExcluded, nowMs) =>
      deeds.run(
        'exclusions.setForPublisher',
        async (transaction) => {
          if (isExcluded) await addForPublisher.run(transaction, accountId, botId, orderId, nowMs);
          else await removeForPublisher.run(transaction, accountId, botId, orderId);
          await versions.bump(transaction, 'exclusions');
        },
        { durable: true },
      ),
    ofBot: async (botId, accountId) =>
      orderIds(await deeds.askOnce((transaction) => ofBot.all(transaction, botId, accountId))),
    botsOfOrder: async (orderId) => {
      const rows = await deeds.askOnce((transaction) => botsOfOrder.all(transaction, orderId));
      return new Set(rows.map((row) => row.bot_id));
    },
    ordersOfPublisher: async (accountId, botId) =>
      orderIds(await deeds.askOnce((transaction) => ofPublisher.all(transaction, accountId, botId))),
    version: () => versions.ask('exclusions'),
  };
}
