/** Figures, money and moments as people read them. */
import { useMemo } from 'react';
import { useProfile } from '../session/profile';
import { useSpoken } from '../words';
import { type Notation, notationOf } from './notation';

export interface Format extends Notation {
  ago(iso: string): string;
}

export function useFormat(): Format {
  const { language, words } = useSpoken();
  const profile = useProfile();
  const zone = profile.time_zone;
  const { currency } = profile.service;
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
