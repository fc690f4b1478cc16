/** Figures, money and moments as people read them. */
import { createContext, useContext, useMemo } from 'react';
import { useSpoken } from '../words';
import { type Notation, notationOf } from './notation';

export interface Format extends Notation {
  ago(iso: string): string;
}

/** In which money, and by the clock of which zone. */
export const UnitsContext = createContext<{ currency: string; zone: string } | null>(null);

export function useFormat(): Format {
  const { language, words } = useSpoken();
  const units = useContext(UnitsContext);
  if (units === null) throw new Error('Figures are written before their units are known.');
  const { currency, zone } = units;
  return useMemo(
    () => ({
      ...notationOf(language, currency, zone),
      ago: (iso) => words.common.ago(Math.floor((Date.now() - Date.parse(iso)) / 60_000)),
    }),
    [language, words, currency, zone],
  );
}

/** Names languages by their codes; one without a code is unknown. */
export function useLanguageNames(): (code: string) => string {
  const { words, language } = useSpoken();
  const { unknown } = words.common;
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    return (code) => {
      try {
        return code === '' ? unknown : (names.of(code) ?? code);
      } catch {
        return code;
      }
    };
  }, [language, unknown]);
}
