/** Figures by day in the answers of another service: `labels` with lists next to them, or rows that have a date each. */
import { DAY_MS } from '../../core/days.js';
import { parseMoney } from '../../core/money.js';
import type { DayFigures, DayRange } from '../../core/ports/statistics-store.js';
import { type Found, ImportFault, isFound, listIn, placesIn } from './answers.js';

/** A service that refuses a range this short does not refuse it for its length. */
const SHORT_DAYS = 31;
const VALUE_MAX = 1e9;

/**
 * Asks for a range, and where it is refused, for its halves: how many days a service shows at once is not documented.
 * @returns days that have figures, oldest first
 * @throws ImportFault
 */
export async function daysIn(
  range: DayRange,
  ask: (part: DayRange) => Promise<Found>,
): Promise<DayFigures[]> {
  const { fromDay, toDay } = range;
  try {
    return readDays(await ask(range), range);
  } catch (error) {
    const isTooLong = error instanceof ImportFault && error.fault.topic === 'import_refused';
    if (!isTooLong || toDay - fromDay < SHORT_DAYS) throw error;
    const middle = Math.floor((fromDay + toDay) / 2);
    const first = await daysIn({ fromDay, toDay: middle }, ask);
    return [...first, ...(await daysIn({ fromDay: middle + 1, toDay }, ask))];
  }
}

function readDays(answer: Found, range: DayRange): DayFigures[] {
  const byDay = new Map<number, DayFigures>();
  for (const { label, subscribers, value, index, count } of rowsIn(answer)) {
    const day = dayOfLabel(label, range) ?? dayOfPlace(index, count, range);
    const figures = { day, subscribers: Math.round(numberOf(subscribers)), valueMicros: microsOf(value) };
    const isEmpty = figures.subscribers === 0 && figures.valueMicros === 0n;
    if (!isEmpty && day >= range.fromDay && day <= range.toDay) byDay.set(day, figures);
  }
  return [...byDay.values()].sort((one, other) => one.day - other.day);
}

interface Row {
  label: unknown;
  subscribers: unknown;
  value: unknown;
  index: number;
  count: number;
}

function rowsIn(answer: Found): Row[] {
  const place = placesIn(answer).find((each) => isFound(each) && Array.isArray(each['labels']));
  if (isFound(place)) {
    const [labels, subscribers, values] = ['labels', 'subscribers_data', 'value_data'].map(
      (name) => (place[name] ?? []) as unknown[],
    ) as [unknown[], unknown[], unknown[]];
    return labels.map((label, index) => ({
      ...{ label, index, count: labels.length },
      ...{ subscribers: subscribers[index] ?? 0, value: values[index] ?? 0 },
    }));
  }
  const rows = listIn(answer, 'table_data');
  return rows.map((row, index) => ({
    ...{ label: row['date'] ?? row['day'], index, count: rows.length },
    subscribers: row['subscribers'] ?? row['total_subs'] ?? 0,
    value: row['value'] ?? row['total_value'] ?? 0,
  }));
}

/** Dates as `2026-01-31`, with or without a time, or as `31.01.2026`. */
function dayOfLabel(label: unknown, { fromDay }: DayRange): number | null {
  const text = typeof label === 'string' ? label : '';
  const [, year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? turned(/^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text)) ?? [];
  if (year !== undefined) return Date.UTC(Number(year), Number(month) - 1, Number(date)) / DAY_MS;
  return text === '' ? fromDay - 1 : null;
}

const turned = (match: RegExpExecArray | null) =>
  match === null ? null : [match[0], match[3], match[2], match[1]];

/** Another label stands for the day at its place, where there are as many as days. */
function dayOfPlace(index: number, count: number, { fromDay, toDay }: DayRange): number {
  if (count === toDay - fromDay + 1) return fromDay + index;
  throw new ImportFault('The other service shows days whose dates cannot be read.', {
    topic: 'import_unreadable',
  });
}

function numberOf(value: unknown): number {
  const number = Number(value);
  if (value !== null && Math.abs(number) <= VALUE_MAX) return number;
  throw new ImportFault('The other service shows figures that are no numbers.', {
    topic: 'import_unreadable',
  });
}

const microsOf = (value: unknown): bigint => parseMoney(numberOf(value).toFixed(6));
