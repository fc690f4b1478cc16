/** Requests of several days together. */
import type { RequestFigures } from '../ports/statistics-store.js';

const names = ['total', 'sponsors', 'noSponsors', 'passed', 'errors', 'unproven'] as const;

export function sumOfRequests(days: readonly { requests: RequestFigures }[]): RequestFigures {
  const sum = { total: 0, sponsors: 0, noSponsors: 0, passed: 0, errors: 0, unproven: 0 };
  for (const { requests } of days) for (const name of names) sum[name] += requests[name];
  return sum;
}
