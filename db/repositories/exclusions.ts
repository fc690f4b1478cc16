import type { ExclusionStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';

const MAX_OF_BOT = 10_000;

export function createExclusionStore({ connection, executor, versions }: Parts): ExclusionStore {
  const addForAdvertiser = connection.prepare<[number, number, number]>(
    'INSERT INTO advertiser_exclusions (bot_id, order_id, at_ms) VALUES (?, ?, ?) ON CONFLICT (bot_id, order_id) DO NOTHING',
  );
  const removeForAdvertiser = connection.prepare<[number, number]>(
    'DELETE FROM advertiser_exclusions WHERE bot_id = ? AND order_id = ?',
  );
  const addForPublisher = connection.prepare<[number, number, number, number]>(
    `INSERT INTO publisher_exclusions (account_id, bot_id, order_id, at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, bot_id, order_id) DO NOTHING`,
  );
  const removeForPublisher = connection.prepare<[number, number, number]>(
    'DELETE FROM publisher_exclusions WHERE account_id = ? AND bot_id = ? AND order_id = ?',
  );
  const ofBot = connection.prepare<[number, number, number], { order_id: number }>(
    `SELECT order_id FROM advertiser_exclusions WHERE bot_id = ?
     UNION SELECT order_id FROM publisher_exclusions WHERE account_id = ? AND bot_id IN (0, ?)
     LIMIT ${String(MAX_OF_BOT)}`,
  );
  const botsOfOrder = connection.prepare<[number], { bot_id: number }>(
    `SELECT bot_id FROM advertiser_exclusions WHERE order_id = ? LIMIT ${String(MAX_OF_BOT)}`,
  );
  const ofPublisher = connection.prepare<[number, number], { order_id: number }>(
    `SELECT DISTINCT order_id FROM publisher_exclusions WHERE account_id = ? AND bot_id IN (0, ?)
     LIMIT ${String(MAX_OF_BOT)}`,
  );
  const orderIds = (rows: readonly { order_id: number }[]) => new Set(rows.map((row) => row.order_id));

  return {
    setForAdvertiser: (orderId, botId, isExcluded, nowMs) =>
      executor.run(
        'exclusions.setForAdvertiser',
        () => {
          if (isExcluded) addForAdvertiser.run(botId, orderId, nowMs);
          else removeForAdvertiser.run(botId, orderId);
          versions.bump('exclusions');
        },
        { durable: true },
      ),
    setForPublisher: (accountId, botId, orderId, isExcluded, nowMs) =>
      executor.run(
        'exclusions.setForPublisher',
        () => {
          if (isExcluded) addForPublisher.run(accountId, botId, orderId, nowMs);
          else removeForPublisher.run(accountId, botId, orderId);
          versions.bump('exclusions');
        },
        { durable: true },
      ),
    ofBot: async (botId, accountId) => orderIds(await executor.ask(() => ofBot.all(botId, accountId, botId))),
    botsOfOrder: async (orderId) =>
      new Set((await executor.ask(() => botsOfOrder.all(orderId))).map((row) => row.bot_id)),
    ordersOfPublisher: async (accountId, botId) =>
      orderIds(await executor.ask(() => ofPublisher.all(accountId, botId))),
    version: () => versions.ask('exclusions'),
  };
}
