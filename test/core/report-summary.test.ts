/** The summary of a report: what is indifferent is left out, and what has no name in our tables is not lost. */
import { expect, it } from 'vitest';
import { reportWords, type SummaryLine, summaryLines } from '../../core/reports/index.js';
import { defaultTargeting } from '../../core/terms/targeting.js';
import type { Order } from '../../core/ports/order-store.js';
import { words } from '../../words/index.js';
import { NOW_MS, orderWith } from './choosing-world.js';

function told(more: Partial<Order>, cityNames: ReadonlyMap<number, string> = new Map(), language = 'en') {
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
    words: reportWords(words, language),
    cityNames,
  } as const;
  return new Map(summaryLines(facts).map(({ label, value }: SummaryLine) => [label, value]));
}

it('names cities that only the address database knows, and keeps ids that have no name any more', () => {
  const targeting = { ...defaultTargeting(), cities: [20_500, 29_999] };
  expect(told({ targeting }, new Map([[20_500, 'Umeå']])).get('Cities')).toBe('Umeå, 29999');
  const gone = told({ theme: 'gone', forbiddenThemes: ['gone_too'] });
  expect([gone.get('Topic'), gone.get('Excluded bot topics')]).toEqual(['gone', 'gone_too']);
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
    ['Gender', 'all'],
    ['Languages', 'all'],
    ['Schedule', null],
    ['Start', 'at once'],
    ['Hours', 'all day'],
    ['Days off', 'none'],
    ['Pace', 'as fast as possible'],
    ['Placement', null],
    ['Where', 'other bots'],
    ['A separate invite link for each bot', 'yes'],
    ['Topic', 'none'],
    ['Excluded bot topics', 'none'],
  ]);
});

it('says which quality of bots is asked for, under the placement, where one is', () => {
  const labels = [...told({ minBotQuality: 0.9 }).keys()];
  expect(told({ minBotQuality: 0.9 }).get('Minimum bot quality')).toBe('0.9');
  expect(labels.indexOf('Minimum bot quality')).toBeGreaterThan(labels.indexOf('Placement'));
  expect(labels.indexOf('Minimum bot quality')).toBeLessThan(labels.indexOf('Totals of this report'));
  expect(told({}).has('Minimum bot quality')).toBe(false);
});

it('names countries, languages, devices, ages and themes in the language of the reader', () => {
  const targeting = {
    ...defaultTargeting(),
    languages: [1, 2],
    countries: [643, 840],
    deviceTypes: ['mobile', 'tablet'] as const,
    ages: [4, 6] as const,
  };
  const lines = told({ targeting, theme: 'games', forbiddenThemes: ['movies', 'gone'] }, undefined, 'ru');
  expect(lines.get('Языки')).toBe('русский, узбекский');
  expect(lines.get('Страны')).toBe('Россия, Соединенные Штаты');
  expect(lines.get('Устройства')).toBe('Телефон, Планшет');
  expect(lines.get('Возраст')).toBe('16–17, 25 и старше');
  expect(lines.get('Тема рекламы')).toBe('Игры');
  expect(lines.get('Исключённые темы ботов')).toBe('Фильмы и сериалы, gone');
});
