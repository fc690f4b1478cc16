/**
 * Whatever happens at once to money and its owners: joins, leaves, releases, fraud, moderators' words, bots that
 * are claimed, withdrawals, payments and refunds in any order, referrals, and people who are erased meanwhile. Afterwards the books
 * add up, and no join is paid for twice.
 */
import { expect, test } from 'vitest';
import { ServiceError } from '../../core/errors.js';
import type { Store } from '../../core/ports.js';
import type { LeavingFacts, SettlementFacts } from '../../core/ports/subscription-store.js';
import { defaultBotSettings } from '../../core/terms/index.js';
import { type Draw, drawFrom, seededRandom } from '../core/choosing-world.js';
import { storeKind } from '../support/database.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  openAccount,
  ownChat,
  PRICE,
  PUBLISHER,
  rejoin,
  settle,
  show,
  type Stores,
} from './makers.js';
import { contract, type Stage, START_DAY, START_MS } from './run.js';

const HOUR_MS = 3_600_000;
const PEOPLE = [ADVERTISER, PUBLISHER, 503, 504] as const;
const BOTS = [BOT, BOT + 1, BOT + 2, BOT + 3] as const;
const REFERRER = 601;
const USERS = 30;
const AT_ONCE = 8;
const ROUNDS = storeKind === 'postgres' ? 40 : 80;
const none = () => [];
const made = { moderatorId: 9, notifications: none };
const holds = { holdMs: HOUR_MS, newPublisherHoldMs: 2 * HOUR_MS };

interface World {
  orders: readonly number[];
  draw: Draw;
  /** Of the deed at hand. */
  number: number;
  /** Who is being erased. */
  erasing: Set<number>;
}

/** Draws all that it needs before it waits for anything: so the same seed does the same. */
type Deed = (store: Store, world: World) => Promise<unknown>;

const userOf = ({ draw }: World) => draw.whole(1, USERS);

/** On one of two days. */
function momentOf({ draw, number }: World) {
  const days = draw.whole(0, 1);
  return { day: START_DAY + days, nowMs: START_MS + days * 24 * HOUR_MS + 1_000 + number };
}

/** As core does, for nothing that a refused bot showed. */
const unlessRefused = (decide: ReturnType<typeof chargeShown>) => (facts: SettlementFacts) =>
  decide({ ...facts, impressions: facts.impressions.filter(({ bot }) => bot.trust !== 'refused') });

const join: Deed = async (store, world) => {
  const { draw, orders } = world;
  const [userId, orderId, botId] = [userOf(world), draw.one(orders), draw.one(BOTS)];
  const hold = draw.one([
    {},
    { isHeldForTrust: true },
    { holdUntilMs: START_MS + draw.whole(0, 60) * HOUR_MS },
  ]);
  const decide = unlessRefused(chargeShown(hold));
  const moment = momentOf(world);
  await show(store, userId, orderId, botId);
  await settle(store, orderId, userId, { decide, ...moment });
};

const leave: Deed = (store, world) => {
  const isEarly = world.draw.chance(0.8);
  const decide = ({ state, isOnHold }: LeavingFacts) =>
    state === 'unsubscribed'
      ? ({ kind: 'none' } as const)
      : ({ kind: 'left', reverse: isOnHold && isEarly } as const);
  return store.subscriptions.leave(world.draw.one(world.orders), userOf(world), momentOf(world), decide);
};

const comeBack: Deed = (store, world) => {
  const { nowMs, day } = momentOf(world);
  return rejoin(store, world.draw.one(world.orders), userOf(world), nowMs, day);
};

const findFraud: Deed = (store, world) => {
  const { draw, number } = world;
  const first = userOf(world);
  const userIds = Array.from({ length: 10 }, (_, index) => first + index);
  const fraud = { reversalId: 1 + number, reason: 'Fraud', bookedBy: 9, ...momentOf(world) };
  return store.reversals.reverse({ orderId: draw.one(world.orders), botId: draw.one(BOTS) }, userIds, fraud);
};

const claim: Deed = async (store, { draw, number }) => {
  const [botId, accountId] = [draw.one(BOTS), draw.one(PEOPLE)];
  const name = { name: 'A bot', nickname: `bot${String(botId)}` };
  const token = { tokenCipher: `token ${String(number)}`, settings: { ...defaultBotSettings } };
  const key = { hash: `claim ${String(number)}`, cipher: 'sealed' };
  const refused = await store.bots.tokenCipher(botId);
  await store.bots.takeOver({ botId, accountId, ...name, ...token }, key, START_MS, 50, refused);
};

const withdraw: Deed = async (store, { draw, number }) => {
  const wanted = { amountMicros: BigInt(draw.whole(1, 5)) * PRICE, detailsCipher: '' };
  const states = Array.from({ length: 3 }, () =>
    draw.one(['paying', 'paid', 'refused', 'cancelled', 'waiting'] as const),
  );
  const requestKey = `withdrawal ${String(number)}`;
  const asked = await store.withdrawals.ask(draw.one(PEOPLE), { ...wanted, requestKey }, 3, none, START_MS);
  if (asked.kind !== 'asked') return;
  const { withdrawalId, amountMicros: seenMicros } = asked.withdrawal;
  const decide = (state: (typeof states)[number]) =>
    store.withdrawals.decide(withdrawalId, { state, decidedBy: 9, note: 'x', seenMicros }, none, START_MS);
  await Promise.all(states.map(decide));
};

