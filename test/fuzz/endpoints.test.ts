/**
 * Every path of the api under hostile requests, many at a time (the bodies of /orders are fuzzed beside this): never a fault
 * of ours, never a hang, always the envelope where it belongs, no secret in an answer, and nothing half-stored at the end.
 * The seed is printed; FUZZ_RUNS=10 tries ten times as many.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Route } from '../../api/route.js';
import { routes } from '../../api/routes/index.js';
import { botSettings } from '../../core/terms/index.js';
import { type ApiStage, openApiStage } from '../api/stage.js';
import { moderatorId } from '../cases/stage.js';
import { brokenIn, dumpRows } from '../support/dump.js';
import { writeFuzz } from './figures.js';
import { cases, hostile, hostileText, mutated } from './hostile.js';

const CASES = cases(12_000);
const AT_ONCE = 24;
const ANSWER_WITHIN_MS = 10_000;

let stage: ApiStage;
/** Tokens of links that the service gave out meanwhile. */
const tokens: string[] = [];

beforeAll(async () => {
  stage = await openApiStage({
    KEY_REQUESTS_PER_MINUTE: '0',
    ADDRESS_REQUESTS_PER_MINUTE: '0',
    HOLD_HOURS: '1',
    BOTS_PER_HOUR: '1000',
  });
  const { service, accountId } = stage;
  await service.accounts.open({ accountId: moderatorId, firstName: 'M', username: '', language: 'en' });
  await service.wallet.credit(accountId, 1_000_000_000n, { reference: 'first', note: '', bookedBy: null });
  const targets = [
    { languages: null },
    { languages: null },
    { languages: null, devicesType: ['mobile'] },
  ] as const;
  for (const [index, targeting] of targets.entries()) {
    const { orderId } = await service.orders.create(accountId, {
      link: `https://example.org/page-${String(index)}`,
      adsType: 'resource',
      quantityAll: 1_000_000,
      targeting: { ...targeting, ...('devicesType' in targeting ? { devicesType: ['mobile'] } : {}) },
    });
    const { revision } = await service.orders.info(accountId, orderId);
    await service.moderation.approve(moderatorId, orderId, revision);
  }
});
afterAll(() => stage.close());

