/** Many orders at once do not flood the moderators. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Visitor } from './operator-stage.js';
import { moderator, openServiceStage, publisherId, type ServiceStage, setScene } from './service-stage.js';
import { operatorName } from './stage.js';

let stage: ServiceStage;

beforeEach(async () => {
  stage = await openServiceStage({ ORDERS_WAITING_MAX: '15' });
});
afterEach(() => stage.close());

it('an account has so many that wait, and a moderator is told their number once', async () => {
  await setScene(stage);
  const create = (at: number) =>
    stage.service.orders.create(publisherId, {
      link: `https://example.org/${String(at)}`,
      adsType: 'resource',
      quantityAll: 10,
    });
  for (let at = 0; at < 15; at += 1) await create(at);
  await expect(create(15)).rejects.toMatchObject({ code: 429, topic: 'orders_waiting' });
  await stage.client.users(moderator);
  await stage.client.say(moderator.id, operatorName, '/start');
  const bot = await stage.startBot();
  const visitor = new Visitor(stage, moderator.id);
  await visitor.shows('15 wait for a decision');
  await stage.until(async () => (await stage.store.notices.claim('test', 9, 1, Date.now())).length === 0);
  const told = (await visitor.messages()).filter(({ text }) => text?.startsWith('🛡') === true);
  expect(told).toHaveLength(1);
  await bot.stop();
});
