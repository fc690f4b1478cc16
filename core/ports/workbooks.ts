/** Turns the content of small workbooks into files. */

/** How the values of a column read: a moment is epoch milliseconds, shown by the service's clock. */
export type ColumnKind = 'text' | 'id' | 'count' | 'money' | 'moment' | 'day';

export type Cell = string | number | null;

/** A label with its value; `kind` says how the value reads. A line without a value is a heading. */
export interface SummaryLine {
  label: string;
  value: Cell;
  kind: ColumnKind;
}

export interface Column {
  title: string;
  kind: ColumnKind;
  /** In characters. */
  width: number;
}

/** Lines, and a table of days below. */
export interface SummarySheet {
  title: string;
  summary: readonly SummaryLine[];
  days: { title: string; columns: readonly Column[]; rows: readonly (readonly Cell[])[] };
}

export interface Workbooks {
  /** An .xlsx file of one sheet, made in memory. @param zone whose clock its moments show */
  bytes(sheet: SummarySheet, zone: string): Promise<Uint8Array>;
}
