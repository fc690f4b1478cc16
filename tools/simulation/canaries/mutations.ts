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
  mutation(): Mutation;
}

/** The same store with some commands of one port replaced. */
export function withCommands<Port extends keyof Store>(
  store: Store,
  port: Port,
  replace: (commands: Store[Port]) => Partial<Store[Port]>,
): Store {
  return { ...store, [port]: { ...(store[port] as object), ...(replace(store[port]) as object) } };
}

/** Settles by other facts than those that are so. */
export function settlingBy(change: (facts: SettlementFacts, nowMs: number) => SettlementFacts): Mutation {
  return {
    store: (store) =>
      withCommands(store, 'subscriptions', (commands) => ({
        settle: (orderId, userId, at, decide, notifications) =>
          commands.settle(orderId, userId, at, (facts) => decide(change(facts, at.nowMs)), notifications),
      })),
  };
}
