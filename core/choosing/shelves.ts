/**
 * Which order of preference a bot gets: that of the smoothed rule, or a drawn one (`beliefs.ts`): of its own where enough
 * is known of its users, else the one of all bots, or of those whose subscribers leave (`multiplier.ts`).
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import { type Commons, commonsOf, drawnScoring, drawnScoringIn } from './beliefs.js';
import type { Entry } from './entry.js';
import { createInBots, type InBot } from './in-bots.js';
import { POOR } from './multiplier.js';
import {
  type RankingRules,
  type Rule,
  ruleOf,
  rulesInUse,
  type Scoring,
  smoothedScoring,
} from './ranking.js';
import { isPast, RATE_AGE_MS } from './rates.js';
import { createShelf, type Shelf } from './shelf.js';

/** Up to here an index is made on the spot: 2 ms. */
const MAX_AT_ONCE = 1_000;

/** Where there are many orders, making bots' own rankings takes no more than this share of the time. */
const MAKING_SHARE = 0.05;

/** A bot's own ranking is about this old at most. */
const OWN_AGE_MS = 5 * RATE_AGE_MS;

/** With fewer impressions in a week a bot has none of its own. */
const IMPRESSIONS_LEAST = 200;

/** Own rankings are as many as hold so many places together, and no more than this. */
const PLACES_MAX = 400_000;
const SHELVES_MAX = 64;

/** After this time without a request one makes room for another. */
const IDLE_MS = 10 * 60_000;

const NONE_SHOWN: NonNullable<InBot['shown']> = new Map();

interface KeptShelf {
  shelf: Shelf;
  madeAtMs: number;
  /** How often rates had moved when it was made; -1: it never was. */
  moves: number;
  askedAtMs: number;
  /** How long making it took. */
  tookMs: number;
}

const neverMade = (shelf: Shelf, askedAtMs: number): KeptShelf => ({
  shelf,
  madeAtMs: 0,
  moves: -1,
  askedAtMs,
  tookMs: 0,
});

export interface ShelvesParts {
  ports: Pick<Ports, 'store' | 'random' | 'settings' | 'log'>;
  rules: RankingRules;
  entries: ReadonlyMap<number, Entry>;
  /** How many slots entries have. */
  slots: () => number;
  ownedBy: (accountId: number) => ReadonlySet<Entry> | undefined;
  isCurrent: (entry: Entry) => boolean;
  /** How often a rate has moved. */
  moves: () => number;
  /** A ranking by the smoothed rule was made of these. */
  smoothed: (entries: Iterable<Entry>) => void;
}

/** Rebuilds a shelf when that is due. */
function createMaker({ entries, moves, ports: { log } }: Pick<ShelvesParts, 'entries' | 'moves' | 'ports'>) {
  const make = async (kept: KeptShelf, nowMs: number, mayPause: boolean): Promise<void> => {
    kept.madeAtMs = nowMs;
    kept.moves = moves();
    try {
      const steps = kept.shelf.make(entries.values());
      while (steps.next().done !== true) if (mayPause) await turn();
    } catch (error) {
      kept.shelf.abandon();
      throw error;
    }
  };
  return {
    make,
    /** Returns whether it is being made, or was. */
    whenDue: (kept: KeptShelf, ageMs: number, nowMs: number): boolean => {
      const hasMoved = kept.moves !== moves() && isPast(kept.madeAtMs, ageMs, nowMs);
      if (kept.shelf.isBeingMade() || !(hasMoved || kept.shelf.isCrowded())) return false;
      const startMs = performance.now();
      make(kept, nowMs, entries.size > MAX_AT_ONCE)
        .catch((error: unknown) => {
          log.error({ error: String(error) }, 'the orders could not be ranked');
        })
        .finally(() => {
          kept.tookMs = performance.now() - startMs;
        });
      return true;
    },
  };
}

/**
 * The bots that have an order of preference of their own: those that were shown enough, as many as there is room for.
 * @param make an empty one for a bot
 * @param dropped a bot has none any more
 * @param places how many places each has
 */
function createOwnShelves(
  make: (botId: number) => Shelf,
  dropped: (botId: number) => void,
  places: () => number,
) {
  const shelves = new Map<number, KeptShelf>();

  const hasRoom = (nowMs: number): boolean => {
    const most = Math.min(SHELVES_MAX, Math.floor(PLACES_MAX / Math.max(1, places())));
    if (shelves.size < most) return true;
    for (const [botId, { askedAtMs }] of shelves) {
      if (!isPast(askedAtMs, IDLE_MS, nowMs)) continue;
      shelves.delete(botId);
      dropped(botId);
      return shelves.size < most;
    }
    return false;
  };

  /** Whether a bot that was shown so much has one, or may have one now. */
  const takes = (botId: number, impressions: number, nowMs: number) =>
    shelves.has(botId) || (impressions >= IMPRESSIONS_LEAST && hasRoom(nowMs));

  return {
    all: (): KeptShelf[] => [...shelves.values()],
    takes,
    /** @param impressions how much was shown in the bot */
    of: (botId: number, impressions: number, nowMs: number): KeptShelf | null => {
      let kept = shelves.get(botId);
      if (kept === undefined) {
        if (!takes(botId, impressions, nowMs)) return null;
        kept = neverMade(make(botId), nowMs);
        shelves.set(botId, kept);
      }
      kept.askedAtMs = nowMs;
      return kept;
    },
  };
}

