/** What /filters shows of a day: counted once, and then read by every process. */
import { insertInto } from './inserts.js';
import { dailyShares as dailySharesTable } from '../schema/audience.js';
import { present } from './values.js';
import { dailyShares, type StoredShares } from './stored-json.js';
import { statement } from './statement.js';
import type { FilterCounts } from '../../core/data/index.js';

/** Days before are of no use to anybody; a few are kept for people who look back. */
const KEPT_DAYS = 7;

interface TraitRow {
  trait: string;
  value: string;
  users: number;
}

/** Users looked at for what only bots say, of all there are. */
interface SampleRow {
  sampled: number;
  users: number;
}

interface ThemeRow {
  theme: string;
  count: number;
}

/** Named with the column that is null in all of them, since only so PostgreSQL sees that an index has them in this order. */
export const LATEST_OF_UNKNOWN = 'ORDER BY traits_at_ms DESC, seen_at_ms DESC';
/** Of those that the platform was asked about, and of the others, the latest. */
export const latestUsers = [
  'traits_at_ms IS NOT NULL ORDER BY traits_at_ms DESC',
  `traits_at_ms IS NULL ${LATEST_OF_UNKNOWN}`,
];

/**
 * What bots say of users cannot be counted as it comes, since what a contact's answer makes of it changes with the contact.
 * Once a day it is looked up of so many users that the platform was asked about the latest, and as many never asked about.
 */
const SAMPLED = 10_000;
const halves = latestUsers.map(
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

const traits = statement<[], TraitRow>(
  'SELECT trait, value, users FROM audience_shares WHERE users > 0 ORDER BY trait, value',
);
const claims = statement<[], TraitRow>(
  `WITH person AS MATERIALIZED (${halves.join(' UNION ALL ')}),
     said AS MATERIALIZED (SELECT user_bots.user_id, user_bots.bot_id, person.language_code AS known_language,
         person.age AS known_age, user_bots.language_code AS language, CAST(user_bots.age AS text) AS age
       FROM person JOIN user_bots ON user_bots.user_id = person.user_id
       WHERE person.language_code = '' OR person.age IS NULL)
     ${claimedSql('language', 'said.language', "said.known_language = ''")}
     UNION ALL ${claimedSql('age', 'said.age', 'said.known_age IS NULL')} ORDER BY trait, value`,
);
const sample = statement<[], SampleRow>(
  `SELECT (SELECT count(*) FROM (${halves.join(' UNION ALL ')}) AS person) AS sampled,
     (SELECT count(*) FROM (SELECT 1 FROM users LIMIT ${String(COUNTED)}) AS counted) AS users`,
);
const botThemes = statement<[], ThemeRow>(
  `SELECT theme, count(*) AS count FROM bots WHERE theme IS NOT NULL AND in_archive = 0
     GROUP BY theme ORDER BY theme`,
);
const adThemes = statement<[], ThemeRow>(
  `SELECT theme, count(*) AS count FROM orders
     WHERE theme IS NOT NULL AND decision = 'approved' AND in_archive = 0 GROUP BY theme ORDER BY theme`,
);

/** What is known, and what bots say of the others, drawn up from the users looked at to all there are. */
function withClaimed(
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

const pairsOf = (rows: readonly ThemeRow[]) =>
  rows.map(({ theme, count }): [string, number] => [theme, count]);

function toShares({ traits, botThemes, adThemes }: StoredShares): Required<FilterCounts> {
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

const read = statement<[day: number], { shares: string }>('SELECT shares FROM daily_shares WHERE day = $1');
/** Others that count at the same time wait here for the first, whose figures hold for all. */
const save = insertInto(dailySharesTable, 'day, shares', { there: 'stays' });
const forget = statement<[day: number]>('DELETE FROM daily_shares WHERE day < $1');

/** Null when the day has no counts yet. */
export function* readShares(day: number) {
  const row = yield* read.get(day);
  return row === undefined ? null : toShares(dailyShares.read(row.shares));
}

/** Counts, unless another process was first. */
export function* countShares(day: number) {
  const known = yield* readShares(day);
  if (known !== null) return known;
  const looked = present(yield* sample.get(), 'how many users there are');
  const all = withClaimed(yield* traits.all(), yield* claims.all(), looked);
  const counted: StoredShares = {
    traits: all.map(({ trait, value, users }) => [trait, value, users]),
    botThemes: pairsOf(yield* botThemes.all()),
    adThemes: pairsOf(yield* adThemes.all()),
  };
  if ((yield* save.run({ day, shares: dailyShares.write(counted) })) > 0) yield* forget.run(day - KEPT_DAYS);
  return present((yield* readShares(day)) ?? undefined, 'the shares of the day');
}
