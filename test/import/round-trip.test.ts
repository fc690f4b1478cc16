/** What a person has at one instance of ours is at another after an import, for whatever they have. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatDay } from '../../core/days.js';
import { isFound } from '../../api/imports/elsewhere.js';
import { type ApiStage, owner } from '../api/stage.js';
import { bodiesOf, type Body } from '../fuzz/order-bodies.js';
import { lookInto } from '../support/database.js';
import { type Both, openBoth, outcomes } from './stage.js';

/**
 * Most of the bodies are refused: about 20 orders come of these, more than a page of a list. With 600 bodies and 80 links the
 * test took 5 s on an idle machine and up to 38 s with seven other processes.
 */
const BODIES = 300;
const [LINKS, BOTS] = [15, 8];
const seed = `seed ${String(process.env['FC_SEED'])}`;
let both: Both;

beforeAll(async () => {
  both = await openBoth();
}, 60_000);
afterAll(() => both.close());

interface Possessions {
  orders: Record<string, Body>;
  bots: Record<string, Body>;
}

/** Each order and bot with what differs of it alone, so that a failure of many reads as one. */
function expectSame({ orders, bots }: Possessions, there: Possessions): void {
  const differing = [...differences('order', orders, there.orders), ...differences('bot', bots, there.bots)];
  expect(differing, seed).toEqual([]);
}

const differences = (what: string, ours: Record<string, Body>, theirs: Record<string, Body>) =>
  [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((id) => {
    const [one = {}, other = {}] = [ours[id], theirs[id]];
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names
      .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
      .map((name) => ({ what, id, name, here: one[name], there: other[name] }));
  });

/** All that one has, by what it is known by at both. */
async function possessions(stage: ApiStage): Promise<Possessions> {
  const { service } = stage;
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: 100 };
  const { orders } = await service.orders.list(owner.accountId, page);
  const own = orders.map(async (order) => {
    const { body } = await stage.post('/orders', stage.keys.access, {
      action: 'info',
      order_id: order.orderId,
    });
    const excluded = await service.exclusions.list(owner.accountId, {
      context: 'advertiser',
      orderId: order.orderId,
    });
    const { order_id, created_at, revision, is_on, ...rest } = body['response'] as Body;
    return [order.link, { ...rest, excluded: excluded.map(({ id }) => id).sort() }] as const;
  });
  const { bots } = await service.bots.list(owner.accountId, page);
  const theirs = bots.map(async ({ botId }) => {
    const { body } = await stage.post('/bots', stage.keys.access, { action: 'info', bot_id: botId });
    const excluded = await service.exclusions.list(owner.accountId, { context: 'publisher', botId });
    const { api_key, is_on, is_trusted, ...rest } = body['result'] as Body;
    return [botId, { ...rest, excluded: excluded.map(({ name }) => name).sort() }] as const;
  });
  return {
    orders: Object.fromEntries(await Promise.all(own)),
    bots: Object.fromEntries(await Promise.all(theirs)),
  };
}

async function fill(there: ApiStage): Promise<void> {
  const { service, keys } = there;
  const filters = await service.filters.all();
  const names = Array.from({ length: LINKS }, (_, index) => String(index));
  const targets = {
    channels: names.map((name) => `https://t.me/channel_${name}`),
    bots: [{ link: 'https://t.me/shop_bot', token: '8001:AAshopbotshopbotshopbotshopbotshop' }],
    sites: names.map((name) => `https://site${name}.example.org/`),
    orderIds: { max: 10 },
    filters,
  };
  const creates = fc
    .sample(bodiesOf(targets), BODIES)
    .filter((body) => isFound(body) && body['action'] === 'create' && body['ads_type'] !== 'bot');
  for (const body of creates) await there.post('/orders', keys.access, body);
  const settings = fc.record(
    {
      time_purge: fc.integer({ min: 5, max: 4_320 }),
      max_sponsors: fc.integer({ min: 1, max: 10 }),
      get_links: fc.constantFrom(0, 1),
      use_smart_link: fc.constantFrom(0, 1),
      show_quiz: fc.constantFrom(0, 1),
      show_bots: fc.constantFrom(0, 1),
      text_op: fc.oneof(fc.constant(null), fc.constant('Subscribe, please')),
      forbidden_themes: fc.subarray(filters.bots.forbidden_themes.map(({ id }) => id).slice(0, 4)),
    },
    { requiredKeys: [] },
  );
  for (const [index, set] of fc.sample(settings, BOTS).entries()) {
    const id = 7_100 + index;
    const identity = { bot_id: id, bot_name: `Bot ${String(id)}`, bot_nickname: `bot_${String(id)}` };
    expect((await there.post('/bots', keys.access, { action: 'add', ...identity, ...set })).http).toBe(200);
  }
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: 100 };
  const { orders } = await service.orders.list(owner.accountId, page);
  expect(orders.length).toBeGreaterThan(5);
  for (const [index, { orderId }] of orders.entries()) {
    const [botId, isExcluded] = [7_100 + (index % BOTS), true];
    await service.exclusions.toggle(owner.accountId, { context: 'advertiser', orderId, botId, isExcluded });
    if (index % 3 === 0)
      await service.exclusions.toggle(owner.accountId, { context: 'publisher', orderId, botId, isExcluded });
  }
}

