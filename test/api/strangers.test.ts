/**
 * Nobody reads or changes what isn't theirs: every action of every path, asked by somebody with good keys of their own
 * for what is somebody else's, and for what is not there. Both get the same refusal, and nothing changes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Handler } from '../../api/route.js';
import { routes } from '../../api/routes/index.js';
import { moderatorId } from '../cases/stage.js';
import { dumpRows } from '../support/dump.js';
import { type ApiStage, openApiStage, type Reply } from './stage.js';

const strangerId = 502;
const MISSING = 987_654;

/** What the owner has; `missing` has nothing. */
interface Things {
  bot: number;
  order: number;
  task: string;
  file: string;
}

interface Attempt {
  /** As in the routes: a path, and its action where it has actions. */
  action: string;
  name?: string;
  expect?: 403 | 404;
  ask(things: Things): Promise<Reply>;
}

let stage: ApiStage;
let theirs: Things;
const missing: Things = { bot: MISSING, order: MISSING, task: 'x'.repeat(32), file: 'y'.repeat(32) };
let stranger: { access: string; statistics: string; bot: string };

beforeAll(async () => {
  stage = await openApiStage();
  const { service, accountId } = stage;
  const { orderId } = await service.orders.create(accountId, {
    link: 'https://example.org/owners-page',
    adsType: 'resource',
    name: 'Owner’s order',
    quantityAll: 100,
  });
  const wanted = { includePrice: false, timeRange: 'all' } as const;
  const { taskId } = await service.reports.request(accountId, orderId, wanted);
  const { fileId } = await service.reports.requestIds(accountId, orderId, 'all');
  theirs = { bot: stage.botId, order: orderId, task: taskId, file: fileId };
  await stage.post('/get-sponsors', stage.keys.bot, { chat_id: 1, user_id: 4001, first_name: 'Eve' });
  await service.accounts.open({
    accountId: strangerId,
    firstName: 'Mallory',
    username: 'mallory',
    language: 'en',
  });
  const own = { botId: 7900, name: 'Mine', nickname: 'mine_bot', settings: { getLinks: true } };
  const { apiKey } = await service.bots.add(strangerId, own);
  stranger = {
    access: await service.accounts.revealKey(strangerId, 'access'),
    statistics: await service.accounts.revealKey(strangerId, 'statistics'),
    bot: apiKey,
  };
});
afterAll(() => stage.close());

const manage = (path: string, body: (things: Things) => object) => (things: Things) =>
  stage.post(path, stranger.access, body(things));
const bots = (action: string, more: object = {}): Attempt => ({
  action: `/bots ${action}`,
  name: JSON.stringify(more),
  ask: manage('/bots', ({ bot }) => ({ action, bot_id: bot, ...more })),
});
const orders = (action: string, more: object = {}): Attempt => ({
  action: `/orders ${action}`,
  name: JSON.stringify(more),
  ask: manage('/orders', ({ order }) => ({ action, order_id: order, ...more })),
});
const statistic = (query: (things: Things) => string): Attempt => ({
  action: '/statistic',
  name: query({ bot: 1, order: 1, task: '', file: '' }),
  ask: (things) => stage.ask(`/statistic?api_token=${stranger.statistics}&${query(things)}`),
});
const exclusion = (body: (things: Things) => object): Attempt => ({
  action: '/toggle-exclusion',
  name: JSON.stringify(body({ bot: 1, order: 1, task: '', file: '' })),
  ask: (things) => stage.post(`/toggle-exclusion?api_token=${stranger.statistics}`, null, body(things)),
});

const attempts: Attempt[] = [
  bots('info'),
  bots('update', { is_on: 0 }),
  bots('update', { in_archive: 1 }),
  bots('update', { text_op: 'Mine now' }),
  bots('update', {}),
  bots('change_api_key'),
  bots('networks'),
  bots('set_networks', { networks: [{ kind: 'flyer', key: 'mine' }] }),
  bots('test_network', { network_id: 1 }),
  orders('info'),
  orders('update', { is_on: 0 }),
  orders('update', { in_archive: 1 }),
  orders('update', { price: 1 }),
  orders('update', { link: 'https://example.org/another' }),
  orders('update', {}),
  orders('duplicate'),
  orders('report'),
  orders('report', { include_price: true, time_range: 'today' }),
  orders('download_id'),
  {
    action: '/orders check_report',
    ask: manage('/orders', ({ task }) => ({ action: 'check_report', task_id: task })),
  },
  {
    action: '/orders/download_id/:fileId',
    ask: ({ file }) => stage.ask(`/orders/download_id/${file}`, { headers: { Auth: stranger.access } }),
  },
  statistic(({ order }) => `action=ads&ads_id=${String(order)}`),
  statistic(({ order }) => `action=source&ads_id=${String(order)}`),
  statistic(({ bot }) => `action=bots&bot_id=${String(bot)}`),
  statistic(({ bot }) => `action=sponsor&bot_id=${String(bot)}`),
  exclusion(({ order, bot }) => ({ action: 'exclude', context: 'advertiser', ads_id: order, bot_id: bot })),
  exclusion(({ order }) => ({ action: 'activate', context: 'advertiser', ads_id: order, bot_id: 7900 })),
  exclusion(({ order, bot }) => ({ action: 'exclude', context: 'publisher', ads_id: order, bot_id: bot })),
  {
    action: '/get-user-info',
    name: 'of a user of another bot',
    expect: 404,
    ask: ({ bot }) =>
      stage.post('/get-user-info', stranger.bot, { user_id: bot === MISSING ? MISSING : 4001 }),
  },
];

