/**
 * The running orders in one order of preference: an index (`bitsets.ts`), and next to it a short list of those that came
 * since it was made. There is a shelf for each rule, and for each bot whose users are known well enough.
 *
 * A change is applied at once. The index is rebuilt when the list has grown, and once a minute when rates have moved:
 * in small steps where there are many orders, while the old one goes on answering.
 */
import { createRankIndex, type RankIndex } from './bitsets.js';
import { type Entry, REST_MS } from './entry.js';
import { mayOpen } from './fitness.js';
import { type Compare, insertRanked, type Scoring } from './ranking.js';
import type { ShelvesParts } from './shelves.js';
import { sortInSteps } from './sorting.js';

/** The most changed orders next to the index before it is rebuilt. */
const MAX_RECENT = 256;

/** Orders scored, and put into the index, between two pauses: 1 ms. */
const STEP = 500;

export type Shelf = ReturnType<typeof createShelf>;

/** Places and scores by the slots of entries. */
interface Places {
  scores: Float64Array;
  positions: Int32Array;
}

/** @param begin begins a new scoring of all orders */
export function createShelf(
  parts: Pick<ShelvesParts, 'slots' | 'ownedBy' | 'isCurrent'> & { zone: string },
  begin: () => Scoring,
) {
  const { zone, isCurrent } = parts;
  let scoring = begin();
  let index = newIndex(0, zone);
  let places = newPlaces(parts.slots());
  let recent: readonly Entry[] = [];
  let ownRanked = new Map<number, readonly Entry[]>();
  /** Orders that came and went while the next index is being made; null when none is. */
  let meanwhile: { came: Entry[]; went: Entry[] } | null = null;
  let isEmpty = true;

  const compare: Compare = (a, b) =>
    (places.scores[b.slot] ?? 0) - (places.scores[a.slot] ?? 0) || a.order.orderId - b.order.orderId;

  const put = (entry: Entry, value: number) => {
    if (entry.slot >= places.scores.length) places = grown(places, parts.slots());
    places.scores[entry.slot] = value;
    places.positions[entry.slot] = -1;
  };

  const positionOf = ({ slot }: Entry): number => places.positions[slot] ?? -1;

  const list = (added: readonly Entry[]) => {
    const isListed = (entry: Entry) => isCurrent(entry) && isCheckable(entry);
    const kept = recent.every(isCurrent) ? recent : recent.filter(isCurrent);
    recent = insertRanked(kept, added.filter(isListed), compare);
  };

  const adopt = (made: RankIndex, sorted: readonly Entry[], next: Places, nextScoring: Scoring) => {
    const { came = [], went = [] } = meanwhile ?? {};
    meanwhile = null;
    isEmpty = false;
    for (const entry of went) {
      const position = next.positions[entry.slot] ?? -1;
      if (position >= 0 && sorted[position] === entry) made.remove(position);
    }
    index = made;
    places = next;
    scoring = nextScoring;
    recent = [];
    ownRanked = new Map();
    for (const entry of came) if (isCurrent(entry)) put(entry, scoring.score(entry));
    list(came);
  };

  function* make(entries: Iterable<Entry>): Generator<void, void> {
    meanwhile = { came: [], went: [] };
    const nextScoring = begin();
    const next = newPlaces(parts.slots());
    // Taken at one moment: what comes or goes from now on is in `meanwhile`.
    const all = [...entries];
    // Owners' lists hold what cannot be checked, too: it is scored, and left out of the index.
    for (const [at, entry] of all.entries()) {
      next.scores[entry.slot] = nextScoring.score(entry);
      if (at % STEP === STEP - 1) yield;
    }
    const better: Compare = (a, b) =>
      (next.scores[b.slot] ?? 0) - (next.scores[a.slot] ?? 0) || a.order.orderId - b.order.orderId;
    const sorted = yield* sortInSteps(all.filter(isCheckable), better);
    const made = newIndex(sorted.length, zone);
    for (const [position, entry] of sorted.entries()) {
      made.append(entry);
      next.positions[entry.slot] = position;
      if (position % STEP === STEP - 1) yield;
    }
    adopt(made, sorted, next, nextScoring);
  }

  return {
    get index() {
      return index;
    },
    get recent() {
      return recent;
    },
    compare,
    scoreOf: ({ slot }: Entry) => places.scores[slot] ?? 0,
    multiplier: (entry: Entry) => scoring.multiplier(entry),
    expected: (orderId: number, theme: string | null) => scoring.expected(orderId, theme),
    ownedBy: (accountId: number): readonly Entry[] => {
      const owned = parts.ownedBy(accountId);
      if (owned === undefined) return [];
      const known = ownRanked.get(accountId);
      if (known?.length === owned.size && known.every(isCurrent)) return known;
      const ranked = [...owned].sort(compare);
      ownRanked.set(accountId, ranked);
      return ranked;
    },
    /** Running orders that came, or changed. */
    add: (entries: readonly Entry[]) => {
      for (const entry of entries) put(entry, scoring.score(entry));
      meanwhile?.came.push(...entries);
      list(entries);
    },
    remove: (entry: Entry) => {
      const position = positionOf(entry);
      if (position >= 0) index.remove(position);
      meanwhile?.went.push(entry);
    },
    /** Lets it be passed over for a moment. */
    rest: (entry: Entry, nowMs: number) => {
      const position = positionOf(entry);
      if (position >= 0) index.rest(position, nowMs);
    },
    /** More orders stand next to the index than may. */
    isCrowded: () => recent.length > MAX_RECENT,
    isBeingMade: () => meanwhile !== null,
    /** It was never made. */
    isEmpty: () => isEmpty,
    /** Rebuilds the index; each step is a pause in which others may have their turn. */
    make,
    /** The making was broken off: what comes and goes is no longer kept for it. */
    abandon: () => {
      meanwhile = null;
    },
  };
}

function newPlaces(slots: number): Places {
  return { scores: new Float64Array(slots), positions: new Int32Array(slots).fill(-1) };
}

function grown({ scores, positions }: Places, slots: number): Places {
  const next = newPlaces(Math.max(slots, scores.length * 2));
  next.scores.set(scores);
  next.positions.set(positions);
  return next;
}

function newIndex(size: number, zone: string): RankIndex {
  return createRankIndex(size, REST_MS, (schedule, minuteStartMs) => mayOpen(schedule, minuteStartMs, zone));
}

function isCheckable({ order }: Entry): boolean {
  return order.checkState === 'ok' && order.pauseReason === null;
}
