/** Figures, money and moments as people read them. */
import { common } from '../words';
import { namesLocaleOf, type Notation, notationOf } from './notation';

export interface Format extends Notation {
  ago(iso: string): string;
  /** A language without a code is unknown. */
  languageName(code: string): string;
}

const MINUTE_MS = 60_000;
/** In minutes. */
const HOUR = 60;
const DAY = 1_440;

/** As the reader's language writes, in their money and by their clock: like the words, it changes before the page is drawn again. */
export let format: Format;

let reader = '';

/** @param zone IANA name; `''`: the browser's */
export function writeIn(language: string, currency: string, zone: string): void {
  const next = [language, currency, zone].join(' ');
  if (next === reader) return;
  reader = next;
  const names = new Intl.DisplayNames(namesLocaleOf(language), { type: 'language' });
  format = {
    ...notationOf(language, currency, zone),
    ago: (iso) => agoIn(Math.floor((Date.now() - Date.parse(iso)) / MINUTE_MS)),
    languageName: (code) => {
      try {
        return code === '' ? common.unknown : (names.of(code) ?? code);
      } catch {
        return code;
      }
    },
  };
}

function agoIn(minutes: number): string {
  if (minutes < 1) return common.justNow;
  if (minutes < HOUR) return common.minutesAgo({ count: minutes });
  if (minutes < DAY) return common.hoursAgo({ count: Math.round(minutes / HOUR) });
  return common.daysAgo({ count: Math.round(minutes / DAY) });
}
