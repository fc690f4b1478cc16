/**
 * Writes a report as an .xlsx file, by exceljs's streaming writer: rows go out as they come, and the reader waits while the
 * compressor is busy, so that memory stays bounded however many rows there are.
 */
import { type EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import ExcelJS from 'exceljs';
import { DAY_MS } from '../days.js';
import type { Cell, Column, ColumnKind, SummarySheet } from '../ports/workbooks.js';
import { SHEET_ROWS, type Sheets, type WorkbookContent } from '../reports/index.js';
import { offsetMsAt } from '../zone.js';

const formats: Readonly<Record<ColumnKind, string>> = {
  text: 'General',
  id: '0',
  count: '#,##0',
  money: '#,##0.00####',
  moment: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
};
/** Text, whatever it looks like. */
const TEXT_FORMAT = '@';
const BOLD = { bold: true };

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
  const file = createWriteStream(path);
  const written = finished(file);
  try {
    // A file that cannot be written ends the waiting for the compressor.
    await Promise.race([written, fill(file, content, { zone, sheetRows })]);
    await written;
  } finally {
    file.destroy();
  }
}

interface Limits {
  zone: string;
  sheetRows: number;
}

async function fill(file: NodeJS.WritableStream, content: WorkbookContent, limits: Limits): Promise<void> {
  const writer = writerTo(file);
  const { subscribers, unpaid } = content;
  writeSummary(writer, content, limits.zone);
  await writeSheets(writer, subscribers, limits);
  if (unpaid.rows.length > 0) {
    await writeSheets(writer, { ...unpaid, pages: [unpaid.rows] }, limits);
  }
  await writer.commit();
}

/** A file of one sheet, made in memory. */
export async function summaryBytes(sheet: SummarySheet, zone: string): Promise<Uint8Array> {
  const stream = new PassThrough();
  const written = buffer(stream);
  const writer = writerTo(stream);
  writeSummary(writer, sheet, zone);
  await writer.commit();
  return written;
}

function writerTo(stream: NodeJS.WritableStream): Writer {
  const zip = { zlib: { level: COMPRESSION } };
  return new ExcelJS.stream.xlsx.WorkbookWriter({ stream: stream as never, useStyles: true, zip });
}

type Writer = ExcelJS.stream.xlsx.WorkbookWriter;
/** Its types lack what ends a sheet, and the stream behind it. */
type SheetWriter = ExcelJS.Worksheet & {
  commit(): void;
  readonly stream: { readonly pipes: readonly Compressor[] };
};

/** Of a library's own streams, from before `writableNeedDrain`. */
interface Compressor extends EventEmitter {
  _writableState: { needDrain: boolean };
}

function sheetOf(writer: Writer, name: string, options?: Partial<ExcelJS.AddWorksheetOptions>): SheetWriter {
  return writer.addWorksheet(name, options) as SheetWriter;
}

function writeSummary(writer: Writer, { title, summary, days }: SummarySheet, zone: string): void {
  const sheet = sheetOf(writer, title);
  const widths = days.columns.slice(1).map(({ width }) => ({ width }));
  sheet.columns = [{ width: 30 }, ...widths];
  for (const { label, value, kind } of summary) {
    if (value === null) addBold(sheet, [label]);
    else setLook(sheet.addRow([label, valueOf(value, kind, zone)]).getCell(2), kind);
  }
  addBold(sheet, [days.title]);
  addBold(
    sheet,
    days.columns.map(({ title }) => title),
  );
  for (const cells of days.rows) {
    const row = sheet.addRow(valuesOf(cells, days.columns, zone));
    for (const [index, { kind }] of days.columns.entries()) setLook(row.getCell(index + 1), kind);
  }
  sheet.commit();
}

function addBold(sheet: SheetWriter, cells: readonly string[]): void {
  sheet.addRow(cells.map(inert)).font = BOLD;
}

/** At the left: otherwise the value of a line stands at the far side of its column. */
function setLook(cell: ExcelJS.Cell, kind: ColumnKind): void {
  if (kind !== 'text') cell.style = { numFmt: formats[kind], alignment: { horizontal: 'left' } };
}

/** As many sheets as the rows take; one, where there are none. */
async function writeSheets(
  writer: Writer,
  { title: name, columns, pages }: Sheets,
  { zone, sheetRows }: Limits,
): Promise<void> {
  let sheet = openSheet(writer, name, columns);
  let [sheets, rows] = [1, 1];
  for await (const page of pages) {
    for (const cells of page) {
      if (rows === sheetRows) {
        closeSheet(sheet, columns, rows);
        sheets += 1;
        sheet = openSheet(writer, `${name} ${String(sheets)}`, columns);
        rows = 1;
      }
      sheet.addRow(valuesOf(cells, columns, zone)).commit();
      rows += 1;
    }
    await untilTaken(sheet);
  }
  closeSheet(sheet, columns, rows);
}

function openSheet(writer: Writer, name: string, columns: readonly Column[]): SheetWriter {
  const sheet = sheetOf(writer, name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ title, width, kind }) => ({
    header: inert(title),
    width,
    style: { numFmt: formats[kind] },
  }));
  const header = sheet.getRow(1);
  // The header is text, whatever its column holds.
  header.eachCell((cell) => (cell.style = { numFmt: TEXT_FORMAT, font: BOLD }));
  header.commit();
  return sheet;
}

function closeSheet(sheet: SheetWriter, columns: readonly Column[], rows: number): void {
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows, column: columns.length } };
  sheet.commit();
}

/** Resolves when the compressor is ready for more: exceljs passes no back-pressure on by itself. */
async function untilTaken({ stream }: SheetWriter): Promise<void> {
  for (const pipe of stream.pipes) if (pipe._writableState.needDrain) await once(pipe, 'drain');
}

function valuesOf(cells: readonly Cell[], columns: readonly Column[], zone: string): ExcelJS.CellValue[] {
  return cells.map((cell, index) => valueOf(cell, columns[index]?.kind ?? 'text', zone));
}

function valueOf(value: Cell, kind: ColumnKind, zone: string): ExcelJS.CellValue {
  if (typeof value === 'string') return inert(value);
  if (value === null) return null;
  if (kind === 'moment') return new Date(wallClockMs(value, zone));
  return kind === 'day' ? new Date(value * DAY_MS) : value;
}

/**
 * Excel knows no zones: a moment is written as what the service's clock showed. In whole seconds, since Excel rounds what
 * it shows: a tenth of a second before midnight would read as the next day.
 */
function wallClockMs(ms: number, zone: string): number {
  return Math.floor((ms + offsetMsAt(ms, zone)) / 1_000) * 1_000;
}

/** exceljs drops control characters, but not these two, which XML cannot hold either. */
function inert(text: string): string {
  return text.replace(/[\ufffe\uffff]/g, '');
}
