/** An order's quantities may not be lowered under those who see it now: they would join for nothing. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../db/index.js';
import { targetOf } from '../../core/subscriptions/index.js';
import { listed } from '../contract/makers.js';
import { addOrder, advertiserId, openServiceStage, type ServiceStage, setScene } from './service-stage.js';

let stage: ServiceStage;
let botId: number;
let orderId: number;

beforeEach(async () => {
  stage = await openServiceStage({ SERVICE_TIMEZONE: 'UTC' });
  ({ botId } = await setScene(stage, { getLinks: true }));
  ({ orderId } = await addOrder(stage, 'gardening_one'));
});

afterEach(() => stage.close());

const update = (change: { quantityAll?: number; quantityDay?: number; isOn?: boolean }) =>
  stage.service.orders.update(advertiserId, orderId, change);

/** So many users in contact are shown the order. */
async function show(count: number): Promise<void> {
  const api = await openStore({ DATABASE_URL: stage.settings.DATABASE_URL });
  const order = await api.orders.find(orderId);
  if (order === null) throw new Error('there is no order');
  const shown = listed(orderId, 1_000_000n, targetOf(order));
  for (let userId = 1; userId <= count; userId += 1) {
    await api.sponsors.record(userId, {
      botId,
      nowMs: Date.now(),
      notesUser: true,
      isFirstForBot: true,
      claims: null,
      pin: null,
      unpin: false,
      impressions: [shown],
      proof: 'contact',
      counts: true,
      contact: null,
      block: undefined,
      askedOnDay: null,
      askedHereOnDay: null,
      isDenied: false,
    });
  }
  // What it showed is counted when it closes.
  await api.close();
}

it('are lowered as one likes while nobody sees the order', async () => {
  await update({ quantityAll: 10, quantityDay: 1 });
  expect(await stage.service.orders.info(advertiserId, orderId)).toMatchObject({ quantityAll: 10 });
});

it('are not lowered below those who have and those who see it, and say how far they may be', async () => {
  await show(20);
  const refused = { message: expect.stringContaining('20 is the least now') as string };
  await expect(update({ quantityAll: 10 })).rejects.toMatchObject(refused);
  await expect(update({ quantityDay: 5 })).rejects.toMatchObject(refused);
  await update({ quantityAll: 50, quantityDay: 20 });
  await update({ quantityAll: 60 });
  expect(await stage.service.orders.info(advertiserId, orderId)).toMatchObject({
    quantityAll: 60,
    quantityDay: 20,
  });
});