/** The rules at work, each on what is believed at that moment. */
function createRules({ ports, rules, entries, moves }: ShelvesParts) {
  const next = () => ports.random.next();
  const entryOf = (orderId: number) => entries.get(orderId);
  let known: { commons: Commons; moves: number; orders: number } | null = null;
  const commons = (): Commons => {
    const tenth = entries.size / 10;
    // Several rankings are made of one minute's rates.
    const isOld =
      known === null || moves() - known.moves > tenth || Math.abs(entries.size - known.orders) > tenth;
    if (known === null || isOld)
      known = { commons: commonsOf([...entries.values()], rules), moves: moves(), orders: entries.size };
    return known.commons;
  };
  const general: Record<Rule, () => Scoring> = {
    smoothed: () => smoothedScoring(rules),
    learned: () => drawnScoring(entryOf, commons(), next),
  };
  return {
    general,
    poor: () => drawnScoring(entryOf, commons(), next, POOR.rankedAs),
    inBot: ({ shown, quality }: InBot) =>
      drawnScoringIn({ shown: shown ?? NONE_SHOWN, quality }, entryOf, commons(), next),
  };
}

export function createShelves(parts: ShelvesParts) {
  const { ports, entries } = parts;
  const { settings } = ports;
  const shelfBy = (begin: () => Scoring) => createShelf({ zone: settings.SERVICE_TIMEZONE, ...parts }, begin);
  const rules = createRules(parts);
  const maker = createMaker(parts);
  const inBots = createInBots(ports, (...bot) => own.takes(...bot));
  const own = createOwnShelves(
    (botId) => shelfBy(() => rules.inBot(inBots.last(botId))),
    inBots.drop,
    () => entries.size,
  );
  const general = new Map(
    rulesInUse(settings).map((rule): [Rule, KeptShelf] => {
      const begin = () => {
        if (rule === 'smoothed') parts.smoothed(entries.values());
        return rules.general[rule]();
      };
      return [rule, neverMade(shelfBy(begin), 0)];
    }),
  );
  /** There is one while bots ask for it. */
  let poor: KeptShelf | null = null;
  const every = (): KeptShelf[] => [...general.values(), ...(poor === null ? [] : [poor]), ...own.all()];

  /** Of many orders one is made at a time, with rests. */
  const mayMakeOwn = (nowMs: number): boolean => {
    if (entries.size <= MAX_AT_ONCE) return true;
    const isResting = ({ shelf, madeAtMs, tookMs }: KeptShelf) =>
      shelf.isBeingMade() || !isPast(madeAtMs, tookMs / MAKING_SHARE, nowMs);
    return !own.all().some(isResting);
  };

  const ownOf = (botId: number, nowMs: number): Shelf | null => {
    const kept = own.of(botId, inBots.of(botId, nowMs).impressions, nowMs);
    if (kept === null) return null;
    // Before what its users were shown has been read, it would be that of all bots.
    if (inBots.last(botId).shown !== null && mayMakeOwn(nowMs)) maker.whenDue(kept, OWN_AGE_MS, nowMs);
    return kept.shelf.isEmpty() ? null : kept.shelf;
  };

  const poorOf = (botId: number, nowMs: number): Shelf | null => {
    if (inBots.of(botId, nowMs).quality >= POOR.below) return null;
    poor ??= neverMade(shelfBy(rules.poor), nowMs);
    poor.askedAtMs = nowMs;
    if (poor.shelf.isEmpty()) maker.whenDue(poor, RATE_AGE_MS, nowMs);
    return poor.shelf.isEmpty() ? null : poor.shelf;
  };

  return {
    /** For this bot, now: made on the spot where that is quick, else the last one. */
    of: ({ botId }: Bot, nowMs: number) => {
      const rule = ruleOf(botId, settings);
      const learned = rule === 'learned' ? (ownOf(botId, nowMs) ?? poorOf(botId, nowMs)) : null;
      const shelf = learned ?? general.get(rule)?.shelf;
      if (shelf === undefined) throw new RangeError('no such rule is in use');
      return shelf;
    },
    /** Those of all bots, made before anybody is answered. */
    open: async (nowMs: number) => {
      for (const kept of general.values()) await maker.make(kept, nowMs, true);
    },
    /** Brings those of all bots up to date where that is due. */
    keep: (nowMs: number) => {
      for (const kept of general.values()) maker.whenDue(kept, RATE_AGE_MS, nowMs);
      if (poor === null) return;
      if (isPast(poor.askedAtMs, IDLE_MS, nowMs)) poor = null;
      else maker.whenDue(poor, RATE_AGE_MS, nowMs);
    },
    add: (added: readonly Entry[]) => {
      for (const { shelf } of every()) shelf.add(added);
    },
    remove: (entry: Entry) => {
      for (const { shelf } of every()) shelf.remove(entry);
    },
    rest: (tired: readonly Entry[], nowMs: number) => {
      for (const { shelf } of every()) for (const entry of tired) shelf.rest(entry, nowMs);
    },
    isBeingMade: () => every().some(({ shelf }) => shelf.isBeingMade()),
  };
}
