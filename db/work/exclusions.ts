import { insertInto } from './inserts.js';
import { advertiserExclusions, publisherExclusions } from '../schema/maintenance.js';
import type { ExclusionStore } from '../../core/ports/job-store.js';
import { durably, type Parts } from './database.js';
import { statement } from './statement.js';
import { bumpVersion } from './versions.js';

const MAX_OF_BOT = 10_000;

const addForAdvertiser = insertInto(advertiserExclusions, 'botId, orderId, atMs', { there: 'stays' });
const removeForAdvertiser = statement<[number, number]>(
  'DELETE FROM advertiser_exclusions WHERE bot_id = $1 AND order_id = $2',
);
const addForPublisher = insertInto(publisherExclusions, 'accountId, botId, orderId, atMs', {
  there: 'stays',
});
const removeForPublisher = statement<[number, number, number]>(
  'DELETE FROM publisher_exclusions WHERE account_id = $1 AND bot_id = $2 AND order_id = $3',
);
/** Beyond the most, of the newest orders: those of ended ones stay, and would crowd out what runs. */
const ofBot = statement<[botId: number, accountId: number], { order_id: number }>(
  `SELECT order_id FROM advertiser_exclusions WHERE bot_id = $1
   UNION SELECT order_id FROM publisher_exclusions WHERE account_id = $2 AND bot_id IN (0, $1)
   ORDER BY order_id DESC LIMIT ${String(MAX_OF_BOT)}`,
);
const botsOfOrder = statement<[number], { bot_id: number }>(
  `SELECT bot_id FROM advertiser_exclusions WHERE order_id = $1 LIMIT ${String(MAX_OF_BOT)}`,
);
const ofPublisher = statement<[number, number], { order_id: number }>(
  `SELECT DISTINCT order_id FROM publisher_exclusions WHERE account_id = $1 AND bot_id IN (0, $2)
   LIMIT ${String(MAX_OF_BOT)}`,
);

const orderIds = (rows: readonly { order_id: number }[]) => new Set(rows.map((row) => row.order_id));

export function createExclusionStore({ db, versions }: Parts): ExclusionStore {
  return {
    setForAdvertiser: (orderId, botId, isExcluded, nowMs) =>
      durably(db, 'exclusions.setForAdvertiser', function* () {
        if (isExcluded) yield* addForAdvertiser.run({ botId, orderId, atMs: nowMs });
        else yield* removeForAdvertiser.run(botId, orderId);
        yield* bumpVersion('exclusions');
      }),
    setForPublisher: (accountId, botId, orderId, isExcluded, nowMs) =>
      durably(db, 'exclusions.setForPublisher', function* () {
        if (isExcluded) yield* addForPublisher.run({ accountId, botId, orderId, atMs: nowMs });
        else yield* removeForPublisher.run(accountId, botId, orderId);
        yield* bumpVersion('exclusions');
      }),
    ofBot: async (botId, accountId) => orderIds(await db.read(ofBot.all(botId, accountId))),
    botsOfOrder: async (orderId) => {
      const rows = await db.read(botsOfOrder.all(orderId));
      return new Set(rows.map((row) => row.bot_id));
    },
    ordersOfPublisher: async (accountId, botId) => orderIds(await db.read(ofPublisher.all(accountId, botId))),
    version: versions.of('exclusions'),
  };
}
