/** What is counted of users, bots and orders, as it is stored of a day. */
import type { AudienceShares } from '../../core/ports/audience-store.js';
import type { StoredShares } from './stored-json.js';

/** Days before are of no use to anybody; a few are kept for people who look back. */
export const KEPT_DAYS = 7;

export interface TraitRow {
  trait: string;
  value: string;
  users: number;
}

/** Bots that can be asked first: those with a token, and in contact with the user. */
export const ASKABLE_FIRST = 'token_cipher IS NULL, is_token_invalid, coalesce(contacts.state, 0) <> 1';

/** The bot by which the platform is best asked about the user of `users`. */
export const askableBotSql = `SELECT user_bots.bot_id FROM user_bots JOIN bots ON bots.bot_id = user_bots.bot_id
  LEFT JOIN contacts ON contacts.user_id = user_bots.user_id AND contacts.bot_id = user_bots.bot_id
  WHERE user_bots.user_id = users.user_id ORDER BY ${ASKABLE_FIRST}, user_bots.bot_id LIMIT 1`;

/** Users looked at for what only bots say, of all there are. */
export interface SampleRow {
  sampled: number;
  users: number;
}

export interface ThemeRow {
  theme: string;
  count: number;
}

/**
 * What bots say of users cannot be counted as it comes, since what a contact's answer makes of it changes with the contact.
 * Once a day it is looked up of so many users that the platform was asked about the latest, and as many never asked about.
 */
const SAMPLED = 10_000;
const sample = [
  'traits_at_ms IS NOT NULL ORDER BY traits_at_ms DESC',
  'traits_at_ms IS NULL ORDER BY traits_at_ms DESC, seen_at_ms DESC',
].map(
  (which, index) => `SELECT user_id, language_code, age FROM
    (SELECT user_id, language_code, age FROM users WHERE ${which} LIMIT ${String(SAMPLED)}) AS half_${String(index)}`,
);

/** Of a larger service this many users stand for all: counting them takes some 40 ms, once a day. */
const COUNTED = 1_000_000;

/** One value per user without a better source, claimed by a bot in contact or trusted. */
const claimedSql = (trait: string, said: string, isUnknown: string) =>
  `SELECT '${trait}' AS trait, value, count(*) AS users FROM
     (SELECT min(${said}) AS value FROM said JOIN bots ON bots.bot_id = said.bot_id
      LEFT JOIN contacts ON contacts.user_id = said.user_id AND contacts.bot_id = said.bot_id
      WHERE ${isUnknown} AND ${said} <> ''
        AND CASE WHEN bots.token_cipher IS NULL THEN bots.trust = 'trusted' ELSE contacts.state = 1 END
      GROUP BY said.user_id) AS claimed
   GROUP BY value`;

/** What is counted, for any database. */
export const countedSql = {
  claims: `WITH person AS MATERIALIZED (${sample.join(' UNION ALL ')}),
     said AS MATERIALIZED (SELECT user_bots.user_id, user_bots.bot_id, person.language_code AS known_language,
         person.age AS known_age, user_bots.language_code AS language, CAST(user_bots.age AS text) AS age
       FROM person JOIN user_bots ON user_bots.user_id = person.user_id
       WHERE person.language_code = '' OR person.age IS NULL)
     ${claimedSql('language', 'said.language', "said.known_language = ''")}
     UNION ALL ${claimedSql('age', 'said.age', 'said.known_age IS NULL')} ORDER BY trait, value`,
  sample: `SELECT (SELECT count(*) FROM (${sample.join(' UNION ALL ')}) AS person) AS sampled,
     (SELECT count(*) FROM (SELECT 1 FROM users LIMIT ${String(COUNTED)}) AS counted) AS users`,
  traits: 'SELECT trait, value, users FROM audience_shares WHERE users > 0 ORDER BY trait, value',
  botThemes: `SELECT theme, count(*) AS count FROM bots WHERE theme IS NOT NULL AND in_archive = 0
     GROUP BY theme ORDER BY theme`,
  adThemes: `SELECT theme, count(*) AS count FROM orders
     WHERE theme IS NOT NULL AND decision = 'approved' AND in_archive = 0 GROUP BY theme ORDER BY theme`,
};

/** What is known, and what bots say of the others, drawn up from the users looked at to all there are. */
export function withClaimed(
  known: readonly TraitRow[],
  claimed: readonly TraitRow[],
  { sampled, users }: SampleRow,
): TraitRow[] {
  const rows = new Map(known.map((row) => [`${row.trait}:${row.value}`, row]));
  for (const row of claimed) {
    const key = `${row.trait}:${row.value}`;
    const more = Math.round((row.users * users) / sampled);
    rows.set(key, { ...row, users: (rows.get(key)?.users ?? 0) + more });
  }
  return [...rows.values()];
}

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
