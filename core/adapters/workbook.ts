/**
 * Writes a report as an .xlsx file: rows go out as they come, and the reader waits while the compressor is busy, so that
 * memory stays bounded however many rows there are. Why no library writes them: `docs/decisions.md`, Settled
 * while building.
 */
import {
  type Cell,
  type Column,
  inLanguage,
  type ReportLanguage,
  SHEET_ROWS,
  type SummaryLine,
} from '../reports/index.js';
import {
  leftStyleOf,
  partsBeside,
  sheetEnd,
  sheetHead,
  sheetPath,
  styleOf,
  styles,
} from './workbook-parts.js';
import { letterOf, type RowColumn, rowText } from './workbook-rows.js';
import { writeZip } from './zip.js';

export interface WorkbookContent {
  summary: readonly SummaryLine[];
  days: { columns: readonly Column[]; rows: readonly (readonly Cell[])[] };
  subscribers: Sheets;
  /** Joins that nobody pays for; a sheet of their own, where there are any. */
  unpaid: { columns: readonly Column[]; rows: Cell[][] };
  /** Of the sheets' names. */
  language: ReportLanguage;
}

interface Sheets {
  columns: readonly Column[];
  pages: AsyncIterable<Cell[][]> | Iterable<Cell[][]>;
}

/** Measured: as small as the usual 6, in less time. */
const COMPRESSION = 4;

/**
 * @param sheetRows the most rows of one sheet, its header among them; what does not fit goes on in a next sheet
 */
export async function writeWorkbook(
  path: string,
  content: WorkbookContent,
  zone: string,
  sheetRows = SHEET_ROWS,
): Promise<void> {
  const { language, subscribers, unpaid } = content;
  await writeZip(path, COMPRESSION, async (add) => {
    const names: string[] = [];
    const addSheet: AddSheet = async (name, texts) => {
      names.push(name);
      await add(sheetPath(names.length), texts);
    };
    const limits = { zone, sheetRows };
    await addSheet(inLanguage(language, 'Summary'), summaryTexts(content, zone));
    await addSheets(addSheet, inLanguage(language, 'Subscribers'), subscribers, limits);
    if (unpaid.rows.length > 0) {
      const sheets = { columns: unpaid.columns, pages: [unpaid.rows] };
      await addSheets(addSheet, inLanguage(language, 'Not paid'), sheets, limits);
    }
    for (const [part, text] of partsBeside(names)) await add(part, [text]);
  });
}

type AddSheet = (name: string, texts: Iterable<string> | AsyncIterable<string>) => Promise<void>;

/** Widths are those of the days' columns, but for the first, which has the labels. */
function* summaryTexts({ summary, days, language }: WorkbookContent, zone: string): Generator<string> {
  const widths = days.columns.slice(1).map(({ width }) => ({ width, styleId: styles.plain }));
  yield sheetHead([{ width: 30, styleId: styles.plain }, ...widths], false);
  let rows = 0;
  const row = (columns: readonly RowColumn[], cells: readonly Cell[]) =>
    rowText(columns, zone)((rows += 1), cells);
  for (const { label, value, kind } of summary) {
    yield value === null
      ? row([BOLD], [label])
      : row([PLAIN, { kind, styleId: leftStyleOf(kind) }], [label, value]);
  }
  yield row([BOLD], [inLanguage(language, 'By day')]);
  yield row(
    days.columns.map(() => BOLD),
    days.columns.map(({ title }) => title),
  );
  const ofDay = days.columns.map(({ kind }) => ({ kind, styleId: leftStyleOf(kind) }));
  for (const cells of days.rows) yield row(ofDay, cells);
  yield sheetEnd();
}

const PLAIN: RowColumn = { kind: 'text', styleId: styles.plain };
const BOLD: RowColumn = { kind: 'text', styleId: styles.bold };
/** The header is text, whatever its column holds. */
const HEADER: RowColumn = { kind: 'text', styleId: styles.header };

/** As many sheets as the rows take; one, where there are none. */
async function addSheets(
  add: AddSheet,
  name: string,
  { columns, pages }: Sheets,
  { zone, sheetRows }: { zone: string; sheetRows: number },
): Promise<void> {
  const rows = rowsOf(pages);
  let sheets = 0;
  do {
    sheets += 1;
    const title = sheets === 1 ? name : `${name} ${String(sheets)}`;
    await add(title, sheetTexts(columns, rows, { zone, sheetRows }));
  } while (await rows.hasMore());
}

async function* sheetTexts(
  columns: readonly Column[],
  rows: Rows,
  { zone, sheetRows }: { zone: string; sheetRows: number },
): AsyncGenerator<string> {
  const styled = columns.map(({ kind, width }) => ({ kind, width, styleId: styleOf(kind) }));
  const toText = rowText(styled, zone);
  const header = rowText(
    columns.map(() => HEADER),
    zone,
  );
  yield (
    sheetHead(styled, true) +
    header(
      1,
      columns.map(({ title }) => title),
    )
  );
  let count = 1;
  while (count < sheetRows && (await rows.hasMore())) {
    let text = '';
    for (const cells of rows.take(sheetRows - count)) text += toText((count += 1), cells);
    yield text;
  }
  yield sheetEnd(`A1:${letterOf(columns.length - 1)}${String(count)}`);
}

/** Rows that come in pages, for sheets that end where no page does. */
interface Rows {
  /** Waits for the next page where all rows are taken. */
  hasMore(): Promise<boolean>;
  /** Of the page that is there at most so many. */
  take(most: number): Cell[][];
}

function rowsOf(pages: Sheets['pages']): Rows {
  const source = (async function* () {
    yield* pages;
  })();
  let page: Cell[][] = [];
  return {
    hasMore: async () => {
      while (page.length === 0) {
        const next = await source.next();
        if (next.done === true) return false;
        page = next.value;
      }
      return true;
    },
    take: (most) => {
      const taken = page.slice(0, most);
      page = page.slice(most);
      return taken;
    },
  };
}
