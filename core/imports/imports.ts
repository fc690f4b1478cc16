/** History that another service counted, next to the figures of this one. */
import { addDays, dayNumberOf } from '../days.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { HistorySubject } from '../ports/import-store.js';
import type { DayFigures, DayRange } from '../ports/statistics-store.js';

/** Days of a year that came to their end. */
const HISTORY_DAYS = 365;
/** Services that an account can have history of. */
const SOURCES_MAX = 10;

export interface Imports {
  /** The last year, up to yesterday: days whose figures stand. */
  historyRange(): DayRange;
  /** What is here of it, oldest first. */
  history(of: HistorySubject, source: string, range: DayRange): Promise<DayFigures[]>;
  /**
   * Puts days in the place of those of this source in this range.
   * @throws ServiceError `limited` for one source more than an account may have
   */
  replaceHistory(
    of: HistorySubject,
    source: string,
    range: DayRange,
    days: readonly DayFigures[],
  ): Promise<void>;
}

export function createImports({
  store,
  clock,
  settings,
}: Pick<Ports, 'store' | 'clock' | 'settings'>): Imports {
  return {
    historyRange: () => {
      const toDay = addDays(dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE), -1);
      return { fromDay: addDays(toDay, 1 - HISTORY_DAYS), toDay };
    },
    history: async (of, source, range) =>
      (await store.imports.days(of, range))
        .filter((each) => each.source === source)
        .map(({ day, subscribers, valueMicros }) => ({ day, subscribers, valueMicros })),
    replaceHistory: async (of, source, range, days) => {
      const sources = await store.imports.sources(of.accountId);
      if (!sources.includes(source) && sources.length >= SOURCES_MAX)
        throw new ServiceError('limited', `At most ${String(SOURCES_MAX)} services can have history here.`, {
          topic: 'import_sources',
        });
      await store.imports.replaceDays(of, source, range, days);
    },
  };
}
