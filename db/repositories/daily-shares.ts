/** What /filters shows of a day: counted once, and then read by every process. */
import type { AudienceShares } from '../../core/ports.js';
import type { Connection } from '../connection.js';

/** Days before are of no use to anybody; a few are kept for whoever looks back. */
const KEPT_DAYS = 7;

/** As JSON has it: lists of pairs, since maps have no words there. */
interface StoredShares {
  traits: [trait: string, value: string, users: number][];
  botThemes: [theme: string, bots: number][];
  adThemes: [theme: string, orders: number][];
}

export interface DailyShares {
  /** Null when nobody has counted on this day. */
  stored(day: number): AudienceShares | null;
  /** Inside a deed: counts, unless another process was first. */
  count(day: number): AudienceShares;
}

export function createDailyShares(connection: Connection): DailyShares {
  const read = connection.prepare<[number], { shares: string }>(
    'SELECT shares FROM daily_shares WHERE day = ?',
  );
  const save = connection.prepare<[number, string]>('INSERT INTO daily_shares (day, shares) VALUES (?, ?)');
  const forget = connection.prepare<[number]>('DELETE FROM daily_shares WHERE day < ?');
  const traits = connection.prepare<[], { trait: string; value: string; users: number }>(
    'SELECT trait, value, users FROM audience_shares WHERE users > 0 ORDER BY trait, value',
  );
  const botThemes = connection.prepare<[], { theme: string; count: number }>(
    `SELECT theme, count(*) AS count FROM bots WHERE theme IS NOT NULL AND in_archive = 0
     GROUP BY theme ORDER BY theme`,
  );
  const adThemes = connection.prepare<[], { theme: string; count: number }>(
    `SELECT theme, count(*) AS count FROM orders
     WHERE theme IS NOT NULL AND decision = 'approved' AND in_archive = 0 GROUP BY theme ORDER BY theme`,
  );

  const stored = (day: number): AudienceShares | null => {
    const row = read.get(day);
    // Written below alone.
    return row === undefined ? null : toShares(JSON.parse(row.shares) as StoredShares);
  };

  return {
    stored,
    count: (day) => {
      const known = stored(day);
      if (known !== null) return known;
      const shares: StoredShares = {
        traits: traits.all().map(({ trait, value, users }) => [trait, value, users]),
        botThemes: botThemes.all().map(({ theme, count }) => [theme, count]),
        adThemes: adThemes.all().map(({ theme, count }) => [theme, count]),
      };
      save.run(day, JSON.stringify(shares));
      forget.run(day - KEPT_DAYS);
      return toShares(shares);
    },
  };
}

function toShares({ traits, botThemes, adThemes }: StoredShares): AudienceShares {
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
