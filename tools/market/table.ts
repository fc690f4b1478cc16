/** The market's page: figures by policy, with intervals over seeds. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Measures, meanOf } from './measures.js';
import type { PolicyName } from './policies.js';
import { table } from '../../test/support/promises-page.js';

const PAGE = path.resolve(import.meta.dirname, '../../docs/market.md');
const MARKS = ['<!-- market: begin -->', '<!-- market: end -->'] as const;

export interface Run {
  seed: number;
  policy: PolicyName;
  measures: Measures;
}

/** Of Student's distribution, two-sided 95 %, by degrees of freedom from 1 on. */
const STUDENT = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13];
const NORMAL = 1.96;

/** The mean, and half of its 95 % interval; null with fewer than two values. */
export function intervalOf(values: readonly number[]): { mean: number; half: number | null } {
  const mean = meanOf(values);
  if (values.length < 2) return { mean, half: null };
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, half: (STUDENT[values.length - 2] ?? NORMAL) * Math.sqrt(spread / values.length) };
}

type Show = (value: number) => string;
export const percent: Show = (value) => `${(value * 100).toFixed(1)} %`;
export const whole: Show = (value) => value.toFixed(0);
const decimal: Show = (value) => value.toFixed(2);

export function cell(values: readonly number[], show: Show): string {
  if (values.length === 0) return '';
  const { mean, half } = intervalOf(values);
  return half === null ? show(mean) : `${show(mean)} ± ${show(half)}`;
}

export function tableOf(runs: readonly Run[]): string {
  const of = (seed: number, policy: PolicyName) =>
    runs.find((run) => run.seed === seed && run.policy === policy)?.measures;
  const policies = [...new Set(runs.map(({ policy }) => policy))];
  const seeds = [...new Set(runs.map(({ seed }) => seed))];
  const hasFirstLists = runs.some(({ measures }) => measures.servedShare !== null);
  const rows = policies.map((policy): string[] => {
    const mine = seeds.flatMap((seed) => {
      const measures = of(seed, policy);
      return measures === undefined ? [] : [{ seed, measures }];
    });
    const values = (figure: (measures: Measures) => number | null) =>
      mine.map(({ measures }) => figure(measures)).filter((value) => value !== null);
    const beside = (other: PolicyName, figure: (own: Measures, theirs: Measures) => number) =>
      mine.flatMap(({ seed, measures }) => {
        const theirs = of(seed, other);
        return theirs === undefined ? [] : [figure(measures, theirs)];
      });
    return [
      policy,
      cell(
        values(({ income }) => income),
        whole,
      ),
      cell(
        beside('today', (own, today) => own.income / today.income - 1),
        percent,
      ),
      cell(
        beside('oracle', (own, oracle) => 1 - own.income / oracle.income),
        percent,
      ),
      cell(
        values(({ pacingMean }) => pacingMean),
        percent,
      ),
      cell(
        values(({ pacingP95 }) => pacingP95),
        percent,
      ),
      cell(
        values(({ volatility }) => volatility),
        decimal,
      ),
      cell(
        values(({ overspend }) => overspend),
        whole,
      ),
      cell(
        values(({ late, joins }) => late / joins),
        percent,
      ),
      cell(
        values(({ leaversShare }) => leaversShare),
        percent,
      ),
      cell(
        values(({ farmShare }) => farmShare),
        percent,
      ),
      cell(
        values(({ found }) => found),
        percent,
      ),
      cell(
        values(({ stayedIncome }) => stayedIncome),
        whole,
      ),
      cell(
        beside('oracle', (own, oracle) => 1 - own.stayedIncome / oracle.stayedIncome),
        percent,
      ),
      ...(hasFirstLists
        ? [
            cell(
              values(({ servedShare }) => servedShare),
              percent,
            ),
          ]
        : []),
    ];
  });
  const head = [
    'policy',
    'income',
    'beside today’s rule',
    'regret',
    'pacing error, mean',
    'p95',
    'volatility',
    'overspend',
    'joins for nothing',
    'paid for leavers within a day',
    'paid to farms',
    'new orders found',
    'income for users who stayed a day',
    'regret of that',
    ...(hasFirstLists ? ['demand served on first lists'] : []),
  ];
  return `${table(head, rows)}${forecastsOf(runs)}`;
}

/** Of the policy that the service has. */
function forecastsOf(runs: readonly Run[]): string {
  const found = runs.flatMap(({ policy, measures: { forecasts } }) =>
    policy === 'learned' && forecasts !== null ? [forecasts] : [],
  );
  if (found.length === 0) return '';
  const row = [
    cell(
      found.map(({ orders }) => orders),
      whole,
    ),
    cell(
      found.map(({ unknown, orders }) => unknown / orders),
      percent,
    ),
    cell(
      found.map(({ near, orders, unknown }) => near / (orders - unknown)),
      percent,
    ),
    cell(
      found.flatMap(({ error }) => error ?? []),
      percent,
    ),
    cell(
      found.map(({ inside, withInterval }) => inside / withInterval),
      percent,
    ),
    cell(
      found.map(({ suitingNear, orders, unknown }) => suitingNear / (orders - unknown)),
      percent,
    ),
  ];
  const head = [
    ...['orders forecast', 'nothing known', 'of the others within 25 %', 'median error'],
    ...['within the range that was told', 'suiting lists within 25 %'],
  ];
  return `\n${table(head, [row])}`;
}

export function writePage(text: string): void {
  const [begin, end] = MARKS;
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('docs/market.md has lost its marks');
  writeFileSync(PAGE, `${before}${begin}\n\n${text}\n${end}${after}`);
}
