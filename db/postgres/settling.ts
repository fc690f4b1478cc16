/**
 * Subscribers are settled many at a time: those that come while a batch is under way go with the next, in one transaction. Each
 * is decided by core's own function from the facts as they are after those before it, so that quantity, day limit, money and
 * what bots had today count on within the batch. What is refused, or waits, or needs more than money and figures, leaves the
 * batch: it is settled alone, as over SQLite.
 *
 * Lock order: orders by id, untrusted bots, accounts by id, figures of orders, then of bots by id.
 */
import { isUntrusted } from '../../core/bot-trust.js';
import { isOnHold } from '../../core/ledger/index.js';
import type { Counted, SettlementFacts, SubscriptionStore } from '../../core/ports/subscription-store.js';
import { queueNotifications } from '../work/notifications.js';
import { isFoundIn, lockBots, toWithdrawing } from '../work/settlement-facts.js';
import type { SettleAsk, Settled, Settling, SettlingParts } from '../work/settling.js';
import { together } from '../work/statement.js';
import { present } from '../work/values.js';
import { createCoalesced } from './coalesced.js';
import type { Parts } from './parts.js';
import { perform } from './perform.js';
import { type Found, readMany, type ReadKnown, withdrawingOf } from './settling-facts.js';
import { type Paid, writeMany } from './settling-writes.js';
import { readSpread } from './spread/settling-facts.js';

/** What those of a batch that were decided have made of the facts of those after them. */
class Meanwhile {
  readonly #orders = new Map<number, number>();
  readonly #wallets = new Map<number, bigint>();
  readonly #bots = new Map<string, { subscribers: number; takenOver: number }>();

  constructor(private readonly balanceOf: (accountId: number) => bigint) {}

  /** The facts as they are now. */
  of({ at }: SettleAsk, facts: SettlementFacts): SettlementFacts {
    const { order } = facts;
    const placed = this.#orders.get(order.orderId) ?? 0;
    return {
      ...facts,
      order: { ...order, quantityNow: order.quantityNow + placed, today: order.today + placed },
      walletMicros: this.balanceOf(order.accountId) + (this.#wallets.get(order.accountId) ?? 0n),
      impressions: facts.impressions.map((impression) => {
        const more = this.#bots.get(botKey(impression.botId, at.day));
        if (more === undefined) return impression;
        const { bot } = impression;
        const subscribersToday = bot.subscribersToday + more.subscribers;
        const takenOverToday = bot.takenOverToday + more.takenOver;
        return { ...impression, bot: { ...bot, subscribersToday, takenOverToday } };
      }),
    };
  }

  add({ ask, facts, settlement }: Paid): void {
    const { orderId, accountId } = facts.order;
    const { botId, botAccountId, priceMicros, publisherMicros, isTakenOver } = settlement;
    this.#orders.set(orderId, (this.#orders.get(orderId) ?? 0) + 1);
    this.#move(accountId, -priceMicros);
    if (!isOnHold(settlement)) this.#move(botAccountId, publisherMicros);
    const key = botKey(botId, ask.at.day);
    const { subscribers, takenOver } = this.#bots.get(key) ?? { subscribers: 0, takenOver: 0 };
    this.#bots.set(key, { subscribers: subscribers + 1, takenOver: takenOver + Number(isTakenOver) });
  }

  #move(accountId: number, micros: bigint): void {
    this.#wallets.set(accountId, (this.#wallets.get(accountId) ?? 0n) + micros);
  }
}

const botKey = (botId: number, day: number) => `${String(botId)}:${String(day)}`;

/** Whether a batch can hold it: it takes nothing but a place, money of the wallet, and figures, and all that decides is read. */
const isPlain = (facts: SettlementFacts): boolean => facts.opening === null && !isFoundIn(facts);

const isCounted = (settlement: Settled['settlement']): settlement is Counted =>
  settlement.kind === 'counted' && settlement.takenFrom.length === 0;

/** What became of one in a batch; `alone` is to be settled by itself. */
type Outcome = Settled | 'alone';

function decideAll(
  asks: readonly SettleAsk[],
  found: readonly Found[],
  balanceOf: (accountId: number) => bigint,
): { outcomes: Map<SettleAsk, Outcome>; paid: Paid[] } {
  const meanwhile = new Meanwhile(balanceOf);
  const outcomes = new Map<SettleAsk, Outcome>();
  const paid: Paid[] = [];
  for (const [index, ask] of asks.entries()) {
    const read = found[index]?.facts;
    if (read === undefined) {
      outcomes.set(ask, { settlement: { kind: 'none' }, subscriptionStatus: null });
      continue;
    }
    const facts = meanwhile.of(ask, read);
    const settlement = isPlain(facts) ? ask.decide(facts) : null;
    if (settlement?.kind === 'none' || settlement?.kind === 'yields')
      outcomes.set(ask, { settlement, subscriptionStatus: facts.subscriptionStatus });
    else if (settlement === null || !isCounted(settlement)) outcomes.set(ask, 'alone');
    else {
      const said = found[index]?.said.get(settlement.botId) ?? '';
      const one = { ask, facts, settlement, language: facts.userLanguage || said };
      paid.push(one);
      meanwhile.add(one);
    }
  }
  return { outcomes, paid };
}

