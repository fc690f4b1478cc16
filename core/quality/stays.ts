/**
 * How long subscribers stay, by bot, against other bots' subscribers of the same orders: Kaplan and Meier's product of
 * survivals from one mark to the next ("Nonparametric estimation from incomplete observations", 1958).
 *
 * Between two marks only subscribers count who could be followed up to the later one: so somebody who joined an hour ago
 * says nothing of the first day, whether they left at once or not. What is expected of a bot is what the same orders'
 * subscribers of other bots did, since some channels keep people worse than others.
 */
import { DAY_MS, HOUR_MS } from '../days.js';
import type { CurvePoint } from '../ports/quality-store.js';

/** Where the curve is looked at; a bot is judged by an hour, a day, a week and a month. */
export const MARKS_MS = [
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  3 * DAY_MS,
  7 * DAY_MS,
  14 * DAY_MS,
  30 * DAY_MS,
] as const;

/** So many subscribers weigh as much as the guess that an order keeps other bots' subscribers like all orders do. */
const OTHERS_WEIGHT = 20;
/** So many subscribers weigh as much as the guess that a bot's subscribers stay like other bots'. */
const GUESS_WEIGHT = 50;

/** How long one subscriber was followed. */
export interface Stay {
  botId: number;
  /** From the subscription to now, or to when they were last observable. */
  followedMs: number;
  /** From the subscription to leaving; null: they had not left. */
  leftMs: number | null;
}

/** By mark: who was there at the one before and could be followed, and who of them left until this one. */
export interface LifeTable {
  followed: number[];
  left: number[];
}

/** What all orders say of a bot. */
export interface BotStays extends LifeTable {
  /** By mark, what is expected to leave: a fixed part, and a part for each that leaves of a hundred of the network's. */
  expectedFixed: number[];
  expectedByNetwork: number[];
}

function emptyTable(): LifeTable {
  return { followed: zeros(), left: zeros() };
}

export function noStays(): BotStays {
  return { ...emptyTable(), expectedFixed: zeros(), expectedByNetwork: zeros() };
}

/** Adds a subscriber of one order to the life tables of its bots. */
export function addStay(tables: Map<number, LifeTable>, { botId, followedMs, leftMs }: Stay): void {
  const table = tables.get(botId) ?? emptyTable();
  tables.set(botId, table);
  for (const [at, markMs] of MARKS_MS.entries()) {
    if (followedMs < markMs) return;
    table.followed[at] = (table.followed[at] ?? 0) + 1;
    if (leftMs === null || leftMs > markMs) continue;
    table.left[at] = (table.left[at] ?? 0) + 1;
    return;
  }
}

/** Adds an order's tables to what is known of its bots. What is expected needs the network's hazards only at the end. */
export function addOrder(bots: Map<number, BotStays>, tables: ReadonlyMap<number, LifeTable>): void {
  const all = sumOf(tables.values());
  for (const [botId, table] of tables) {
    const known = bots.get(botId) ?? noStays();
    bots.set(botId, known);
    for (const at of MARKS_MS.keys()) {
      const followed = table.followed[at] ?? 0;
      const left = table.left[at] ?? 0;
      const others = (all.followed[at] ?? 0) - followed;
      const othersLeft = (all.left[at] ?? 0) - left;
      add(known.followed, at, followed);
      add(known.left, at, left);
      add(known.expectedFixed, at, (followed * othersLeft) / (others + OTHERS_WEIGHT));
      add(known.expectedByNetwork, at, (followed * OTHERS_WEIGHT) / (others + OTHERS_WEIGHT));
    }
  }
}

/** By mark, which part of all subscribers leaves on the way to it. */
export function hazardsOf(tables: Iterable<LifeTable>): number[] {
  const { followed, left } = sumOf(tables);
  return followed.map((count, at) => (count === 0 ? 0 : (left[at] ?? 0) / count));
}

/** @param network as `hazardsOf` all bots */
export function curveOf(bot: BotStays, network: readonly number[]): CurvePoint[] {
  let [stayed, others] = [1, 1];
  return MARKS_MS.map((afterMs, at) => {
    const followed = bot.followed[at] ?? 0;
    const ofNetwork = network[at] ?? 0;
    const expected = (bot.expectedFixed[at] ?? 0) + (bot.expectedByNetwork[at] ?? 0) * ofNetwork;
    const hazard = followed === 0 ? ofNetwork : expected / followed;
    stayed *= 1 - ((bot.left[at] ?? 0) + GUESS_WEIGHT * hazard) / (followed + GUESS_WEIGHT);
    others *= 1 - hazard;
    return { afterMs, followed, stayed, others };
  });
}

function sumOf(tables: Iterable<LifeTable>): LifeTable {
  const sum = emptyTable();
  for (const { followed, left } of tables)
    for (const at of MARKS_MS.keys()) {
      add(sum.followed, at, followed[at] ?? 0);
      add(sum.left, at, left[at] ?? 0);
    }
  return sum;
}

function zeros(): number[] {
  return MARKS_MS.map(() => 0);
}

function add(sums: number[], at: number, value: number): void {
  sums[at] = (sums[at] ?? 0) + value;
}
