/** What a canary is, and the ways to put a fault into a part of the service. */
import type { Store } from '../../../core/ports.js';
import type { SettlementFacts } from '../../../core/ports/subscription-store.js';
import type { Promised } from '../violation.js';
import type { Mutation } from '../process.js';

export interface Canary {
  name: string;
  /** It shows only in seeds that are a multiple of this (`settingsOf`). */
  seedsBy?: number;
  /** Which of its seeds is tried first, where it shows early; the first ones by default. The others take a thousand steps more. */
  fromSeed?: number;
  /** What it breaks, and under which name it is found. */
  promises: readonly Promised[];
  /** The action in which it shows, if that is a rare one. */
  favours?: string;
  mutation: Mutation;
}

/** The same store with some commands of one port replaced. */
export function withCommands<Port extends keyof Store>(
  store: Store,
  port: Port,
  replace: (commands: Store[Port]) => Partial<Store[Port]>,
): Store {
  return { ...store, [port]: { ...(store[port] as object), ...(replace(store[port]) as object) } };
}

/** Past the store. */
type Sql = (text: string, ...values: (string | number)[]) => Promise<unknown>;

/** What simulation and zoo put into a store alike. */
export interface StoreMutation {
  store: (store: Store, sql: Sql) => Store;
}

/** Replaces some commands of one port of the store. */
export const inCommands = <Port extends keyof Store>(
  port: Port,
  replace: (commands: Store[Port], store: Store, sql: Sql) => Partial<Store[Port]>,
): StoreMutation => ({
  store: (store, sql) => withCommands(store, port, (commands) => replace(commands, store, sql)),
});

/** Does something else to the database before or after a command of that name. */
export const around = (
  name: string,
  statements: { readonly before?: string; readonly after?: string },
): Mutation => ({ command: { around: (command) => (command === name ? statements : {}) } });

/** Settles by other facts than those that are so. */
export const settlingBy = (
  change: (facts: SettlementFacts, nowMs: number) => SettlementFacts,
): StoreMutation =>
  inCommands('subscriptions', (commands) => ({
    settle: (orderId, userId, at, decide, notifications) =>
      commands.settle(orderId, userId, at, (facts) => decide(change(facts, at.nowMs)), notifications),
  }));

type ImpressionFacts = SettlementFacts['impressions'][number];

/** Settles as if what was shown were something else. */
export const withImpressions = (change: (impression: ImpressionFacts) => ImpressionFacts): StoreMutation =>
  settlingBy((facts) => ({ ...facts, impressions: facts.impressions.map(change) }));
