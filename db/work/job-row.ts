/** Report jobs and files of ids as rows. */
import type { IdFile, ReportJob } from '../../core/ports/job-store.js';
import { flag, type RowOf, rowsOf } from './rows.js';

export type JobRow = RowOf<ReportJob>;
export type IdFileRow = RowOf<IdFile>;

export const toJob = rowsOf<ReportJob>()(
  `task_id, order_id, account_id, include_price, time_range, status, file_key, file_name, expires_at_ms,
   created_at_ms, attempts`,
  { includePrice: flag },
);

export const toIdFile = rowsOf<IdFile>()(
  'file_id, order_id, account_id, time_range, created_at_ms, expires_at_ms',
  {},
);
