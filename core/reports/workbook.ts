/**
 * What a report holds, before anything is written: pure. A workbook is sheets of rows whose columns say how their values
 * read; `core/adapters/workbook.ts` turns it into a file.
 */
import { addDays, dayNumberOf, formatDay, startOfDay, type Day } from '../days.js';
import type { UnpaidReason } from '../terms/index.js';
import { toNumber } from '../money.js';
import type { TimeRange } from '../ports/job-store.js';
import type { Order } from '../ports/order-store.js';
import type { UnpaidFigures, WayFigures } from '../ports/statistics-store.js';
import type { Cell, Column, SummaryLine } from '../ports/workbooks.js';
import type { SubscriberRow, SubscriberTotals } from '../ports/subscription-store.js';
import { namesIn } from './names.js';
import { placementLines, scheduleLines, targetingLines } from './order-lines.js';
import { line } from './summary-line.js';
import { inLanguage, type ReportLanguage } from './words.js';

/** Rows of one sheet hold at most this many, the header among them: Excel's own limit. */
export const SHEET_ROWS = 1_048_576;

export interface DayLine {
  day: Day;
  totals: SubscriberTotals;
}

export interface SummaryFacts {
  order: Order;
  status: string;
  timeRange: TimeRange;
  includePrice: boolean;
  currency: string;
  madeAtMs: number;
  totals: SubscriberTotals;
  unpaid: readonly UnpaidFigures[];
  /** What happened on the days of the report. */
  way: WayFigures;
  language: ReportLanguage;
  /** Of cities outside our own table, by their ids. */
  cityNames: ReadonlyMap<number, string>;
}

export function summaryLines(facts: SummaryFacts): SummaryLine[] {
  const { order, totals, language } = facts;
  const names = namesIn(language);
  const unpaidJoins = facts.unpaid.reduce((sum, { joins }) => sum + joins, 0);
  const lines = [
    line('Order', null),
    line('Number', order.orderId, 'id'),
    line('Name', order.name),
    line('Link', order.link),
    line('Type', order.adsType),
    line('Status', facts.status),
    line('Created', order.createdAtMs, 'moment'),
    line('Subscribers ordered', order.quantityAll, 'count'),
    line('Subscribers so far', order.quantityNow, 'count'),
    ...(facts.includePrice
      ? [line(`Price of a subscriber, ${facts.currency}`, toNumber(order.realPriceMicros), 'money')]
      : []),
    line('Targeting', null),
    ...targetingLines(order, facts.cityNames, names).map((one) => spoken(one, language)),
    line('Schedule', null),
    ...scheduleLines(order).map((one) => spoken(one, language)),
    line('Placement', null),
    ...placementLines(order, names).map((one) => spoken(one, language)),
    line('Totals of this report', null),
    line('Time range', inLanguage(language, rangeNames[facts.timeRange])),
    line('Made', facts.madeAtMs, 'moment'),
    line('Subscribers', totals.subscribers, 'count'),
    line('Left', totals.left, 'count'),
    line('Left and came back', totals.cameBack, 'count'),
    line('Joins not paid', unpaidJoins, 'count'),
    ...(facts.includePrice
      ? [line(`Spent, ${facts.currency}`, toNumber(totals.chargedMicros), 'money')]
      : []),
    line('From shown to left, by day of the event', null),
    line('Shown', facts.way.shown, 'count'),
    line('Joined', facts.way.paid + unpaidJoins, 'count'),
    line('Paid', facts.way.paid, 'count'),
    line('Of those paid for, left', facts.way.left, 'count'),
  ];
  return lines.map((one) => ({ ...one, label: inLanguage(language, one.label) }));
}

/** A line whose value is in our words, one or several; what somebody named is never taken for one. */
function spoken(one: SummaryLine, language: ReportLanguage): SummaryLine {
  if (typeof one.value !== 'string') return one;
  const value = one.value.split(', ').map((part) => inLanguage(language, part));
  return { ...one, value: value.join(', ') };
}

