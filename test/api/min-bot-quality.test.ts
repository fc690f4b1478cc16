/** `min_bot_quality` of an order: the least quality of the bots that show it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { toNumber } from '../../core/money.js';
import { useSceneStage } from '../cases/scene-stage.js';

const PRICE = 2;
const USER = 80_001;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const at = useSceneStage();

beforeEach(async () => {
  await at.scene.happen({ balance: '1000', of: 'advertiser' });
  for (const name of ['recipes_bot', 'films_bot']) await at.scene.happen({ publisher_bot: name });
  await at.scene.happen({ channel: 'garden' });
});

type Body = Record<string, unknown>;

const ofAdvertiser = (path: string, body: Body) =>
  at.post(path, at.scene.names.get('advertiser', 'access'), body);

/** A running order of ten subscribers. */
async function order(more: Body): Promise<number> {
  const create = {
    link: 'https://t.me/garden',
    quantity_all: 10,
    price: PRICE,
    user_parameters: { languages: null },
    ...more,
  };
  await at.scene.happen({ order: 'garden_order', create, then: 'approves' });
  return Number(at.scene.names.get('garden_order'));
}

const botId = (name: string) => Number(at.scene.names.get(name, 'id'));

async function judge(name: string, factor: number): Promise<void> {
  const found = { causes: [], joins: 100, curve: [] };
  await at.stage.store.quality.save([{ botId: botId(name), factor, ...found }], at.stage.clock.now());
}

/** The sponsors that a bot is given for a user who has pressed Start there. */
async function shown(name: string, userId: number): Promise<Body[]> {
  await at.stage.platform.users({ id: userId, first_name: 'Ann', username: `user_${String(userId)}` });
  await at.stage.platform.say(userId, `@${name}`, '/start');
  const asked = { user_id: userId, chat_id: userId, get_links: 1, max_sponsors: 10 };
  const { body } = await at.post('/get-sponsors', at.scene.names.get(name, 'key'), asked);
  await at.stage.service.contacts.idle();
  return ((body['additional'] ?? {}) as { sponsors?: Body[] }).sponsors ?? [];
}

const info = async (order_id: number) =>
  (await ofAdvertiser('/orders', { action: 'info', order_id })).body['response'] as Body;

describe('the field', () => {
  it('is any by default, priced by its coefficient, kept where an update is silent, and taken away by 0', async () => {
    const order_id = await order({});
    expect(await info(order_id)).toMatchObject({
      min_bot_quality: 0,
      real_price: 2,
      coefficients: { total: 1 },
    });
    for (const [min_bot_quality, price] of [
      [0.8, 2.2],
      ['0.90', 2.4],
      ['1', 2.6],
    ] as const) {
      const { http } = await ofAdvertiser('/orders', { action: 'update', order_id, min_bot_quality });
      const after = await info(order_id);
      const coefficient = price / PRICE;
      expect([http, after['min_bot_quality'], after['real_price']]).toEqual([
        200,
        Number(min_bot_quality),
        price,
      ]);
      expect(after['coefficients']).toEqual({ min_bot_quality: coefficient, total: coefficient });
    }
    for (const silent of [{ name: 'Another' }, { min_bot_quality: null, name: 'A third' }]) {
      await ofAdvertiser('/orders', { action: 'update', order_id, ...silent });
      expect(await info(order_id)).toMatchObject({ name: silent.name, min_bot_quality: 1, real_price: 2.6 });
    }
    await ofAdvertiser('/orders', { action: 'update', order_id, min_bot_quality: 0 });
    expect(await info(order_id)).toMatchObject({
      min_bot_quality: 0,
      real_price: 2,
      coefficients: { total: 1 },
      // Nothing that moderators look at has changed.
      status: 'Processing',
    });
  });

  it('is one of four numbers, and names itself otherwise', async () => {
    const order_id = await order({ min_bot_quality: 0.9 });
    for (const min_bot_quality of [0.85, 1.1, -1, 'much', true, [0.9]]) {
      const { http, body } = await ofAdvertiser('/orders', { action: 'update', order_id, min_bot_quality });
      expect([http, body['message']]).toEqual([422, 'min_bot_quality: must be one of: 0, 0.8, 0.9, 1.']);
    }
    expect(await info(order_id)).toMatchObject({ min_bot_quality: 0.9 });
  });

  it('goes with a copy', async () => {
    const order_id = await order({ min_bot_quality: 0.9 });
    const { body } = await ofAdvertiser('/orders', { action: 'duplicate', order_id });
    const { order_id: copy } = body['response'] as { order_id: number };
    expect(copy).not.toBe(order_id);
    expect(await info(copy)).toMatchObject({ min_bot_quality: 0.9, real_price: 2.4 });
  });
});

