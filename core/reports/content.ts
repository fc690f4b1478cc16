/** Gathers what a report of an order holds: its summary, its days, its subscribers, and the joins that were not paid. */
import { FIRST_FOREIGN_CITY_ID } from '../data/index.js';
import { dayNumberOf } from '../days.js';
import { statusOf } from '../orders/index.js';
import type { Store } from '../ports.js';
import type { ReportJob } from '../ports/job-store.js';
import type { Order } from '../ports/order-store.js';
import type { Words } from '../ports/words.js';
import type { Cell, Column, SummarySheet } from '../ports/workbooks.js';
import { momentsOf, subscriberPages } from './subscribers.js';
import { reportWords } from './words.js';
import { cellsOf, dayColumns, daysOf, subscriberColumns, summaryLines, unpaidColumns } from './workbook.js';

export interface WorkbookContent extends SummarySheet {
  subscribers: Sheets;
  /** Unpaid joins; a sheet of their own, where there are any. */
  unpaid: { title: string; columns: readonly Column[]; rows: Cell[][] };
}

export interface Sheets {
  title: string;
  columns: readonly Column[];
  pages: AsyncIterable<Cell[][]> | Iterable<Cell[][]>;
}

/** What there is to write of a job; the rows of subscribers are read while they are taken. */
export async function workbookContent(
  store: Store,
  { job, zone, currency }: { job: ReportJob; zone: string; currency: string },
  words: Words,
): Promise<WorkbookContent> {
  const { orderId, includePrice, timeRange, createdAtMs: madeAtMs } = job;
  const order = await store.orders.find(orderId);
  if (order === null) throw new Error(`Order ${String(orderId)} is not there.`);
  const owner = await store.accounts.find(job.accountId);
  const said = reportWords(words, owner?.language ?? '');
  const range = momentsOf(timeRange, madeAtMs, zone);
  const totals = await store.subscriptions.totals(orderId, range);
  const ofDay = dayColumns(includePrice, currency, said);
  const days: Cell[][] = [];
  for (const { day, ...moments } of daysOf(range, order.createdAtMs, zone)) {
    days.push(cellsOf(ofDay, { day, ...(await store.subscriptions.totals(orderId, moments)) }));
  }
  const dayRange = { fromDay: dayNumberOf(range.fromMs, zone), toDay: dayNumberOf(range.toMs - 1, zone) };
  const spans = await store.statistics.orderSpans({ orderId }, dayRange);
  const unpaid = spans.flatMap((span) => span.unpaid);
  const way = await store.statistics.way({ orderId }, dayRange);
  const cityNames = await cityNamesFor(store, order, dayNumberOf(madeAtMs, zone));
  const ofUnpaid = unpaidColumns(said);
  const ofSubscriber = subscriberColumns(includePrice, currency, said);
  const pages = async function* () {
    for await (const page of subscriberPages(store, orderId, range))
      yield page.map((row) => cellsOf(ofSubscriber, row));
  };
  const facts = {
    order,
    status: statusOf(order),
    timeRange,
    includePrice,
    currency,
    madeAtMs,
    totals,
    unpaid,
    cityNames,
    way,
    words: said,
  };
  return {
    title: said.text('report-sheet-summary'),
    summary: summaryLines(facts),
    days: { title: said.text('report-by-day'), columns: ofDay, rows: days },
    subscribers: { title: said.text('report-subscribers'), columns: ofSubscriber, pages: pages() },
    unpaid: {
      title: said.text('report-sheet-unpaid'),
      columns: ofUnpaid,
      rows: unpaid.map((row) => cellsOf(ofUnpaid, row)),
    },
  };
}

/** Names that only users' visits brought: asked for where the order has such a city. */
async function cityNamesFor(
  store: Store,
  { targeting }: Order,
  day: number,
): Promise<ReadonlyMap<number, string>> {
  if (!targeting.cities.some((id) => id >= FIRST_FOREIGN_CITY_ID)) return new Map();
  return (await store.audience.sharesOf(day)).cityNames;
}
