/**
 * Imports from another service with this interface, and the history that they brought. An import is work of the store: it is
 * begun by its person, done by one process at a time, and goes on in another when that one dies.
 */
import { EventEmitter, once } from 'node:events';
import { dayNumberOf } from './days.js';
import { type FaultNote, ServiceError } from './errors.js';
import { urlFaultMeaning } from './events/index.js';
import type { Ports } from './ports.js';
import type { HistorySubject, ImportItem, ImportStore } from './ports/import-store.js';
import type { DayFigures, DayRange } from './ports/statistics-store.js';
import { takeTurn } from './rate-limit.js';

export const IMPORT_PURPOSE = 'import';

/** Days of a year that came to their end. */
const HISTORY_DAYS = 365;
/** Services that an account can have history of. */
const SOURCES_MAX = 10;
const BEGUN = { max: 20, windowMs: 3_600_000 };
/** So long a process that was killed keeps an import from others; more than asking for one thing takes. */
const LEASE_MS = 5 * 60_000;
const ATTEMPTS = 5;

export interface ImportKeys {
  access: string;
  /** Null: what needs the Statistics token is not read. */
  statistics: string | null;
}

/** The note says why something is left out, or how it differs. */
export type ImportStep = Omit<ImportItem, 'note'> & { note: FaultNote | null };

/** An import that this process has to do. */
export interface ImportJob {
  accountId: number;
  address: string;
  keys: ImportKeys;
  isReal: boolean;
  /** @returns false: another process has it by now, or its account is gone */
  note(step: ImportStep, position: number): Promise<boolean>;
  /** @param fault why it ended early; null: it did not */
  end(fault: FaultNote | null): Promise<void>;
  isLastAttempt: boolean;
}

type ImportPorts = Pick<Ports, 'store' | 'clock' | 'settings' | 'vault' | 'webhookSender' | 'outgoingFetch'>;

export function createImports(ports: ImportPorts) {
  return {
    ...createImportWork(ports),
    ...createHistory(ports),
    /** Asks the other service. */
    fetch: ports.outgoingFetch,
  };
}

function createImportWork({ store, clock, settings, vault, webhookSender }: ImportPorts) {
  const queue = new EventEmitter();

  /**
   * Queues an import, in the place of the last one of this account.
   * @throws ServiceError `invalid` saying what is wrong with the address; `conflict` while one is under way; `limited`
   */
  const begin = async (
    accountId: number,
    { address: given, keys, isReal }: Pick<ImportJob, 'address' | 'keys' | 'isReal'>,
  ): Promise<void> => {
    const address = given.trim().replace(/\/+$/, '');
    const fault = await webhookSender.fault(address);
    if (fault !== null)
      throw new ServiceError('invalid', `address: ${urlFaultMeaning(fault, settings)}`, {
        topic: `address_${fault}`,
      });
    const say = () => `At most ${String(BEGUN.max)} imports an hour.`;
    await takeTurn({ store, clock }, `import:${String(accountId)}`, BEGUN, say);
    const keysCipher = vault.seal(JSON.stringify(keys), IMPORT_PURPOSE);
    if (!(await store.imports.begin({ accountId, address, keysCipher, isReal }, clock.now())))
      throw new ServiceError('conflict', 'An import of yours is under way.', { topic: 'import_under_way' });
    queue.emit('begun');
  };

  /** The last import of an account; null: there was none. */
  const report = async (accountId: number, page: { offset: number; limit: number }) => {
    const last = await store.imports.last(accountId);
    if (last === null) return null;
    const [items, counted] = await Promise.all([
      store.imports.items(accountId, page),
      store.imports.outcomes(accountId),
    ]);
    const outcomes: Record<ImportItem['outcome'], number> = { comes: 0, 'is here': 0, 'is left out': 0 };
    for (const { outcome, count } of counted) outcomes[outcome] = count;
    const { address, isReal, begunAtMs, endedAtMs, fault } = last;
    return {
      address,
      isReal,
      begunAtMs,
      endedAtMs,
      fault: toNote(fault),
      outcomes,
      items: items.map((item) => ({ ...item, note: toNote(item.note) })),
    };
  };

  /** Takes an import that waits, or whose process died; null: there is none. */
  const claim = async (worker: string): Promise<ImportJob | null> => {
    const [job] = await store.imports.claim(worker, 1, LEASE_MS, clock.now());
    if (job?.keysCipher == null) return null;
    const { accountId, address, isReal, attempts } = job;
    return {
      accountId,
      address,
      isReal,
      isLastAttempt: attempts >= ATTEMPTS,
      // Sealed here alone.
      keys: JSON.parse(vault.open(job.keysCipher, IMPORT_PURPOSE)) as ImportKeys,
      note: (step, position) => {
        const item = { ...step, position, note: step.note && JSON.stringify(step.note) };
        const nowMs = clock.now();
        return store.imports.note({ accountId, worker }, item, nowMs + LEASE_MS, nowMs);
      },
      end: (fault) => store.imports.end({ accountId, worker }, fault && JSON.stringify(fault), clock.now()),
    };
  };

  /** Resolves when an import is begun in this process, or the signal aborts. */
  const begun = (signal: AbortSignal): Promise<void> =>
    once(queue, 'begun', { signal }).then(
      () => undefined,
      () => undefined,
    );

  return {
    begin,
    report,
    begun,
    claim,
    /** Gives back what this worker holds. */
    release: (worker: string) => store.imports.release(worker),
  };
}

/** Written here alone. */
const toNote = (kept: string | null): FaultNote | null =>
  kept === null ? null : (JSON.parse(kept) as FaultNote);

function createHistory({ store, clock, settings }: ImportPorts) {
  /** What is here of a year, oldest first. */
  const history = async (of: HistorySubject, source: string, range: DayRange): Promise<DayFigures[]> =>
    (await store.imports.days(of, range))
      .filter((each) => each.source === source)
      .map(({ day, subscribers, valueMicros }) => ({ day, subscribers, valueMicros }));

  /**
   * Puts days in the place of those of this source in this range.
   * @throws ServiceError `limited` for one source more than an account may have
   */
  const replaceHistory: ImportStore['replaceDays'] = async (of, source, range, days) => {
    const sources = await store.imports.sources(of.accountId);
    if (!sources.includes(source) && sources.length >= SOURCES_MAX)
      throw new ServiceError('limited', `At most ${String(SOURCES_MAX)} services can have history here.`, {
        topic: 'import_sources',
      });
    await store.imports.replaceDays(of, source, range, days);
  };

  return {
    history,
    replaceHistory,
    /** The last year, up to yesterday: days whose figures stand. */
    historyRange: (): DayRange => {
      const toDay = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE) - 1;
      return { fromDay: toDay + 1 - HISTORY_DAYS, toDay };
    },
  };
}
