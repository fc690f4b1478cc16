/**
 * Counts for which reasons orders are not shown (`decisions.md`, Orders: refusals).
 *
 * Choosing walks past most orders without looking at any, so this looks on purpose, at a few orders for each choice: in
 * turn, and at most so many a second. What an order meets when it is looked at stands for all choices since the last look
 * at it. A small service is counted exactly; a large one is sampled, at a cost that does not grow with it.
 */
import type { OrderCounters } from '../ports/order-store.js';
import type { StatisticsStore } from '../ports/statistics-store.js';
import type { Catalog } from './catalog.js';
import type { Entry } from './entry.js';
import type { IneligibilityReason } from './ineligibility-reasons.js';
import { type Query, refuse } from './walk.js';

/** Half a microsecond each (tools/bench/choosing.ts), and 10 to 25 with counters: about 1 % of one processor, however many choices there are. */
const LOOKS_A_SECOND = 500;
/** For one choice: less than it takes to write down the request that it is made for. */
const LOOKS_A_CHOICE = 32;
/** Getting ready to look costs as much as a few looks: with fewer than this left, later ones are waited for. */
const LOOKS_AT_LEAST = 16;

/** Why orders are not for the one who asked, once for each that was looked at and is not; null where the look failed. */
export type Look = Promise<readonly IneligibilityReason[] | null>;

/** @param refuseNow why an order is not for the one who asked, by its counters */
export function createTally(
  catalog: Pick<Catalog, 'running' | 'counters'>,
  statistics: Pick<StatisticsStore, 'countIneligibility'>,
  refuseNow: (entry: Entry, of: OrderCounters | undefined, asked: Query) => IneligibilityReason | null,
) {
  const next = createTurns(catalog.running);
  const totals = new Map<IneligibilityReason, number>();
  /** At how many choices an order was last looked at. An order that changed begins again. */
  const seenAt = new WeakMap<Entry, number>();
  let choices = 0;
  let looks = LOOKS_A_SECOND;
  let filledAtMs = 0;

  const add = (entry: Entry, reason: IneligibilityReason, times: number, nowMs: number) => {
    totals.set(reason, (totals.get(reason) ?? 0) + times);
    statistics.countIneligibility(entry.order.orderId, nowMs, reason, times);
  };

  const look = async (entries: readonly Entry[], asked: Query, nowMs: number): Look => {
    const open: { entry: Entry; times: number }[] = [];
    const reasons: IneligibilityReason[] = [];
    const found = (entry: Entry, reason: IneligibilityReason | null, times: number) => {
      if (reason === null) return;
      reasons.push(reason);
      add(entry, reason, times, nowMs);
    };
    for (const entry of entries) {
      const times = choices - (seenAt.get(entry) ?? choices - 1);
      seenAt.set(entry, choices);
      const reason = refuse(entry, asked);
      if (reason === null) open.push({ entry, times });
      else found(entry, reason, times);
    }
    if (open.length === 0) return reasons;
    const counters = await catalog.counters(
      open.map(({ entry }) => entry),
      nowMs,
    );
    for (const { entry, times } of open) {
      found(entry, refuseNow(entry, counters.get(entry.order.orderId), asked), times);
    }
    return reasons;
  };

  return {
    /**
     * A choice was made. Looks when there is time for it, and never keeps anybody waiting.
     * @param asked who it was made for; worked out only for a look
     * @returns the look, which never rejects; null where there was no time for one
     */
    note: (asked: () => Query, nowMs: number): Look | null => {
      choices += 1;
      // A clock that was set back gives nothing, and one that was set forward no more than a second's worth.
      const passedMs = Math.max(0, nowMs - filledAtMs);
      looks = Math.min(LOOKS_A_SECOND, looks + (passedMs * LOOKS_A_SECOND) / 1_000);
      filledAtMs = nowMs;
      if (looks < LOOKS_AT_LEAST) return null;
      const entries = next(Math.min(LOOKS_A_CHOICE, Math.floor(looks)));
      looks -= entries.length;
      // A figure that cannot be had is not worth failing a request for.
      return look(entries, asked(), nowMs).catch(() => null);
    },
    /** How many times each reason held since this process runs, over all orders. */
    counts: (): ReadonlyMap<IneligibilityReason, number> => totals,
  };
}

/** Up to so many at a time, each once: goes on where it stopped, and begins again at the end. */
function createTurns<Item>(begin: () => IterableIterator<Item>): (count: number) => Item[] {
  let turns = begin();
  return (count) => {
    const taken = new Set<Item>();
    for (let ends = 0; taken.size < count && ends < 2;) {
      const turn = turns.next();
      if (turn.done === true) {
        turns = begin();
        ends += 1;
      } else if (taken.has(turn.value)) break;
      else taken.add(turn.value);
    }
    return [...taken];
  };
}
