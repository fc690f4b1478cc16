/** Figures, money and moments as people read them. */
import { useMemo } from 'react';
import { useProfile } from '../session/profile';
import { type Language, useSpoken } from '../words';

export interface Format {
  money(amount: number): string;
  /** Whole amounts without decimals, others with as many as they need. */
  price(amount: number): string;
  whole(count: number): string;
  percent(share: number): string;
  /** What something is multiplied with. */
  factor(value: number): string;
  /** A moment in ISO 8601, in the zone of its reader. */
  moment(iso: string | null): string;
  day(date: string): string;
  hour(iso: string): string;
  ago(iso: string): string;
}

export function useFormat(): Format {
  const { language, words } = useSpoken();
  const profile = useProfile();
  const zone = profile.time_zone;
  const { currency } = profile.service;
  return useMemo(
    () => ({
      ...formatIn(language, currency, zone),
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

function formatIn(language: Language, currency: string, zone: string): Omit<Format, 'ago'> {
  const inZone = zone === '' ? {} : { timeZone: zone };
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const price = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const factor = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', ...inZone });
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const hour = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', ...inZone });
  return {
    money: (amount) => money.format(amount),
    price: (amount) => price.format(amount),
    whole: (count) => whole.format(count),
    percent: (share) => `${percent.format(share)} %`,
    factor: (value) => factor.format(value),
    moment: (iso) => (iso === null ? '—' : moment.format(new Date(iso))),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    hour: (iso) => hour.format(new Date(iso)),
  };
}
