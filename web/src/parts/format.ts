/** Figures, money and moments as people read them. */
import { createContext, useContext, useMemo } from 'react';
import { common, useSpoken } from '../words';
import { namesLocaleOf, type Notation, notationOf } from './notation';

export interface Format extends Notation {
  ago(iso: string): string;
}

const MINUTE_MS = 60_000;
/** In minutes. */
const HOUR = 60;
const DAY = 1_440;

/** In which money, and by the clock of which zone. */
export const UnitsContext = createContext<{ currency: string; zone: string } | null>(null);

export function useFormat(): Format {
  const { language } = useSpoken();
  const units = useContext(UnitsContext);
  if (units === null) throw new Error('Figures are written before their units are known.');
  const { currency, zone } = units;
  return useMemo(
    () => ({
      ...notationOf(language, currency, zone),
      ago: (iso) => agoIn(Math.floor((Date.now() - Date.parse(iso)) / MINUTE_MS)),
    }),
    [language, currency, zone],
  );
}

function agoIn(minutes: number): string {
  if (minutes < 1) return common.justNow;
  if (minutes < HOUR) return common.minutesAgo({ count: minutes });
  if (minutes < DAY) return common.hoursAgo({ count: Math.round(minutes / HOUR) });
  return common.daysAgo({ count: Math.round(minutes / DAY) });
}

/** Names languages by their codes; one without a code is unknown. */
export function useLanguageNames(): (code: string) => string {
  const { language } = useSpoken();
  return useMemo(() => {
    const names = new Intl.DisplayNames(namesLocaleOf(language), { type: 'language' });
    return (code) => {
      try {
        return code === '' ? common.unknown : (names.of(code) ?? code);
      } catch {
        return code;
      }
    };
  }, [language]);
}
