/** The lines of a report's summary. */
import type { Cell, ColumnKind, SummaryLine } from '../ports/workbooks.js';

export function line(label: string, value: Cell, kind: ColumnKind = 'text'): SummaryLine {
  return { label, value, kind };
}
