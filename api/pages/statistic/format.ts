/** Figures as people of a language read them. Formatters take longer to make than a page, so they are made once. */
import { type Micros, toDecimal } from '../../../core/money.js';
import type { Language } from '../language.js';

export interface Format {
  count(value: number): string;
  /** Money to the hundredth, and small prices to what tells them apart. JSON has every digit. */
  amount(micros: Micros): string;
  /** Money at the side of a chart: without a fraction where there is none. */
  mark(units: number): string;
  /** @param part of 1 */
  share(part: number): string;
  /** `YYYY-MM-DD` in a few letters, for the foot of a chart. */
  shortDate(date: string): string;
  date(date: string): string;
  moment(ms: number, zone: string): string;
  /** A language by its code; null for an empty one. */
  languageName(code: string): string | null;
}

const made = new Map<string, Format>();

/** @param currency three letters */
export function formatOf(language: Language, currency: string): Format {
  const key = `${language} ${currency}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const format = createFormat(language, currency);
  made.set(key, format);
  return format;
}

function createFormat(language: Language, currency: string): Format {
  const counts = new Intl.NumberFormat(language);
  const money = (maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits,
    });
  const [large, small] = [money(2), money(4)];
  const marks = new Intl.NumberFormat(language, {
    ...large.resolvedOptions(),
    trailingZeroDisplay: 'stripIfInteger',
  });
  const shares = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  // Dates come without a time, which is midnight in UTC.
  const shortDates = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' });
  return {
    count: (value) => counts.format(value),
    amount: (micros) => {
      const isSmall = micros !== 0n && micros < 1_000_000n && micros > -1_000_000n;
      return (isSmall ? small : large).format(toDecimal(micros) as Intl.StringNumericLiteral);
    },
    mark: (units) => marks.format(units),
    share: (part) => shares.format(part),
    shortDate: (date) => shortDates.format(new Date(date)),
    date: (date) => dates.format(new Date(date)),
    moment: (ms, timeZone) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(ms),
    languageName: (code) => {
      if (code === '') return null;
      try {
        return names.of(code) ?? code;
      } catch {
        return code;
      }
    },
  };
}
