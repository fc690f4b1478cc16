/** What /filters shows of a day: counted once, and then read by every process. */
import type { AudienceShares } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import {
  countedSql,
  KEPT_DAYS,
  type SampleRow,
  type StoredShares,
  type ThemeRow,
  toShares,
  toStored,
  type TraitRow,
  withClaimed,
} from './audience-row.js';
import { present } from './values.js';

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
  const traits = connection.prepare<[], TraitRow>(countedSql.traits);
  const claims = connection.prepare<[], TraitRow>(countedSql.claims);
  const sample = connection.prepare<[], SampleRow>(countedSql.sample);
  const botThemes = connection.prepare<[], ThemeRow>(countedSql.botThemes);
  const adThemes = connection.prepare<[], ThemeRow>(countedSql.adThemes);

  const stored = (day: number): AudienceShares | null => {
    const row = read.get(day);
    // Written below alone.
    return row === undefined ? null : toShares(JSON.parse(row.shares) as StoredShares);
  };

  const counted = (): TraitRow[] =>
    withClaimed(traits.all(), claims.all(), present(sample.get(), 'how many users there are'));

  return {
    stored,
    count: (day) => {
      const known = stored(day);
      if (known !== null) return known;
      const shares = toStored(counted(), botThemes.all(), adThemes.all());
      save.run(day, JSON.stringify(shares));
      forget.run(day - KEPT_DAYS);
      return toShares(shares);
    },
  };
}
