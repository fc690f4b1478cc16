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

it('an update that would add to those that wait is refused, and says what to do', async () => {
  await setScene(stage);
  const { orders, moderation } = stage.service;
  const create = async (at: number) => {
    const link = `https://example.org/${String(at)}`;
    return (await orders.create(publisherId, { link, adsType: 'resource', quantityAll: 10 })).orderId;
  };
  const approved = await create(0);
  await moderation.approve(moderator.id, approved, 1);
  const [first = 0] = await Promise.all(Array.from({ length: 15 }, (_, at) => create(at + 1)));
  const link = 'https://example.org/elsewhere';
  const refusal = {
    code: 429,
    topic: 'orders_waiting',
    message: expect.stringContaining('archive') as unknown,
  };
  await expect(orders.update(publisherId, approved, { link })).rejects.toMatchObject(refusal);
  expect(await orders.info(publisherId, approved)).toMatchObject({ status: 'Processing' });
  // What adds none is free: another price, another link of one that waits, and one in the place of another.
  await orders.update(publisherId, approved, { name: 'Another name' });
  await orders.update(publisherId, first, { link: 'https://example.org/moved' });
  await orders.update(publisherId, first, { inArchive: true });
  await orders.update(publisherId, approved, { link });
  expect(await orders.info(publisherId, approved)).toMatchObject({ status: 'Moderation' });
  await expect(orders.update(publisherId, first, { inArchive: false })).rejects.toMatchObject(refusal);
});

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
  await stage.until(
    async () => (await stage.store.notifications.claim('test', 9, 1, Date.now())).length === 0,
  );
  const told = (await visitor.messages()).filter(({ text }) => text?.startsWith('🛡') === true);
  expect(told).toHaveLength(1);
  await bot.stop();
});
