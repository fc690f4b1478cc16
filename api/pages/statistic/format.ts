/** Figures as people of a language read them. Formatters take longer to make than a page, so they are made once. */
import { formatMoney, type Micros, MICROS_PER_UNIT } from '../../../core/money.js';
import type { Language } from '../language.js';

export interface Format {
  count(value: number): string;
  /** Money as the operator bot writes it, to the hundredth, and small prices to the digits in which they differ. */
  amount(micros: Micros): string;
  /** By how much something grew or shrank. @param part of 1, below 0 where it shrank */
  change(part: number): string;
  /** @param part of 1 */
  share(part: number): string;
  /** `YYYY-MM-DD` in a few letters, for the foot of a chart. */
  shortDate(date: string): string;
  date(date: string): string;
  moment(ms: number, zone: string): string;
  /** Such as `09:00`, by the clock of the zone. */
  hour(ms: number, zone: string): string;
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
  const shares = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const changes = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  // Dates come without a time, which is midnight in UTC.
  const shortDates = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' });
  return {
    count: (value) => counts.format(value),
    amount: (micros) => {
      const isSmall = micros < MICROS_PER_UNIT && micros > -MICROS_PER_UNIT;
      return formatMoney(micros, currency, language, isSmall ? 4 : 2);
    },
    change: (part) => changes.format(part),
    share: (part) => shares.format(part),
    shortDate: (date) => shortDates.format(new Date(date)),
    date: (date) => dates.format(new Date(date)),
    moment: (ms, timeZone) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(ms),
    hour: (ms, timeZone) =>
      new Intl.DateTimeFormat(language, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone,
      }).format(ms),
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
