/** History by day that came from other services. It stands apart from the ledger and from the counters of this service. */
import type { DayFigures, DayRange } from './statistics-store.js';

/** Whose days: those of orders or of bots, of one of the account's (by its number here) or of all (null). */
export interface HistorySubject {
  accountId: number;
  side: 'orders' | 'bots';
  id: number | null;
}

export interface ImportedDay extends DayFigures {
  /** The host of the service that counted it. */
  source: string;
}

export interface ImportStore {
  /** Puts days in the place of those that are kept of this source in this range. */
  replaceDays(
    of: HistorySubject,
    source: string,
    range: DayRange,
    days: readonly DayFigures[],
  ): Promise<void>;
  /** By source and day; at most 10,000. */
  days(of: HistorySubject, range: DayRange): Promise<ImportedDay[]>;
  /** Hosts that the account has history of, by name; at most 100. */
  sources(accountId: number): Promise<string[]>;
}
