/** Owners are told of what really happened: nothing is queued by hand here. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { createService } from '../../core/service.js';
import { Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { operatorName } from './stage.js';

const FIRST_USER = 40_001;

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;
let owner: Visitor;

beforeEach(async () => {
  stage = await openServiceStage({ SERVICE_TIMEZONE: 'UTC', WITHDRAWAL_MIN: '1' });
  scene = await setScene(stage, { getLinks: true });
  bot = await stage.startBot();
  owner = new Visitor(stage, advertiserId);
  await owner.say('/start');
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

/**
 * Somebody is shown the order, and joins its channel. Each asks another process of the api: one that has shown a small order
 * to many in the last seconds would show its last places some seconds later.
 */
async function subscribe(userId: number, chatId: number): Promise<void> {
  await stage.client.users({ id: userId, first_name: 'Emma', language_code: 'en' });
  await stage.client.say(userId, scene.botId, '/start');
  const { store, settings, infrastructure } = stage;
  const { status } = await createService({ store, settings, ...infrastructure }).sponsors.request(
    scene.botId,
    {
      chatId: userId,
      user: { userId, firstName: 'Emma', languageCode: 'en' },
      action: 'subscribe',
      excludeResourceIds: [],
      excludeOrderIds: [],
    },
  );
  expect(status).toBe('warning');
  await stage.client.members({ chat: chatId, user: userId, status: 'member' });
}

const quantityNow = async (orderId: number) =>
  (await stage.service.orders.info(advertiserId, orderId)).quantityNow;

it('that the order is finished, with its last subscriber and once', async () => {
  const { chatId, orderId } = await addOrder(stage, 'gardens');
  await stage.service.orders.update(advertiserId, orderId, { quantityAll: 10 });
  for (let count = 1; count <= 10; count += 1) {
    await subscribe(FIRST_USER + count, chatId);
    await stage.until(async () => (await quantityNow(orderId)) === count);
    const finished = (await owner.messages()).filter(({ text }) => text?.startsWith('🏁') === true);
    if (count < 10) expect(finished).toEqual([]);
  }
  expect((await owner.shows('🏁')).text).toContain(`#${String(orderId)}`);
});

it('that the money is out: by a withdrawal, and by the charge of another order', async () => {
  const { orderId: first } = await addOrder(stage, 'gardens');
  await stage.service.orders.update(advertiserId, first, { priceMicros: parseMoney('500') });
  const wanted = { amountMicros: parseMoney('600'), details: 'card', requestKey: 'once' };
  expect((await stage.service.withdrawals.ask(advertiserId, wanted)).kind).toBe('asked');
  await owner.shows(`💳 Order #${String(first)}`);
  await stage.service.orders.update(advertiserId, first, { priceMicros: parseMoney('399') });
  const { chatId, orderId: second } = await addOrder(stage, 'flowers');
  await stage.service.orders.update(advertiserId, second, { places: 2, priceMicros: parseMoney('3') });
  await stage.service.orders.update(advertiserId, first, { priceMicros: parseMoney('399.5') });
  await stage.store.ledger.deposit(
    advertiserId,
    parseMoney('1'),
    { reference: 'more', note: '', bookedBy: null },
    Date.now(),
  );
  await subscribe(FIRST_USER, chatId);
  await stage.until(async () => (await quantityNow(second)) === 1);
  await stage.until(
    async () =>
      (await owner.messages()).filter(({ text }) => text?.startsWith(`💳 Order #${String(first)}`) === true)
        .length === 2,
  );
});

it('that the rights in its channel are lost, and back', async () => {
  const { chatId, orderId } = await addOrder(stage, 'gardens');
  const rights = (status: string) =>
    stage.client.members({ chat: chatId, user: `@${operatorName}`, status: status as 'left' });
  await rights('left');
  expect((await owner.shows('⚠️')).text).toContain(`#${String(orderId)}`);
  await rights('administrator');
  await owner.shows('is shown again');
});
