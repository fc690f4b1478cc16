/** Reports of an order's subscribers, and files of their ids. */
export { createStatements } from './statement.js';
export { type Sheets, workbookContent, type WorkbookContent } from './content.js';
export { createReports, FILE_LIFE_MS } from './reports.js';
export type { Cell, Column, SummaryLine } from '../ports/workbooks.js';
export { timeRanges } from './subscribers.js';
export { reportWords } from './words.js';
export { reportFileName, SHEET_ROWS, subscriberColumns, summaryLines } from './workbook.js';
