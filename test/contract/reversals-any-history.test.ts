/** After any history and any reversal the ledger sums to zero, and each advertiser has back what those joins cost. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSettings } from '../../core/config.js';
import type { Store } from '../../core/ports.js';
import { createReversals } from '../../core/reversals/index.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  deposit,
  leave,
  openAccount,
  ownChat,
  PRICE,
  PUBLISHER,
  rejoin,
  settle,
  show,
} from './makers.js';
import { openStage, type Stage, START_DAY, START_MS } from './run.js';

const DAY_MS = 86_400_000;
const PEOPLE = [ADVERTISER, PUBLISHER, 503];
const BOTS = [BOT, BOT + 1, BOT + 2];
const SHARE = (PRICE * 7n) / 10n;
const NOW_MS = START_MS + 9 * DAY_MS;
const settings = parseSettings({
  BOT_TOKEN: '1:operator-token-operator-token-operator',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE_URL: 'file:unused',
  SERVICE_TIMEZONE: 'UTC',
});

const place = fc.integer({ min: 0, max: 2 });
const userId = fc.integer({ min: 1, max: 12 });
const amount = fc.integer({ min: 1, max: 6 });
type Withdrawing = { kind: 'withdraw' | 'pay out'; person: number; amount: number };
type Event =
  | Withdrawing
  | { kind: 'join'; userId: number; order: number; bot: number; day: number; isHeld: boolean }
  | { kind: 'leave' | 'return'; userId: number; order: number }
  | { kind: 'release'; amount: number };
const isHeld = fc.boolean();
const is = <Kind extends Event['kind']>(...kinds: [Kind, ...Kind[]]) => fc.constantFrom(...kinds);
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: is('join'), userId, order: place, bot: place, day: place, isHeld }),
    },
    fc.record({ kind: is('leave', 'return'), userId, order: place }),
    fc.record({ kind: is('withdraw', 'pay out'), person: place, amount }),
    fc.record({ kind: is('release'), amount }),
  ),
  { minLength: 5, maxLength: 50 },
);

const reversal = fc.record({
  of: fc.oneof(
    fc.constantFrom(...BOTS).map((botId) => ({ botId })),
    fc.constantFrom(...PEOPLE).map((accountId) => ({ accountId })),
  ),
  order: fc.option(place),
  fromDay: fc.option(place),
  toDay: fc.option(place),
  /** The step in which it is killed before it is said again. */
  dies: fc.option(fc.integer({ min: 1, max: 3 })),
});
type AnyReversal = typeof reversal extends fc.Arbitrary<infer One> ? One : never;

async function inhabit(store: Store): Promise<number[]> {
  const orderIds: number[] = [];
  for (const [index, accountId] of PEOPLE.entries()) {
    await openAccount(store, accountId);
    await addBot(store, BOTS[index], accountId);
    await deposit(store, accountId, 20n * PRICE);
    const order = await addOrder(store, { ...ownChat(index), quantityAll: 4 }, accountId);
    orderIds.push(order.orderId);
  }
  return orderIds;
}

async function withdraw(store: Store, what: Withdrawing, requestKey: string) {
  const accountId = PEOPLE[what.person] ?? 0;
  const wanted = { amountMicros: BigInt(what.amount) * 4n * PRICE, detailsCipher: '', requestKey };
  const asking = await store.withdrawals.ask(accountId, wanted, 3, () => [], START_MS);
  if (asking.kind !== 'asked' || what.kind === 'withdraw') return;
  const { withdrawalId, amountMicros: seenMicros } = asking.withdrawal;
  const decision = { state: 'paid', decidedBy: 9, note: '', seenMicros } as const;
  await store.withdrawals.decide(withdrawalId, decision, () => [], START_MS);
}

async function happen(store: Store, orderIds: readonly number[], what: Event, number: number): Promise<void> {
  if (what.kind === 'release') {
    await store.subscriptions.releaseHolds(START_MS + 5 * DAY_MS, what.amount);
  } else if ('person' in what) {
    await withdraw(store, what, String(number));
  } else {
    const { userId } = what;
    const orderId = orderIds[what.order] ?? 0;
    if ('bot' in what) {
      const nowMs = START_MS + what.day * DAY_MS;
      await show(store, userId, orderId, BOTS[what.bot]);
      const decide = chargeShown({ holdUntilMs: what.isHeld ? START_MS + 4 * DAY_MS : null });
      await settle(store, orderId, userId, { day: START_DAY + what.day, nowMs, decide });
    } else if (what.kind === 'leave') await leave(store, orderId, userId, START_DAY);
    else await rejoin(store, orderId, userId, START_MS + 90_000, START_DAY);
  }
}

