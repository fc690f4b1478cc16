/** How a report's cells read, beside what the database says of the same subscribers. */
import type { StoredSubscriber } from './report-stage.js';

/** Its clock went back an hour on 31 October 2027: that day had 25 hours, and the hour after two came twice. */
export const ZONE = 'Europe/Berlin';

export type Row = readonly unknown[];

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });

/** What the zone's clock showed, as the reader gives it: a date that calls itself UTC. */
function shownAt(atMs: number): Date {
  return new Date(`${clock.format(atMs).replace(' ', 'T')}Z`);
}

/** A moment in a workbook is a fraction of a day, which the reader may cut a millisecond short. */
export function toWholeSeconds(value: unknown): unknown {
  return value instanceof Date ? new Date(Math.round(value.getTime() / 1_000) * 1_000) : value;
}

export function dayOf(atMs: number): string {
  return clock.format(atMs).slice(0, 10);
}

const stateWords = { subscribed: 'subscribed', unsubscribed: 'left', notgetted: 'left and came back' };

export function rowOf(one: StoredSubscriber): Row {
  return [
    shownAt(one.atMs),
    one.userId,
    `@${one.nickname}`,
    stateWords[one.state],
    one.isPremium === 1 ? 'yes' : 'no',
    one.languageCode === '' ? null : one.languageCode,
    one.paidMicros / 1e6,
  ];
}

export function totalsOf(subscribers: readonly StoredSubscriber[]) {
  const inState = (state: string) => subscribers.filter((one) => one.state === state).length;
  return {
    Subscribers: subscribers.length,
    Left: inState('unsubscribed'),
    'Left and came back': inState('notgetted'),
    'Spent, RUB': subscribers.reduce((sum, one) => sum + one.paidMicros, 0) / 1e6,
  };
}

/** The number formats of a workbook's cell styles, by the style's number. */
export function formatsIn(styles: string): string[] {
  const builtIn: Record<string, string> = { 0: 'General', 1: '0', 3: '#,##0', 49: '@' };
  const own = Object.fromEntries(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  ) as Record<string, string>;
  const cells = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  return [...cells.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id = '']) => own[id] ?? builtIn[id] ?? id);
}
