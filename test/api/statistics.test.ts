/** What /statistic and /toggle-exclusion may be asked for, and by whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayNumberOf, dayOf } from '../../core/days.js';
import type { UnpaidReason } from '../../core/terms/index.js';
import type { Scene } from '../cases/scene.js';
import type { Stage } from '../cases/stage.js';
import { settle } from '../contract/makers.js';
import { type FiguresStage, openFigures, orders, zone } from './statistics-stage.js';
import { sayUnpaid } from '../../words/reasons.js';

let figures: FiguresStage;
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  figures = await openFigures();
  ({ stage, scene } = figures);
});
afterAll(() => figures.close());

const statistic: FiguresStage['statistic'] = (person, query) => figures.statistic(person, query);
const orderId = (name: string) => figures.orderId(name);
const botId = (name: string) => figures.botId(name);

describe('what a statistic is asked for', () => {
  it('the last ten days unless said otherwise', async () => {
    const { data } = await statistic('advertiser', { action: 'allads' });
    const labels = data['labels'] as string[];
    expect(labels).toHaveLength(10);
    expect(labels.at(-1)).toBe(dayOf(stage.clock.now(), zone));
    const old = await statistic('advertiser', { action: 'allads', end_date: '2029-05-31' });
    expect(old.data['labels']).toEqual(expect.arrayContaining(['2029-05-22', '2029-05-31']));
  });

  it.each([
    [{ action: 'ads' }, 'ads_id: is required'],
    [{ action: 'source' }, 'ads_id: is required'],
    [{ action: 'bots' }, 'bot_id: is required'],
    [{}, 'action: is required'],
    [{ action: 'everything' }, 'action: must be one of'],
    [{ action: 'allads', start_date: '2030-02-30' }, 'start_date: must be a date'],
    [{ action: 'allads', start_date: '2029-01-02', end_date: '2029-01-01' }, 'must not be after end_date'],
    [{ action: 'allads', start_date: '2129-01-02' }, 'must not be after today'],
    [{ action: 'allads', start_date: '2028-01-01', end_date: '2029-01-01' }, 'must not be over 366 days'],
    [{ action: 'allads', output_format: 'xml' }, 'output_format: must be one of'],
  ])('%j is refused', async (query, message) => {
    const refused = await statistic('advertiser', query);
    expect(refused.http).toBe(422);
    expect(refused.message).toContain(message);
  });

  it('366 days are not too many', async () => {
    const { data } = await statistic('advertiser', {
      action: 'allads',
      start_date: '2028-01-01',
      end_date: '2028-12-31',
    });
    expect(data['labels']).toHaveLength(366);
  });

  it("somebody else's order and bot are 403", async () => {
    for (const query of [
      { action: 'ads', ads_id: orderId('garden') },
      { action: 'source', ads_id: orderId('garden') },
      { action: 'bots', bot_id: botId('recipes_bot') },
      { action: 'sponsor', bot_id: botId('recipes_bot') },
      { action: 'ads', ads_id: 99_999 },
    ]) {
      expect((await statistic('stranger', query)).http).toBe(403);
    }
  });

  it('requests are counted by what came of them', async () => {
    const before = (await statistic('publisher', { action: 'bots', bot_id: botId('stories_bot') })).data[
      'requests_stats'
    ] as Record<string, number>;
    const key = String(scene.names.get('stories_bot', 'key'));
    const ask = (body: object) =>
      fetch(`${stage.url}/get-sponsors`, {
        method: 'POST',
        headers: { Auth: key },
        body: JSON.stringify(body),
      });
    const user = { chat_id: 1, user_id: 77_001, first_name: 'Emma', language_code: 'ru' };
    expect(((await (await ask(user)).json()) as { status: string }).status).toBe('warning');
    expect((await ask({ ...user, exclude_ads_ids: orders.map(orderId) })).status).toBe(404);
    for (const wrong of [{ max_sponsors: 20 }, { get_links: 'yes' }, { user_id: 'Emma' }])
      expect((await ask({ ...user, ...wrong })).status).toBe(422);
    await stage.service.contacts.idle();
    const { requests_stats: after } = (
      await statistic('publisher', { action: 'bots', bot_id: botId('stories_bot') })
    ).data;
    expect(after).toEqual({
      total_requests: (before['total_requests'] ?? 0) + 5,
      successful_requests: (before['successful_requests'] ?? 0) + 1,
      no_sponsors: (before['no_sponsors'] ?? 0) + 1,
      passed: before['passed'],
      errors: (before['errors'] ?? 0) + 3,
      // This user never started the bot: the platform says so, and what was shown counts for nothing.
      unproven_impressions: expect.any(Number) as number,
    });
    expect((after as Record<string, number>)['unproven_impressions']).toBeGreaterThan(0);
  });
});

describe('joins that nobody pays for', () => {
  let lastUser = 78_000;
  async function unpaid(order: string, bot: string, reason: UnpaidReason): Promise<void> {
    lastUser += 1;
    const nowMs = stage.clock.now();
    const decide = () => ({ kind: 'free', state: 'notgetted', reason, botId: botId(bot) }) as const;
    const at = { day: dayNumberOf(nowMs, zone), nowMs, decide };
    await settle(stage.store, orderId(order), lastUser, at);
  }
  const sentence = (reason: UnpaidReason, language: string) => ({
    reason,
    text: sayUnpaid(reason, language),
  });

  beforeAll(async () => {
    await unpaid('garden', 'recipes_bot', 'came_back');
    await unpaid('garden', 'recipes_bot', 'came_back');
    await unpaid('garden', 'recipes_bot', 'no_money');
    await unpaid('night', 'recipes_bot', 'suspicious');
    await unpaid('own', 'stories_bot', 'shared_address');
  });

  it('are told to both sides by day and reason, in words, in the language that was asked for', async () => {
    const date = dayOf(stage.clock.now(), zone);
    const ofGarden = (language: string) => [
      { date, ...sentence('came_back', language), joins: 2 },
      { date, ...sentence('no_money', language), joins: 1 },
    ];
    const all = [...ofGarden('en'), { date, ...sentence('suspicious', 'en'), joins: 1 }];
    const garden = { action: 'ads', ads_id: orderId('garden') };
    expect((await statistic('advertiser', garden)).data).toMatchObject({
      unpaid: ofGarden('en'),
      unpaid_total: 3,
    });
    expect((await statistic('advertiser', { ...garden, lang: 'RU' })).data['unpaid']).toEqual(ofGarden('ru'));
    const bot = { action: 'bots', bot_id: botId('recipes_bot') };
    for (const [person, query] of [
      ['advertiser', { action: 'allads' }],
      ['publisher', bot],
    ] as const)
      expect((await statistic(person, query)).data).toMatchObject({ unpaid: all, unpaid_total: 4 });
    const { data } = await statistic('publisher', { action: 'allbots' });
    const ofStories = { date, ...sentence('shared_address', 'en'), joins: 1 };
    expect(data).toMatchObject({ unpaid: [...ofGarden('en'), ofStories, all[2]], unpaid_total: 5 });
    for (const [person, query] of [
      ['stranger', { action: 'allads' }],
      ['stranger', { action: 'allbots' }],
      ['publisher', { ...bot, end_date: '2029-05-31' }],
    ] as const)
      expect((await statistic(person, query)).data).toMatchObject({ unpaid: [], unpaid_total: 0 });
  });
});

describe('/toggle-exclusion', () => {
  async function toggle(
    person: string,
    body: object,
  ): Promise<{ http: number; body: Record<string, unknown> }> {
    const path = `${stage.url}/toggle-exclusion?api_token=${String(scene.names.get(person, 'statistics'))}`;
    const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
    return { http: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const rows = async (person: string, query: Record<string, string | number>) =>
    (await statistic(person, query)).data['table_data'] as {
      bot_id?: number;
      ads_id?: number;
      is_excluded: boolean;
    }[];

  it('an advertiser keeps an order out of any bot, and takes it back; twice is the same', async () => {
    const body = { context: 'advertiser', ads_id: orderId('night'), bot_id: botId('stories_bot') };
    for (const [action, isExcluded] of [
      ['exclude', true],
      ['exclude', true],
      ['activate', false],
      ['activate', false],
      ['exclude', true],
    ] as const) {
      const done = await toggle('advertiser', { action, ...body });
      expect(done.body).toMatchObject({ status: 'ok', code: 200, result: { is_excluded: isExcluded } });
    }
    // Listed even where it brought nobody in these days.
    const sources = await rows('advertiser', {
      action: 'source',
      ads_id: orderId('night'),
      start_date: '2029-01-01',
      end_date: '2029-01-02',
    });
    expect(sources).toEqual([
      {
        bot_id: botId('stories_bot'),
        bot_nickname: 'stories_bot',
        subscribers: 0,
        value: 0,
        is_excluded: true,
      },
    ]);
  });

  it('a publisher keeps a sponsor out of one bot, or of all', async () => {
    const about = { context: 'publisher', ads_id: orderId('garden') };
    const isExcluded = async (bot: string | null) => {
      const query = bot === null ? {} : { bot_id: botId(bot) };
      const range = { start_date: '2030-01-01', end_date: dayOf(stage.clock.now(), zone) };
      const found = await rows('publisher', { action: 'sponsor', ...query, ...range });
      return found.find((row) => row.ads_id === orderId('garden'))?.is_excluded ?? false;
    };
    await toggle('publisher', { action: 'exclude', ...about, bot_id: botId('recipes_bot') });
    expect([
      await isExcluded('recipes_bot'),
      await isExcluded('stories_bot'),
      await isExcluded(null),
    ]).toEqual([true, false, false]);
    await toggle('publisher', { action: 'exclude', ...about });
    expect([
      await isExcluded('recipes_bot'),
      await isExcluded('stories_bot'),
      await isExcluded(null),
    ]).toEqual([true, true, true]);
    await toggle('publisher', { action: 'activate', ...about });
    expect([
      await isExcluded('recipes_bot'),
      await isExcluded('stories_bot'),
      await isExcluded(null),
    ]).toEqual([true, false, false]);
  });

  it.each([
    [
      "an order that is somebody else's",
      'stranger',
      () => ({
        action: 'exclude',
        context: 'advertiser',
        ads_id: orderId('garden'),
        bot_id: botId('recipes_bot'),
      }),
      403,
    ],
    [
      'a bot that is not there',
      'advertiser',
      () => ({ action: 'exclude', context: 'advertiser', ads_id: orderId('garden'), bot_id: 5 }),
      403,
    ],
    [
      "a bot that is somebody else's",
      'stranger',
      () => ({
        action: 'exclude',
        context: 'publisher',
        ads_id: orderId('garden'),
        bot_id: botId('recipes_bot'),
      }),
      403,
    ],
    [
      'an order that is not there',
      'publisher',
      () => ({ action: 'exclude', context: 'publisher', ads_id: 99_999 }),
      403,
    ],
    [
      'no bot',
      'advertiser',
      () => ({ action: 'exclude', context: 'advertiser', ads_id: orderId('garden') }),
      422,
    ],
    [
      'an unknown action',
      'advertiser',
      () => ({ action: 'toggle', context: 'advertiser', ads_id: orderId('garden') }),
      422,
    ],
    [
      'an unknown context',
      'advertiser',
      () => ({ action: 'exclude', context: 'user', ads_id: orderId('garden') }),
      422,
    ],
  ])('%s is refused', async (_name, person, body, http) => {
    expect((await toggle(person, body())).http).toBe(http);
  });
});
