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

export interface Notation {
  /** Two decimals. */
  money(amount: number): string;
  /** At least two decimals, and up to four where the price has them. */
  price(amount: number): string;
  whole(count: number): string;
  /** @param share of 100 */
  percent(share: number): string;
  /** By how much something grew or shrank. @param share of 100 */
  change(share: number): string;
  /** What something is multiplied with. */
  factor(value: number): string;
  /** What is added to a factor. */
  effect(value: number): string;
  /** A moment in ISO 8601, by the reader's clock and with its zone. */
  moment(iso: string | null): string;
  day(date: string): string;
  /** With its year. */
  date(date: string): string;
  /** With its year. @param month such as `2026-11` */
  month(month: string): string;
  hour(iso: string): string;
  /** The reader's zone at a moment, such as `UTC+3`. */
  zoneAt(iso: string): string;
  /** What stands around an amount that is being typed, and inside it. */
  typed: { prefix: string; suffix: string; decimal: string; thousand: string };
}

const PRICE_DECIMALS = 4;

/** @param zone IANA name; `''` where the reader named none: the browser's */
export function notationOf(language: string, currency: string, zone: string): Notation {
  const inZone = zone === '' ? {} : { timeZone: zone };
  const locale = localeOf(language);
  const dates = locale === 'en' ? 'en-GB' : locale;
  // Names of months would be those of another language.
  const [month, longMonth] =
    locale === language ? (['short', 'long'] as const) : (['2-digit', '2-digit'] as const);
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const inCurrency = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const money = numbers({ ...inCurrency, maximumFractionDigits: 2, minimumFractionDigits: 2 });
  const price = numbers({
    ...inCurrency,
    minimumFractionDigits: 2,
    maximumFractionDigits: PRICE_DECIMALS,
  });
  const whole = numbers({ maximumFractionDigits: 0 });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 1 });
  const change = numbers({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const factor = numbers({ maximumFractionDigits: 2 });
  const effect = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const clock = { hour: '2-digit', minute: '2-digit', ...inZone } as const;
  const moment = new Intl.DateTimeFormat(dates, {
    day: 'numeric',
    month,
    year: 'numeric',
    ...clock,
  });
  const day = new Intl.DateTimeFormat(dates, { day: 'numeric', month, timeZone: 'UTC' });
  const date = new Intl.DateTimeFormat(dates, {
    day: 'numeric',
    month,
    year: 'numeric',
    timeZone: 'UTC',
  });
  const monthOfYear = new Intl.DateTimeFormat(dates, { month: longMonth, year: 'numeric', timeZone: 'UTC' });
  const hour = new Intl.DateTimeFormat(dates, clock);
  const offset = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset', ...inZone });
  const zoneAt = (iso: string) => {
    const part = offset.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName');
    return (part?.value ?? '').replace(/^GMT(?:[+-]0$)?/, 'UTC');
  };
  return {
    money: (amount) => money.format(amount),
    price: (amount) => price.format(amount),
    whole: (count) => whole.format(count),
    percent: (share) => percent.format(share / 100),
    change: (share) => change.format(share / 100),
    factor: (value) => factor.format(value),
    effect: (value) => effect.format(value),
    moment: (iso) => (iso === null ? '—' : `${moment.format(new Date(iso))} ${zoneAt(iso)}`),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    date: (day) => date.format(new Date(`${day}T00:00:00Z`)),
    month: (month) => monthOfYear.format(new Date(`${month}-01T00:00:00Z`)),
    hour: (iso) => hour.format(new Date(iso)),
    zoneAt,
    typed: typedIn(money),
  };
}

function typedIn(money: Intl.NumberFormat): Notation['typed'] {
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
