/** Settles one subscriber: reads the facts, has core decide, and writes the outcome, in one piece of durable work. */
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import type { Settlement, SettlementFacts, SubscriptionStore } from '../../core/ports/subscription-store.js';
import { areAwaited, awaitContacts } from './awaited-contacts.js';
import type { Parts } from './database.js';
import type { EventQueueWrites } from './event-queue.js';
import type { LedgerWrites } from './ledger-writes.js';
import { queueNotifications } from './notifications.js';
import { type AskFacts, createFactsReader, type FactsReader } from './settlement-facts.js';
import type { Pseudonyms } from './pseudonyms.js';
import type { SettlementWrites } from './settlement-writes.js';
import { subscriptionStatusOf } from './subscription-row.js';

type Settle = SubscriptionStore['settle'];
type Wanted = Parameters<Settle>;

/** What is to be settled. */
export interface SettleAsk {
  shown: Wanted[0];
  userId: Wanted[1];
  at: Wanted[2];
  decide: Wanted[3];
  tell: Wanted[4];
}

export interface Settled {
  settlement: Settlement;
  subscriptionStatus: SubscriptionStatus | null;
}

export interface SettlingParts {
  /** How facts are asked for, where it is not by statements that read of all tables. */
  askFacts?: AskFacts | undefined;
  ledger: LedgerWrites;
  /** Who was erased, and comes back. */
  pseudonyms: Pseudonyms;
  writes: SettlementWrites;
  events: EventQueueWrites;
}

export interface Settling {
  facts: FactsReader;
  /** What the facts, as they are just now, foresee: null where something is to be written. */
  foreseen(ask: SettleAsk, read: SettlementFacts | null): Promise<Settled | null>;
  /** Settles under the locks of all that decides. */
  settle(ask: SettleAsk): Promise<Settled>;
}

export function createSettling({ db }: Pick<Parts, 'db'>, parts: SettlingParts): Settling {
  const { ledger, writes, events, pseudonyms, askFacts } = parts;
  const facts = createFactsReader(ledger, pseudonyms, askFacts);

  function* settle({ shown, userId, at, decide, tell }: SettleAsk) {
    const read = yield* facts.lock(shown, userId, at);
    const settlement: Settlement = read === null ? { kind: 'none' } : decide(read);
    if (read === null || settlement.kind === 'none' || settlement.kind === 'yields')
      return { settlement, subscriptionStatus: read?.subscriptionStatus ?? null };
    if (settlement.kind === 'waits') {
      if (!(yield* areAwaited(userId, settlement))) yield* awaitContacts(userId, settlement, at.nowMs);
      return { settlement, subscriptionStatus: null };
    }
    const moment = { userId, day: at.day, nowMs: at.nowMs };
    const { subscriptionStatus: after, movesCatalog } = yield* writes.settle(read, settlement, moment);
    yield* queueNotifications(tell(read, settlement), at.nowMs);
    yield* events.queue(userId, after, at.nowMs, at.nowMs);
    if (movesCatalog) yield* writes.moveCatalog(shown.orderId);
    return { settlement, subscriptionStatus: subscriptionStatusOf(after) };
  }

  return {
    facts,
    foreseen: async ({ userId, decide }, read) => {
      if (read === null) return { settlement: { kind: 'none' }, subscriptionStatus: null };
      const settlement = decide(read);
      if (settlement.kind === 'none' || settlement.kind === 'yields')
        return { settlement, subscriptionStatus: read.subscriptionStatus };
      const isAwaited = settlement.kind === 'waits' && (await db.read(() => areAwaited(userId, settlement)));
      return isAwaited ? { settlement, subscriptionStatus: null } : null;
    },
    settle: (ask) =>
      db.run('subscriptions.settle', () => settle(ask), { durable: true, waitsUntil: ask.at.waitsUntil }),
  };
}

/** Each subscriber in work of their own. */
export function settleOneByOne({ db }: Pick<Parts, 'db'>, settling: Settling): Settle {
  return async (shown, userId, at, decide, tell) => {
    const ask = { shown, userId, at, decide, tell };
    if (at.isExpected === true) return settling.settle(ask);
    // Most others are settled already: then there is nothing to commit, nor to lock.
    const read = await db.read(() => settling.facts.read(shown, userId, at), { apart: true });
    return (await settling.foreseen(ask, read)) ?? settling.settle(ask);
  };
}
