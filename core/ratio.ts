/**
 * Exact fractions, for coefficients and shares: a product of decimals is rounded where it becomes money, and nowhere
 * before.
 */

/** A fraction in lowest terms; the denominator is above zero. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ONE: Ratio = { numerator: 1n, denominator: 1n };

const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;

/** Decimals written out before a fraction becomes a double: 17 digits decide it, behind the zeros that small ones begin with. */
const WRITTEN_DIGITS = 50n;

/**
 * Reads a decimal, such as `'1.15'` or a number that prints as one, without loss.
 * @throws RangeError for anything else: exponents, NaN, infinities, empty text
 */
export function ratioOf(decimal: string | number): Ratio {
  const match = DECIMAL.exec(String(decimal));
  if (match === null) throw new RangeError('not a plain decimal number');
  const [, sign = '', whole = '', fraction = ''] = match;
  const magnitude = BigInt(whole + fraction);
  return reduce(sign === '-' ? -magnitude : magnitude, 10n ** BigInt(fraction.length));
}

export function multiplyRatios(left: Ratio, right: Ratio): Ratio {
  return reduce(left.numerator * right.numerator, left.denominator * right.denominator);
}

export function addRatios(left: Ratio, right: Ratio): Ratio {
  return reduce(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );
}

/** @throws RangeError when the divisor is zero */
export function divideRatios(left: Ratio, right: Ratio): Ratio {
  if (right.numerator === 0n) throw new RangeError('division by zero');
  const sign = right.numerator < 0n ? -1n : 1n;
  return reduce(sign * left.numerator * right.denominator, sign * left.denominator * right.numerator);
}

/** The double nearest to the fraction. */
export function ratioToNumber({ numerator, denominator }: Ratio): number {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const whole = magnitude / denominator;
  const fraction = ((magnitude % denominator) * 10n ** WRITTEN_DIGITS) / denominator;
  const text = `${whole.toString()}.${fraction.toString().padStart(Number(WRITTEN_DIGITS), '0')}`;
  return numerator < 0n ? -Number(text) : Number(text);
}

/** The nearest whole number; one half goes to the even neighbour, so that no side gains in the long run. */
export function roundHalfEven({ numerator, denominator }: Ratio): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const whole = magnitude / denominator;
  const twice = (magnitude % denominator) * 2n;
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n);
  const rounded = isUp ? whole + 1n : whole;
  return numerator < 0n ? -rounded : rounded;
}

function reduce(numerator: bigint, denominator: bigint): Ratio {
  let divisor = numerator < 0n ? -numerator : numerator;
  let rest = denominator;
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}
