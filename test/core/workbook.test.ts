/** The file that holds a report: what does not fit in one sheet goes on in the next. */
import { statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ExcelJS from 'exceljs';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWorkbook } from '../../core/adapters/workbook.js';
import { type Cell, type Column, SHEET_ROWS, type WorkbookContent } from '../../core/reports/index.js';
import { unzip } from '../support/zip.js';

const columns: Column[] = [
  { title: 'When', kind: 'moment', width: 20 },
  { title: 'Id', kind: 'id', width: 10 },
  { title: 'Text', kind: 'text', width: 10 },
];
const START_MS = Date.UTC(2026, 0, 15, 12);

/** General is none of its own. */
const lookOf = (cell: ExcelJS.Cell | undefined) => cell?.numFmt ?? 'General';

async function* pagesOf(rows: readonly Cell[][], pageRows: number): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += pageRows)
    yield await Promise.resolve(rows.slice(at, at + pageRows));
}

function contentOf(pages: WorkbookContent['subscribers']['pages']): WorkbookContent {
  return {
    title: 'Summary',
    summary: [{ label: 'Order', value: null, kind: 'text' }],
    days: { title: 'By day', columns: [{ title: 'Day', kind: 'day', width: 10 }], rows: [] },
    subscribers: { title: 'Subscribers', columns, pages },
    unpaid: { title: 'Not paid', columns, rows: [] },
  };
}

