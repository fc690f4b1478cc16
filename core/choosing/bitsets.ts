/**
 * The running orders as sets of bits, one bit an order, in rank order: the best order is bit 0. For every targeting
 * field there is a set of the orders that accept anybody, and one for each value that some order demands. A walk takes
 * 32 orders at a time through all fields and stops when enough are found, so that a user with many suitable orders costs
 * next to nothing. One without any costs a few operations for 32 orders, since what leaves most of them out is looked at
 * first, and nothing where a field alone leaves all of them out.
 */
import type { Schedule, TraitValue } from '../terms/index.js';
import type { AdsType } from '../kinds/index.js';
import type { Entry } from './entry.js';
import { FIELD_COUNT, type Profile } from './targeting.js';

/** The user and bot to walk for. */
export interface IndexQuery {
  nowMs: number;
  profile: Profile;
  /** Fields that count as fitting, at least one of which does not fit: orders that could suit after a visit. */
  assumed: ReadonlySet<number> | null;
  hiddenTypes: readonly AdsType[];
  /** Themes of orders that this bot does not want, and its own theme, which orders may not want. */
  unwantedThemes: readonly string[];
  botTheme: string | null;
  /** Orders that ask for more are left out. */
  botQuality: number;
  /** Orders of this theme alone; null: of any. */
  onlyTheme: string | null;
  /** Of those that cost less, most are left out: all below the power of two that is not above it. 0: none. */
  leastPrice: number;
}

/** Returns the positions that suit, best first; -1: there are no more. */
type Cursor = () => number;

export type RankIndex = ReturnType<typeof createRankIndex>;

type Bits = Int32Array;

const MINUTE_MS = 60_000;
const NO_VALUES: ReadonlyMap<TraitValue, Counted> = new Map();

/** A set, and how many were ever put in and not taken out; those that have left the index count. */
interface Counted {
  bits: Bits;
  count: number;
}

interface Field {
  /** Accept anybody. */
  open: Counted;
  values: Map<TraitValue, Counted>;
}

/**
 * Knows what of an order is the same for all users. Whatever depends on single users is asked while walking.
 * @param restMs how long an order rests at most
 * @param mayOpen whether an order's schedule opens it at any time in the minute that begins then
 */
export function createRankIndex(
  capacity: number,
  restMs: number,
  mayOpen: (schedule: Schedule, minuteStartMs: number) => boolean,
) {
  const words = Math.ceil(capacity / 32);
  const newBits = () => new Int32Array(words);
  const newSet = (): Counted => ({ bits: newBits(), count: 0 });
  const noSet = newSet();
  const entries: Entry[] = [];
  const live = newBits();
  const fields = Array.from({ length: FIELD_COUNT }, (): Field => ({ open: newSet(), values: new Map() }));
  const ofType = new Map<AdsType, Bits>();
  const ofTheme = new Map<string, Bits>();
  const refusingTheme = new Map<string, Bits>();
  /** By the power of two that is not above the price. */
  const ofBand = new Map<number, Bits>();
  /** By the least quality that they ask for of a bot; those that take any are in none. */
  const ofQuality = new Map<number, Bits>();
  const ownOnly = newBits();
  const resting = newBits();
  let restEndsMs = 0;
  const timed = newBits();
  const closed = newBits();
  /** For which minute each word of `closed` was worked out: only words that a walk comes to, once a minute. */
  const closedAt = new Int32Array(words);

  const put = <Key>(sets: Map<Key, Bits>, key: Key, position: number) => {
    let bits = sets.get(key);
    if (bits === undefined) {
      bits = newBits();
      sets.set(key, bits);
    }
    setBit(bits, position);
  };

  // A clock that was set back must not make the rest longer.
  const isResting = (nowMs: number) => nowMs < restEndsMs && restEndsMs - nowMs <= restMs;

  const lay = ({ demands, order, price }: Entry, position: number) => {
    for (const { open } of fields) {
      setBit(open.bits, position);
      open.count++;
    }
    for (const { field, accepted } of demands) {
      const sets = fields[field];
      if (sets === undefined) throw new RangeError('no such field');
      clearBit(sets.open.bits, position);
      sets.open.count--;
      for (const value of accepted) {
        const known = sets.values.get(value) ?? newSet();
        sets.values.set(value, known);
        setBit(known.bits, position);
        known.count++;
      }
    }
    put(ofType, order.adsType, position);
    if (order.theme !== null) put(ofTheme, order.theme, position);
    for (const theme of order.forbiddenThemes) put(refusingTheme, theme, position);
    if (order.minBotQuality > 0) put(ofQuality, order.minBotQuality, position);
    put(ofBand, bandOf(price), position);
    if (order.places === 0) setBit(ownOnly, position);
    if (hasTimes(order.schedule)) setBit(timed, position);
  };

  const closedIn = (word: number, minute: number): number => {
    if (closedAt[word] !== minute) {
      closedAt[word] = minute;
      let bits = 0;
      for (let bit = 0; bit < 32; bit++) {
        const entry = ((timed[word] ?? 0) & (1 << bit)) === 0 ? undefined : entries[word * 32 + bit];
        if (entry !== undefined && !mayOpen(entry.order.schedule, minute * MINUTE_MS)) bits |= 1 << bit;
      }
      closed[word] = bits;
    }
    return closed[word] ?? 0;
  };

  const sieve = (query: IndexQuery): Sieve => {
    const {
      nowMs,
      profile,
      assumed,
      hiddenTypes,
      unwantedThemes,
      botTheme,
      botQuality,
      onlyTheme,
      leastPrice,
    } = query;
    const made: Sieve = {
      live,
      opens: [],
      values: [],
      sparse: 0,
      isEmpty: false,
      nots: [ownOnly],
      notAll: [],
      timed,
      closed,
      closedAt,
      closedIn,
    };
    for (let index = 0; index < fields.length; index++) {
      const { open, values } = fields[index] ?? { open: noSet, values: NO_VALUES };
      // A field without demands sifts nothing.
      if (values.size === 0) continue;
      if (assumed?.has(index) === true) {
        made.notAll.push(open.bits);
        continue;
      }
      const value = profile[index];
      demand(made, open, (value === undefined ? undefined : values.get(value)) ?? noSet, entries.length);
    }
    if (onlyTheme !== null) {
      made.opens.push(ofTheme.get(onlyTheme) ?? noSet.bits);
      made.values.push(noSet.bits);
    }
    const hide = (bits: Bits | undefined) => {
      if (bits !== undefined) made.nots.push(bits);
    };
    for (const type of hiddenTypes) hide(ofType.get(type));
    for (const theme of unwantedThemes) hide(ofTheme.get(theme));
    if (botTheme !== null) hide(refusingTheme.get(botTheme));
    for (const [least, bits] of ofQuality) if (least > botQuality) made.nots.push(bits);
    if (leastPrice > 0)
      for (const [band, bits] of ofBand) if (band < bandOf(leastPrice)) made.nots.push(bits);
    if (isResting(nowMs)) made.nots.push(resting);
    return made;
  };

  return {
    /** Adds the next one in rank order; the index has room for as many as it was made for. */
    append: (entry: Entry) => {
      const position = entries.length;
      if (position >= capacity) throw new RangeError('the index is full');
      entries.push(entry);
      lay(entry, position);
      setBit(live, position);
    },
    at: (position: number) => entries[position],
    remove: (position: number) => {
      clearBit(live, position);
    },
    /** Leaves it out for a while: all that rest come back together. */
    rest: (position: number, nowMs: number) => {
      if (!isResting(nowMs)) {
        resting.fill(0);
        restEndsMs = nowMs + restMs;
      }
      setBit(resting, position);
    },
    /** Orders for the owner's own bots alone are left out. Those a schedule closes for this whole minute are, too. */
    walk: (query: IndexQuery): Cursor => {
      const sifted = sieve(query);
      if (sifted.isEmpty) return none;
      return cursor(sifted, Math.floor(query.nowMs / MINUTE_MS), query.assumed !== null);
    },
  };
}

