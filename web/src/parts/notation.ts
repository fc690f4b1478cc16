/** How each language writes figures, money and moments: the same as in the operator bot. */

/** Languages that Chromium has no data of, such as Kazakh and Belarusian, write numbers and dates as Russian does. */
const NEIGHBOUR = 'ru';

/** @returns the language itself, or Russian where the browser has no data of it: it would write January as `M01` */
export function localeOf(language: string): string {
  const months = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const isKnown = months.resolvedOptions().locale.startsWith(language) && !/^M\d/.test(months.format(0));
  return isKnown ? language : NEIGHBOUR;
}

/** Names of countries and languages are in English where Russian ones would be in another script, as in Uzbek. */
export function namesLocaleOf(language: string): string {
  const locale = localeOf(language);
  const isRead = locale === language || new Intl.Locale(language).maximize().script === 'Cyrl';
  return isRead ? locale : 'en';
}

/** For `Intl`; the browser's own zone where it does not know this one, picked elsewhere and newer than it, or `''`. */
export function inZone(zone: string): { timeZone?: string } {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return { timeZone: zone };
  } catch {
    return {};
  }
}

export type Notation = ReturnType<typeof notationOf>;

/** @param zone IANA name; `''` where the reader named none: the browser's */
export function notationOf(language: string, currency: string, zone: string) {
  const clockOf = inZone(zone);
  const locale = localeOf(language);
  const dates = locale === 'en' ? 'en-GB' : locale;
  // Names of months would be those of another language.
  const [month, longMonth] =
    locale === language ? (['short', 'long'] as const) : (['2-digit', '2-digit'] as const);
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const inCurrency = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const money = numbers({ ...inCurrency, maximumFractionDigits: 2, minimumFractionDigits: 2 });
  const ofHundred = (options: Intl.NumberFormatOptions) => {
    const { format } = numbers({ style: 'percent', maximumFractionDigits: 1, ...options });
    return (share: number): string => format(share / 100);
  };
  /** Of a day or a month, such as `2026-11`. */
  const calendar = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(dates, { ...options, timeZone: 'UTC' });
    return (date: string): string => format(new Date(date));
  };
  const clock = { hour: '2-digit', minute: '2-digit', ...clockOf } as const;
  const moment = new Intl.DateTimeFormat(dates, { day: 'numeric', month, year: 'numeric', ...clock });
  const hour = new Intl.DateTimeFormat(dates, clock);
  const offset = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset', ...clockOf });
  const zoneAt = (iso: string): string => {
    const part = offset.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName');
    return (part?.value ?? '').replace(/^GMT(?:[+-]0$)?/, 'UTC');
  };
  return {
    money: money.format,
    /** At least two decimals, and up to four where the price has them. */
    price: numbers({ ...inCurrency, minimumFractionDigits: 2, maximumFractionDigits: 4 }).format,
    whole: numbers({ maximumFractionDigits: 0 }).format,
    percent: ofHundred({}),
    /** By how much something grew or shrank. */
    change: ofHundred({ signDisplay: 'exceptZero' }),
    /** What something is multiplied with. */
    factor: numbers({ maximumFractionDigits: 2 }).format,
    /** What is added to a factor. */
    effect: numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }).format,
    /** A moment in ISO 8601, by the reader's clock and with its zone. */
    moment: (iso: string | null) => (iso === null ? '—' : `${moment.format(new Date(iso))} ${zoneAt(iso)}`),
    day: calendar({ day: 'numeric', month }),
    date: calendar({ day: 'numeric', month, year: 'numeric' }),
    month: calendar({ month: longMonth, year: 'numeric' }),
    hour: (iso: string) => hour.format(new Date(iso)),
    /** The reader's zone at a moment, such as `UTC+3`. */
    zoneAt,
    typed: typedIn(money),
  };
}

/** What stands around an amount that is being typed, and inside it. */
function typedIn(money: Intl.NumberFormat) {
  const parts = money.formatToParts(1_234_567.5);
  const from = parts.findIndex(({ type }) => type === 'integer');
  const to = parts.findLastIndex(({ type }) => type === 'fraction');
  const text = (some: Intl.NumberFormatPart[]) => some.map(({ value }) => value).join('');
  const valueOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return {
    prefix: text(parts.slice(0, from)),
    suffix: text(parts.slice(to + 1)),
    decimal: valueOf('decimal'),
    thousand: valueOf('group'),
  };
}
