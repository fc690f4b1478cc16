/**
 * Random schedules of deposits and payouts: people ask and pay, notices are lost, repeated, reversed and forged, the rail loses
 * answers, and processes die at any step; half of them with payouts as checks. Afterwards the ledger equals the rail, and nothing was paid twice or lost.
 * Others are of joins, fraud, and the processes that book the shares of a referrer.
 * `PAYMENT_RUNS=10000 npx vitest run test/payments/schedules.test.ts` plays as many, with STORE=postgres over PostgreSQL; FC_SEED
 * repeats a run.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import type { Service } from '../../core/service.js';
import { type Invoice, Refusal } from '../../emulator/crypto-pay/ledger.js';
import type { CallFault } from '../../emulator/rail-socket.js';
import {
  addBot,
  addOrder,
  BALANCED,
  BOT,
  chargeShown,
  deposit,
  openAccount,
  ownChat,
  PRICE,
  PUBLISHER,
  settle as settleJoin,
  show,
} from '../contract/makers.js';
import { START_MS } from '../contract/run.js';
import { ADMINISTRATOR, Died, noticeOf, openPaymentStage, type PaymentStage } from './stage.js';

const RUNS = Number(process.env['PAYMENT_RUNS'] ?? 40);
const LIMIT_MS = 60_000 + RUNS * 1_500;
const SETTLED_AFTER_MS = 3 * 3_600_000;
/** A comparison reads the week before. The schedule after this one is compared without it, so a run costs the same as the first. */
const APART_MS = 8 * 86_400_000;
const EARNED = 3_000n;

let stage: PaymentStage;
let people = 1_000;
/** Processes that go on while the next step is played, since the one that ran at the same time died. */
let goingOn: Promise<unknown> = Promise.resolve();

const dies = fc.option(fc.record({ step: fc.integer({ min: 1, max: 8 }), isDone: fc.boolean() }), {
  freq: 2,
});
const faults = fc.array(
  fc.option(fc.constantFrom<CallFault>('lost', 'html', 'silent', 'error'), { freq: 2 }),
  { maxLength: 4 },
);
const step = fc.record({
  what: fc.constantFrom(
    'deposit',
    'pay',
    'notice',
    'forged',
    'refresh',
    'compare',
    'withdraw',
    'payouts',
    'press',
    'take',
    'switch',
    'hour',
  ),
  amount: fc.integer({ min: 100, max: 900 }),
  which: fc.nat({ max: 5 }),
  diesAt: dies,
  faults,
});
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

/** People take their checks, from the one of that place on. */
function takeChecks(from: number): void {
  const { checks, pins } = stage.rail.ledger;
  for (const { check_id } of checks.filter(({ status }) => status === 'active').slice(from))
    stage.rail.ledger.activate(check_id, pins.get(check_id) ?? 0);
}

/** What people do, and the processes; each may die, and a later one goes on. */
async function play(person: number, { what, amount, which, faults: wrong }: Step, service: Service) {
  const amountMicros = parseMoney(amount);
  const queue = [...wrong];
  stage.rail.faultOf = () => queue.shift() ?? null;
  const open = stage.rail.ledger.invoices.filter(
    ({ payload, status }) => payload?.startsWith(`${String(person)}:`) === true && status === 'active',
  );
  const { notices } = stage.rail;
  switch (what) {
    case 'deposit':
      await service.deposits.ask(person, { rail: 'crypto_pay', amountMicros });
      return;
    case 'pay':
      if (open.length > 0) stage.rail.pay(open[which % open.length]?.invoice_id ?? 0);
      return;
    case 'notice':
    case 'forged': {
      const waiting = [...notices.waiting.keys()].sort((one, other) =>
        which % 2 === 0 ? one - other : other - one,
      );
      for (const place of waiting) {
        const body = notices.waiting[place]?.body ?? '';
        const signature = notices.signatureOf(body, what === 'forged' ? 'another' : undefined);
        const outcome = await service.deposits.notice('crypto_pay', noticeOf(body, signature));
        expect(outcome).toBe(what === 'notice' ? 'taken' : 'refused');
      }
      // Some notices are lost for good, and some come again with the next delivery.
      if (which === 0) notices.waiting.length = 0;
      return;
    }
    case 'refresh':
      await service.deposits.refresh();
      return;
    case 'compare':
      await service.reconciliation.run();
      return;
    case 'withdraw': {
      const wanted = { amountMicros, details: '', rail: 'crypto_pay' as const };
      await service.withdrawals.ask(person, { ...wanted, requestKey: `${String(person)}:${String(which)}` });
      return;
    }
    case 'payouts': {
      // Two processes at once.
      const other = which > 3 ? stage.service.payouts.run() : Promise.resolve(0);
      goingOn = Promise.allSettled([goingOn, other]);
      await Promise.all([service.payouts.run(), other]);
      return;
    }
    case 'press': {
      const [first] = await service.withdrawals.list(person, { beforeId: null, limit: 1 });
      if (first?.state === 'waiting')
        await service.payouts.send(ADMINISTRATOR, first.withdrawalId, first.amountMicros);
      return;
    }
    case 'take':
      takeChecks(which);
      return;
    case 'switch':
      await service.payouts.setOn(ADMINISTRATOR, which > 2);
      return;
    case 'hour':
      stage.pass(3_600_000);
  }
}

