/**
 * Writes a report as an .xlsx file, by exceljs' streaming writer with back-pressure: rows go out as they come, and the
 * reader waits while the compressor is busy, so that memory stays bounded however many rows there are.
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import ExcelJS from 'exceljs';
import { DAY_MS } from '../days.js';
import { type Cell, type Column, type ColumnKind, SHEET_ROWS, type SummaryLine } from '../reports/index.js';
import { offsetMsAt } from '../zone.js';

export interface WorkbookContent {
  summary: readonly SummaryLine[];
  days: { columns: readonly Column[]; rows: readonly (readonly Cell[])[] };
  subscribers: { columns: readonly Column[]; pages: AsyncIterable<Cell[][]> };
}

const formats: Readonly<Record<ColumnKind, string | undefined>> = {
  text: undefined,
  id: '0',
  count: '#,##0',
  money: '#,##0.00####',
  moment: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
};

/** Rows between two looks at how much waits to be compressed. */
const LOOK_EVERY_ROWS = 500;

/**
 * @param sheetRows the most rows of one sheet, its header among them; what does not fit goes on in a next sheet
 */
export async function writeWorkbook(
  path: string,
  content: WorkbookContent,
  zone: string,
  sheetRows = SHEET_ROWS,
): Promise<void> {
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({
    filename: path,
    useStyles: true,
    useSharedStrings: false,
  });
  const toCell = cellOf(zone);
  await writeSummary(writer, content, toCell);
  await writeSubscribers(writer, content.subscribers, toCell, sheetRows);
  await writer.commit();
}

type Writer = ExcelJS.stream.xlsx.WorkbookWriter;
type ToCell = (value: Cell, kind: ColumnKind) => Cell | Date;

/**
 * Excel knows no zones: a date is written as what the service's clock showed. In whole seconds, since Excel rounds what
 * it shows: a tenth of a second before midnight would read as the next day.
 */
function cellOf(zone: string): ToCell {
  return (value, kind) => {
    if (typeof value !== 'number') return value === null ? null : inert(value);
    if (kind === 'moment') return new Date(Math.floor((value + offsetMsAt(value, zone)) / 1_000) * 1_000);
    return kind === 'day' ? new Date(value * DAY_MS) : value;
  };
}

/** Characters that XML cannot hold would make the file unreadable. */
function inert(text: string): string {
  // eslint-disable-next-line no-control-regex -- those are the characters meant
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

async function writeSummary(
  writer: Writer,
  { summary, days }: WorkbookContent,
  toCell: ToCell,
): Promise<void> {
  const sheet = writer.addWorksheet('Summary');
  const widths = days.columns.map(({ width }) => ({ width }));
  sheet.columns = [{ width: 30 }, ...widths.slice(1)];
  for (const { label, value, kind } of summary) {
    const row = sheet.addRow(value === null ? [label] : [label, toCell(value, kind)]);
    if (value === null) row.font = { bold: true };
    else setFormat(row.getCell(2), kind);
    row.commit();
  }
  sheet.addRow(['By day']).font = { bold: true };
  const header = sheet.addRow(days.columns.map(({ title }) => title));
  header.font = { bold: true };
  header.commit();
  for (const cells of days.rows) {
    const row = sheet.addRow(cells.map((cell, index) => toCell(cell, days.columns[index]?.kind ?? 'text')));
    days.columns.forEach(({ kind }, index) => {
      setFormat(row.getCell(index + 1), kind);
    });
    row.commit();
  }
  await finish(sheet);
}

function setFormat(cell: ExcelJS.Cell, kind: ColumnKind): void {
  const format = formats[kind];
  if (format !== undefined) cell.numFmt = format;
  // Otherwise the value of a line stands at the far side of its column.
  if (kind !== 'text') cell.alignment = { horizontal: 'left' };
}

async function writeSubscribers(
  writer: Writer,
  { columns, pages }: WorkbookContent['subscribers'],
  toCell: ToCell,
  sheetRows: number,
): Promise<void> {
  let sheet = openSheet(writer, 'Subscribers', columns);
  let sheets = 1;
  let rows = 1;
  for await (const page of pages) {
    for (const cells of page) {
      if (rows >= sheetRows) {
        await close(sheet, columns, rows);
        sheets += 1;
        sheet = openSheet(writer, `Subscribers ${String(sheets)}`, columns);
        rows = 1;
      }
      sheet.addRow(cells.map((cell, index) => toCell(cell, columns[index]?.kind ?? 'text'))).commit();
      rows += 1;
      if (rows % LOOK_EVERY_ROWS === 0) await drained(sheet);
    }
  }
  await close(sheet, columns, rows);
}

function openSheet(writer: Writer, name: string, columns: readonly Column[]): ExcelJS.Worksheet {
  const sheet = writer.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ title, width, kind }) => {
    const format = formats[kind];
    return { header: title, width, ...(format === undefined ? {} : { style: { numFmt: format } }) };
  });
  const header = sheet.getRow(1);
  header.font = { bold: true };
  // The header is text, whatever its column holds.
  header.eachCell((cell) => (cell.numFmt = '@'));
  header.commit();
  return sheet;
}

async function close(sheet: ExcelJS.Worksheet, columns: readonly Column[], rows: number): Promise<void> {
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows, column: columns.length } };
  await finish(sheet);
}

/** A sheet's text is compressed one sheet after the other: the next would pile up in memory before this one is through. */
async function finish(sheet: ExcelJS.Worksheet): Promise<void> {
  const [sink] = sinksOf(sheet);
  const through = sink === undefined || sink.readableEnded ? undefined : once(sink, 'end');
  (sheet as unknown as { commit(): void }).commit();
  await through;
}

interface Sink extends Writable {
  readableEnded: boolean;
}

/** The streams behind a sheet. exceljs does not say so in its types, and passes no back-pressure on by itself. */
function sinksOf(sheet: ExcelJS.Worksheet): readonly Sink[] {
  const { stream } = sheet as unknown as { stream?: { pipes?: readonly Sink[] } };
  if (stream?.pipes === undefined)
    throw new Error('exceljs has changed: the back-pressure must be found anew.');
  return stream.pipes;
}

async function drained(sheet: ExcelJS.Worksheet): Promise<void> {
  for (const sink of sinksOf(sheet)) if (sink.writableNeedDrain) await once(sink, 'drain');
}