/** The sets that one query is sifted through. */
interface Sieve {
  live: Bits;
  /** For each field that matters to this query: an order is in the one or in the other. */
  opens: Bits[];
  values: Bits[];
  /** Fields that leave out at least half of all; they come first. */
  sparse: number;
  /** A field leaves all out. */
  isEmpty: boolean;
  /** An order is in none of these. */
  nots: Bits[];
  /** An order is missing in at least one of these, if there is to be something that a visit changes. */
  notAll: Bits[];
  /** Orders with a schedule; which are closed for a whole minute, as far as a word was worked out for that minute. */
  timed: Bits;
  closed: Bits;
  closedAt: Int32Array;
  closedIn: (word: number, minute: number) => number;
}

function cursor(sieve: Sieve, minute: number, needsMissing: boolean): Cursor {
  const { live, opens, values, nots, notAll, timed, closed, closedAt, closedIn } = sieve;
  const words = live.length;
  let word = -1;
  let bits = 0;

  // The innermost loop of choosing: plain indices, no allocation.
  const load = (at: number): number => {
    const isKnown = closedAt[at] === minute;
    let found = isKnown ? (live[at] ?? 0) & ~(closed[at] ?? 0) : (live[at] ?? 0);
    for (let index = 0; index < nots.length && found !== 0; index++) found &= ~(nots[index]?.[at] ?? 0);
    for (let index = 0; index < opens.length && found !== 0; index++) {
      found &= (opens[index]?.[at] ?? 0) | (values[index]?.[at] ?? 0);
    }
    if (needsMissing && found !== 0) {
      let inAll = -1;
      for (const open of notAll) inAll &= open[at] ?? 0;
      found &= ~inAll;
    }
    return isKnown || (found & (timed[at] ?? 0)) === 0 ? found : found & ~closedIn(at, minute);
  };

  return () => {
    while (bits === 0) {
      word++;
      if (word >= words) return -1;
      bits = load(word);
    }
    const lowest = bits & -bits;
    bits ^= lowest;
    return (word << 5) + 31 - Math.clz32(lowest);
  };
}

const none: Cursor = () => -1;

/** One more field. @param all how many orders there are */
function demand(sieve: Sieve, open: Counted, value: Counted, all: number): void {
  const last = sieve.opens.push(open.bits) - 1;
  sieve.values.push(value.bits);
  const count = open.count + value.count;
  if (count === 0) sieve.isEmpty = true;
  if (count > all / 2) return;
  swap(sieve.opens, sieve.sparse, last);
  swap(sieve.values, sieve.sparse, last);
  sieve.sparse++;
}

function swap(sets: Bits[], one: number, other: number): void {
  const [first, second] = [sets[one], sets[other]];
  if (first === undefined || second === undefined) return;
  sets[one] = second;
  sets[other] = first;
}

function bandOf(price: number): number {
  return price < 1 ? 0 : Math.floor(Math.log2(price));
}

function hasTimes({ startAtMs, startTimeSeconds, endTimeSeconds, excludedDays }: Schedule): boolean {
  return (
    startAtMs !== null || startTimeSeconds !== null || endTimeSeconds !== null || excludedDays.length > 0
  );
}

function setBit(bits: Bits, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] ?? 0) | (1 << (position & 31));
}

function clearBit(bits: Bits, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] ?? 0) & ~(1 << (position & 31));
}
