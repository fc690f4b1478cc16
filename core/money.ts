/**
 * Money: whole micro-units (1e-6) inside, a JSON number with at most 6 decimals at the edge
 * (`decisions.md`, The wire). The currency is the service's one `CURRENCY`.
 */
import { ServiceError } from './errors.js';
import { multiplyRatios, type Ratio, ratioOf, roundHalfEven } from './ratio.js';

/** Micro-units: 1 000 000n is one unit of the currency. */
export type Micros = bigint;

export const MICROS_PER_UNIT = 1_000_000n;

/**
 * The largest amount taken, 8 thousand million units: up to 2^33 units neighbouring micro-units are still different
 * doubles, so every amount survives the way through JSON and back.
 */
export const MAX_MICROS: Micros = 8_000_000_000n * MICROS_PER_UNIT;

const AMOUNT = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/;

/**
 * Reads an amount exactly: `2.5`, `'2.50'`, `'-0.000001'`. What is negative or zero is the caller's to refuse.
 * @throws ServiceError `invalid` for NaN, infinities, exponents, more than 6 decimals, or more than `MAX_MICROS`
 */
export function parseMoney(value: number | string): Micros {
  const match = AMOUNT.exec(typeof value === 'number' ? String(value) : value.trim());
  if (match === null)
    throw new ServiceError('invalid', 'amount: must be a number with at most 6 decimals.', {
      topic: 'number',
    });
  const [, sign = '', units = '', decimals = ''] = match;
  const magnitude = BigInt(units) * MICROS_PER_UNIT + BigInt(decimals.padEnd(6, '0'));
  if (magnitude > MAX_MICROS) {
    throw new ServiceError('invalid', `amount: must be at most ${toDecimal(MAX_MICROS)}.`, {
      topic: 'most',
      values: { max: toDecimal(MAX_MICROS) },
    });
  }
  return sign === '-' ? -magnitude : magnitude;
}

/** Whether `parseMoney` reads it, and it is not below zero. */
export function isAmount(text: string): boolean {
  return /^\d{1,10}(\.\d{1,6})?$/.test(text) && Number(text) <= Number(MAX_MICROS / MICROS_PER_UNIT);
}

/** How far a number may be off the nearest micro-unit to be the noise of a computation in doubles. */
const NOISE = 1e-9;

/**
 * A number without the noise that computing in doubles leaves: `3.3000000000000003`, which is 1.1 × 3, becomes `3.3`.
 * One that is more than 1e-9 off a whole micro-unit, or beyond `MAX_MICROS`, comes back as it was.
 */
export function withoutNoise(value: number): number {
  if (!(Math.abs(value) <= Number(MAX_MICROS / MICROS_PER_UNIT))) return value;
  const rounded = Number(value.toFixed(6));
  // The subtraction itself is off by as much as the doubles are apart.
  return Math.abs(value - rounded) <= NOISE + Math.abs(value) * Number.EPSILON ? rounded : value;
}

/** The amount as plain decimal text without trailing zeros, such as `-0.5`; never rounded. */
export function toDecimal(micros: Micros): string {
  const magnitude = micros < 0n ? -micros : micros;
  const decimals = (magnitude % MICROS_PER_UNIT).toString().padStart(6, '0').replace(/0+$/, '');
  const units = (magnitude / MICROS_PER_UNIT).toString();
  return `${micros < 0n ? '-' : ''}${units}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Above `MAX_MICROS`; a double holds every whole number up to here, and a quotient of two is rounded once. */
const EXACT_MICROS = BigInt(Number.MAX_SAFE_INTEGER);

/** The JSON number of the edge; exact up to `MAX_MICROS`. */
export function toNumber(micros: Micros): number {
  if (micros > EXACT_MICROS || micros < -EXACT_MICROS) return Number(toDecimal(micros));
  return Number(micros) / Number(MICROS_PER_UNIT);
}

const formats = new Map<string, Intl.NumberFormat>();
const MAX_FORMATS = 200;

/**
 * The amount for people to read, such as `2,50 ₽`: at least 2 decimals, and the currency's sign as in the cabinet.
 * @param decimals how many are shown at most; 6 drops no digit
 */
export function formatMoney(micros: Micros, currency: string, locale: string, decimals = 6): string {
  const key = `${currency} ${locale} ${String(decimals)}`;
  let format = formats.get(key);
  if (format === undefined) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  // As text it stays exact; as a number it would pass through a double.
  return format.format(toDecimal(micros) as Intl.StringNumericLiteral);
}

/** @throws ServiceError `invalid` for an amount out of bounds, naming the bound */
export function assertAmount(
  micros: Micros,
  { leastMicros, mostMicros = MAX_MICROS }: { leastMicros: Micros; mostMicros?: Micros },
  currency: string,
): void {
  const min = formatMoney(leastMicros, currency, 'en');
  if (micros < leastMicros)
    throw new ServiceError('invalid', `amount: must be at least ${min}.`, {
      topic: 'least',
      values: { min },
    });
  const max = formatMoney(mostMicros, currency, 'en');
  if (micros > mostMicros)
    throw new ServiceError('invalid', `amount: must be at most ${max}.`, { topic: 'most', values: { max } });
}

/** The amount times an exact factor, rounded once, half to even. */
export function multiply(micros: Micros, factor: Ratio | string): Micros {
  const ratio = typeof factor === 'string' ? ratioOf(factor) : factor;
  return roundHalfEven(multiplyRatios({ numerator: micros, denominator: 1n }, ratio));
}

/**
 * Splits an amount: `part` is the given share of it (a decimal or fraction from 0 to 1) rounded once, `rest` is what is left, so
 * that nothing is lost or made.
 * @throws RangeError when the share is not between 0 and 1
 */
export function share(whole: Micros, portion: string | Ratio): { part: Micros; rest: Micros } {
  const ratio = typeof portion === 'string' ? ratioOf(portion) : portion;
  if (ratio.numerator < 0n || ratio.numerator > ratio.denominator) {
    throw new RangeError('a share lies between 0 and 1');
  }
  const part = multiply(whole, ratio);
  return { part, rest: whole - part };
}
