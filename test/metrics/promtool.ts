/** Asks Prometheus's own tool which alerts fire, given figures that processes gave. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { parseSamples, type Sample } from './stage.js';

const RULES = path.resolve(import.meta.dirname, '../../docs/monitoring/prometheus-alerts.yml');
const HOW_TO_INSTALL =
  'There is no promtool: apt-get install --no-install-recommends prometheus (Debian), or put it on the PATH.';

/** @throws in continuous integration, where it must be there */
export function hasPromtool(): boolean {
  const isThere = spawnSync('promtool', ['--version']).error === undefined;
  if (!isThere && process.env['CI'] === 'true') throw new Error(HOW_TO_INSTALL);
  return isThere;
}

export function checkRules(): string {
  return execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' });
}

/** A process's page as it was before and is now; `now` is null when it gives none any more. */
export interface Target {
  before: string;
  now: string | null;
}

/** The page of a running process; null when it does not answer. */
export async function scrape(url: string): Promise<string | null> {
  // A connection of its own: one that is kept may be closed at that moment, and looks like a process that is gone.
  const asked = get(`${url}/metrics`, { agent: false });
  try {
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return await text(response);
  } catch {
    return null;
  }
}

const isCounter = (name: string) => /_(?:total|count|sum|bucket)$/.test(name);
const keyOf = ({ name, labels }: Sample) => `${name}${JSON.stringify(labels)}`;

/**
 * Holds that of these alerts just those fire, after figures were as they are now for so long. What counters counted since the
 * page before, they counted evenly in that time.
 */
export function expectFiring(
  targets: readonly Target[],
  {
    firing,
    silent = [],
    minutes = 30,
  }: { firing: readonly string[]; silent?: readonly string[]; minutes?: number },
): void {
  // An hour with every process there, then the time asked about.
  const interval = minutes > 600 ? 10 : 1;
  const [first, steps] = [60 / interval, Math.ceil(minutes / interval)];
  const asked = [...firing, ...silent];
  const test = {
    rule_files: [RULES],
    evaluation_interval: `${String(interval)}m`,
    tests: [
      {
        interval: `${String(interval)}m`,
        input_series: targets.flatMap((target, index) => seriesOf(target, index, { first, steps })),
        promql_expr_test: [
          {
            expr: `group by (alertname) (ALERTS{alertstate="firing",alertname=~"${asked.join('|')}"})`,
            eval_time: `${String((first + steps) * interval)}m`,
            exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
          },
        ],
      },
    ],
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'sponsorgate-alerts-'));
  const file = path.join(folder, 'test.json');
  writeFileSync(file, JSON.stringify(test));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(status, `${stdout}${stderr}`).toBe(0);
}

function seriesOf(
  { before, now }: Target,
  index: number,
  { first, steps }: { first: number; steps: number },
) {
  const own = { job: 'sponsorgate', instance: `machine-${String(index)}` };
  const earlier = parseSamples(before);
  const starts = new Map(earlier.map((sample) => [keyOf(sample), sample.value]));
  const hour = (value: number) => `${plain(value)}x${String(first)}`;
  const up = [{ series: named('up', own), values: `${hour(1)} ${now === null ? 0 : 1}x${String(steps)}` }];
  if (now === null)
    return [
      ...up,
      ...earlier.filter(isOurs).map((each) => ({
        series: named(each.name, { ...each.labels, ...own }),
        values: `${hour(each.value)} stale`,
      })),
    ];
  return [
    ...up,
    ...parseSamples(now)
      .filter(isOurs)
      .map((sample) => {
        const { name, labels, value } = sample;
        const start = starts.get(keyOf(sample)) ?? (isCounter(name) ? 0 : value);
        // A process that was started again counts from zero.
        const step = Math.max(0, value - start) / steps;
        const then = isCounter(name)
          ? `${plain(start)}+${plain(step)}x${String(steps)}`
          : `${plain(value)}x${String(steps)}`;
        return { series: named(name, { ...labels, ...own }), values: `${hour(start)} ${then}` };
      }),
  ];
}

/** The tool reads no exponents in steps. */
const plain = (value: number) => value.toFixed(9);

const isOurs = ({ name, value }: Sample) => name.startsWith('sponsorgate_') && Number.isFinite(value);

function named(name: string, labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `${name}{${pairs.join(',')}}`;
}
