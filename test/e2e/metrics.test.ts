/** The figures of both processes as Prometheus would read them, and whether the dashboard and the alerts ask for what is there. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricNames, parseSamples, type Sample, sumOf } from '../metrics/stage.js';
import { hasButton } from '../support/people.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const repository = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(repository, file), 'utf8');

/** Every metric that the processes have, with the names under which histograms are asked for. */
function askable(text: string): string[] {
  const histograms = new Set([...text.matchAll(/^# TYPE (\S+) histogram$/gm)].map(([, name]) => name));
  return metricNames(text).flatMap((name) =>
    histograms.has(name) ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

const ours = /\b(?:sponsorgate|nodejs|process)_[a-z0-9_]+\b/g;

describe('the figures of a running service', () => {
  let demo: RunningDemo;
  let api: string;
  let bot: string;
  let samples: Sample[];

  beforeAll(async () => {
    demo = await startDemo();
    const { world } = demo;
    const [turnkey, links] = world.publisher.bots;
    const [user = 0] = world.end_users;
    const ask = (key: string, more: object) =>
      call(`${world.api}/get-sponsors`, key, { user_id: user, chat_id: user, first_name: 'Eve', ...more });
    await ask(links?.api_key ?? '', { get_links: 1 });
    await ask(links?.api_key ?? '', { get_links: 1 });
    await ask('sg_bot_unknown', {});
    await demo.platform.say(user, turnkey?.username ?? '', '/get');
    await demo.platform.waitForMessage(user, turnkey?.username ?? '', hasButton('subgram-op'));
    await fetch(`${world.api}/statistic?api_token=${world.advertiser.statistics_token}&action=allads`);
    await fetch(`${world.api}/r/${'x'.repeat(40)}`);
    await fetch(`${world.api}/nowhere/${world.advertiser.access_key}`);
    [api = '', bot = ''] = await Promise.all(
      [world.metrics.api, world.metrics.bot].map(async (url) => (await fetch(`${url}/metrics`)).text()),
    );
    samples = [...parseSamples(api), ...parseSamples(bot)];
  }, 60_000);

  afterAll(async () => {
    await demo.stop();
    await removeFolder(demo.folder);
  });

  it('count requests by path and status, whichever way they came in', () => {
    const requests = (requestPath: string, status: string) =>
      sumOf(samples, 'sponsorgate_http_request_seconds_count', { path: requestPath, status });
    expect(requests('/get-sponsors', '200')).toBeGreaterThanOrEqual(3);
    expect(requests('/get-sponsors', '401')).toBe(1);
    expect(requests('/statistic', '200')).toBe(1);
    expect(requests('none', '404')).toBe(1);
  });

  it('count what the service did: answers, lists, shows, commits, calls', () => {
    expect(sumOf(samples, 'sponsorgate_answers_total', { outcome: 'sponsors' })).toBeGreaterThanOrEqual(3);
    expect(sumOf(samples, 'sponsorgate_pins_total')).toBeGreaterThanOrEqual(2);
    expect(sumOf(samples, 'sponsorgate_impressions_total')).toBeGreaterThanOrEqual(2);
    for (const process of ['api', 'bot']) {
      expect(sumOf(samples, 'sponsorgate_commit_seconds_count', { process })).toBeGreaterThan(0);
      expect(sumOf(samples, 'sponsorgate_platform_calls_total', { process, outcome: 'ok' })).toBeGreaterThan(
        0,
      );
      expect(sumOf(samples, 'sponsorgate_store_up', { process })).toBe(1);
      expect(sumOf(samples, 'sponsorgate_orders', { process, state: 'running' })).toBe(
        demo.world.orders.length,
      );
    }
    const commands = sumOf(samples, 'sponsorgate_commit_commands_sum');
    expect(commands).toBeGreaterThanOrEqual(sumOf(samples, 'sponsorgate_commit_commands_count'));
  });

  it('have labels of a few values, and nobody in them', () => {
    const { world } = demo;
    const secrets = [
      world.publisher.access_key,
      world.publisher.statistics_token,
      world.advertiser.access_key,
      world.advertiser.statistics_token,
      ...world.publisher.bots.flatMap((one) => [one.token, one.api_key, String(one.bot_id), one.username]),
      ...world.end_users.map(String),
      'xxxxxxxx',
    ];
    const said = samples.map(({ labels }) => Object.values(labels).join(' ')).join('\n');
    for (const secret of secrets) expect(said).not.toContain(secret);
    const values = new Map<string, Set<string>>();
    for (const { name, labels } of samples.filter((sample) => sample.name.startsWith('sponsorgate_'))) {
      for (const [label, value] of Object.entries(labels)) {
        const key = `${name} ${label}`;
        values.set(key, (values.get(key) ?? new Set()).add(value));
      }
    }
    for (const [key, set] of values) expect(set.size, key).toBeLessThanOrEqual(40);
  });

  it.each(['docs/monitoring/grafana-dashboard.json', 'docs/monitoring/prometheus-alerts.yml'])(
    '%s asks only for what there is',
    (file) => {
      const there = new Set([...askable(api), ...askable(bot)]);
      const asked = [...new Set(textOf(file).match(ours) ?? [])];
      expect(asked.length).toBeGreaterThan(10);
      expect(asked.filter((name) => !there.has(name))).toEqual([]);
    },
  );

  it('are all explained in docs/operating.md, and every alert says there what to do', () => {
    const page = textOf('docs/operating.md');
    const figures = [...new Set([...metricNames(api), ...metricNames(bot)])];
    const own = figures.filter((name) => name.startsWith('sponsorgate_'));
    expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    const alerts = [...textOf('docs/monitoring/prometheus-alerts.yml').matchAll(/alert: (\w+)/g)];
    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.map(([, name = '']) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('stand on the status page of each process, too', async () => {
    for (const [name, url] of Object.entries(demo.world.metrics)) {
      const page = await (await fetch(`${url}/status`)).text();
      expect(page).toContain(`the ${name} process`);
      expect(page).toContain('>answers<');
      expect(page).toMatch(/seen \d+ s ago/);
    }
  });
});
