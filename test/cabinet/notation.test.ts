/** The cabinet and the operator bot write money and moments alike. */
import { describe, expect, it } from 'vitest';
import type { OperatorContext, Reader } from '../../bot/operator/context.js';
import { moment, money } from '../../bot/operator/figures.js';
import { wordsIn } from '../../bot/words.js';
import { notationOf } from '../../web/src/parts/notation.js';

const AT = Date.UTC(2026, 10, 26, 5, 3);

describe.each(['en', 'ru'] as const)('the notation of %s', (language) => {
  it.each(['UTC', 'Europe/Riga', 'America/New_York', 'Asia/Kolkata'])('writes a moment in %s', (zone) => {
    const words = wordsIn(language);
    const profile = { account: { timeZone: zone, language } };
    const ctx = { words, profile } as unknown as OperatorContext;
    const cabinet = notationOf(language, 'RUB', zone);
    expect(cabinet.moment(new Date(AT).toISOString())).toBe(moment(ctx, AT));
    expect(cabinet.moment(new Date(AT).toISOString())).toMatch(/ UTC([+-]\d+(:\d\d)?)?$/);
  });

  it('writes money with two decimals or more', () => {
    const cabinet = notationOf(language, 'RUB', 'UTC');
    const service = { settings: { CURRENCY: 'RUB' } } as unknown as Reader['service'];
    const reader = { service, words: wordsIn(language) };
    for (const micros of [2_000_000n, 2_000_000_000n, 400_000n, 12_500n])
      expect(cabinet.price(Number(micros) / 1e6)).toBe(money(reader, micros));
    expect(cabinet.money(2_000)).toBe(language === 'en' ? '₽2,000.00' : '2\u00a0000,00\u00a0₽');
    expect(cabinet.percent(5.5)).toBe(language === 'en' ? '5.5%' : '5,5\u00a0%');
  });
});

it('writes a language that is not known with the numbers of Russian, and months as numbers', () => {
  const cabinet = notationOf('qq', 'RUB', 'UTC');
  expect(cabinet.money(2_000)).toBe('2\u00a0000,00\u00a0₽');
  expect(cabinet.moment(new Date(AT).toISOString())).toBe('26.11.2026, 05:03 UTC');
  expect([cabinet.day('2026-11-26'), cabinet.month('2026-11')]).toEqual(['26.11', '11.2026']);
  expect(notationOf('en', 'RUB', 'UTC').month('2026-11')).toBe('November 2026');
});

it('writes moments by the clock of a browser that does not know the zone', () => {
  const at = new Date(AT).toISOString();
  expect(notationOf('en', 'RUB', 'America/Not_Yet').moment(at)).toBe(notationOf('en', 'RUB', '').moment(at));
});
