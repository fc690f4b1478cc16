/**
 * Writes a report as an .xlsx file, by exceljs' streaming writer with back-pressure: rows go out as they come, and the
 * reader waits while the compressor is busy, so that memory stays bounded however many rows there are.
 */
import { type EventEmitter, once } from 'node:events';
import ExcelJS from 'exceljs';
import { DAY_MS } from '../days.js';
import {
  type Cell,
  type Column,
  type ColumnKind,
  inLanguage,
  type ReportLanguage,
  SHEET_ROWS,
  type SummaryLine,
} from '../reports/index.js';
import { inert, rowText, wallClockMs } from './workbook-rows.js';

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

const formats: Readonly<Record<ColumnKind, string | undefined>> = {
  text: undefined,
  id: '0',
  count: '#,##0',
  money: '#,##0.00####',
  moment: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
};

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
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({
    filename: path,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: COMPRESSION } },
  });
  const toCell = cellOf(zone);
  await writeSummary(writer, content, toCell);
  const limits = { zone, sheetRows };
  await writeSheets(writer, inLanguage(content.language, 'Subscribers'), content.subscribers, limits);
  const { columns, rows } = content.unpaid;
  if (rows.length > 0)
    await writeSheets(writer, inLanguage(content.language, 'Not paid'), { columns, pages: [rows] }, limits);
  await writer.commit();
}

type Writer = ExcelJS.stream.xlsx.WorkbookWriter;
type ToCell = (value: Cell, kind: ColumnKind) => Cell | Date;

function cellOf(zone: string): ToCell {
  return (value, kind) => {
    if (typeof value !== 'number') return value === null ? null : inert(value);
    if (kind === 'moment') return new Date(wallClockMs(value, zone));
    return kind === 'day' ? new Date(value * DAY_MS) : value;
  };
}

async function writeSummary(
  writer: Writer,
  { summary, days, language }: WorkbookContent,
  toCell: ToCell,
): Promise<void> {
  const sheet = writer.addWorksheet(inLanguage(language, 'Summary'));
  const widths = days.columns.map(({ width }) => ({ width }));
  sheet.columns = [{ width: 30 }, ...widths.slice(1)];
  for (const { label, value, kind } of summary) {
    const row = sheet.addRow(value === null ? [label] : [label, toCell(value, kind)]);
    if (value === null) row.font = { bold: true };
    else setFormat(row.getCell(2), kind);
    row.commit();
  }
  sheet.addRow([inLanguage(language, 'By day')]).font = { bold: true };
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

/** Only the frame of these sheets is the library's: see `workbook-rows.ts`. */
async function writeSheets(
  writer: Writer,
  name: string,
  { columns, pages }: Sheets,
  { zone, sheetRows }: { zone: string; sheetRows: number },
): Promise<void> {
  const toText = rowText(
    columns.map(({ kind }) => ({ kind, styleId: styleIdOf(writer, kind) })),
    zone,
  );
  let sheet = openSheet(writer, name, columns);
  let sheets = 1;
  let rows = 1;
  for await (const page of pages) {
    let text = '';
    for (const cells of page) {
      if (rows >= sheetRows) {
        await write(sheet, text);
        text = '';
        await close(sheet, columns, rows);
        sheets += 1;
        sheet = openSheet(writer, `${name} ${String(sheets)}`, columns);
        rows = 1;
      }
      rows += 1;
      text += toText(rows, cells);
    }
    await write(sheet, text);
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
  const [sink] = streamOf(sheet).pipes;
  const through = sink === undefined ? undefined : once(sink, 'end');
  (sheet as unknown as { commit(): void }).commit();
  await through;
}

/** Resolves when the compressor is ready for more: exceljs passes no back-pressure on by itself. */
async function write(sheet: ExcelJS.Worksheet, text: string): Promise<void> {
  if (text === '') return;
  const stream = streamOf(sheet);
  await stream.write(Buffer.from(text));
  // The streams are of a library's own, from before `writableNeedDrain`.
  for (const sink of stream.pipes) if (sink._writableState.needDrain) await once(sink, 'drain');
}

interface Sink extends EventEmitter {
  _writableState: { needDrain: boolean };
}

interface SheetStream {
  pipes: readonly Sink[];
  write(data: Buffer): Promise<unknown>;
}

/** The stream behind a sheet, which exceljs does not tell of in its types. */
function streamOf(sheet: ExcelJS.Worksheet): SheetStream {
  const { stream } = sheet as unknown as { stream?: Partial<SheetStream> };
  if (stream?.pipes === undefined || stream.write === undefined) throw hasChanged();
  return stream as SheetStream;
}

/** The number that exceljs has given a format, as it does for the columns of a sheet. */
function styleIdOf(writer: Writer, kind: ColumnKind): number {
  const { styles } = writer as unknown as { styles?: { addStyleModel?(model: { numFmt: string }): number } };
  if (styles?.addStyleModel === undefined) throw hasChanged();
  const format = formats[kind];
  return format === undefined ? 0 : styles.addStyleModel({ numFmt: format });
}

function hasChanged(): Error {
  return new Error('exceljs has changed: its streams and styles must be found anew.');
}
