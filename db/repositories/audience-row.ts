import type { AudienceShares } from '../../core/ports.js';

export interface ShareRow {
  trait: string;
  value: string;
  users: number;
}

export function toShares(rows: readonly ShareRow[]): AudienceShares {
  const of = (trait: string) => rows.filter((row) => row.trait === trait);
  const texts = (trait: string) => new Map(of(trait).map((row) => [row.value, row.users]));
  const numbers = (trait: string) => new Map(of(trait).map((row) => [Number(row.value), row.users]));
  return {
    languages: texts('language'),
    countries: numbers('country'),
    cities: numbers('city'),
    ages: numbers('age'),
    deviceTypes: texts('device_type'),
    deviceSystems: texts('device_os'),
  };
}
