/** The market's page: figures by policy, with intervals over seeds. */
import path from 'node:path';
import { type ForecastMeasures, type Measures, meanOf } from './measures.js';
import type { PolicyName } from './policies.js';
import { table, writeBetween } from '../../test/support/promises-page.js';

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

/** A figure of a run, which may be held against another policy's in the same world; null: not measured. */
type Figure = (own: Measures, measuresOf: (policy: PolicyName) => Measures | undefined) => number | null;

const against =
  (other: PolicyName, figure: (own: Measures, theirs: Measures) => number): Figure =>
  (own, measuresOf) => {
    const theirs = measuresOf(other);
    return theirs === undefined ? null : figure(own, theirs);
  };

const columns: readonly (readonly [title: string, show: Show, figure: Figure])[] = [
  ['income', whole, ({ income }) => income],
  ['against today’s rule', percent, against('today', (own, today) => own.income / today.income - 1)],
  ['regret', percent, against('oracle', (own, oracle) => 1 - own.income / oracle.income)],
  ['pacing error, mean', percent, ({ pacingMean }) => pacingMean],
  ['p95', percent, ({ pacingP95 }) => pacingP95],
  ['volatility', decimal, ({ volatility }) => volatility],
  ['overspend', whole, ({ overspend }) => overspend],
  ['joins for nothing', percent, ({ late, joins }) => late / joins],
  ['paid for leavers within a day', percent, ({ leaversShare }) => leaversShare],
  ['paid to farms', percent, ({ farmShare }) => farmShare],
  ['new orders found', percent, ({ found }) => found],
  ['income for users who stayed a day', whole, ({ stayedIncome }) => stayedIncome],
  ['regret of that', percent, against('oracle', (own, oracle) => 1 - own.stayedIncome / oracle.stayedIncome)],
];
const ofFirstLists = [
  'demand served on first lists',
  percent,
  ({ servedShare }: Measures) => servedShare,
] as const;

export function tableOf(runs: readonly Run[]): string {
  const hasFirstLists = runs.some(({ measures }) => measures.servedShare !== null);
  const all = hasFirstLists ? [...columns, ofFirstLists] : columns;
  const rows = [...new Set(runs.map(({ policy }) => policy))].map((policy): string[] => {
    const mine = runs.filter((run) => run.policy === policy);
    const values = (figure: Figure) =>
      mine
        .map(({ seed, measures }) => {
          const measuresOf = (other: PolicyName) =>
            runs.find((run) => run.seed === seed && run.policy === other)?.measures;
          return figure(measures, measuresOf);
        })
        .filter((value) => value !== null);
    return [policy, ...all.map(([, show, figure]) => cell(values(figure), show))];
  });
  return `${table(['policy', ...all.map(([title]) => title)], rows)}${forecastsOf(runs)}`;
}

const forecastColumns: readonly (readonly [
  title: string,
  show: Show,
  figure: (forecasts: ForecastMeasures) => number | null,
])[] = [
  ['orders forecast', whole, ({ orders }) => orders],
  ['nothing known', percent, ({ unknown, orders }) => unknown / orders],
  ['of the others within 25 %', percent, ({ near, orders, unknown }) => near / (orders - unknown)],
  ['median error', percent, ({ error }) => error],
  ['within the range that was told', percent, ({ inside, withInterval }) => inside / withInterval],
  [
    'suiting lists within 25 %',
    percent,
    ({ suitingNear, orders, unknown }) => suitingNear / (orders - unknown),
  ],
];

/** Of the policy that the service has. */
function forecastsOf(runs: readonly Run[]): string {
  const found = runs.flatMap(({ policy, measures: { forecasts } }) =>
    policy === 'learned' && forecasts !== null ? [forecasts] : [],
  );
  if (found.length === 0) return '';
  const row = forecastColumns.map(([, show, figure]) =>
    cell(
      found.map(figure).filter((value) => value !== null),
      show,
    ),
  );
  return `\n${table(
    forecastColumns.map(([title]) => title),
    [row],
  )}`;
}

export function writePage(text: string): void {
  writeBetween(PAGE, MARKS, text);
}