/** What of the history the reversal is about, read off the subscribers: by person, what they get and lose. */
async function expectedBy({ sql }: Stage, orderIds: readonly number[], wanted: AnyReversal) {
  const standing = await sql<{ advertiser: number; publisher: number }>(
    `SELECT orders.account_id AS advertiser, bots.account_id AS publisher FROM subscriptions
       JOIN orders ON orders.order_id = subscriptions.order_id JOIN bots ON bots.bot_id = subscriptions.bot_id
     WHERE charge = 1 AND ${'botId' in wanted.of ? `bots.bot_id = ${String(wanted.of.botId)}` : `bots.account_id = ${String(wanted.of.accountId)}`}
       AND (${String(wanted.order ?? -1)} = -1 OR subscriptions.order_id = ${String(orderIds[wanted.order ?? 0])})
       AND at_ms >= ${String(START_MS - DAY_MS / 2 + (wanted.fromDay ?? -1) * DAY_MS)}
       AND at_ms < ${String(START_MS + DAY_MS / 2 + (wanted.toDay ?? 99) * DAY_MS)}`,
  );
  const changes = new Map(PEOPLE.map((accountId) => [accountId, 0n]));
  const change = (accountId: number, micros: bigint) =>
    changes.set(accountId, (changes.get(accountId) ?? 0n) + micros);
  for (const { advertiser, publisher } of standing) {
    change(advertiser, PRICE);
    change(publisher, -SHARE);
  }
  return { joins: standing.length, changes };
}

async function wealth(store: Store): Promise<Map<number, bigint>> {
  const all = new Map<number, bigint>();
  for (const accountId of PEOPLE) {
    const { availableMicros, heldMicros, reservedMicros } = await store.ledger.balance(accountId);
    all.set(accountId, availableMicros + heldMicros + reservedMicros);
  }
  return all;
}

/** Killed in one of its steps, if it is to be, and said again. */
async function takeBack(store: Store, orderIds: readonly number[], { dies, order, ...wanted }: AnyReversal) {
  const ofOrder = order === null ? null : (orderIds[order] ?? 0);
  const days = [wanted.fromDay, wanted.toDay].map((day) => (day === null ? null : START_DAY + day));
  const [fromDay = null, toDay = null] = days;
  const said = { of: wanted.of, orderId: ofOrder, fromDay, toDay, reason: 'Fraud' };
  const over = (reversals: Store['reversals']) =>
    createReversals({ store: { ...store, reversals }, clock: { now: () => NOW_MS }, settings }, 2);
  let steps = 0;
  const dying: Store['reversals'] = {
    ...store.reversals,
    reverse: (...given) => {
      steps += 1;
      return steps === dies ? Promise.reject(new Error('killed')) : store.reversals.reverse(...given);
    },
  };
  const first = await over(dying)
    .book(null, said)
    .catch(() => 'killed' as const);
  const again = await over(store.reversals).book(null, said);
  return first === 'killed' ? again : first;
}

test('nothing is lost or made', async () => {
  await fc.assert(
    fc.asyncProperty(events, reversal, async (history, wanted) => {
      const stage = await openStage();
      const { store } = stage;
      try {
        const orderIds = await inhabit(store);
        for (const [index, what] of history.entries()) await happen(store, orderIds, what, index);
        const before = await wealth(store);
        const empty = wanted.fromDay !== null && wanted.toDay !== null && wanted.fromDay > wanted.toDay;
        const { joins, changes } = await expectedBy(stage, orderIds, wanted);
        const booked = empty ? null : await takeBack(store, orderIds, wanted);
        expect(booked).toEqual(joins === 0 ? null : { joins, micros: BigInt(joins) * PRICE });
        const after = await wealth(store);
        for (const accountId of PEOPLE)
          expect((after.get(accountId) ?? 0n) - (before.get(accountId) ?? 0n)).toBe(changes.get(accountId));
        expect(await store.ledger.check()).toEqual(BALANCED);
        expect((await store.checks.compare()).differences).toEqual([]);
      } finally {
        await stage.close();
      }
    }),
    { numRuns: 15 },
  );
  // Each history has a database of its own.
}, 120_000);