const payInStars: Deed = (store, { draw }) => {
  const number = draw.whole(0, 15);
  const chargeId = `charge ${String(number)}`;
  const stars = { chargeId, count: 5 };
  const accountId = PEOPLE[number % PEOPLE.length] ?? ADVERTISER;
  const deposit = { reference: `xtr:${chargeId}`, note: '', bookedBy: null, stars };
  const state = draw.one(['done', 'done', 'refused'] as const);
  return draw.one([
    () => store.ledger.deposit(accountId, 3n * PRICE, deposit, START_MS),
    () => store.starPayments.beginRefund(chargeId, 9, START_MS),
    () => store.starPayments.endRefund(chargeId, { state, note: '' }, none, START_MS),
  ])();
};

/** Two at once would be two persons. */
const erase: Deed = async (store, world) => {
  const userId = userOf(world);
  if (world.erasing.has(userId)) return;
  world.erasing.add(userId);
  do await store.people.erase(userId);
  while ((await store.people.held(userId)).length > 0);
  await store.people.endErasing(userId);
  world.erasing.delete(userId);
};

const adjust: Deed = (store, { draw, number }) => {
  const given = { reference: `adjustment ${String(number)}`, note: 'x', bookedBy: 9 };
  return store.ledger.adjust(draw.one(PEOPLE), draw.one([PRICE, -3n * PRICE]), given, [], START_MS);
};

/** With how many lots each has in the bag. */
const deeds: readonly (readonly [lots: number, deed: Deed])[] = [
  [30, join],
  [8, leave],
  [6, comeBack],
  [4, findFraud],
  [2, claim],
  [6, withdraw],
  [6, payInStars],
  [6, erase],
  [4, adjust],
  [4, (store, { draw }) => store.subscriptions.releaseHolds(START_MS + draw.whole(0, 60) * HOUR_MS, 20)],
  [
    3,
    (store, { draw }) =>
      store.bots.moderate(draw.one(BOTS), { trust: draw.one(['trusted', 'refused']) }, made, START_MS),
  ],
  [3, (store, world) => store.trust.settleHeld(momentOf(world), holds, 20)],
  [
    2,
    (store, { draw }) =>
      store.accounts.setBlocked(draw.one(PEOPLE), draw.chance(0.4), { ...made, reason: 'x' }, START_MS),
  ],
  [4, (store) => store.referrals.book(30, START_MS)],
];
const bag = deeds.flatMap(([lots, deed]) => Array.from({ length: lots }, () => deed));

async function inhabit(store: Store): Promise<number[]> {
  await openAccount(store, REFERRER);
  await store.referrals.code(REFERRER, 'first', START_MS);
  const invitation = { code: 'first', percent: 20, untilMs: START_MS + 99 * 24 * HOUR_MS };
  const orders = [];
  for (const [index, accountId] of PEOPLE.entries()) {
    await openAccount(store, accountId, undefined, index % 2 === 0 ? invitation : undefined);
    await addBot(store, BOTS[index], accountId, index === 1 ? { tokenCipher: null } : {});
    const deposit = { reference: `first ${String(index)}`, note: '', bookedBy: null };
    await store.ledger.deposit(accountId, 8n * PRICE, deposit, START_MS);
    orders.push(await addOrder(store, { ...ownChat(index), quantityAll: 6 + 3 * index }, accountId));
  }
  // Two lead to one chat.
  orders.push(await addOrder(store, { ...ownChat(0), quantityAll: 12 }, 503));
  return orders.map(({ orderId }) => orderId);
}

async function live(stores: Stores, seed: number): Promise<void> {
  const draw = drawFrom(seededRandom(seed));
  const world = { orders: await inhabit(stores[0]), draw, number: 0, erasing: new Set<number>() };
  const one = (index: number) => {
    world.number += 1;
    return draw
      .one(bag)(stores[index % stores.length] ?? stores[0], world)
      .catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      });
  };
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => one(index)));
  while ((await stores[0].referrals.book(500, START_MS)) > 0);
}

/** What the daily check does not hold to each other. */
async function loose({ sql }: Stage): Promise<unknown[]> {
  return [
    // What is on hold is that of subscribers.
    ...(await sql(
      `SELECT owner_id FROM ledger_accounts AS held WHERE kind = 'hold' AND balance_micros <> coalesce((SELECT sum(amount_micros)
         FROM subscriptions JOIN postings ON postings.entry_id = subscriptions.entry_id
           AND postings.ledger_account_id = held.ledger_account_id
         WHERE charge = 1 AND (hold_until_ms IS NOT NULL OR held_for_trust = 1)), 0)`,
    )),
    ...(await sql(
      `SELECT user_id, resource_id FROM subscriptions JOIN orders ON orders.order_id = subscriptions.order_id
       WHERE charge > 0 GROUP BY user_id, resource_id HAVING count(*) > 1`,
    )),
    // What referrals brought is in the referrer's wallet.
    ...(await sql(
      `SELECT balance_micros FROM ledger_accounts WHERE owner_id = ${String(REFERRER)} AND kind = 'wallet'
         AND balance_micros <> (SELECT sum(earned_micros) FROM referrals)`,
    )),
  ];
}

contract('any disorder', (stage) => {
  test.each([1, 3, 8, 9])(
    'leaves books that add up, and each join paid once (seed %i)',
    async (seed) => {
      const { store, open, setNow } = stage();
      const stores: Stores = [store, await open(), await open(), await open()];
      for (const each of stores) each.people.useKey(Buffer.alloc(32, 5));
      await live(stores, seed);
      // The check looks at days that are over.
      setNow(START_MS + 72 * HOUR_MS);
      expect(await store.ledger.check()).toEqual(BALANCED);
      expect((await store.checks.compare()).differences).toEqual([]);
      expect(await loose(stage())).toEqual([]);
    },
    60_000,
  );
});