/** Everything that is under way comes to its end: the rail is well again, and no process dies. */
async function settle(): Promise<void> {
  await goingOn;
  stage.rail.faultOf = null;
  const { service } = stage;
  await service.payouts.setOn(ADMINISTRATOR, true);
  stage.pass(SETTLED_AFTER_MS);
  await service.deposits.refresh();
  for (let round = 0; round < 4; round += 1) {
    await service.payouts.run();
    takeChecks(0);
  }
  expect(await service.reconciliation.run()).toBe(0);
  expect(await stage.store.rails.sendingPayouts('crypto_pay', { afterId: 0, limit: 10 })).toEqual([]);
}

const sumOf = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);
const bookedMicros = async () => (await stage.store.rails.holding('crypto_pay')).bookedMicros;
const isOf =
  (person: number) =>
  ({ payload, status }: Invoice) =>
    payload?.startsWith(`${String(person)}:`) === true && status === 'paid';

const amountOf = ({ amount }: { amount: string }) => Number(amount).toFixed(6);
/** At the emulated rail's rate, rounded down. */
const assetOf = ({ amountMicros }: { amountMicros: bigint }) =>
  (Number(amountMicros / 80n) / 1_000_000).toFixed(6);

/** What came by paid invoices, less the rail's fee. */
const cameBy = (paid: readonly Invoice[]) =>
  sumOf(paid.map(({ amount }) => (parseMoney(amount) * 97n) / 100n));

/** The fee is of an amount with eight decimals: it may be off by a micro-unit for each payment. */
function expectNear(micros: bigint, wantedMicros: bigint, payments: number): void {
  expect(Math.abs(Number(micros - wantedMicros)), 'micro-units').toBeLessThan(1 + payments);
}

/** @param beforeMicros what the rail's account in the ledger held before this schedule */
async function expectRight(person: number, beforeMicros: bigint): Promise<void> {
  const paid = stage.rail.ledger.invoices.filter(isOf(person));
  const paidMicros = sumOf(paid.map(({ amount }) => parseMoney(amount)));
  const withdrawals = await stage.service.withdrawals.list(person, { beforeId: null, limit: 100 });
  const [sent, waiting] = (['paid', 'waiting'] as const).map((wanted) =>
    withdrawals.filter(({ state }) => state === wanted),
  );
  const outMicros = (all: typeof sent = []) => sumOf(all.map(({ amountMicros }) => amountMicros));
  const leftMicros = EARNED * 1_000_000n + paidMicros - outMicros(sent) - outMicros(waiting);
  expect(await stage.balanceOf(person)).toBe(leftMicros);
  expectNear(await bookedMicros(), beforeMicros + cameBy(paid) - outMicros(sent), paid.length);

  const { transfers, checks, pins } = stage.rail.ledger;
  const made = transfers.filter(({ user_id }) => user_id === person);
  const taken = checks.filter(({ check_id }) => pins.get(check_id) === person);
  const madeIds = made.map(({ spend_id }) => spend_id.split('-')[0]);
  const sentIds = (sent ?? []).map(({ withdrawalId }) => `w${String(withdrawalId)}`);
  if (taken.length === 0) expect(madeIds.sort()).toEqual(sentIds.sort());
  else expect([made, taken.map(amountOf).sort()]).toEqual([[], (sent ?? []).map(assetOf).sort()]);
  const deposits = await stage.sql<{ state: string }>(
    `SELECT state FROM rail_deposits WHERE account_id = ${String(person)}`,
  );
  const states = deposits.map(({ state }) => state);
  expect(states.filter((state) => state === 'paid')).toHaveLength(paid.length);
  expect(states.filter((state) => state === 'asked' || state === 'open')).toEqual([]);
  // What is beyond the earnings goes back, so that the next schedule has the queue for itself.
  for (const { withdrawalId } of waiting ?? []) await stage.service.withdrawals.cancel(person, withdrawalId);
}

/** Of all schedules together: what the ledger says the rail has is what came, less what went. */
async function expectEqual(): Promise<void> {
  const { invoices, transfers, checks } = stage.rail.ledger;
  const came = invoices.filter(({ status }) => status === 'paid');
  const sent = await stage.sql<{ withdrawal_id: number; amount_micros: number }>(
    "SELECT withdrawal_id, amount_micros FROM withdrawals WHERE state = 'paid'",
  );
  const sentMicros = sumOf(sent.map((row) => BigInt(row.amount_micros)));
  expectNear(await bookedMicros(), cameBy(came) - sentMicros, came.length);
  expect(transfers.length + checks.length).toBe(sent.length);
}

