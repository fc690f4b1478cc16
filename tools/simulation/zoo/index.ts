/**
 * The zoo: an honest day, then the same day with one rogue at a time, and once more without the rule that
 * stops that rogue. What a rogue gains is read from the ledger.
 */
import type { ZooRanking } from '../command.js';
import { ADVERTISERS, ASKED, type Day, DEPOSIT, openDay, PUBLISHERS } from './honest.js';
import type { Mutation } from './old-rules.js';
import { type Rogue, ROGUE, type Takings, together, wealth } from './rogue.js';
import { faultsOf, type Row } from './row.js';
import { rogues } from './rogues.js';
import { Town } from './town.js';

export { writeZoo } from './docs.js';
export { type Row, tellRow } from './row.js';

export interface ZooCommand {
  seed: number;
  /** Honest users. */
  size: number;
  /** These rogues alone, by name; null: all. */
  only: readonly string[] | null;
  /** By which rule orders are chosen. */
  ranking: ZooRanking;
  /** Publishers are paid and held by quality, and this was announced of each bot; null: they are not. */
  quality: number | null;
}

interface Played {
  gainMicros: bigint;
  /** What no rule stops of it. */
  restMicros: bigint;
  honestMicros: bigint;
  /** What honest advertisers paid beyond what is evident. */
  overpaidMicros: bigint;
  /** Bots reported to moderators in the night after it for joins out of line. */
  told: { honest: number; others: number };
}

export function rogueNames(only: readonly string[] | null = null): string[] {
  const unknown = only?.find((name) => rogues.every((rogue) => rogue.name !== name));
  if (unknown !== undefined) throw new RangeError(`no rogue is called ${unknown}`);
  return rogues.map(({ name }) => name).filter((name) => only?.includes(name) ?? true);
}

async function play(
  { seed, size, quality }: ZooCommand,
  rogue: Rogue | null,
  mutation: Mutation,
): Promise<Played> {
  const town = await Town.open(seed, { ...mutation, quality });
  try {
    const day: Day = await openDay(town, size, seed);
    const { gain = () => wealth(day, ROGUE), rest }: Takings = (await rogue?.plan(day)) ?? {};
    await town.live();
    const told = await toldOf(day);
    await town.refuseUntrusted();
    return {
      gainMicros: rogue === null ? 0n : await gain(),
      restMicros: rest?.() ?? 0n,
      honestMicros: await together(day, PUBLISHERS),
      overpaidMicros: await overpaid(day),
      told,
    };
  } finally {
    await town.close();
  }
}

/** The quality of bots is read, and each card to a moderator is counted. */
async function toldOf({ town, bots }: Day): Promise<Played['told']> {
  await town.service.maintenance.readQuality();
  const rows = await town.sql<{ facts: string }>(
    "SELECT facts FROM notifications WHERE kind = 'bot_anomaly'",
  );
  const ids = rows.map(({ facts }) => (JSON.parse(facts) as { botId: number }).botId);
  const honest = ids.filter((botId) => bots.some((bot) => bot.botId === botId)).length;
  return { honest, others: ids.length - honest };
}

/** What honest advertisers paid, less their price for each join of which the town knows that it was brought. */
async function overpaid(day: Day): Promise<bigint> {
  const paid = BigInt(ADVERTISERS.length) * DEPOSIT - (await together(day, ADVERTISERS));
  const joins = day.deserving.map(({ chat, priceMicros }) => BigInt(day.town.deservedOf(chat)) * priceMicros);
  const evident = joins.reduce((sum, micros) => sum + micros, BigInt(day.town.deservedClicks()) * ASKED);
  return paid > evident ? paid - evident : 0n;
}

export async function playZoo(command: ZooCommand, hear: (row: Row) => void): Promise<void> {
  const alone = new Map<string, bigint>();
  for (const name of rogueNames(command.only)) {
    const rogue = rogues.find((one) => one.name === name);
    if (rogue === undefined) continue;
    const environment = { RANKING: command.ranking, ...rogue.environment };
    const key = JSON.stringify(environment);
    const aloneMicros = alone.get(key) ?? (await play(command, null, { environment })).honestMicros;
    alone.set(key, aloneMicros);
    const oldMicros = await takenWithout(command, rogue, environment);
    const now = await play(command, rogue, { environment });
    const isHarmless =
      command.size > (rogue.harmlessBeyond?.users ?? Infinity) ||
      (command.quality !== null && rogue.harmlessOnHold !== undefined);
    hear(rowOf(rogue, { oldMicros, aloneMicros, isHarmless }, now));
  }
}

/** What it takes without the rule that stops it. */
async function takenWithout(
  command: ZooCommand,
  rogue: Rogue,
  environment: Record<string, string>,
): Promise<bigint> {
  const { mutation, takenMicros } = rogue.old;
  if (takenMicros !== undefined) return BigInt(takenMicros);
  const old = { ...mutation, environment: { ...environment, ...mutation.environment } };
  return (await play(command, rogue, old)).gainMicros;
}

interface Beside {
  oldMicros: bigint;
  aloneMicros: bigint;
  isHarmless: boolean;
}

function rowOf({ name }: Rogue, { oldMicros, aloneMicros, isHarmless }: Beside, now: Played): Row {
  const { gainMicros, restMicros, honestMicros, overpaidMicros, told } = now;
  const row: Row = {
    name,
    oldMicros: Number(oldMicros),
    gainMicros: Number(gainMicros),
    isHarmless,
    restMicros: Number(restMicros),
    aloneMicros: Number(aloneMicros),
    honestMicros: Number(honestMicros),
    overpaidMicros: Number(overpaidMicros),
    told,
    faults: [],
  };
  return { ...row, faults: faultsOf(row) };
}