export function titled(columns: Column[], language: ReportLanguage): Column[] {
  return columns.map((column) => ({ ...column, title: inLanguage(language, column.title) }));
}

const rangeNames: Readonly<Record<TimeRange, string>> = {
  today: 'today',
  '3days': 'today and the 2 days before',
  '7days': 'today and the 6 days before',
  all: 'all',
};

export function dayColumns(includePrice: boolean, currency: string, language: ReportLanguage): Column[] {
  const columns: Column[] = [
    { title: 'Day', kind: 'day', width: 22 },
    { title: 'Subscribers', kind: 'count', width: 24 },
    { title: 'Left', kind: 'count', width: 10 },
    { title: 'Left and came back', kind: 'count', width: 20 },
    ...(includePrice ? [{ title: `Spent, ${currency}`, kind: 'money', width: 16 } as const] : []),
  ];
  return titled(columns, language);
}

export function dayCells({ day, totals }: DayLine, includePrice: boolean): Cell[] {
  const cells: Cell[] = [day, totals.subscribers, totals.left, totals.cameBack];
  return includePrice ? [...cells, toNumber(totals.chargedMicros)] : cells;
}

export function unpaidColumns(language: ReportLanguage): Column[] {
  const columns: Column[] = [
    { title: 'Day', kind: 'day', width: 12 },
    { title: 'Why nobody pays', kind: 'text', width: 96 },
    { title: 'Joins', kind: 'count', width: 10 },
  ];
  return titled(columns, language);
}

export type SayUnpaid = (reason: UnpaidReason, language: string) => string;

export function unpaidCells(
  { day, reason, joins }: UnpaidFigures,
  said: (reason: UnpaidReason) => string,
): Cell[] {
  return [day, said(reason), joins];
}

export function subscriberColumns(
  includePrice: boolean,
  currency: string,
  language: ReportLanguage,
): Column[] {
  const columns: Column[] = [
    { title: 'Date and time', kind: 'moment', width: 20 },
    { title: 'User id', kind: 'id', width: 16 },
    { title: 'Bot', kind: 'text', width: 28 },
    { title: 'Status', kind: 'text', width: 14 },
    { title: 'Premium', kind: 'text', width: 10 },
    { title: 'Language', kind: 'text', width: 10 },
    ...(includePrice ? [{ title: `Price, ${currency}`, kind: 'money', width: 14 } as const] : []),
  ];
  return titled(columns, language);
}

/** A subscriber whose charge was taken back cost nothing. */
export function subscriberCells(row: SubscriberRow, includePrice: boolean, language: ReportLanguage): Cell[] {
  const bot = row.botNickname === '' ? String(row.botId) : `@${row.botNickname}`;
  const premium = row.isPremium === null ? '' : inLanguage(language, row.isPremium ? 'yes' : 'no');
  const cells: Cell[] = [
    row.atMs,
    row.userId,
    bot,
    inLanguage(language, row.state),
    premium,
    row.languageCode,
  ];
  return includePrice ? [...cells, row.isReversed ? 0 : toNumber(row.priceMicros)] : cells;
}

/** The days of a range that can have subscribers, with their moments; the last may be under way. */
export function daysOf(
  range: { fromMs: number; toMs: number },
  orderCreatedAtMs: number,
  zone: string,
): { day: Day; fromMs: number; toMs: number }[] {
  const first = dayNumberOf(Math.max(range.fromMs, orderCreatedAtMs), zone);
  const last = dayNumberOf(range.toMs - 1, zone);
  const days = [];
  for (let day = first; day <= last; day++) {
    const fromMs = startOfDay(day, zone);
    days.push({ day, fromMs, toMs: Math.min(range.toMs, startOfDay(addDays(day, 1), zone)) });
  }
  return days;
}

/** The name under which the file is downloaded. */
export function reportFileName(orderId: number, madeAtMs: number, zone: string): string {
  return `order-${String(orderId)}-${formatDay(dayNumberOf(madeAtMs, zone))}.xlsx`;
}