/** Actions that name nothing of anybody's: they take nothing, are about the caller alone, or make something new. */
const ownOnly = [
  ...routes.flatMap((route) =>
    route.kind === 'json' && route.access !== 'public' && namesNothing(route.handler) ? [route.path] : [],
  ),
  '/bots add',
  '/bots list',
  '/orders create',
  '/orders list',
  '/get-sponsors',
  '/get-user-subscriptions',
];

function namesNothing({ fields }: Handler): boolean {
  return fields instanceof z.ZodObject && Object.keys(fields.shape).length === 0;
}

/** All that counts; not when a key was last used, nor how often somebody asked, which is written in its own good time. */
const rows = () =>
  dumpRows(stage.settings.DATABASE_URL, {
    without: ['limit_takes', 'versions', 'bot_days'],
    withoutColumns: ['last_used_at_ms'],
  });

/** The same for both, but for the id that was asked for. */
const wordsOf = ({ text }: Reply, { task, file }: Things) =>
  text
    .replaceAll(task, '<task>')
    .replaceAll(file, '<file>')
    .replaceAll(/\b(Bot|Order) \d+/g, '$1 <id>');

describe('a stranger', () => {
  // `test/cabinet/attacks.test.ts` has the cabinet's, by key and by session.
  it('is tried on every action of every path that takes a key', () => {
    const all = routes
      .filter((route) => route.access !== 'public' && route.isOfCabinet !== true)
      .flatMap((route) =>
        route.kind === 'actions'
          ? Object.keys(route.actions).map((action) => `${route.path} ${action}`)
          : [route.path],
      );
    expect(all.length).toBeGreaterThan(15);
    expect([...new Set([...attempts.map(({ action }) => action), ...ownOnly])].sort()).toEqual(all.sort());
  });

  it.each(attempts.map((attempt) => [attempt.action, attempt.name ?? '', attempt] as const))(
    '%s %s',
    async (_action, _name, { ask, expect: code = 403 }) => {
      const before = await rows();
      const [refused, absent] = [await ask(theirs), await ask(missing)];
      expect(refused.http).toBe(code);
      if (refused.headers.get('content-type')?.startsWith('application/json') === true)
        expect(refused.body).toMatchObject({ status: 'error', code });
      expect(absent.http).toBe(refused.http);
      expect(wordsOf(absent, missing)).toBe(wordsOf(refused, theirs));
      expect(refused.text).not.toMatch(/Owner|owners-page|Recipes|recipes_bot|Ada|sg_(bot|access|stat)_/);
      expect(await rows()).toEqual(before);
    },
  );

  it('sees nothing of others in what is about themselves', async () => {
    const seen = [
      await stage.post('/bots', stranger.access, { action: 'list', limit: 100 }),
      await stage.post('/bots', stranger.access, { action: 'list', search_query: 'Recipes' }),
      await stage.post('/orders', stranger.access, { action: 'list', limit: 100 }),
      await stage.post('/orders', stranger.access, { action: 'list', search_query: 'owners' }),
      await stage.post('/get-balance', stranger.statistics),
      await stage.post('/get-balance', stranger.bot),
      await stage.ask(`/statistic?api_token=${stranger.statistics}&action=allbots`),
      await stage.ask(`/statistic?api_token=${stranger.statistics}&action=allads`),
      await stage.ask(`/statistic?api_token=${stranger.statistics}&action=sponsor`),
      await stage.post('/get-user-subscriptions', stranger.bot, { user_id: 4001 }),
      await stage.post('/get-user-subscriptions', stranger.bot, { user_id: 4001, ads_ids: [theirs.order] }),
    ];
    for (const { http, text } of seen) {
      expect(http).toBe(200);
      expect(text).not.toMatch(/Owner|owners-page|Recipes|recipes_bot|Ada/);
      expect(text).not.toContain(stage.keys.bot);
    }
  });

  it('cannot take a bot by its id, nor learn its key by adding it', async () => {
    const before = await rows();
    const body = { action: 'add', bot_id: stage.botId, bot_name: 'Recipes', bot_nickname: 'recipes_bot' };
    const { http, text } = await stage.post('/bots', stranger.access, body);
    expect(http).toBe(409);
    expect(text).not.toMatch(/sg_bot_/);
    expect(await rows()).toEqual(before);
  });

  it('who is blocked has no key any more, in whatever path', async () => {
    await stage.service.accounts.block(moderatorId, strangerId, 'Fraud.');
    expect((await stage.post('/bots', stranger.access, { action: 'list' })).http).toBe(401);
    expect((await stage.post('/get-balance', stranger.statistics)).http).toBe(401);
    expect((await stage.post('/get-sponsors', stranger.bot, { chat_id: 1, user_id: 2 })).http).toBe(401);
    await stage.service.accounts.unblock(moderatorId, strangerId);
  });
});
