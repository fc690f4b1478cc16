/**
 * Nobody is shown an order for nothing: a crowd at once sees it at most three times as often as it wants subscribers, pays
 * for none too many, and on a day like others hardly anybody joins whom nobody pays for (`docs/evidence.md`, Joins).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { unpaidIn } from '../spans.js';

/** A midnight to come: what the platform is given to answer ends by the real clock. */
const BEGIN_MS = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000;
const DAY_MS = 86_400_000;

let emulator: Emulator;
let stage: Stage;
let scene: Scene;
let updates = 0;

beforeAll(async () => {
  emulator = await openEmulator();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  // The service asks who each new user is. At the usual 30 a second both tests take 16.7 s, at 300 a second 7.9 s.
  stage = await openStage(emulator, { PACE_OTHER: '300-300' });
  stage.clock.setTo(BEGIN_MS);
  scene = new Scene(stage);
  await scene.open();
  await scene.happen({ balance: '100000', of: 'advertiser' });
  await scene.happen({ publisher_bot: 'recipes_bot' });
  return () => stage.close();
});

const botId = () => Number(scene.names.get('recipes_bot', 'id'));

/** The bot's users, of whom the platform has said so. */
async function usersOfTheBot(count: number): Promise<number[]> {
  const users = Array.from({ length: count }, (_, index) => 80_001 + index);
  await Promise.all(
    users.map((userId) =>
      stage.store.contacts.answer({ botId: botId(), userId, chatId: userId }, 'yes', stage.clock.now()),
    ),
  );
  return users;
}

async function order(name: string, quantity: number): Promise<number> {
  await scene.happen({ channel: name });
  const create = {
    link: `https://t.me/${name}`,
    quantity_all: quantity,
    price: 5,
    user_parameters: { languages: null },
  };
  await scene.happen({ order: name, create, then: 'approves' });
  return Number(scene.names.get(name));
}

/** What a user of the bot is shown and has still to do, asked for over the wire. */
async function shownTo(userId: number, most = 10): Promise<number[]> {
  const body = JSON.stringify({ user_id: userId, chat_id: userId, get_links: 1, max_sponsors: most });
  const headers = { Auth: String(scene.names.get('recipes_bot', 'key')) };
  const response = await fetch(`${stage.url}/get-sponsors`, { method: 'POST', headers, body });
  const { additional } = (await response.json()) as { additional: { sponsors: { ads_id: string }[] } };
  return additional.sponsors.map((sponsor) => Number(sponsor.ads_id));
}

/** The platform tells that the user has joined the order's channel. */
async function join(userId: number, orderId: number): Promise<void> {
  const [found] = await stage.store.orders.findMany([orderId]);
  const resourceId = found?.resource.resourceId ?? '';
  updates += 1;
  const atMs = stage.clock.now();
  await stage.service.membership.observe({
    userId,
    resourceId,
    state: 'in',
    wasIn: false,
    updateId: updates,
    atMs,
    chat: { title: 'Channel' },
  });
}

async function sums(orderIds: readonly number[]) {
  const orders = await stage.store.orders.findMany(orderIds);
  const range = { fromDay: BEGIN_MS / DAY_MS, toDay: BEGIN_MS / DAY_MS + 1 };
  const unpaid = await Promise.all(
    orderIds.map((orderId) => unpaidIn(stage.store.statistics.orderSpans({ orderId }, range))),
  );
  return {
    paid: orders.reduce((sum, { quantityNow }) => sum + quantityNow, 0),
    unpaid: unpaid.flat().reduce((sum, { joins }) => sum + joins, 0),
    reasons: [...new Set(unpaid.flat().map(({ reason }) => reason))],
  };
}

describe('an order', () => {
  it('for 10, at which 300 users ask at once, is shown to at most 30 and paid for by exactly 10', async () => {
    const orderId = await order('narrow_gate', 10);
    const users = await usersOfTheBot(300);
    // All at one moment, however long the machine takes: impressions fade as time goes.
    const atMs = stage.clock.now();
    stage.clock.now = () => atMs;
    const shown = await Promise.all(users.map((userId) => shownTo(userId)));
    const viewers = users.filter((_, index) => shown[index]?.includes(orderId));
    expect(viewers.length).toBeGreaterThanOrEqual(10);
    expect(viewers.length).toBeLessThanOrEqual(30);
    await Promise.all(viewers.map((userId) => join(userId, orderId)));
    expect(await sums([orderId])).toEqual({
      paid: 10,
      unpaid: viewers.length - 10,
      reasons: viewers.length > 10 ? ['order_full'] : [],
    });
    expect((await stage.store.checks.compare()).differences).toEqual([]);
  });
});

describe('a day of honest traffic', () => {
  /** Repeatable, and even. */
  const drawer = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };

  it('leaves at most one join in a hundred unpaid', async () => {
    const draw = drawer(7);
    const orderIds: number[] = [];
    for (const [index, quantity] of [20, 30, 40, 50, 250].entries())
      orderIds.push(await order(`garden_number_${String(index)}`, quantity));
    const users = await usersOfTheBot(250);
    const happenings = users.map((userId, index) => ({
      atMs: (index * DAY_MS) / users.length,
      userId,
      orderId: 0,
    }));
    for (;;) {
      const next = happenings.shift();
      if (next === undefined) break;
      stage.clock.setTo(BEGIN_MS + next.atMs);
      if (next.orderId !== 0) await join(next.userId, next.orderId);
      else
        for (const orderId of await shownTo(next.userId, 3))
          // Half of those who see a sponsor join it, within ten minutes.
          if (draw() < 0.5)
            happenings.push({ ...next, orderId, atMs: next.atMs + 20_000 + Math.floor(draw() * 580_000) });
      happenings.sort((one, other) => one.atMs - other.atMs);
    }
    const { paid, unpaid } = await sums(orderIds);
    expect(paid).toBeGreaterThan(200);
    expect(unpaid / (paid + unpaid)).toBeLessThanOrEqual(0.01);
    expect((await stage.store.checks.compare()).differences).toEqual([]);
  }, 120_000);
});