const id = fc.integer({ min: 1, max: 300 });
const flag = fc.constantFrom<unknown>(0, 1, '0', '1', true, false);
/** Not the bot whose key the other requests use. */
const botId = fc.integer({ min: 7_002, max: 7_020 });
const identity = botId.map((bot) => ({
  bot_id: bot,
  bot_name: `Bot ${String(bot)}`,
  bot_nickname: `bot_${String(bot)}`,
}));
const settings = fc.record(
  {
    is_on: flag,
    in_archive: flag,
    time_purge: fc.integer({ min: 5, max: 4_320 }),
    max_sponsors: fc.integer({ min: 1, max: 10 }),
    get_links: flag,
    use_smart_link: flag,
    show_quiz: flag,
    gender_question: flag,
    age_question: flag,
    redirect_open_type: fc.constantFrom('url', 'miniapp'),
    show_bots: flag,
    show_resources: flag,
    text_op: fc.oneof(fc.constant(null), hostileText),
    image_op: fc.constantFrom(null, '', 'https://example.org/a.png'),
    forbidden_themes: fc.constantFrom([], ['games'], ['nonsense']),
  },
  { requiredKeys: [] },
);
const date = fc.constantFrom('2026-01-01', '2026-02-30', '2030-12-31', '0000-00-00', '');
const bodies: Readonly<Record<string, fc.Arbitrary<object>>> = {
  '/get-sponsors': fc
    .tuple(
      fc.record({ chat_id: id, user_id: id, first_name: fc.constantFrom('Ann', 'Аня', '') }),
      fc.record(
        {
          username: fc.constantFrom('ann', '@ann', null),
          language_code: fc.constantFrom('en', 'ru', 'zz'),
          is_premium: flag,
          action: fc.constantFrom('subscribe', 'newtask', 'task'),
          max_sponsors: fc.integer({ min: 1, max: 10 }),
          get_links: flag,
          gender: fc.constantFrom('male', 'female'),
          age: fc.constantFrom('c1', 'c6', 3, 7),
          exclude_ads_ids: fc.array(fc.integer({ min: 1, max: 4 })),
          exclude_resource_ids: fc.array(fc.constantFrom('-100123', 'x')),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([needed, more]) => ({ ...needed, ...more })),
  '/get-user-subscriptions': fc.record(
    {
      user_id: id,
      links: fc.array(fc.webUrl(), { maxLength: 3 }),
      ads_ids: fc.array(id, { maxLength: 3 }),
      start_date: date,
      end_date: date,
    },
    { requiredKeys: ['user_id'] },
  ),
  '/get-user-info': fc.record({ user_id: id }),
  '/bots': fc.oneof(
    fc.tuple(identity, settings).map(([who, how]) => ({ action: 'add', ...who, ...how })),
    fc.tuple(botId, settings).map(([bot, how]) => ({ action: 'update', bot_id: bot, ...how })),
    botId.map((bot) => ({ action: 'info', bot_id: bot })),
    fc.record({
      action: fc.constant('list'),
      offset: id,
      limit: id,
      search_query: hostileText,
      in_archive: flag,
    }),
    botId.map((bot) => ({ action: 'change_api_key', bot_id: bot })),
  ),
  '/toggle-exclusion': fc.record({
    action: fc.constantFrom('exclude', 'activate'),
    context: fc.constantFrom('advertiser', 'publisher'),
    ads_id: fc.integer({ min: 1, max: 4 }),
    bot_id: botId,
  }),
  '/form/:token': fc.record(
    {
      gender: fc.constantFrom('male', 'female'),
      age: fc.integer({ min: 1, max: 6 }),
      init_data: hostileText,
    },
    { requiredKeys: [] },
  ),
  '/r/:token': fc.record(
    {
      platform: hostileText,
      screen: hostileText,
      timezone: hostileText,
      languages: hostileText,
      touch_points: id,
    },
    { requiredKeys: [] },
  ),
};
const queries = fc.oneof(
  fc.record(
    {
      action: fc.constantFrom('allads', 'ads', 'source', 'allbots', 'bots', 'sponsor', 'x'),
      ads_id: fc.integer({ min: 1, max: 4 }).map(String),
      bot_id: botId.map(String),
      start_date: date,
      end_date: date,
      output_format: fc.constantFrom('json', 'html', ''),
      go: fc.constantFrom('1', '0'),
    },
    { requiredKeys: [] },
  ),
  fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
);

interface Case {
  route: Route;
  body: unknown;
  query: Record<string, string>;
  /** `right`, `wrong`, `none`, or what is sent as it is. */
  key: string;
  part: number | string;
  headers: Record<string, string>;
}

/** What fetch takes as the value of a header. */
const headerText = hostileText.map((text) =>
  text
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, 1_000),
);
const fuzzed = routes.filter((route) => route.path !== '/orders');
/** Those that take a body have more to be tried. */
const weighted = fuzzed.flatMap((route) => Array<Route>(route.path in bodies ? 6 : 1).fill(route));
const aCase: fc.Arbitrary<Case> = fc.constantFrom(...weighted).chain((route) => {
  const right = bodies[route.path] ?? fc.constant({});
  return fc.record({
    route: fc.constant(route),
    body: fc.oneof(
      { weight: 4, arbitrary: right },
      { weight: 5, arbitrary: mutated(right) },
      { weight: 1, arbitrary: hostile },
    ),
    query: queries,
    key: fc.oneof(
      { weight: 8, arbitrary: fc.constant('right') },
      { weight: 1, arbitrary: fc.constantFrom('wrong', 'none') },
      { weight: 1, arbitrary: headerText },
    ),
    part: fc.oneof(fc.nat(), hostileText),
    headers: fc.record(
      {
        accept: fc.constantFrom('text/html', 'application/json', '*/*', 'x'),
        'content-type': fc.constantFrom(
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          ';;',
        ),
        'x-forwarded-for': fc.oneof(fc.ipV4(), fc.ipV6(), headerText),
        'user-agent': headerText,
        'x-request-id': headerText,
        'accept-language': headerText,
        'if-none-match': headerText,
        cookie: headerText.map((text) => `cabinet_session=${text}`),
        'sec-ch-ua-mobile': headerText,
        'content-encoding': fc.oneof(
          { weight: 12, arbitrary: fc.constant('identity') },
          { weight: 1, arbitrary: fc.constantFrom('gzip', 'br', 'x') },
        ),
      },
      { requiredKeys: [] },
    ),
  });
});

const httpSeen = new Map<number, number>();

/** Events go on for as long as somebody listens: of them the head is enough. */
async function readAll(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return '';
}

async function send({ route, body, query, key, part, headers }: Case): Promise<void> {
  const token =
    typeof part === 'number' ? (tokens[part % Math.max(1, tokens.length)] ?? 'x') : encodeSafely(part);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(toWellFormed(name), toWellFormed(value));
  const sent: Record<string, string> = { ...headers };
  const kinds = route.access === 'public' ? (['bot'] as const) : route.access;
  const value =
    key === 'right' ? stage.keys[kinds[0] ?? 'bot'] : key === 'wrong' ? stage.keys.access.slice(0, -1) : key;
  if (key !== 'none' && value !== '') {
    if (route.keyIn === 'query') search.set('api_token', value);
    else sent['auth'] = value;
  }
  const path = route.path.replaceAll(/:\w+/g, token === '' ? 'x' : token);
  const response = await fetch(`${stage.url}${path}?${search.toString()}`, {
    method: route.method.toUpperCase(),
    headers: sent,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(route.method === 'post' ? { body: toBody(body) } : {}),
  });
  const text = await readAll(response);
  httpSeen.set(response.status, (httpSeen.get(response.status) ?? 0) + 1);
  // Not ready is the right answer of a stage without a bot process.
  const isFine = response.status < 500 || (route.path === '/readyz' && response.status === 503);
  expect(isFine, `${route.method} ${path}: ${String(response.status)} ${text.slice(0, 300)}`).toBe(true);
  if (route.kind !== 'raw') {
    const answer = JSON.parse(text) as Record<string, unknown>;
    expect(answer).toMatchObject({ code: response.status, message: expect.any(String) as string });
    expect(['ok', 'warning', 'error', 'gender', 'age', 'register']).toContain(answer['status']);
    learn(answer);
  }
  expect(text).not.toMatch(/SqliteError|SQLITE_|\.ts:\d+|node_modules|at async /);
  if (route.path !== '/bots') expect(text).not.toContain(stage.keys.access);
}

function learn(answer: Record<string, unknown>): void {
  for (const link of (answer['links'] ?? []) as string[]) {
    const token = /\/(?:r|form)\/([^/?]+)$/.exec(link)?.[1];
    if (token !== undefined && tokens.length < 5_000) tokens.push(token);
  }
  const form = (answer['additional'] as { registration_url?: string } | undefined)?.registration_url;
  const token = form === undefined ? undefined : /\/form\/([^/?]+)/.exec(form)?.[1];
  if (token !== undefined) tokens.unshift(token);
}

/** Some links to begin with, whatever has been excluded by the time the random requests ask for theirs. */
async function learnTokens(): Promise<void> {
  for (const orderId of [1, 2, 3])
    await stage.service.exclusions.toggle(stage.accountId, {
      context: 'publisher',
      isExcluded: false,
      orderId,
    });
  for (let user = 901; user < 911; user += 1) {
    const body = { chat_id: user, user_id: user, first_name: 'Ann' };
    learn((await stage.post('/get-sponsors', stage.keys.bot, body)).body);
  }
}

function toBody(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function encodeSafely(text: string): string {
  return encodeURIComponent(toWellFormed(text)).slice(0, 4_000).replace(/%.?$/, '');
}

/** Halves of characters cannot be put into an address. */
function toWellFormed(text: string): string {
  return Buffer.from(text).toString();
}

it(
  `${String(CASES)} hostile requests: no fault of ours, no hang, nothing half-stored`,
  async () => {
    const startMs = performance.now();
    await learnTokens();
    await fc.assert(
      fc.asyncProperty(fc.array(aCase, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (batch) => {
        await Promise.all(batch.map(send));
      }),
      { numRuns: Math.ceil(CASES / AT_ONCE), endOnFailure: true },
    );
    process.stderr.write(
      `answers: ${[...httpSeen]
        .sort(([a], [b]) => a - b)
        .map(([code, count]) => `${String(count)} × ${String(code)}`)
        .join(', ')}\n`,
    );
    expect(httpSeen.get(200) ?? 0, 'right requests must get through').toBeGreaterThan(CASES / 20);
    expect(httpSeen.get(422) ?? 0, 'wrong requests must be refused').toBeGreaterThan(CASES / 20);
    expect(tokens.length, 'links were given out and followed').toBeGreaterThan(0);
    await expectWhole();
    writeFuzz('requests to every path', CASES, startMs);
  },
  60_000 + CASES * 30,
);

/** The books are in balance, the file is sound, and every bot reads back with settings within their bounds. */
async function expectWhole(): Promise<void> {
  const { service, accountId } = stage;
  expect(await service.wallet.check()).toMatchObject({
    postingsMicros: 0n,
    balancesMicros: 0n,
    entriesOutOfBalance: 0,
  });
  expect((await service.checks.run()).outcome).toMatchObject({ differing: 0 });
  expect(await brokenIn(stage.settings.DATABASE_URL)).toEqual([]);
  for (const inArchive of [false, true]) {
    const { bots } = await service.bots.list(accountId, { offset: 0, limit: 100, search: '', inArchive });
    for (const { botId: one } of bots) {
      const { bot, apiKey } = await service.bots.info(accountId, one);
      const { maxSponsors, timePurgeMinutes } = bot.settings;
      expect(maxSponsors).toBeGreaterThanOrEqual(botSettings.maxSponsors.min);
      expect(maxSponsors).toBeLessThanOrEqual(botSettings.maxSponsors.max);
      expect(timePurgeMinutes).toBeGreaterThanOrEqual(botSettings.timePurgeMinutes.min);
      expect(timePurgeMinutes).toBeLessThanOrEqual(botSettings.timePurgeMinutes.max);
      expect(await service.accounts.authenticate(apiKey)).toMatchObject({ botId: one });
    }
  }
}

it('a refused request to change something changes nothing', async () => {
  // What these paths can change; counts of requests go on being written meanwhile.
  const rows = async () => {
    const all = await dumpRows(stage.settings.DATABASE_URL, { withoutColumns: ['last_used_at_ms'] });
    return all.filter((row) => /^(?:accounts|keys|bots|orders|[a-z_]*exclusions) /.test(row));
  };
  const writing = fuzzed.filter(({ path }) => path === '/bots' || path === '/toggle-exclusion');
  const one = fc.constantFrom(...writing).chain((route) => {
    const right = bodies[route.path] ?? fc.constant({});
    return fc.tuple(fc.constant(route), fc.oneof(mutated(right), hostile));
  });
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(one, async ([route, body]) => {
      const before = await rows();
      const query = route.keyIn === 'query' ? `?api_token=${stage.keys.statistics}` : '';
      const response = await fetch(`${stage.url}${route.path}${query}`, {
        method: 'POST',
        headers: { Auth: stage.keys[route.keyIn === 'query' ? 'statistics' : 'access'] },
        body: toBody(body),
      });
      await readAll(response);
      if (response.status === 200) return;
      refused += 1;
      expect(await rows()).toEqual(before);
    }),
    { numRuns: cases(400), endOnFailure: true },
  );
  expect(refused).toBeGreaterThan(cases(400) / 4);
}, 120_000);
