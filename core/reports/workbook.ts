/**
 * What a report holds, before anything is written: pure. A workbook is sheets of rows whose columns say how their values
 * read; `core/adapters/workbook.ts` turns it into a file.
 */
import { dayNumberOf, formatDay, startOfDay, type Day } from '../days.js';
import { toNumber } from '../money.js';
import type { TimeRange } from '../ports/job-store.js';
import type { Order } from '../ports/order-store.js';
import type { UnpaidFigures, WayFigures } from '../ports/statistics-store.js';
import type { Cell, Column, SummaryLine } from '../ports/workbooks.js';
import type { SubscriberRow, SubscriberTotals } from '../ports/subscription-store.js';
import { namesIn, placementLines, scheduleLines, targetingLines } from './order-lines.js';
import { line, type ReportWords } from './words.js';

/** Rows of one sheet hold at most this many, the header among them: Excel's own limit. */
export const SHEET_ROWS = 1_048_576;

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
  words: ReportWords;
  /** Of cities outside our own table, by their ids. */
  cityNames: ReadonlyMap<number, string>;
}

export function summaryLines(facts: SummaryFacts): SummaryLine[] {
  const { order, totals, words, currency } = facts;
  const { text } = words;
  const names = namesIn(words);
  const unpaidJoins = facts.unpaid.reduce((sum, { joins }) => sum + joins, 0);
  return [
    line(text('report-order'), null),
    line(text('report-number'), order.orderId, 'id'),
    line(text('report-name'), order.name),
    line(text('report-link'), order.link),
    line(text('report-type'), text(`kind-${order.adsType}`)),
    line(text('report-status'), text(`table-status-${facts.status}`)),
    line(text('report-created'), order.createdAtMs, 'moment'),
    line(text('report-ordered'), order.quantityAll, 'count'),
    line(text('report-so-far'), order.quantityNow, 'count'),
    ...(facts.includePrice
      ? [line(text('report-order-price', { currency }), toNumber(order.realPriceMicros), 'money')]
      : []),
    line(text('report-targeting'), null),
    ...targetingLines(order, facts.cityNames, names, words),
    line(text('report-schedule'), null),
    ...scheduleLines(order, words),
    line(text('report-placement'), null),
    ...placementLines(order, names, words),
    line(text('report-totals'), null),
    line(text('report-time-range'), text(`report-range-${facts.timeRange}`)),
    line(text('report-made'), facts.madeAtMs, 'moment'),
    line(text('report-subscribers'), totals.subscribers, 'count'),
    line(text('report-left'), totals.left, 'count'),
    line(text('report-left-and-came-back'), totals.cameBack, 'count'),
    line(text('report-joins-not-paid'), unpaidJoins, 'count'),
    ...(facts.includePrice
      ? [line(text('report-spent', { currency }), toNumber(totals.chargedMicros), 'money')]
      : []),
    line(text('report-way'), null),
    line(text('report-shown'), facts.way.shown, 'count'),
    line(text('report-joined'), facts.way.paid + unpaidJoins, 'count'),
    line(text('report-paid'), facts.way.paid, 'count'),
    line(text('report-paid-left'), facts.way.left, 'count'),
  ];
}

/** A table with its heading, without its rows. */
interface Table {
  title: string;
  columns: Column[];
}

export function dayTable(includePrice: boolean, currency: string, { text }: ReportWords): Table {
  return {
    title: text('report-by-day'),
    columns: [
      { title: text('report-day'), kind: 'day', width: 22 },
      { title: text('report-subscribers'), kind: 'count', width: 24 },
      { title: text('report-left'), kind: 'count', width: 10 },
      { title: text('report-left-and-came-back'), kind: 'count', width: 20 },
      ...(includePrice
        ? [{ title: text('report-spent', { currency }), kind: 'money', width: 16 } as const]
        : []),
    ],
  };
}

export function dayCells(day: Day, totals: SubscriberTotals, includePrice: boolean): Cell[] {
  const cells: Cell[] = [day, totals.subscribers, totals.left, totals.cameBack];
  return includePrice ? [...cells, toNumber(totals.chargedMicros)] : cells;
}

export function unpaidTable({ text }: ReportWords): Table {
  return {
    title: text('report-sheet-unpaid'),
    columns: [
      { title: text('report-day'), kind: 'day', width: 12 },
      { title: text('report-why-unpaid'), kind: 'text', width: 96 },
      { title: text('report-joins'), kind: 'count', width: 10 },
    ],
  };
}

export function unpaidCells({ day, reason, joins }: UnpaidFigures, { text }: ReportWords): Cell[] {
  return [day, text(`why-unpaid-${reason}`), joins];
}

export function subscriberTable(includePrice: boolean, currency: string, { text }: ReportWords): Table {
  return {
    title: text('report-subscribers'),
    columns: [
      { title: text('report-moment'), kind: 'moment', width: 20 },
      { title: text('report-user-id'), kind: 'id', width: 16 },
      { title: text('report-bot'), kind: 'text', width: 28 },
      { title: text('report-status'), kind: 'text', width: 14 },
      { title: text('report-premium'), kind: 'text', width: 10 },
      { title: text('report-language'), kind: 'text', width: 10 },
      ...(includePrice
        ? [{ title: text('report-price', { currency }), kind: 'money', width: 14 } as const]
        : []),
    ],
  };
}

/** A subscriber whose charge was taken back cost nothing. */
export function subscriberCells(row: SubscriberRow, includePrice: boolean, { text }: ReportWords): Cell[] {
  const bot = row.botNickname === '' ? String(row.botId) : `@${row.botNickname}`;
  const premium = row.isPremium === null ? '' : text(row.isPremium ? 'report-yes' : 'report-no');
  const cells: Cell[] = [
    row.atMs,
    row.userId,
    bot,
    text(`report-state-${row.state}`),
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
    days.push({ day, fromMs, toMs: Math.min(range.toMs, startOfDay(day + 1, zone)) });
  }
  return days;
}

/** The name under which the file is downloaded. */
export function reportFileName(orderId: number, madeAtMs: number, zone: string): string {
  return `order-${String(orderId)}-${formatDay(dayNumberOf(madeAtMs, zone))}.xlsx`;
}
