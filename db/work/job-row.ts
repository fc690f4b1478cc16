/** Report jobs and files of ids as rows. */
import type { IdFile, ReportJob, TimeRange } from '../../core/ports/job-store.js';

export interface JobRow {
  task_id: string;
  order_id: number;
  account_id: number;
  include_price: number;
  time_range: TimeRange;
  status: ReportJob['status'];
  file_key: string;
  file_name: string;
  expires_at_ms: number;
  created_at_ms: number;
  attempts: number;
}

export interface IdFileRow {
  file_id: string;
  order_id: number;
  account_id: number;
  time_range: TimeRange;
  created_at_ms: number;
  expires_at_ms: number;
}

export function toNullableJob(row: JobRow | undefined): ReportJob | null {
  return row === undefined ? null : toJob(row);
}

export function toJob(row: JobRow): ReportJob {
  return {
    taskId: row.task_id,
    orderId: row.order_id,
    accountId: row.account_id,
    includePrice: row.include_price === 1,
    timeRange: row.time_range,
    status: row.status,
    fileKey: row.file_key,
    fileName: row.file_name,
    expiresAtMs: row.expires_at_ms,
    createdAtMs: row.created_at_ms,
    attempts: row.attempts,
  };
}

export function toIdFile(row: IdFileRow): IdFile {
  return {
    fileId: row.file_id,
    orderId: row.order_id,
    accountId: row.account_id,
    timeRange: row.time_range,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
  };
}
