/** What /filters shows of a day: counted once, and then read by every process. */
import { present } from './values.js';
import {
  countedSql,
  KEPT_DAYS,
  type SampleRow,
  type ThemeRow,
  toShares,
  toStored,
  type TraitRow,
  withClaimed,
} from './audience-row.js';
import { dailyShares } from './stored-json.js';
import { statement } from './statement.js';

const read = statement<[day: number], { shares: string }>('SELECT shares FROM daily_shares WHERE day = $1');
/** Others that count at the same time wait here for the first, whose figures hold for all. */
const save = statement<[day: number, shares: string]>(
  'INSERT INTO daily_shares (day, shares) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING',
);
const forget = statement<[day: number]>('DELETE FROM daily_shares WHERE day < $1');
const traits = statement<[], TraitRow>(countedSql.traits);
const claims = statement<[], TraitRow>(countedSql.claims);
const sample = statement<[], SampleRow>(countedSql.sample);
const botThemes = statement<[], ThemeRow>(countedSql.botThemes);
const adThemes = statement<[], ThemeRow>(countedSql.adThemes);

/** Null when the day has no counts yet. */
export function* readShares(day: number) {
  const row = yield* read.get(day);
  return row === undefined ? null : toShares(dailyShares.read(row.shares));
}

/** Counts, unless another process was first. */
export function* countShares(day: number) {
  const known = yield* readShares(day);
  if (known !== null) return known;
  const counted = toStored(
    withClaimed(
      yield* traits.all(),
      yield* claims.all(),
      present(yield* sample.get(), 'how many users there are'),
    ),
    yield* botThemes.all(),
    yield* adThemes.all(),
  );
  if ((yield* save.run(day, dailyShares.write(counted))) > 0) yield* forget.run(day - KEPT_DAYS);
  return present((yield* readShares(day)) ?? undefined, 'the shares of the day');
}
