/** Open shows in SQL, as `core/open-shows.ts` has them: they fade when they are read. (`work/open-shows.ts` adds more.) */
import { OPEN_SHOW_HALF_LIFE_MS } from '../../core/open-shows.js';

const faded = (shows: string, sinceMs: string, nowMs: string) =>
  `${shows} * pow(0.5, max(0, ${nowMs} - ${sinceMs}) / ${String(OPEN_SHOW_HALF_LIFE_MS)}.0)`;

/** The open shows of some rows of `order_days` at `@nowMs`. */
export const OPEN_SHOWS_SQL = `sum(${faded('open_shows', 'open_at_ms', '@nowMs')})`;
