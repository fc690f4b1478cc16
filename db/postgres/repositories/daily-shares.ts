/** What /filters shows of a day: counted once, and then read by every process. */
import type { AudienceShares } from '../../../core/ports.js';
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
} from '../../repositories/audience-row.js';
import { present } from '../../repositories/values.js';
import { statement, type Transaction } from '../statement.js';

const read = statement<[day: number], { shares: string }>('SELECT shares FROM daily_shares WHERE day = $1');
/** Whoever counts at the same time waits here for the first, whose figures hold for all. */
const save = statement<[day: number, shares: string]>(
  'INSERT INTO daily_shares (day, shares) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING',
);
const forget = statement<[day: number]>('DELETE FROM daily_shares WHERE day < $1');
const traits = statement<[], TraitRow>(countedSql.traits);
const claims = statement<[], TraitRow>(countedSql.claims);
const sample = statement<[], SampleRow>(countedSql.sample);
const botThemes = statement<[], ThemeRow>(countedSql.botThemes);
const adThemes = statement<[], ThemeRow>(countedSql.adThemes);

/** Null when nobody has counted on this day. */
export async function readShares(transaction: Transaction, day: number): Promise<AudienceShares | null> {
  const row = await read.get(transaction, day);
  // Written below alone.
  return row === undefined ? null : toShares(JSON.parse(row.shares) as StoredShares);
}

/** Inside a deed: counts, unless another process was first. */
export async function countShares(transaction: Transaction, day: number): Promise<AudienceShares> {
  const counted = toStored(
    withClaimed(
      await traits.all(transaction),
      await claims.all(transaction),
      present(await sample.get(transaction), 'how many users there are'),
    ),
    await botThemes.all(transaction),
    await adThemes.all(transaction),
  );
  if ((await save.run(transaction, day, JSON.stringify(counted))) > 0)
    await forget.run(transaction, day - KEPT_DAYS);
  return present((await readShares(transaction, day)) ?? undefined, 'the shares of the day');
}
