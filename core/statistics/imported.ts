/** History that came from other services, by service. */
import { formatDay } from '../days.js';
import type { ImportedDay } from '../ports/import-store.js';
import { type Sum, sumOf } from './figures.js';

export interface ImportedHistory {
  /** The host of the service that counted it; values are in its currency. */
  source: string;
  /** Days that had figures, oldest first. */
  days: (Sum & { date: string })[];
  total: Sum;
}

export function importedOf(days: readonly ImportedDay[]): ImportedHistory[] {
  return [...new Set(days.map(({ source }) => source))].map((source) => {
    const own = days.filter((each) => each.source === source);
    return {
      source,
      days: own.map(({ day, ...sum }) => ({ date: formatDay(day), ...sum })),
      total: sumOf(own),
    };
  });
}
