/** Reports of an order's subscribers, and files of their ids. */
export { createReports, FILE_LIFE_MS, type ReportFile, type Reports, type ReportState } from './reports.js';
export type { Cell, ColumnKind, SummaryLine } from './summary-line.js';
export { subscriberPages } from './subscriber-pages.js';
export { momentsOf, timeRanges } from './time-range.js';
export { inLanguage, reportLanguage, type ReportLanguage } from './words.js';
export {
  type Column,
  dayCells,
  dayColumns,
  type DayLine,
  daysOf,
  reportFileName,
  SHEET_ROWS,
  subscriberCells,
  subscriberColumns,
  summaryLines,
  unpaidCells,
  unpaidColumns,
} from './workbook.js';
