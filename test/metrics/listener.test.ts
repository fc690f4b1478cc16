/** Who may read the figures of a process, and what the status page shows. */
import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics, type MetricsListener, startMetrics } from '../../core/adapters/metrics/index.js';
import type { PaceFigure } from '../../core/adapters/platform/index.js';
import { parseSettings } from '../../core/config.js';
import { ServiceError } from '../../core/errors.js';
import type { Figures, Readiness } from '../../core/health.js';
import { closeTabs, expectFine, openTab, sharedBrowser, widths } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { parseSamples, sumOf } from './stage.js';

const ready = (): Promise<Readiness> =>
  Promise.resolve({ state: 'ready', checks: { store: 'ok', bot: 'ok', platform: 'ok' } });
const TOKEN = 'a-token-of-the-test-alone';
const none = { waiting: 0, oldestMs: 0, dead: 0 };
const figures: Figures = {
  backlogs: {
    outboxes: {
      blocks: { waiting: 3, oldestMs: 61_000, dead: 0 },
      notifications: none,
      reports: { ...none, dead: 2 },
      updates: none,
      webhooks: none,
    },
    holds: none,
    ordersRunning: 12,
    ordersWaiting: 1,
    withdrawals: { waiting: 2, oldestMs: 90_000, dead: 0 },
    refunds: none,
  },
  bots: [
    { botId: 900, orders: 12, heardAgeMs: 1_000 },
    { botId: 910, orders: 3, heardAgeMs: null },
  ],
  sizes: { dataBytes: 5_000_000, logBytes: 70_000, heldLogBytes: null },
  replica: null,
  railDifferences: 0,
  paymentAgesMs: new Map([['stars', 5_000]]),
  purgeAgesMs: new Map([['pins', 90_000]]),
  botBeatAgeMs: 2_000,
  check: {
    day: 20_468,
    endedAtMs: 0,
    tookMs: 1_500,
    ageMs: 3 * 3_600_000,
    outcome: {
      differences: [
        { subject: 'order_day_value', place: { orderId: 12, day: 20_468 }, expected: 2n, found: 1n },
      ],
      differing: 1,
      differingMoney: 0,
      entries: 10,
      subscribers: 4,
      orders: 2,
      bots: 1,
      checked: { entryId: 10, day: 20_467 },
      fullDay: 20_467,
    },
  },
};

const paces: PaceFigure[] = [
  { lane: 'membership', perSecond: 92.51, share: 0.4, ceiling: 110, restMs: 3_000 },
  { lane: 'messages', perSecond: 25, share: 0.9, ceiling: null, restMs: 0 },
];

let listener: MetricsListener | null = null;
afterEach(async () => {
  await listener?.stop();
});

