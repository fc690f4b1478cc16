/** Imports from other services, and the history that they brought. It stands apart from the ledger and from this service's counters. */
import type { DayFigures, DayRange } from './statistics-store.js';
import type { WorkQueue } from './work-queue.js';

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

/** The last import of an account. */
export interface Import {
  accountId: number;
  /** Of the other service. */
  address: string;
  /** The keys of the other service, sealed; null once it has ended. */
  keysCipher: string | null;
  /** False: a dry run. */
  isReal: boolean;
  begunAtMs: number;
  /** Null: it is under way. */
  endedAtMs: number | null;
  /** Why it ended early, as JSON; null: it did not. */
  fault: string | null;
  /** Claims so far. */
  attempts: number;
}

/** What became of one thing. */
export interface ImportItem {
  /** Names it among all of an import. */
  key: string;
  what: 'bot' | 'order' | 'exclusion' | 'history';
  name: string;
  outcome: 'comes' | 'is here' | 'is left out';
  /** As JSON; null: nothing to say. */
  note: string | null;
}

export interface ImportStore extends WorkQueue<Import> {
  /**
   * Puts an import in the place of the account's last one, with its items, and queues it.
   * @returns false: the last one is under way, and nothing changed. Durable.
   */
  begin(
    wanted: Pick<Import, 'accountId' | 'address' | 'isReal'> & { keysCipher: string },
    nowMs: number,
  ): Promise<boolean>;
  last(accountId: number): Promise<Import | null>;
  /**
   * Notes an item and holds the lease until then. What came in an attempt before stays noted as come.
   * @returns false: the import is gone, or another worker has it
   */
  note(
    of: { accountId: number; worker: string },
    item: ImportItem & { position: number },
    untilMs: number,
    nowMs: number,
  ): Promise<boolean>;
  /** Ends an import that this worker still holds, and forgets its keys. */
  end(of: { accountId: number; worker: string }, fault: string | null, nowMs: number): Promise<void>;
  /** In their order; at most 1,000. */
  items(accountId: number, page: { offset: number; limit: number }): Promise<ImportItem[]>;
  /** How many there are of each outcome. */
  outcomes(accountId: number): Promise<{ outcome: ImportItem['outcome']; count: number }[]>;

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