describe('the order', () => {
  it('is shown in bots that are good enough, and in those of which nothing is known', async () => {
    await order({ min_bot_quality: 0.9 });
    await judge('recipes_bot', 0.899);
    expect(await shown('recipes_bot', USER)).toEqual([]);
    expect(await shown('films_bot', USER)).toHaveLength(1);
    // Read anew each night; what a process has read holds for ten minutes.
    await judge('recipes_bot', 0.9);
    await judge('films_bot', 0.5);
    at.stage.clock.pass(10 * MINUTE_MS);
    expect(await shown('recipes_bot', USER + 1)).toHaveLength(1);
    expect(await shown('films_bot', USER + 1)).toEqual([]);
  });

  it('says in its own figures how often a bot was not good enough', async () => {
    const order_id = await order({ min_bot_quality: 1 });
    await judge('recipes_bot', 0.999);
    for (let user = 0; user < 3; user++) expect(await shown('recipes_bot', USER + user)).toEqual([]);
    await at.stage.store.flush();
    const told = await info(order_id);
    expect(told['refusals']).toEqual({ below_min_bot_quality: 3 });
    expect(told['refusal_words']).toMatchObject({
      below_min_bot_quality: {
        en: 'The bot’s quality is below what the advertiser asks for (min_bot_quality).',
        ru: 'Качество бота ниже того, которого требует рекламодатель (min_bot_quality).',
      },
    });
    // The operator's `why` says the same of the one order that runs.
    const { orders } = await at.stage.service.sponsors.why(botId('recipes_bot'), USER);
    expect(orders).toMatchObject([{ orderId: order_id, reason: 'below_min_bot_quality' }]);
  });

  it('is estimated with less reach, at its price, and the estimate names what it costs', async () => {
    for (let list = 0; list < 3; list++) await shown('films_bot', USER + list);
    await shown('recipes_bot', USER);
    await judge('recipes_bot', 0.5);
    await at.stage.store.flush();
    // The lists of a whole day.
    at.stage.clock.pass(24 * HOUR_MS);
    const asked = { action: 'order', link: 'https://t.me/garden', ads_type: 'channel', quantity_all: 10 };
    const wanted = { ...asked, price: PRICE, user_parameters: { languages: null } };
    const { body } = await ofAdvertiser('/forecast', { ...wanted, min_bot_quality: 0.8 });
    expect(body['result']).toMatchObject({
      real_price: 2.2,
      reach: 75,
      lists_per_day: 4,
      suiting_per_day: 3,
      demands: [{ field: 'min_bot_quality', coefficient: 1.1, adds: 0.2, reach_without: 100 }],
    });
  });
});

describe('a bot that falls below it after the impression', () => {
  it('is paid for who joins then, at the price of the impression, and shows the order to nobody new', async () => {
    const orderId = await order({ min_bot_quality: 0.9 });
    await judge('recipes_bot', 0.95);
    expect(await shown('recipes_bot', USER)).toHaveLength(1);

    at.stage.clock.pass(HOUR_MS);
    await judge('recipes_bot', 0.5);
    expect(await shown('recipes_bot', USER + 1)).toEqual([]);
    // Who was shown it keeps it: the list is theirs until it is purged.
    expect(await shown('recipes_bot', USER)).toMatchObject([{ status: 'unsubscribed', available_now: true }]);

    const { resource } = (await at.stage.store.orders.find(orderId))!;
    const before = await at.stage.store.ledger.balance(Number(at.scene.names.get('advertiser', 'id')));
    await at.stage.platform.members({ chat: resource.resourceId, user: USER, status: 'member' });
    expect(await shown('recipes_bot', USER)).toMatchObject([{ status: 'subscribed' }]);
    const after = await at.stage.store.ledger.balance(Number(at.scene.names.get('advertiser', 'id')));
    expect(toNumber(before.availableMicros - after.availableMicros)).toBe(2.4);
    expect(await info(orderId)).toMatchObject({ quantity_now: 1 });
    const { body } = await at.post('/bots', at.scene.names.get('publisher', 'access'), {
      action: 'info',
      bot_id: botId('recipes_bot'),
    });
    expect(body['result']).toMatchObject({ profit: 1.68 });
  });
});
