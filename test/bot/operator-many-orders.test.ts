/** Many orders at once do not flood the moderators. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Visitor } from './operator-stage.js';
import {
  moderator,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { operatorName } from './stage.js';

let stage: ServiceStage;
let bot: RunningBot | null = null;

beforeEach(async () => {
  stage = await openServiceStage({ ORDERS_WAITING_MAX: '15' });
});
afterEach(async () => {
  await bot?.stop();
  bot = null;
  await stage.close();
});

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

const createOrder = (at: number) =>
  stage.service.orders.create(publisherId, {
    link: `https://example.org/${String(at)}`,
    adsType: 'resource',
    quantityAll: 10,
  });
const toldMira = async (mira: Visitor) =>
  (await mira.messages()).flatMap(({ text = '' }) => (/^(🛡|📣)/u.test(text) ? [text] : []));
const areAllTold = () =>
  stage.until(async () => (await stage.store.notifications.claim('test', 9, 1, Date.now())).length === 0);
const comeMira = async () => {
  await stage.client.users(moderator);
  await stage.client.say(moderator.id, operatorName, '/start');
  return new Visitor(stage, moderator.id);
};

it('an account has so many that wait, and a moderator reads their number once', async () => {
  await setScene(stage);
  for (let at = 0; at < 15; at += 1) await createOrder(at);
  await expect(createOrder(15)).rejects.toMatchObject({ code: 429, topic: 'orders_waiting' });
  const mira = await comeMira();
  bot = await stage.startBot();
  await mira.shows('15 wait for a decision');
  await areAllTold();
  expect(await toldMira(mira)).toHaveLength(1);
});

it('so they do when their cards could not be sent at first', async () => {
  await setScene(stage);
  for (let at = 0; at < 15; at += 1) await createOrder(at);
  const { notifications } = stage.store;
  for (const claimed of await notifications.claim('away', 50, 60_000, Date.now()))
    await notifications.failed(claimed, 'the platform was away', Date.now());
  const mira = await comeMira();
  bot = await stage.startBot();
  await mira.shows('15 wait for a decision');
  await areAllTold();
  expect(await toldMira(mira)).toHaveLength(1);
});

it('a moderator gets cards oldest first, and none of orders that were archived meanwhile', async () => {
  await setScene(stage);
  const made = [await createOrder(1), await createOrder(2), await createOrder(3)].map(
    ({ orderId }) => orderId,
  );
  const [first = 0, second = 0, third = 0] = made;
  await stage.service.orders.update(publisherId, second, { inArchive: true });
  const mira = await comeMira();
  bot = await stage.startBot();
  await mira.shows(`#${String(third)}`);
  await areAllTold();
  const cards = (await toldMira(mira)).map((text) => Number(/#(\d+)/.exec(text)?.[1]));
  expect(cards).toEqual([first, third]);
});
