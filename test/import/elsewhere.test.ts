/** Other services than ours, as far as the interface leaves them free, and the command. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { daysBetween, formatDay, parseDay } from '../../core/days.js';
import { ImportFault, openElsewhere } from '../../api/imports/elsewhere.js';
import { owner } from '../api/stage.js';
import { admin, failing } from '../bot/admin-stage.js';
import type { Body } from '../fuzz/order-bodies.js';
import { type Both, openBoth, outcomes } from './stage.js';

let both: Both;

beforeAll(async () => {
  both = await openBoth();
}, 60_000);
afterAll(() => both.close());

describe('the command', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('says what would come, and takes it over with --yes', async () => {
    const { BOT_TOKEN, PLATFORM_API_ROOT, DATABASE_URL } = both.here.settings;
    const secret = Buffer.alloc(32, 7).toString('base64');
    for (const [name, value] of Object.entries({
      BOT_TOKEN,
      PLATFORM_API_ROOT,
      DATABASE_URL,
      SECRETS_KEY: secret,
    }))
      vi.stubEnv(name, value);
    const words = ['import', '--from', `${both.there.url}/`, '--account', String(owner.accountId)];
    expect(await failing(...words)).toContain('IMPORT_ACCESS_KEY is not set');
    vi.stubEnv('IMPORT_ACCESS_KEY', both.there.keys.access);
    const link = 'https://by-command.example.org/';
    const created = { action: 'create', link, ads_type: 'resource', quantity_all: 10, name: 'By command' };
    expect((await both.there.post('/orders', both.there.keys.access, created)).http).toBe(200);
    const page = { search: link, inArchive: false, status: null, offset: 0, limit: 1 };
    const known = async () => (await both.here.service.orders.list(owner.accountId, page)).total;
    expect(await admin(...words)).toMatch(/order .* By command .*comes[^]*Nothing is changed/);
    expect(await known()).toBe(0);
    expect(await admin(...words, '--yes')).toMatch(/order .* By command .*comes/);
    expect(await known()).toBe(1);
    expect(await failing('import', '--from', 'there', '--account', '501')).toContain(
      'must be an http address',
    );

    const away = await serve({
      '/filters': { filters: {} },
      '/bots list': { status: 'ok', bots: [] },
      '/orders list': { status: 'ok', orders: [{ order_id: 7 }] },
      '/orders info 7': { status: 'ok', response: order(7) },
      '/statistic': 502,
    });
    vi.stubEnv('IMPORT_STATISTICS_TOKEN', 'any');
    const cut = ['import', '--from', away.url, '--account', String(owner.accountId), '--yes'];
    const said = await failing(...cut);
    await away.close();
    expect(said).toMatch(/order +7 +Order 7 +comes[^]*\/statistic answered 502/);
    expect(await failing(...cut)).toMatch(/could not be reached: .*ECONNREFUSED/);
  });
});

const word = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** Figures of the last day of a part of a range alone. */
const figuresOf = (date: string) => ({
  labels: [date.split('-').reverse().join('.')],
  subscribers_data: [1],
  value_data: ['2.50'],
  avg_price_data: [2.5],
});

