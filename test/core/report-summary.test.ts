/** The summary of a report: what is indifferent is left out, and what has no name in our tables is not lost. */
import { expect, it } from 'vitest';
import { type SummaryLine, summaryLines } from '../../core/reports/index.js';
import { defaultTargeting } from '../../core/orders/targeting.js';
import type { Order } from '../../core/ports.js';
import { NOW_MS, orderWith } from './choosing-world.js';

function told(more: Partial<Order>, cityNames: ReadonlyMap<number, string> = new Map()) {
  const totals = { subscribers: 0, left: 0, cameBack: 0, chargedMicros: 0n };
  const facts = {
    order: orderWith(7, more),
    status: 'Stopped',
    timeRange: 'all',
    includePrice: false,
    currency: 'RUB',
    madeAtMs: NOW_MS,
    totals,
    unpaid: [],
    way: { shown: 0, paid: 0, left: 0 },
    language: 'en',
    cityNames,
  } as const;
  return new Map(summaryLines(facts).map(({ label, value }: SummaryLine) => [label, value]));
}

it('names cities that only the address database knows, and keeps ids that have no name any more', () => {
  const targeting = { ...defaultTargeting(), cities: [20_500, 29_999] };
  expect(told({ targeting }, new Map([[20_500, 'Umeå']])).get('cities')).toBe('Umeå, 29999');
  const gone = told({ theme: 'gone', forbiddenThemes: ['gone_too'] });
  expect([gone.get('theme'), gone.get('forbidden_themes')]).toEqual(['gone', 'gone_too']);
});

it('says so where nothing is asked for', () => {
  const lines = told({ targeting: { ...defaultTargeting(), languages: null }, places: 1, theme: null });
  expect(
    [...lines].slice(
      [...lines.keys()].indexOf('Targeting'),
      [...lines.keys()].indexOf('Totals of this report'),
    ),
  ).toEqual([
    ['Targeting', null],
    ['gender', 'all'],
    ['languages', 'all'],
    ['Schedule', null],
    ['start_datetime', 'at once'],
    ['start_time, end_time', 'all day'],
    ['excluded_days', 'none'],
    ['is_lite', 'as fast as possible'],
    ['Placement', null],
    ['places', 'other bots'],
    ['theme', 'none'],
    ['forbidden_themes', 'none'],
  ]);
});
