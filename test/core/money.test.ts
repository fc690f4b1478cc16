import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../core/errors.js';
import {
  assertAmount,
  formatMoney,
  MAX_MICROS,
  multiply,
  parseMoney,
  share,
  toDecimal,
  toNumber,
} from '../../core/money.js';
import { ratioOf, ratioToNumber } from '../../core/ratio.js';
import { readCases } from '../support/cases.js';

const amounts = fc.bigInt({ min: -MAX_MICROS, max: MAX_MICROS });
const decimals = fc
  .tuple(fc.nat(50), fc.nat(9_999))
  .map(([whole, part]) => `${String(whole)}.${String(part).padStart(4, '0')}`);

describe('amounts', () => {
  const table = readCases<{ text: string | number; micros: string | null; why?: string }>('money');
  it.each(table.cases)('$text is read as $micros micro-units', ({ text, micros }) => {
    if (micros === null) expect(() => parseMoney(text)).toThrow(ServiceError);
    else expect(parseMoney(text).toString()).toBe(micros);
  });

  it.each([NaN, Infinity, -Infinity, 1e21, 1e-7])('%s is no amount', (value) => {
    expect(() => parseMoney(value)).toThrow(/^amount: /);
  });

  it('survive the way through JSON and back', () => {
    fc.assert(
      fc.property(amounts, (micros) => {
        const text = JSON.stringify({ amount: toNumber(micros) });
        const back = (JSON.parse(text) as { amount: number }).amount;
        expect(parseMoney(back.toFixed(6))).toBe(micros);
        expect(parseMoney(toDecimal(micros))).toBe(micros);
        expect(toDecimal(micros)).toMatch(/^-?\d+(\.\d{0,5}[1-9])?$/);
      }),
    );
  });

  it('are the double nearest to their decimals, however large', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 56n), max: 2n ** 56n }), (micros) => {
        expect(toNumber(micros)).toBe(Number(toDecimal(micros)));
      }),
    );
    expect(toNumber(2n ** 53n + 1n)).toBe(9_007_199_254.740993);
  });

  it('are shown with two decimals at least, and with every digit they have', () => {
    expect(formatMoney(2_500_000n, 'RUB', 'en').replace(/\s/g, ' ')).toBe('₽2.50');
    expect(formatMoney(1_234_567_890_123n, 'USD', 'en')).toBe('$1,234,567.890123');
    expect(formatMoney(2_500_000n, 'RUB', 'ru').replace(/\s/g, ' ')).toBe('2,50 ₽');
    expect(formatMoney(-1n, 'USD', 'en')).toBe('-$0.000001');
    expect(formatMoney(7_999_999_999_999_999n, 'USD', 'en')).toBe('$7,999,999,999.999999');
  });
});

describe('an amount out of bounds', () => {
  const bounds = { leastMicros: 5_000_000n, mostMicros: 7_000_000n };

  it.each([
    [4_999_999n, bounds, 'amount: must be at least $5.00.'],
    [7_000_001n, bounds, 'amount: must be at most $7.00.'],
    [MAX_MICROS + 1n, { leastMicros: 0n }, 'amount: must be at most $8,000,000,000.00.'],
  ])('%s is refused by the bound that it breaks', (micros, broken, words) => {
    expect(() => assertAmount(micros, broken, 'USD')).toThrow(words);
  });

  it('is none of the bounds themselves', () => {
    for (const micros of [5_000_000n, 7_000_000n]) assertAmount(micros, bounds, 'USD');
  });
});

describe('multiplying', () => {
  it.each([
    [1n, '0.5', 0n],
    [3n, '0.5', 2n],
    [5n, '0.5', 2n],
    [7n, '0.5', 4n],
    [-1n, '0.5', 0n],
    [-3n, '0.5', -2n],
    [-5n, '0.5', -2n],
    [10n, '0.25', 2n],
    [10n, '0.2500001', 3n],
    [10n, '0.2499999', 2n],
    [1_000_000n, '1.1', 1_100_000n],
  ])('%s micro-units times %s is %s', (micros, factor, product) => {
    expect(multiply(micros, factor)).toBe(product);
  });

  it('is off the exact product by half a micro-unit at most, and then even', () => {
    fc.assert(
      fc.property(amounts, decimals, (micros, factor) => {
        const { numerator, denominator } = ratioOf(factor);
        const product = multiply(micros, factor);
        const twiceOff = 2n * (product * denominator - micros * numerator);
        expect(twiceOff <= denominator && twiceOff >= -denominator).toBe(true);
        if (twiceOff === denominator || twiceOff === -denominator) expect(product % 2n).toBe(0n);
      }),
    );
  });
});

describe('sharing', () => {
  it('loses nothing and makes nothing', () => {
    const portions = fc.nat(1_000_000).map((millionths) => (millionths / 1_000_000).toFixed(6));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_MICROS }), portions, (whole, portion) => {
        const { part, rest } = share(whole, portion);
        expect(part + rest).toBe(whole);
        expect(part >= 0n && rest >= 0n).toBe(true);
      }),
    );
  });

  it('rounds the part half to even', () => {
    expect(share(15n, '0.7')).toEqual({ part: 10n, rest: 5n });
    expect(share(5n, '0.7')).toEqual({ part: 4n, rest: 1n });
    expect(share(10n, '1')).toEqual({ part: 10n, rest: 0n });
    expect(share(10n, '0')).toEqual({ part: 0n, rest: 10n });
  });

  it.each(['1.000001', '-0.1', '1e-1', '', 'NaN'])('%j is no share', (portion) => {
    expect(() => share(10n, portion)).toThrow(RangeError);
  });
});

describe('fractions', () => {
  it('become the nearest double', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 2 ** 40 }), (numerator, denominator) => {
        const ratio = { numerator: BigInt(numerator), denominator: BigInt(denominator) };
        expect(ratioToNumber(ratio)).toBe(numerator / denominator);
      }),
    );
  });
});
