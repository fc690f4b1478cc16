/** How values of a report read, and the lines of its summary. */

/** How the values of a column read: a moment is epoch milliseconds, shown by the service's clock. */
export type ColumnKind = 'text' | 'id' | 'count' | 'money' | 'moment' | 'day';

export type Cell = string | number | null;

/** A label with its value; `kind` says how the value reads. A line without a value is a heading. */
export interface SummaryLine {
  label: string;
  value: Cell;
  kind: ColumnKind;
}

export function line(label: string, value: Cell, kind: ColumnKind = 'text'): SummaryLine {
  return { label, value, kind };
}
