/** Money, days and names as people read them in the operator bot. */
import { type Day, DAY_MS, dayNumberOf, formatDay } from '../../core/days.js';
import { formatMoney } from '../../core/money.js';
import { dateLocale, type Words } from '../words.js';
import type { OperatorContext, OperatorParts, Reader } from './context.js';
import { offsetText, zoneOf } from './zones/zone.js';

/** In the currency of the service, as the reader's language writes it. */
export function money({ service, words }: Omit<Reader, 'accountId'>, micros: bigint): string {
  return formatMoney(micros, service.settings.CURRENCY, words.language);
}

/** A moment to the minute by the visitor's clock, with its zone: as the cabinet writes it. */
export function moment(ctx: OperatorContext, atMs: number): string {
  return momentIn(zoneOf(ctx).zone, atMs, ctx.words);
}

export function momentIn(zone: string, atMs: number, words: Words): string {
  return `${wallClock(atMs, zone, words)} ${offsetText(zone, atMs)}`;
}

/** Day and time in a zone that is named next to it. */
export function wallClock(atMs: number, timeZone: string, words: Words): string {
  const format = new Intl.DateTimeFormat(dateLocale(words), {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return format.format(atMs);
}

/** Such as `7 Nov`, with the day of the week where that is asked for. */
export function dayAndMonth(day: Day, words: Words, weekday?: 'short'): string {
  const shown = { timeZone: 'UTC', weekday, day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(dateLocale(words), shown).format(day * DAY_MS);
}

/** The last year with today, which is as far back as a statistic reaches. */
export function lastYear(parts: Pick<OperatorParts, 'service' | 'nowMs'>) {
  return lastDays(parts, 366);
}

/** So many days, the last of which is today. */
export function lastDays({ service, nowMs }: Pick<OperatorParts, 'service' | 'nowMs'>, days: number) {
  const today = dayNumberOf(nowMs(), service.settings.SERVICE_TIMEZONE);
  return { startDate: formatDay(today + 1 - days), endDate: formatDay(today) };
}

/** At most so many characters, the last one an ellipsis when something was left out. */
export function shorten(text: string, lengthMax: number): string {
  const letters = [...text];
  return letters.length <= lengthMax ? text : `${letters.slice(0, lengthMax - 1).join('')}…`;
}

/** How much of a whole is done, as a bar of ten. */
export function progressBar(done: number, whole: number): string {
  const filled = whole <= 0 ? 0 : Math.min(10, Math.floor((10 * done) / whole));
  return '▰'.repeat(filled) + '▱'.repeat(10 - filled);
}
