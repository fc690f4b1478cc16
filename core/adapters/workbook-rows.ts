/**
 * Rows of a sheet as the text that an .xlsx file holds. A workbook library makes objects of each cell and looks its style
 * up anew: with exceljs a million rows take 27 s of processor time, so they take 5 (test/bench/workbook.ts).
 */
import { DAY_MS } from '../days.js';
import type { Cell, Column, ColumnKind } from '../reports/index.js';
import { offsetMsAt } from '../zone.js';

/** Excel counts days from the end of 1899. */
const EPOCH_DAYS = 25_569;
/** Of a day, down to a tenth of a millisecond. */
const DAY_DECIMALS = 9;

export interface RowColumn extends Pick<Column, 'kind'> {
  /** The number of the column's style in the workbook. */
  styleId: number;
}

/** @returns a function that gives the text of a row; rows are numbered from 1 */
export function rowText(
  columns: readonly RowColumn[],
  zone: string,
): (row: number, cells: readonly Cell[]) => string {
  const writers = columns.map(({ kind, styleId }, index) => {
    const letter = letterOf(index);
    const style = styleId === 0 ? '' : ` s="${String(styleId)}"`;
    return (row: number, value: Cell): string => {
      if (value === null) return '';
      const start = `<c r="${letter}${String(row)}"${style}`;
      if (typeof value === 'string') return `${start} t="str"><v>${escaped(value)}</v></c>`;
      return `${start}><v>${numberText(value, kind, zone)}</v></c>`;
    };
  });
  if (writers.length > LETTERS)
    throw new RangeError('A sheet of this many columns needs two letters for some.');
  return (row, cells) => {
    let text = `<row r="${String(row)}">`;
    for (const [index, write] of writers.entries()) text += write(row, cells[index] ?? null);
    return `${text}</row>`;
  };
}

const LETTERS = 26;

/** What the column of this index is called: A, B, ... */
export function letterOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

function numberText(value: number, kind: ColumnKind, zone: string): string {
  if (kind === 'moment') return (wallClockMs(value, zone) / DAY_MS + EPOCH_DAYS).toFixed(DAY_DECIMALS);
  return String(kind === 'day' ? value + EPOCH_DAYS : value);
}

/**
 * Excel knows no zones: a moment is written as what the service's clock showed. In whole seconds, since Excel rounds what
 * it shows: a tenth of a second before midnight would read as the next day.
 */
function wallClockMs(ms: number, zone: string): number {
  return Math.floor((ms + offsetMsAt(ms, zone)) / 1_000) * 1_000;
}

// eslint-disable-next-line no-control-regex -- those are the characters meant
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// eslint-disable-next-line no-control-regex -- as above
const SPECIAL = /[&<>"\u0000-\u001f\ufffe\uffff]/;

/** Characters that XML cannot hold would make the file unreadable. */
function inert(text: string): string {
  return text.replace(NOT_IN_XML, '');
}

/** As it stands in an element or an attribute. */
export function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return (
    inert(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Otherwise a reader takes it for a line feed.
      .replaceAll('\r', '&#13;')
  );
}
