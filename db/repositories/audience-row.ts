/** What is counted of users, bots and orders, as it is stored of a day. */
import type { AudienceShares } from '../../core/ports.js';

/** Days before are of no use to anybody; a few are kept for whoever looks back. */
export const KEPT_DAYS = 7;

/** As JSON has it: lists of pairs, since maps have no words there. */
export interface StoredShares {
  traits: [trait: string, value: string, users: number][];
  botThemes: [theme: string, bots: number][];
  adThemes: [theme: string, orders: number][];
}

export interface TraitRow {
  trait: string;
  value: string;
  users: number;
}

export interface ThemeRow {
  theme: string;
  count: number;
}

/** What is counted, for any database. */
export const countedSql = {
  traits: 'SELECT trait, value, users FROM audience_shares WHERE users > 0 ORDER BY trait, value',
  botThemes: `SELECT theme, count(*) AS count FROM bots WHERE theme IS NOT NULL AND in_archive = 0
     GROUP BY theme ORDER BY theme`,
  adThemes: `SELECT theme, count(*) AS count FROM orders
     WHERE theme IS NOT NULL AND decision = 'approved' AND in_archive = 0 GROUP BY theme ORDER BY theme`,
};

export function toStored(
  traits: readonly TraitRow[],
  botThemes: readonly ThemeRow[],
  adThemes: readonly ThemeRow[],
): StoredShares {
  return {
    traits: traits.map(({ trait, value, users }) => [trait, value, users]),
    botThemes: botThemes.map(({ theme, count }) => [theme, count]),
    adThemes: adThemes.map(({ theme, count }) => [theme, count]),
  };
}

export function toShares({ traits, botThemes, adThemes }: StoredShares): AudienceShares {
  const of = (wanted: string) => traits.filter(([trait]) => trait === wanted);
  const texts = (wanted: string) => new Map(of(wanted).map(([, value, users]) => [value, users]));
  const numbers = (wanted: string) => new Map(of(wanted).map(([, value, users]) => [Number(value), users]));
  return {
    languages: texts('language'),
    countries: numbers('country'),
    cities: numbers('city'),
    ages: numbers('age'),
    deviceTypes: texts('device_type'),
    deviceSystems: texts('device_os'),
    cityNames: namesIn(of('city_name')),
    botThemes: new Map(botThemes),
    adThemes: new Map(adThemes),
  };
}

/** `id:name` each; of two names for one id, that of more users. */
function namesIn(rows: [trait: string, value: string, users: number][]): Map<number, string> {
  const byUsers = rows.toSorted(([, , one], [, , other]) => one - other);
  return new Map(
    byUsers.map(([, value]) => {
      const colon = value.indexOf(':');
      return [Number(value.slice(0, colon)), value.slice(colon + 1)];
    }),
  );
}
