/**
 * What an account had at a moment. Entries are numbered as they are booked, and the clocks of processes differ: around
 * midnight an entry of the day before may have a later number than one of the day after.
 */
import { DAY_MS, type MomentRange } from '../days.js';
import type { Ports } from '../ports.js';

/** Entries that crossed so. */
const CROSSED_MAX = 1_000;

/** The moment of the latest entry of a time, and what was available when that time was over; null: nothing was booked in it. */
export async function lastEntryOf(
  { ledger }: Pick<Ports['store'], 'ledger'>,
  accountId: number,
  within: MomentRange,
) {
  const [last] = await ledger.history(accountId, { beforeEntryId: null, limit: 1, within });
  if (last === undefined) return null;
  const { toMs } = within;
  const crossed = await ledger.history(accountId, {
    beforeEntryId: last.entryId,
    limit: CROSSED_MAX,
    within: { fromMs: last.atMs + 1, toMs: toMs + DAY_MS },
  });
  const after = crossed.filter(({ atMs }) => atMs >= toMs);
  return {
    atMs: Math.max(last.atMs, ...crossed.filter(({ atMs }) => atMs < toMs).map(({ atMs }) => atMs)),
    balanceMicros: after.reduce((sum, { amountMicros }) => sum - amountMicros, last.balanceMicros),
  };
}