describe('a workbook', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-workbook-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const write = async (rows: readonly Cell[][], sheetRows?: number, zone = 'UTC') => {
    const file = path.join(folder, `${String(rows.length)}-${String(sheetRows)}.xlsx`);
    await writeWorkbook(
      file,
      contentOf(pagesOf(rows, 3)),
      zone,
      ...(sheetRows === undefined ? [] : [sheetRows]),
    );
    return file;
  };
  const rowsOf = (count: number): Cell[][] =>
    Array.from({ length: count }, (_, index) => [START_MS + index * 1_000, index, `row ${String(index)}`]);

  it.each([
    { rows: 0, sheets: [0] },
    { rows: 1, sheets: [1] },
    { rows: 4, sheets: [4] },
    { rows: 5, sheets: [4, 1] },
    { rows: 8, sheets: [4, 4] },
    { rows: 9, sheets: [4, 4, 1] },
  ])('of $rows rows, four to a sheet beside the header, has sheets of $sheets', async ({ rows, sheets }) => {
    const file = await write(rowsOf(rows), 5);
    const all = (await readXlsxFile(file)).filter(({ sheet }) => sheet !== 'Summary');
    expect(all.map(({ sheet }) => sheet)).toEqual(
      sheets.map((_, index) => (index === 0 ? 'Subscribers' : `Subscribers ${String(index + 1)}`)),
    );
    expect(all.map(({ data }) => data.length - 1)).toEqual(sheets);
    for (const { data } of all) expect(data[0]).toEqual(['When', 'Id', 'Text']);
    expect(all.flatMap(({ data }) => data.slice(1).map(([, id]) => id))).toEqual(
      Array.from({ length: rows }, (_, index) => index),
    );
    const parts = unzip(await readFile(file));
    for (const [index, count] of sheets.entries()) {
      const text = parts.get(`xl/worksheets/sheet${String(index + 2)}.xml`) ?? '';
      expect(text).toContain('state="frozen"');
      expect(text).toContain(`<autoFilter ref="A1:C${String(count + 1)}"/>`);
    }
  });

  it("goes on in a new sheet at Excel's own limit, unless told otherwise", () => {
    expect(SHEET_ROWS).toBe(2 ** 20);
  });

  it('shows a moment in whole seconds of the day it belongs to, and takes no character that XML cannot hold', async () => {
    const lastOfTheDayMs = Date.UTC(2026, 6, 15, 21, 59, 59, 999);
    const file = await write(
      [[lastOfTheDayMs, 1, 'a\u0000\u0007\ufffeb\n<&>"\u{1f600}']],
      10,
      'Europe/Berlin',
    );
    const [, subscribers] = await readXlsxFile(file);
    const [, row] = subscribers?.data ?? [];
    const shown = row?.[0] as unknown as Date;
    expect(Math.round(shown.getTime() / 1_000) * 1_000).toBe(Date.UTC(2026, 6, 15, 23, 59, 59));
    expect(row?.[2]).toBe('ab\n<&>"\u{1f600}');
  });

  it('is written while its rows are read, so that they do not pile up', async () => {
    const file = path.join(folder, 'long.xlsx');
    const pages = 60;
    let bytesAtTheEnd = 0;
    const rows = function* () {
      for (let page = 0; page < pages; page += 1) {
        if (page === pages - 1) bytesAtTheEnd = statSync(file).size;
        yield rowsOf(100);
      }
    };
    await writeWorkbook(file, contentOf(rows()), 'UTC');
    expect(bytesAtTheEnd).toBeGreaterThan(statSync(file).size / 2);
  });

  it('fails with its rows, and with its file', async () => {
    const rows = function* () {
      yield rowsOf(500);
      throw new Error('no more rows');
    };
    const broken = path.join(folder, 'broken.xlsx');
    await expect(writeWorkbook(broken, contentOf(rows()), 'UTC')).rejects.toThrow('no more rows');
    const nowhere = path.join(folder, 'no-folder', 'a.xlsx');
    const endless = function* () {
      for (;;) yield rowsOf(1_000);
    };
    await expect(writeWorkbook(nowhere, contentOf(endless()), 'UTC')).rejects.toThrow('ENOENT');
  });

  it('shows each kind of value in its own way, and its headers in bold', async () => {
    const file = path.join(folder, 'kinds.xlsx');
    const kinds = ['text', 'id', 'count', 'money', 'moment', 'day'] as const;
    const ofKinds = kinds.map((kind) => ({ title: `The ${kind}`, kind, width: 12 }));
    const cells = ['5', 1_234_567, 25_000, 2.5, START_MS, 20_000];
    await writeWorkbook(
      file,
      {
        title: 'Summary',
        summary: [
          { label: 'A & B', value: null, kind: 'text' },
          ...kinds.map((kind, index) => ({ label: kind, value: cells[index] ?? null, kind })),
        ],
        days: { title: 'By day', columns: ofKinds, rows: [cells] },
        subscribers: { title: 'Subscribers', columns: ofKinds, pages: [[cells]] },
        unpaid: { title: 'Not paid', columns: ofKinds, rows: [cells] },
      },
      'UTC',
    );
    const book = await new ExcelJS.Workbook().xlsx.readFile(file);
    expect(book.worksheets.map(({ name }) => name)).toEqual(['Summary', 'Subscribers', 'Not paid']);
    const [summary, ...lists] = book.worksheets;
    const looks = ['General', '0', '#,##0', '#,##0.00####', 'yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd'];
    const values = [...cells.slice(0, 4), new Date(START_MS), new Date(Date.UTC(2024, 9, 4))];
    for (const list of lists) {
      expect(kinds.map((_, at) => lookOf(list.getRow(2).getCell(at + 1)))).toEqual(looks);
      expect(kinds.map((_, at) => list.getRow(2).getCell(at + 1).value)).toEqual(values);
      expect(kinds.map((_, at) => list.getRow(1).getCell(at + 1))).toMatchObject(
        ofKinds.map(({ title }) => ({ value: title, numFmt: '@', font: { bold: true } })),
      );
      expect(kinds.map((_, at) => list.getColumn(at + 1).width)).toEqual(kinds.map(() => 12));
      expect(list.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
      expect(list.autoFilter).toBe('A1:F2');
    }
    expect(summary?.getCell('A1')).toMatchObject({ value: 'A & B', font: { bold: true } });
    for (const [at, look] of looks.entries()) {
      const cell = summary?.getCell(at + 2, 2);
      expect(cell?.value).toEqual(values[at]);
      expect(lookOf(cell)).toBe(look);
      expect(cell?.alignment as unknown).toEqual(at === 0 ? undefined : { horizontal: 'left' });
    }
    expect(summary?.getRow(kinds.length + 2).getCell(1)).toMatchObject({
      value: 'By day',
      font: { bold: true },
    });
    expect(summary?.getRow(kinds.length + 4).getCell(3).value).toBe(25_000);
  });
});