/** What an account's figures of a range say, money and all, by what it is known by at both. */
async function figuresOf(stage: ApiStage, isImported: boolean) {
  const { service, keys } = stage;
  const range = service.imports.historyRange();
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: 100 };
  const { orders } = await service.orders.list(owner.accountId, page);
  const { bots } = await service.bots.list(owner.accountId, page);
  const subjects: [string, Record<string, string>][] = [
    ['all orders', { action: 'allads' }],
    ['all bots', { action: 'allbots' }],
    ...orders.map(({ orderId, link }): (typeof subjects)[number] => [
      link,
      { action: 'ads', ads_id: String(orderId) },
    ]),
    ...bots.map(({ botId }): (typeof subjects)[number] => [
      String(botId),
      { action: 'bots', bot_id: String(botId) },
    ]),
  ];
  const figures = subjects.map(async ([name, asked]) => {
    const dates = { start_date: formatDay(range.fromDay), end_date: formatDay(range.toDay) };
    const query = new URLSearchParams({
      api_token: keys.statistics,
      output_format: 'json',
      ...asked,
      ...dates,
    });
    const { body } = await stage.ask(`/statistic?${query.toString()}`);
    const data = body['data'] as Figures;
    if (isImported) expect(data.total_subscribers, `own figures of ${name}`).toBe(0);
    return [name, isImported ? (data.imported[0]?.days ?? []) : ownDays(data)] as const;
  });
  return Object.fromEntries((await Promise.all(figures)).filter(([, days]) => days.length > 0));
}

interface Figures {
  labels: string[];
  subscribers_data: number[];
  value_data: number[];
  total_subscribers: number;
  imported: { source: string; days: object[] }[];
}

const ownDays = ({ labels, subscribers_data: subscribers, value_data: values }: Figures) =>
  labels
    .map((date, index) => ({ date, subscribers: subscribers[index] ?? 0, value: values[index] ?? 0 }))
    .filter((day) => day.subscribers !== 0 || day.value !== 0);

/** Random figures of random days of the last year, and of a day before it. */
async function fillDays({ service, settings }: ApiStage): Promise<void> {
  const { fromDay, toDay } = service.imports.historyRange();
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: 100 };
  const { orders } = await service.orders.list(owner.accountId, page);
  const tables = [
    ...orders.map(({ orderId }) => ['order_days', 'order_id', orderId] as const),
    ...Array.from({ length: BOTS }, (_, index) => ['bot_days', 'bot_id', 7_100 + index] as const),
  ];
  const figures = fc.tuple(
    fc.integer({ min: fromDay, max: toDay }),
    fc.integer({ min: 1, max: 5_000 }),
    fc.nat(9_000_000_000),
  );
  const days = fc.uniqueArray(figures, { selector: ([day]) => day, minLength: 1, maxLength: 30 });
  const filled = fc.sample(days, tables.length);
  await lookInto(settings.DATABASE_URL, async (sql) => {
    for (const [index, [table, column, id]] of tables.entries())
      for (const values of [...(filled[index] ?? []), [fromDay - 1, 1, 1]])
        await sql(
          `INSERT INTO ${table} (${column}, day, subscribers, value_micros) VALUES (${[id, ...values].join(', ')})`,
        );
  });
}

it('is the same at both, arrives paused, changes nothing in a dry run, and nothing a second time', async () => {
  const { there, here, run } = both;
  await fill(there);
  await fillDays(there);
  const before = await possessions(here);
  const planned = await run(false);
  expect(await possessions(here), 'a dry run').toEqual(before);
  const done = await run(true);
  expect(outcomes(planned), seed).toEqual(outcomes(done));
  expect(
    done.filter(({ outcome }) => outcome === 'is left out'),
    seed,
  ).toEqual([]);
  expectSame(await possessions(here), await possessions(there));
  const history = await figuresOf(there, false);
  expect(Object.keys(history).length).toBeGreaterThan(10);
  expect(await figuresOf(here, true), seed).toEqual(history);
  const { service } = here;
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: 100 };
  expect((await service.orders.list(owner.accountId, page)).orders.filter(({ isOn }) => isOn)).toEqual([]);
  const { bots } = await service.bots.list(owner.accountId, page);
  expect(
    bots.filter(({ isOn }) => isOn).map(({ botId }) => botId),
    'what was here before',
  ).toEqual([here.botId]);
  const again = await run(true);
  expect(again.filter(({ what, outcome }) => what !== 'exclusion' && outcome !== 'is here')).toEqual([]);
  expectSame(await possessions(here), await possessions(there));
}, 120_000);
