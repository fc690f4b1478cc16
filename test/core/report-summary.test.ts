/** The summary of a report: what is indifferent is left out, and what has no name in our tables is not lost. */
import { expect, it } from 'vitest';
import { type SummaryLine, summaryLines } from '../../core/reports/index.js';
import { defaultTargeting } from '../../core/terms/targeting.js';
import type { Order } from '../../core/ports/order-store.js';
import { wordsIn } from '../../bot/words.js';
import { adThemes, ages, botThemes, deviceTypes } from '../../core/data/index.js';
import { namesIn } from '../../core/reports/names.js';
import { NOW_MS, orderWith } from './choosing-world.js';

function told(
  more: Partial<Order>,
  cityNames: ReadonlyMap<number, string> = new Map(),
  language: 'en' | 'ru' = 'en',
) {
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
    language,
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
    ['own_links', 'yes'],
    ['theme', 'none'],
    ['forbidden_themes', 'none'],
  ]);
});

it('says which quality of bots is asked for, under the placement, where one is', () => {
  const labels = [...told({ minBotQuality: 0.9 }).keys()];
  expect(told({ minBotQuality: 0.9 }).get('min_bot_quality')).toBe('0.9');
  expect(labels.indexOf('min_bot_quality')).toBeGreaterThan(labels.indexOf('Placement'));
  expect(labels.indexOf('min_bot_quality')).toBeLessThan(labels.indexOf('Totals of this report'));
  expect(told({}).has('min_bot_quality')).toBe(false);
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
  expect(lines.get('languages')).toBe('русский, узбекский');
  expect(lines.get('countries')).toBe('Россия, Соединенные Штаты');
  expect(lines.get('devicestype')).toBe('Телефон, Планшет');
  expect(lines.get('ages')).toBe('16–17, 25 и старше');
  expect(lines.get('theme')).toBe('Игры');
  expect(lines.get('forbidden_themes')).toBe('Фильмы и сериалы, gone');
});

it('has the words of the operator bot for all of them', () => {
  const { text } = wordsIn('ru');
  const names = namesIn('ru');
  const byId = (named: readonly { id: number | string; name: string }[]) =>
    Object.fromEntries(named.map(({ id, name }) => [id, name]));
  const worded = (ids: readonly (number | string)[], prefix: string) =>
    Object.fromEntries(ids.map((id) => [id, text(prefix + String(id))]));
  const codes = (themes: readonly { code: string }[]) => themes.map(({ code }) => code);
  expect(byId(names.adThemes)).toEqual(worded(codes(adThemes), 'theme-'));
  expect(byId(names.botThemes)).toEqual(worded(codes(botThemes), 'theme-'));
  const devices = worded(
    deviceTypes.map(({ id }) => id),
    'device-',
  );
  expect(byId(names.deviceTypes)).toEqual(devices);
  const ids = ages.map(({ id }) => id);
  expect(byId(names.ages.filter(({ id }) => id !== 0))).toEqual(worded(ids, 'block-age-'));
  expect(names.countries.filter(({ name }) => /^[A-Za-z]/.test(name))).toEqual([]);
});