/** Answers by path and action, some made of what was asked; what stands there for a number of calls is given in turn. */
async function serve(answers: Record<string, unknown>) {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://there');
      const body = parts.length === 0 ? {} : (JSON.parse(Buffer.concat(parts).toString()) as Body);
      const asked: Body = { ...Object.fromEntries(searchParams), ...body };
      const name = `${pathname} ${word(asked['action'])}`.trim();
      const id = word(asked['bot_id'] ?? asked['order_id'] ?? asked['ads_id']);
      const answer = answers[`${name} ${id}`] ?? answers[name] ?? answers[pathname];
      const given: unknown = Array.isArray(answer) && answer.length > 1 ? answer.shift() : [answer].flat()[0];
      const next: unknown = typeof given === 'function' ? (given as (asked: Body) => unknown)(asked) : given;
      if (typeof next === 'number') response.writeHead(next, { 'Retry-After': '0' }).end('<h1>not now</h1>');
      else
        response.end(JSON.stringify(next ?? { status: 'error', code: 404, message: `nothing at ${name}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  onTestFinished(async () => void (await close()));
  return { url: `http://127.0.0.1:${String(port)}`, close };
}

/** As the interface shows it, which is less than ours do. */
const order = (id: number, more: Body = {}) => ({
  order_id: id,
  status: 'Stopped',
  reason: null,
  link: `https://there${String(id)}.example.org/`,
  name: `Order ${String(id)}`,
  ads_type: 'resource',
  track_unsubscriptions: true,
  to_bot_member: 0,
  quantity_all: 1_000,
  quantity_day: 100,
  is_on: 1,
  in_archive: 0,
  is_lite: 0,
  sub_speed: null,
  quantity_now: 0,
  remains: 1_000,
  old_price: 3,
  real_price: 4.5,
  user_parameters: {},
  order_schedule: {},
  ...more,
});
const info = (response: object) => ({ status: 'ok', code: 200, message: '', response });

describe('a bot', () => {
  it.each([
    ['that is new', 7_310, false],
    ['that comes back from the archive', 7_311, true],
  ])('%s arrives paused in one step', async (_, botId, isArchived) => {
    const { bots } = both.here.service;
    const identity = { bot_id: botId, bot_name: 'One step', bot_nickname: `one_step_${String(botId)}` };
    if (isArchived) {
      const [name, nickname] = [identity.bot_name, identity.bot_nickname];
      await bots.add(owner.accountId, { botId, name, nickname, settings: {} });
      await bots.update(owner.accountId, botId, { inArchive: true, settings: {} });
    }
    const server = await serve({
      '/filters': { filters: {} },
      '/bots list': { status: 'ok', response: [{ bot_id: botId }] },
      '/bots info': { status: 'ok', result: identity },
      '/orders list': { status: 'ok', response: [] },
      '/statistic': { data: { table_data: [] } },
    });
    const died = new Error('The process dies after its first step.');
    const service = { ...both.here.service, bots: { ...bots, update: () => Promise.reject(died) } };
    const items = await both.run(true, both.elsewhere(server.url), service);
    expect(outcomes(items)).toEqual([`bot ${String(botId)} comes`]);
    expect((await bots.info(owner.accountId, botId)).bot).toMatchObject({ isOn: false, inArchive: false });
  });
});

describe('another service', () => {
  it('is read in other shapes, and what cannot come is left out with the reason', async () => {
    const { fromDay, toDay } = both.here.service.imports.historyRange();
    const [country] = (await both.here.service.filters.all()).ads.countries;
    const bot = {
      bot_id: 7_300,
      bot_name: 'There',
      bot_nickname: 'there_bot',
      status: 'active',
      note: null,
      is_on: 1,
    };
    const server = await serve({
      '/filters': {
        filters: {
          ads: {
            countries: [
              { id: 77, name: country?.name },
              { id: 78, name: 'Atlantis' },
            ],
            cities: [1069, 1278].map((id) => ({ id, name: 'San Jose' })),
          },
          bots: {},
        },
      },
      // No pages: whatever the offset, it is the same; and the first time it is too much.
      '/bots list': [429, { status: 'ok', response: [{ id: 7_300 }] }],
      '/bots info 7300': {
        status: 'ok',
        result: { ...bot, profit: 3.5, api_key: 'secret', time_purge: 60, text_op: null },
      },
      '/orders list': info({ items: [71, 72, 73, 74, 75].map((id) => ({ ads_id: id })) }),
      '/orders info 71': info({
        order: order(71, {
          quantity_now: 400,
          user_parameters: { countries: [77], cities: [1069, 1278], languages: null },
        }),
      }),
      '/orders info 72': info(order(72, { user_parameters: { countries: [78] } })),
      '/orders info 73': info(order(73, { status: 'Finished', quantity_now: 1_000 })),
      '/orders info 74': info(order(74, { ads_type: 'bot', link: 'https://t.me/shop_bot' })),
      '/orders info 75': info(order(75, { old_price: 0.0001 })),
      '/statistic source 71': {
        data: {
          table_data: [
            { bot_id: 7_300, is_excluded: true },
            { bot_id: 1, is_excluded: true },
            { bot_id: 2, is_excluded: false },
          ],
        },
      },
      // A month at once, and dates as people write them.
      '/statistic bots 7300': ({ start_date, end_date }: Body) =>
        daysBetween(parseDay(word(start_date)), parseDay(word(end_date))).length > 60
          ? { status: 'error', code: 422, message: 'At most 60 days.' }
          : { status: 'ok', data: figuresOf(word(end_date)) },
      '/statistic ads 71': {
        status: 'ok',
        result: {
          table_data: [
            { date: `${formatDay(toDay - 1)}T00:00:00Z`, subs: 9, subscribers: 2, total_value: '7.25' },
            { date: formatDay(toDay - 2), total_subs: 1, value: 3.3000000000000003 },
            { date: formatDay(fromDay - 1), subscribers: 5, value: 5 },
          ],
        },
      },
      '/statistic allads': { data: { labels: ['Mon', 'Tue'], subscribers_data: [1, 2], value_data: [1, 2] } },
      '/statistic sponsor 7300': {
        data: {
          table_data: [
            { ads_id: 71, is_excluded: 1 },
            { ads_id: 5, is_excluded: true },
          ],
        },
      },
    });
    const items = await both.run(true, both.elsewhere(server.url));
    expect(outcomes(items)).toEqual([
      'bot 7300 comes',
      'order 71 comes',
      'order 72 is left out',
      'order 73 is left out',
      'order 74 is left out',
      'order 75 is left out',
      'exclusion 7300 comes',
      'exclusion 1 is left out',
      'exclusion 71 comes',
      'exclusion 5 is left out',
      'history 0 is left out',
      'history 0 is left out',
      'history 71 comes',
      'history 7300 comes',
    ]);
    const said = new Map(items.map(({ key, note }) => [key, note]));
    expect(said.get('history orders')?.faults).toEqual([{ topic: 'import_unreadable' }]);
    expect(said.get('history bots')?.message).toMatch(/nothing at \/statistic allbots/);
    expect(said.get('history bot 7300')?.message).toMatch(/^8 days with figures/);
    const source = new URL(server.url).host;
    const page71 = { search: 'there71', inArchive: false, status: null, offset: 0, limit: 1 };
    const [order71] = (await both.here.service.orders.list(owner.accountId, page71)).orders;
    const ofOrder = { accountId: owner.accountId, side: 'orders', id: order71?.orderId ?? 0 } as const;
    expect(await both.here.service.imports.history(ofOrder, source, { fromDay: 0, toDay })).toEqual([
      { day: toDay - 2, subscribers: 1, valueMicros: 3_300_000n },
      { day: toDay - 1, subscribers: 2, valueMicros: 7_250_000n },
    ]);
    expect(items.map(({ note }) => note?.message ?? '').join('\n')).toMatch(
      /400 subscribers stay there, 600 are left\n.*atlantis is not known here\.\nIt is Finished\.\n.*bot_token.*\n.*price/i,
    );
    const page = { search: 'there71', inArchive: false, status: null, offset: 0, limit: 1 };
    const [came] = (await both.here.service.orders.list(owner.accountId, page)).orders;
    expect(came).toMatchObject({
      quantityAll: 600,
      quantityDay: 100,
      isOn: false,
      basePriceMicros: 3_000_000n,
    });
    expect(came?.targeting).toMatchObject({ countries: [country?.id], cities: [1069, 1278] });
    const { bot: added } = await both.here.service.bots.info(owner.accountId, 7_300);
    expect(added).toMatchObject({ isOn: false, settings: { timePurgeMinutes: 60 } });
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', 502, /\/bots answered 502: no JSON/],
    [
      'a refusal',
      { status: 'error', code: 401, message: 'Invalid token' },
      /\/bots answered 200: Invalid token/,
    ],
    ['no list', { status: 'ok', response: {} }, /without a list of bots/],
  ])('that answers with %s ends the import, in words', async (_, answer, words) => {
    const server = await serve({ '/filters': { filters: {} }, '/bots list': answer });
    const fault: unknown = await both.run(true, both.elsewhere(server.url)).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ImportFault);
    expect(String(fault)).toMatch(words);
    expect(String(fault)).not.toContain(both.there.keys.access);
  });
});

it.each([
  ['seconds', () => '2'],
  ['a date', () => new Date(Date.now() + 3_000).toUTCString()],
])('a service that asks for a pause by %s is asked again after it', async (_, retryAfter) => {
  const askedAtMs: number[] = [];
  const busyOnce = () => {
    askedAtMs.push(performance.now());
    const isFirst = askedAtMs.length === 1;
    const headers = new Headers(isFirst ? { 'retry-after': retryAfter() } : {});
    return Promise.resolve({
      ok: !isFirst,
      status: isFirst ? 429 : 200,
      headers,
      json: () => Promise.resolve({ status: 'ok', filters: {} }),
    });
  };
  const keys = { access: 'a', statistics: null };
  await openElsewhere('https://there.example.org', keys, { fetch: busyOnce }).filters();
  const [first = 0, second = 0] = askedAtMs;
  expect(second - first).toBeGreaterThan(1_900);
});
