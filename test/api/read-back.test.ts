/**
 * A record that is sent back as it was got changes nothing, whatever stands in it (`decisions.md`, Orders and Bots):
 * clients read, change one field and send all of it.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingFields } from '../../api/routes/bot-settings.js';
import { updateFields as orderFields } from '../../api/routes/orders/order-fields.js';
import { scheduleFields } from '../../api/routes/orders/schedule-fields.js';
import { targetingFields } from '../../api/routes/orders/targeting-fields.js';
import { moderatorId } from '../cases/stage.js';
import { type ApiStage, openApiStage } from './stage.js';

let stage: ApiStage;
beforeAll(async () => {
  // Its clocks are set back once a year: then two moments are written as one time.
  stage = await openApiStage({
    SERVICE_TIMEZONE: 'Europe/Riga',
    ORDERS_WAITING_MAX: '1000',
    KEY_REQUESTS_PER_MINUTE: '100000',
    ADDRESS_REQUESTS_PER_MINUTE: '100000',
  });
});
afterAll(() => stage.close());

type Record_ = Record<string, unknown>;

const flag = fc.constantFrom(0, 1);
const level = fc.integer({ min: 0, max: 5 });
const some = <Value>(...values: Value[]) => fc.uniqueArray(fc.constantFrom(...values));
const two = (number: number) => String(number).padStart(2, '0');
const time = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
  .map(([hours, minutes, seconds]) => `${two(hours)}:${two(minutes)}:${two(seconds)}`);
const price = fc.integer({ min: 1_000_000, max: 1_000_000_000_000 }).map((micros) => micros / 1e6);
const name = fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }).map((text) => `N${text}`);
const themes = some('gambling', 'crypto', 'adult');

const targeting = {
  gender: fc.constantFrom('male', 'female', 'all'),
  only_premium: fc.constantFrom(0, 1, 2),
  languages: fc.option(some(1, 2, 3, 4, 5, 6, 7), { nil: null }),
  countries: some(643, 398, 860),
  cities: some(1, 2, 3),
  devicestype: some('desktop', 'mobile', 'tablet'),
  devicesos: some(1, 2, 3, 4),
  ages: some(1, 2, 3, 4, 5, 6),
  has_photo: flag,
  has_real_photo: flag,
  has_username: flag,
  has_bio: flag,
  has_first_name: flag,
  has_ru_name: flag,
  has_rus_name: flag,
  has_only_cyrillic: flag,
  has_fake_check: flag,
  old_account: level,
  gifts: level,
  rating: level,
};
const schedule = {
  start_datetime: fc.constantFrom(null, '2030-10-27 03:30:00', '2031-01-31 12:00:05'),
  start_time: fc.option(time, { nil: null }),
  end_time: fc.option(time, { nil: null }),
  excluded_days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }),
};
const order = {
  name,
  is_on: flag,
  in_archive: flag,
  quantity_all: fc.integer({ min: 10, max: 10_000_000 }),
  quantity_day: fc.integer({ min: 1, max: 10_000_000 }),
  price,
  price_premium: price,
  is_lite: flag,
  sub_speed: fc.nat(1_000),
  places: fc.constantFrom(0, 1, 2),
  priority: flag,
  is_free: flag,
  own_links: flag,
  track_unsubscriptions: fc.boolean(),
  user_parameters: fc.record(targeting, { requiredKeys: [] }),
  forbidden_themes: some('movies', 'music', 'crypto'),
  min_bot_quality: fc.constantFrom(0, 0.8, 0.9, 1),
  order_schedule: fc.record(schedule, { requiredKeys: [] }),
  theme: fc.constantFrom('crypto', 'adult'),
};
const kinds = fc.constantFrom(
  { ads_type: 'channel', link: 'https://t.me/Garden_' },
  {
    ads_type: 'bot',
    link: 'https://telegram.me/shop_bot_',
    bot_token: '8100:a-token-of-a-shop-bot-somewhere',
  },
  { ads_type: 'resource', link: 'http://www.example.org/App/?b=1&a=' },
);
const bot = {
  time_purge: fc.integer({ min: 5, max: 4_320 }),
  max_sponsors: fc.integer({ min: 1, max: 10 }),
  min_price: fc.constantFrom(0, 0.000001, 1.5, 100),
  get_links: flag,
  use_smart_link: flag,
  show_quiz: flag,
  gender_question: flag,
  age_question: flag,
  show_bots: flag,
  show_resources: flag,
  redirect_open_type: fc.constantFrom('url', 'miniapp'),
  text_op: fc.option(name, { nil: null }),
  image_op: fc.option(fc.constantFrom('https://example.org/i.png'), { nil: null }),
  text_b: fc.option(fc.constantFrom('Two', '<b>Two</b>'), { nil: null }),
  image_b: fc.option(fc.constantFrom('https://example.org/b.png'), { nil: null }),
  forbidden_themes: themes,
};

const runs = { numRuns: 60 };

async function ask(path: string, body: Record_): Promise<Record_> {
  const reply = await stage.post(path, stage.keys.access, body);
  expect(reply.http, reply.text).toBe(200);
  return (reply.body['response'] ?? reply.body['result']) as Record_;
}

let orders = 0;

async function makeOrder(kind: Record_, fields: Record_): Promise<number> {
  const { in_archive, track_unsubscriptions, ...made } = fields;
  const isChannel = kind['ads_type'] === 'channel';
  const { order_id } = await ask('/orders', {
    action: 'create',
    quantity_all: 100,
    ...kind,
    ...made,
    link: `${String(kind['link'])}${String(orders++)}`,
    ...(isChannel && track_unsubscriptions !== undefined ? { track_unsubscriptions } : {}),
  });
  if (in_archive === 1) await ask('/orders', { action: 'update', order_id, in_archive });
  return Number(order_id);
}

async function readOrder(orderId: number): Promise<Record_> {
  const info = await ask('/orders', { action: 'info', order_id: orderId });
  return info;
}

async function revisionOf(orderId: number): Promise<number> {
  return (await stage.store.orders.find(orderId))?.revision ?? 0;
}

describe('a record sent back as it was got', () => {
  it('is tried with every field that orders and bots take', () => {
    // A condition, and no field: what is sent back does not hold it.
    const ofKind = ['order_id', 'link', 'ads_type', 'bot_token', 'to_bot_member', 'if_revision'];
    expect([...Object.keys(order), ...ofKind].sort()).toEqual(Object.keys(orderFields.shape).sort());
    expect(Object.keys(targeting).sort()).toEqual(Object.keys(targetingFields).sort());
    expect(Object.keys(schedule).sort()).toEqual(Object.keys(scheduleFields).sort());
    const aliases = ['redirect_open_typeString', 'redirect_open_typeshow_bots'];
    expect([...Object.keys(bot), ...aliases].sort()).toEqual(Object.keys(settingFields).sort());
  });

  it('changes nothing of an order', async () => {
    const fields = fc.record(order, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(kinds, fields, fc.boolean(), async (kind, given, isRejected) => {
        const orderId = await makeOrder(kind, given);
        if (isRejected && given.in_archive !== 1)
          await stage.service.moderation.reject(moderatorId, orderId, await revisionOf(orderId), 'No.');
        const [read, row] = [await readOrder(orderId), await stage.store.orders.find(orderId)];
        await ask('/orders', { action: 'update', ...read });
        expect(await readOrder(orderId)).toEqual(read);
        expect(await stage.store.orders.find(orderId)).toEqual(row);
      }),
      runs,
    );
  });

  it('changes one field of an order where one was changed in it', async () => {
    const fields = fc.record(order, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(kinds, fields, async (kind, given) => {
        const orderId = await makeOrder(kind, given);
        const read = await readOrder(orderId);
        const { revision } = await ask('/orders', { action: 'update', ...read, name: 'Another' });
        expect(revision).toBe(Number(read['revision']) + 1);
        expect(await readOrder(orderId)).toEqual({ ...read, name: 'Another', revision });
      }),
      { numRuns: 20 },
    );
  });

  it('keeps an order without a daily limit without one', async () => {
    const orderId = await makeOrder(
      { ads_type: 'channel', link: 'https://t.me/garden_' },
      { quantity_all: 100 },
    );
    await ask('/orders', { action: 'update', ...(await readOrder(orderId)) });
    await ask('/orders', { action: 'update', order_id: orderId, quantity_all: 500 });
    expect(await readOrder(orderId)).toMatchObject({ quantity_all: 500, quantity_day: 500 });
    // A caller who changes the total and names the old one as the limit means it.
    await ask('/orders', { action: 'update', order_id: orderId, quantity_all: 900, quantity_day: 500 });
    expect(await readOrder(orderId)).toMatchObject({ quantity_all: 900, quantity_day: 500 });
  });

  it('takes the word about leavers with which an order becomes one for a channel', async () => {
    const orderId = await makeOrder({ ads_type: 'resource', link: 'https://example.org/' }, {});
    const channel = { ads_type: 'channel', link: 'https://t.me/garden_one', track_unsubscriptions: 0 };
    await ask('/orders', { action: 'update', order_id: orderId, ...channel });
    expect(await readOrder(orderId)).toMatchObject({ track_unsubscriptions: false });
  });

  it('says null for all languages, and sent back it is still for all', async () => {
    const user_parameters = { languages: null };
    const orderId = await makeOrder(
      { ads_type: 'channel', link: 'https://t.me/garden_' },
      { user_parameters },
    );
    const read = await readOrder(orderId);
    expect(read['user_parameters']).toMatchObject({ languages: null });
    await ask('/orders', { action: 'update', order_id: orderId, user_parameters: read['user_parameters'] });
    expect((await stage.store.orders.find(orderId))?.targeting.languages).toBeNull();
  });

  it('changes nothing of a bot', async () => {
    const { botId } = stage;
    const all = { ...bot, is_on: flag, in_archive: flag };
    await fc.assert(
      fc.asyncProperty(fc.record(all, { requiredKeys: [] }), async (given) => {
        await ask('/bots', { action: 'update', bot_id: botId, ...given });
        const read = await ask('/bots', { action: 'info', bot_id: botId });
        const [row, version] = [await stage.store.bots.find(botId), await stage.store.bots.version()];
        expect(await ask('/bots', { action: 'update', ...read })).toEqual(read);
        expect(await stage.store.bots.find(botId)).toEqual(row);
        expect(await stage.store.bots.version()).toBe(version);
      }),
      runs,
    );
  });
});