async function start(
  environment: Record<string, string> = {},
  ask: () => Promise<Figures> = () => Promise.resolve(figures),
  metrics = createMetrics('api'),
): Promise<string> {
  const settings = parseSettings({
    BOT_TOKEN: '1:just-some-bot',
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    METRICS_PORT: '0',
    ...environment,
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const sponsors = { ineligibilityCounts: () => new Map([['no_money', 7]]) };
  const geo = { knows: { countries: true, cities: false } };
  const service = { settings, health: { figures: ask, ready }, sponsors, geo };
  const platform = { paces: () => [{ botId: 900, paces }], clockAheadMs: () => 7_400 };
  listener = await startMetrics({ process: 'api', metrics, service, platform, log });
  return listener?.url ?? '';
}

describe('the listener', () => {
  it('is not there while no port is set', async () => {
    expect(await start({ METRICS_PORT: '' })).toBe('');
  });

  it('gives figures of the process and of the store', async () => {
    const response = await fetch(`${await start()}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const samples = parseSamples(await response.text());
    expect(sumOf(samples, 'sponsorgate_outbox_waiting', { outbox: 'blocks' })).toBe(3);
    expect(sumOf(samples, 'sponsorgate_database_bytes', { part: 'data' })).toBe(5_000_000);
    expect(sumOf(samples, 'sponsorgate_database_bytes', { part: 'log' })).toBe(70_000);
    expect(sumOf(samples, 'sponsorgate_purge_due_seconds', { table: 'pins' })).toBe(90);
    expect(sumOf(samples, 'sponsorgate_outbox_oldest_seconds', { outbox: 'blocks' })).toBe(61);
    expect(sumOf(samples, 'sponsorgate_outbox_dead', { outbox: 'reports' })).toBe(2);
    expect(sumOf(samples, 'sponsorgate_orders', { state: 'running' })).toBe(12);
    expect(sumOf(samples, 'sponsorgate_check_differences')).toBe(1);
    expect(sumOf(samples, 'sponsorgate_check_age_seconds')).toBe(10_800);
    expect(sumOf(samples, 'sponsorgate_check_differences', { of: 'money' })).toBe(0);
    expect(sumOf(samples, 'sponsorgate_payouts_oldest_seconds', { kind: 'withdrawals' })).toBe(90);
    expect(sumOf(samples, 'sponsorgate_payments_read_age_seconds', { way: 'stars' })).toBe(5);
    expect(sumOf(samples, 'sponsorgate_ready', { check: 'store' })).toBe(1);
    // There is no database here whose age could be that of its backups; it keeps no other figure away.
    expect(samples.filter(({ name }) => name === 'sponsorgate_backup_age_seconds')).toEqual([]);
    expect(sumOf(samples, 'sponsorgate_disk_free_bytes', { place: 'backups' })).toBeGreaterThan(0);
    expect(sumOf(samples, 'sponsorgate_platform_clock_ahead_seconds')).toBe(7.4);
    expect(sumOf(samples, 'sponsorgate_store_up')).toBe(1);
    expect(sumOf(samples, 'sponsorgate_refusals_total', { reason: 'no_money' })).toBe(7);
    expect(sumOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(samples.some(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')).toBe(true);
    expect(samples.find(({ name }) => name === 'sponsorgate_build_info')?.labels['version']).toMatch(
      /^\d+\.\d+\.\d+/,
    );
    expect(samples.every(({ labels }) => labels['process'] === 'api')).toBe(true);
  });

  it('gives the pace of calls with the operator’s token, and when it rests', async () => {
    const url = await start();
    const samples = parseSamples(await (await fetch(`${url}/metrics`)).text());
    const of = (name: string, kind: string) => sumOf(samples, `sponsorgate_platform_pace_${name}`, { kind });
    expect(of('per_second', 'membership')).toBe(92.51);
    expect(of('share', 'membership')).toBe(0.4);
    expect(of('ceiling_per_second', 'membership')).toBe(110);
    expect(of('rest_seconds', 'membership')).toBe(3);
    expect(samples.filter(({ name }) => name.endsWith('ceiling_per_second'))).toHaveLength(1);
    const page = await (await fetch(`${url}/status`)).text();
    expect(page).toContain('membership 92.5 (refused above about 110), rests 3 s, messages 25<');
  });

  it('counts what other networks answer, and shows what each said last', async () => {
    const metrics = createMetrics('api');
    for (const outcome of ['answered', 'resting'] as const) metrics.network('flyer', outcome);
    const url = await start({}, undefined, metrics);
    const samples = parseSamples(await (await fetch(`${url}/metrics`)).text());
    const name = 'sponsorgate_network_answers_total';
    expect(sumOf(samples, name, { network: 'flyer', outcome: 'resting' })).toBe(1);
    expect(sumOf(samples, name)).toBe(2);
    expect(await (await fetch(`${url}/status`)).text()).toMatch(/Network flyer.*resting/);
  });

  it('tells of each of our bots what it checks, and how old its updates are', async () => {
    const url = await start();
    const samples = parseSamples(await (await fetch(`${url}/metrics`)).text());
    expect(sumOf(samples, 'sponsorgate_checked_orders', { bot: '910' })).toBe(3);
    expect(sumOf(samples, 'sponsorgate_updates_age_seconds', { bot: '900' })).toBe(1);
    expect(samples.filter(({ name }) => name === 'sponsorgate_updates_age_seconds')).toHaveLength(1);
    const page = await (await fetch(`${url}/status`)).text();
    expect(page).toContain('checks 12 orders, updates taken 1 s ago');
    expect(page).toContain('checks 3 orders, its updates have not been taken yet');
  });

  it('tells a store that cannot be read, and no figures of it', async () => {
    let isBroken = false;
    const url = await start({}, () =>
      isBroken ? Promise.reject(new ServiceError('unavailable', 'gone')) : Promise.resolve(figures),
    );
    await fetch(`${url}/metrics`);
    isBroken = true;
    const samples = parseSamples(await (await fetch(`${url}/metrics`)).text());
    expect(sumOf(samples, 'sponsorgate_store_up')).toBe(0);
    const stale = samples.filter(({ name }) =>
      /^sponsorgate_(outbox|orders|check|holds|bot_beat)/.test(name),
    );
    expect(stale).toEqual([]);
    expect(await (await fetch(`${url}/status`)).text()).toContain('cannot be read');
  });

  it('asks for the token where one is set, as a bearer or as a password, and never in the address', async () => {
    const url = await start({ METRICS_TOKEN: TOKEN });
    const status = async (path: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      return (await fetch(url + path, { headers })).status;
    };
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
    expect(await status('/metrics', `Bearer ${TOKEN}`)).toBe(200);
    expect(await status('/status', basic(`me:${TOKEN}`))).toBe(200);
    for (const wrong of [
      undefined,
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      TOKEN,
      basic(TOKEN.slice(2)),
    ])
      expect(await status('/metrics', wrong), String(wrong)).toBe(401);
    expect(await status(`/metrics?token=${TOKEN}`)).toBe(401);
    expect(await status('/nothing')).toBe(401);
  });

  it('has nothing else, and only reads', async () => {
    const url = await start();
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST', body: 'x' })).status).toBe(405);
    const head = await fetch(`${url}/metrics`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('the settings', () => {
  const needed = { BOT_TOKEN: '1:just-some-bot', SECRETS_KEY: Buffer.alloc(32).toString('base64') };
  it.each(['0.0.0.0', '10.0.0.5', '::'])(
    'give no figures beyond this machine without a token: %s',
    (host) => {
      expect(() => parseSettings({ ...needed, METRICS_HOST: host })).toThrow(/METRICS_TOKEN: is needed/);
      expect(parseSettings({ ...needed, METRICS_HOST: host, METRICS_TOKEN: TOKEN }).METRICS_HOST).toBe(host);
    },
  );
  it.each(['127.0.0.1', '::1', 'localhost'])('want none on this machine: %s', (host) => {
    expect(parseSettings({ ...needed, METRICS_HOST: host }).METRICS_TOKEN).toBeUndefined();
  });
});

describe('the status page', () => {
  it('shows what waits, who lives and what the check found, and marks what is wrong', async () => {
    const response = await fetch(`${await start()}/status`);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    const page = await response.text();
    expect(page).toContain('seen 2 s ago');
    expect(page).toContain('<td class="bad">7 s ahead of the platform’s</td>');
    expect(page).toContain(
      '<th scope="row">blocks</th><td>3</td><td class="bad">1 min</td><td class="good">0</td>',
    );
    expect(page).toContain('<td class="bad">2</td>');
    expect(page).toContain('<td class="bad">1 difference(s)</td>');
    expect(page).toContain('order_day_value of order 12, day 2026-01-15: expected 2, found 1');
    expect(page).toContain('3 h 0 min ago');
    expect(page).toContain('<th scope="row">Countries</th><td class="good">known by address</td>');
    expect(page).toContain(
      '<th scope="row">Cities</th><td class="bad">not known: GEOIP_CITY_DB has none</td>',
    );
    expect(page).not.toContain('<script');
  });
});

describeInBrowser('the status page', () => {
  it.each([
    ['a store with its figures', () => Promise.resolve(figures)],
    ['a store that cannot be read', () => Promise.reject(new ServiceError('unavailable', 'gone'))],
  ])(
    'of %s is fine at both widths, dark and light',
    async (_, ask) => {
      const url = await start({}, ask);
      const browser = await sharedBrowser();
      try {
        for (const width of widths) {
          const tab = await openTab(browser, url, { width });
          await tab.page.goto(`${url}/status`);
          await expectFine(tab, 'status');
          await tab.close();
        }
      } finally {
        await closeTabs(browser);
      }
    },
    60_000,
  );
});
