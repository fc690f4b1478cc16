/**
 * What a report holds, before anything is written: pure. A workbook is sheets of rows whose columns say how their values
 * read; `core/adapters/workbook.ts` turns it into a file.
 */
import { dayNumberOf, formatDay, startOfDay, type Day, type MomentRange } from '../days.js';
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

/** A column, and what it shows of a row. */
interface ColumnOf<Row> extends Column {
  of(row: Row): Cell;
}

export const cellsOf = <Row>(columns: readonly ColumnOf<Row>[], row: Row): Cell[] =>
  columns.map((column) => column.of(row));

type DayTotals = SubscriberTotals & { day: Day };

export function dayColumns(
  includePrice: boolean,
  currency: string,
  { text }: ReportWords,
): ColumnOf<DayTotals>[] {
  const spent = ({ chargedMicros }: DayTotals) => toNumber(chargedMicros);
  const price = { title: text('report-spent', { currency }), kind: 'money', width: 16, of: spent } as const;
  return [
    { title: text('report-day'), kind: 'day', width: 22, of: ({ day }) => day },
    { title: text('report-subscribers'), kind: 'count', width: 24, of: ({ subscribers }) => subscribers },
    { title: text('report-left'), kind: 'count', width: 10, of: ({ left }) => left },
    { title: text('report-left-and-came-back'), kind: 'count', width: 20, of: ({ cameBack }) => cameBack },
    ...(includePrice ? [price] : []),
  ];
}

export function unpaidColumns({ text }: ReportWords): ColumnOf<UnpaidFigures>[] {
  return [
    { title: text('report-day'), kind: 'day', width: 12, of: ({ day }) => day },
    {
      title: text('report-why-unpaid'),
      kind: 'text',
      width: 96,
      of: ({ reason }) => text(`why-unpaid-${reason}`),
    },
    { title: text('report-joins'), kind: 'count', width: 10, of: ({ joins }) => joins },
  ];
}

export function subscriberColumns(
  includePrice: boolean,
  currency: string,
  { text }: ReportWords,
): ColumnOf<SubscriberRow>[] {
  const bot = ({ botId, botNickname }: SubscriberRow) =>
    botNickname === '' ? String(botId) : `@${botNickname}`;
  const premium = ({ isPremium }: SubscriberRow) =>
    isPremium === null ? '' : text(isPremium ? 'report-yes' : 'report-no');
  /** A subscriber whose charge was taken back cost nothing. */
  const cost = ({ isReversed, priceMicros }: SubscriberRow) => (isReversed ? 0 : toNumber(priceMicros));
  const price = { title: text('report-price', { currency }), kind: 'money', width: 14, of: cost } as const;
  return [
    { title: text('report-moment'), kind: 'moment', width: 20, of: ({ atMs }) => atMs },
    { title: text('report-user-id'), kind: 'id', width: 16, of: ({ userId }) => userId },
    { title: text('report-bot'), kind: 'text', width: 28, of: bot },
    {
      title: text('report-status'),
      kind: 'text',
      width: 14,
      of: ({ state }) => text(`report-state-${state}`),
    },
    { title: text('report-premium'), kind: 'text', width: 10, of: premium },
    { title: text('report-language'), kind: 'text', width: 10, of: ({ languageCode }) => languageCode },
    ...(includePrice ? [price] : []),
  ];
}

/** The days of a range that can have subscribers, with their moments; the last may be under way. */
export function daysOf(
  range: MomentRange,
  orderCreatedAtMs: number,
  zone: string,
): (MomentRange & { day: Day })[] {
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