describe.each(['transfer', 'check'])('where a payout is a %s', (way) => {
  beforeAll(async () => {
    stage = await openPaymentStage({ CRYPTO_PAY_PAYOUTS: way });
    stage.rail.world.balances.set('USDT', 1_000_000_000);
  });
  afterAll(() => stage.close());

  it(
    'whatever happens in between, the ledger equals the rail, and nothing is paid twice or lost',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
          people += 1;
          const person = people;
          await stage.earner(person, String(EARNED));
          stage.rail.world.users.add(person);
          const beforeMicros = await bookedMicros();
          for (const each of steps)
            await play(person, each, stage.process(each.diesAt)).catch((error: unknown) => {
              const isExpected =
                error instanceof Died ||
                // The payer comes too late.
                error instanceof Refusal ||
                (error instanceof Error &&
                  'kind' in error &&
                  ['unavailable', 'limited'].includes(String(error.kind)));
              if (!isExpected) throw error;
            });
          await settle();
          await expectRight(person, beforeMicros);
          stage.pass(APART_MS);
        }),
        { numRuns: Math.ceil(RUNS / 2) },
      );
      await expectEqual();
      expect(await stage.service.wallet.check()).toEqual(BALANCED);
    },
    LIMIT_MS,
  );
});

const HOLD_UNTIL_MS = START_MS + 3_600_000;
const PERCENT = 20;
const SHARE = ((PRICE - (PRICE * 7n) / 10n) * BigInt(PERCENT)) / 100n;
const shareStep = fc.record({
  what: fc.constantFrom('join', 'held', 'release', 'shares', 'fraud'),
  areTwo: fc.boolean(),
  diesAt: fc.option(fc.record({ step: fc.constant(1), isDone: fc.boolean() })),
});
type ShareStep = typeof shareStep extends fc.Arbitrary<infer Made> ? Made : never;

describe('shares of referrals', () => {
  let users = 0;

  beforeAll(async () => {
    stage = await openPaymentStage();
    await openAccount(stage.store, PUBLISHER);
    await addBot(stage.store);
  });
  afterAll(() => stage.close());

  const release = () => stage.store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 100);

  /** An order of an account that this person's link has brought. */
  async function bring(referrer: number): Promise<number> {
    const { store } = stage;
    const [payer, code] = [referrer + 1_000_000, `link ${String(referrer)}`];
    await openAccount(store, referrer);
    await store.referrals.code(referrer, code, START_MS);
    await openAccount(store, payer, 'Ada', { code, percent: PERCENT, untilMs: HOLD_UNTIL_MS });
    await deposit(store, payer, 100n * PRICE);
    return (await addOrder(store, { ...ownChat(referrer), quantityAll: 100 }, payer)).orderId;
  }

  async function join(orderId: number, holdUntilMs: number | null): Promise<void> {
    users += 1;
    await show(stage.store, users, orderId);
    await settleJoin(stage.store, orderId, users, { decide: chargeShown({ holdUntilMs }) });
  }

  async function playShares(orderId: number, { what, areTwo, diesAt }: ShareStep): Promise<void> {
    if (what === 'join') return join(orderId, null);
    if (what === 'held') return join(orderId, HOLD_UNTIL_MS);
    if (what === 'release') await release();
    if (what === 'fraud') {
      const wanted = { of: { botId: BOT }, orderId, fromDay: null, toDay: null, reason: 'Bought users' };
      await stage.service.reversals.book(null, wanted);
    }
    if (what !== 'shares') return;
    const processes = [stage.process(diesAt), ...(areTwo ? [stage.service] : [])];
    const ends = await Promise.allSettled(processes.map(({ referrals }) => referrals.book()));
    for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof Died)) throw end.reason;
  }

  it(
    'whatever happens in between, each charge that stands has earned once, and no other has',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(shareStep, { minLength: 4, maxLength: 20 }), async (steps) => {
          people += 1;
          const orderId = await bring(people);
          for (const each of steps) await playShares(orderId, each);
          await release();
          while ((await stage.service.referrals.book()) > 0);
          const standing = BigInt((await stage.store.orders.find(orderId))?.quantityNow ?? 0);
          expect(await stage.balanceOf(people)).toBe(standing * SHARE);
          const { earnedMicros } = await stage.service.referrals.page(people, { offset: 0, limit: 1 });
          expect(earnedMicros).toBe(standing * SHARE);
        }),
        { numRuns: Math.ceil(RUNS / 4) },
      );
      expect(await stage.service.wallet.check()).toEqual(BALANCED);
    },
    LIMIT_MS,
  );
});
