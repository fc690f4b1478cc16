/**
 * The zoo: an honest day, then the same day beside one rogue at a time, and where the rule can be switched back, beside
 * the rogue under the old one. What a rogue gains is read from the ledger.
 */
import type { Store } from '../../../core/ports.js';
import { table, writeSection } from '../../support/promises-page.js';
import { type Day, openDay, PUBLISHERS } from './honest.js';
import { type Rogue, ROGUE, wealth } from './rogue.js';
import { rogues } from './rogues.js';
import { type Mutation, Town } from './town.js';

export interface ZooCommand {
  seed: number;
  /** Honest users. */
  size: number;
  /** One rogue alone, by name; null: all. */
  only: string | null;
  writesDocs: boolean;
}

interface Played {
  gainMicros: bigint;
  honestMicros: bigint;
}

export interface Row {
  rogue: Rogue;
  before: string;
  gainMicros: bigint;
  /** Of what honest publishers earn without it; below zero: they earned more. */
  lossShare: number;
}

/** Honest publishers may lose this much of what they earn without a rogue. */
const LOSS_MAX = 0.01;

/** The old rule: whatever is claimed is believed. */
const believing: Mutation = {
  store: (store) => ({ ...store, subscriptions: believingIn(store.subscriptions) }),
  environment: { NEW_PUBLISHER_HOLD_HOURS: '0' },
};

function believingIn(subscriptions: Store['subscriptions']): Store['subscriptions'] {
  return {
    ...subscriptions,
    settle: (orderId, userId, at, decide, notices) =>
      subscriptions.settle(
        orderId,
        userId,
        at,
        (facts) =>
          decide({
            ...facts,
            isSuspicious: false,
            impressions: facts.impressions.map((impression) => ({
              ...impression,
              shownAtMs: impression.seenAtMs,
              proof: 'contact' as const,
              bot: { ...impression.bot, hasToken: true, trust: 'trusted' as const, isAccountTrusted: true },
            })),
          }),
        notices,
      ),
  };
}

async function play(
  { seed, size }: ZooCommand,
  rogue: Rogue | null,
  mutation: Mutation = {},
): Promise<Played> {
  const town = await Town.open(seed, mutation);
  try {
    const day: Day = await openDay(town, size, seed);
    await rogue?.plan(day);
    await town.live();
    await town.refuseUntrusted();
    const honest = await Promise.all(PUBLISHERS.map((accountId) => wealth(day, accountId)));
    const gain = rogue === null ? 0n : await (rogue.gain?.(day) ?? wealth(day, ROGUE));
    return { gainMicros: gain, honestMicros: honest.reduce((sum, amount) => sum + amount, 0n) };
  } finally {
    await town.close();
  }
}

export async function playZoo(
  command: ZooCommand,
  say: (text: string) => void,
): Promise<{ rows: Row[]; faults: string[] }> {
  const chosen = rogues.filter(({ name }) => command.only === null || name === command.only);
  if (chosen.length === 0) throw new RangeError(`no rogue is called ${String(command.only)}`);
  const { honestMicros } = await play(command, null);
  say(`an honest day of ${String(command.size)} users earns publishers ${units(honestMicros)}`);
  const rows: Row[] = [];
  for (const rogue of chosen) {
    const before = rogue.before ?? units((await play(command, rogue, believing)).gainMicros);
    const now = await play(command, rogue);
    const lossShare = 1 - Number(now.honestMicros) / Number(honestMicros);
    rows.push({ rogue, before, gainMicros: now.gainMicros, lossShare });
    say(
      `${rogue.name}: before ${before}, now ${units(now.gainMicros)}, honest publishers lose ${percent(lossShare)}`,
    );
  }
  if (command.writesDocs) writeSection('zoo', tableOf(command, honestMicros, rows));
  return { rows, faults: rows.flatMap(faultsOf) };
}

function faultsOf({ rogue, gainMicros, lossShare }: Row): string[] {
  if (rogue.isMeasured === true) return [];
  const gain = gainMicros > 0n ? [`${rogue.name} gains ${units(gainMicros)}`] : [];
  const loss = lossShare > LOSS_MAX ? [`${rogue.name} costs honest publishers ${percent(lossShare)}`] : [];
  return [...gain, ...loss];
}

function tableOf({ seed, size }: ZooCommand, honestMicros: bigint, rows: readonly Row[]): string {
  const cells = rows.map(({ rogue, before, gainMicros, lossShare }): string[] => [
    rogue.name,
    rogue.does,
    before,
    `${units(gainMicros)}${rogue.isMeasured === true ? ' (measured)' : ''}`,
    percent(lossShare),
  ]);
  return [
    `Of \`npm run simulate -- --zoo --seed ${String(seed)} --users ${String(size)} --write-docs\`; an honest day earns publishers ${units(honestMicros)}:\n`,
    table(['rogue', 'what it does', 'before', 'gains now', 'honest publishers lose'], cells),
  ].join('\n');
}

function units(micros: bigint): string {
  return (Number(micros) / 1e6).toFixed(2);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
