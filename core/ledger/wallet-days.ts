/** The days on which something happened to an account's money, each added up by kind. */
import { type Day, dayNumberOf, rangeOfDays, startOfDay } from '../days.js';
import type { Ports } from '../ports.js';
import { type EntryKind, entryKinds, type Turnover } from '../ports/ledger-store.js';
import { lastEntryOf } from './last-entry.js';

/** A page of days ends here at the latest, since every entry of a day is read. */
const ENTRIES_AT_ONCE = 20_000;

export interface WalletDay {
  day: Day;
  /** What was available when the day was over; of today so far. */
  balanceMicros: bigint;
  turnover: Turnover[];
}

export interface DaysWanted {
  /** Null: as far back as there is anything. */
  fromDay: Day | null;
  /** Null: today. */
  toDay: Day | null;
  kind?: EntryKind | undefined;
  limit: number;
}

/** Latest first; days on which nothing happened are left out. `nextDay`: the last of the next page, null where there is none. */
export async function walletDays(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  accountId: number,
  { fromDay, toDay, kind, limit }: DaysWanted,
) {
  const zone = settings.SERVICE_TIMEZONE;
  const fromMs = fromDay === null ? 0 : startOfDay(fromDay, zone);
  const days: WalletDay[] = [];
  let end = (toDay ?? dayNumberOf(clock.now(), zone)) + 1;
  for (let entries = 0, walked = 0; walked < limit && entries < ENTRIES_AT_ONCE; walked++) {
    const within = { fromMs, toMs: startOfDay(end, zone) };
    const last = await lastEntryOf(store, accountId, within);
    if (last === null) return { days, nextDay: null };
    const day = dayNumberOf(last.atMs, zone);
    const turnover = await store.ledger.turnover(accountId, rangeOfDays(day, day, zone));
    const wanted = turnover.filter((each) => kind === undefined || each.kind === kind).sort(byKind);
    if (wanted.length > 0) days.push({ day, balanceMicros: last.balanceMicros, turnover: wanted });
    entries += turnover.reduce((sum, each) => sum + each.entries, 0);
    end = day;
  }
  return { days, nextDay: end - 1 };
}

/** In the order in which kinds are listed. */
export function byKind(one: Turnover, other: Turnover): number {
  return entryKinds.indexOf(one.kind) - entryKinds.indexOf(other.kind);
}
