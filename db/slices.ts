/** Which rows belong to some slices (`core/slices.ts`), in SQL. */
import { SLICES } from '../core/slices.js';

/** @param slices the placeholder of the set */
export function inSlices(column: string, slices: string): string {
  return `((${slices} >> (${column} % ${String(SLICES)})) & 1) = 1`;
}

/** The same for PostgreSQL, which counts places by numbers of four bytes. */
export function inSlicesOfPostgres(column: string, slices: string): string {
  return `((${slices}::bigint >> (${column} % ${String(SLICES)})::int) & 1) = 1`;
}