type BatchParts = SettlingParts & {
  dayOf: (atMs: number) => number;
  /** See `readMany`. */
  readKnown: ReadKnown | undefined;
};

/** Of bots that wait for a moderator's word: it must not come while their subscribers are being settled. */
function* readHeld(asks: readonly SettleAsk[], readKnown: ReadKnown | undefined) {
  const read = yield* readMany(asks, true, readKnown);
  const impressions = read.flatMap((each) => each?.facts.impressions ?? []);
  const untrusted = new Set(impressions.filter(({ bot }) => isUntrusted(bot)).map(({ botId }) => botId));
  if (untrusted.size === 0) return read;
  yield* lockBots.run([...untrusted]);
  return yield* readMany(asks, false, readKnown);
}

function* settleAll(
  asks: readonly SettleAsk[],
  { ledger, writes, pseudonyms, dayOf, readKnown }: BatchParts,
) {
  const read = yield* readHeld(asks, readKnown);
  const advertisers = read.flatMap((each) => each?.order.account_id ?? []);
  const payees = read.flatMap((each) => (each?.facts.impressions ?? []).map(({ bot }) => bot.accountId));
  // They go together: what waits is read once the accounts are locked.
  const joins = asks.map(({ shown, userId }) => ({ userId, target: shown.target }));
  const [wasPaid, balanceOf, withdrawing] = yield* together(
    pseudonyms.werePaid(joins),
    ledger.lock([...advertisers, ...payees]),
    withdrawingOf.all([...new Set(advertisers)]),
  );
  const found = read.map((each, index): Found => {
    if (each === null) return null;
    const waiting = withdrawing.filter(({ account_id }) => account_id === each.order.account_id);
    const isPaidFor = each.facts.isPaidFor || wasPaid[index] === true;
    return { ...each, facts: { ...each.facts, isPaidFor, withdrawing: waiting.map(toWithdrawing) } };
  });
  const { outcomes, paid } = decideAll(asks, found, (accountId) => balanceOf(accountId).availableMicros);
  if (paid.length === 0) return outcomes;
  const full = yield* writeMany({ ledger, dayOf }, paid);
  for (const { ask, facts, settlement } of paid) {
    const { nowMs: atMs } = ask.at;
    yield* queueNotifications(ask.notificationsOf(facts, settlement), atMs);
    const { botId, priceMicros } = settlement;
    const { orderId } = facts.order;
    outcomes.set(ask, {
      settlement,
      subscriptionStatus: { orderId, botId, state: 'subscribed', priceMicros, atMs },
    });
  }
  for (const orderId of full.sort((a, b) => a - b)) yield* writes.moveCatalog(orderId);
  return outcomes;
}

/** @returns settles together with those who come at the same time */
export function createTogetherSettled(
  { commands, dayOf, isSpread }: Pick<Parts, 'commands' | 'dayOf' | 'isSpread'>,
  settling: Settling,
  parts: SettlingParts,
): SubscriptionStore['settle'] {
  // Citus plans a statement of several users for its values alone.
  const doing = isSpread ? commands : commands.hot;
  const readKnown = isSpread ? readSpread : undefined;
  const read = createCoalesced<SettleAsk, Found>({
    run: (asks) => doing.askOnce((transaction) => perform(transaction, readMany(asks, false, readKnown))),
  });
  const settle = createCoalesced<SettleAsk, Outcome>({
    // A join is paid for once, for whatever order: of one user, the next is decided when this one is written.
    keyOf: ({ userId }) => userId,
    lockOf: ({ shown }) => shown.orderId,
    run: async (asks) => {
      const outcomes = await doing.run(
        'subscriptions.settle',
        (transaction) => perform(transaction, settleAll(asks, { ...parts, dayOf, readKnown })),
        { durable: true },
      );
      return asks.map((ask) => present(outcomes.get(ask), 'the outcome'));
    },
  });

  return async (shown, userId, at, decide, notificationsOf) => {
    const ask = { shown, userId, at, decide, notificationsOf };
    let isShared = true;
    if (at.isExpected !== true) {
      // Most of them are settled already: then there is nothing to commit, nor to lock.
      const found = await read(ask);
      const foreseen = await settling.foreseen(ask, found?.facts ?? null);
      if (foreseen !== null) return foreseen;
      isShared = found !== null && isPlain(found.facts);
    }
    const outcome = isShared ? await settle(ask) : 'alone';
    return outcome === 'alone' ? settling.settle(ask) : outcome;
  };
}
