/** Rogues who play with payment rails: money that comes from outside, and money that goes there. */
import { ServiceError } from '../../../core/errors.js';
import { type Day, PUBLISHERS } from './honest.js';
import { oldRules } from './old-rules.js';
import {
  ACCOMPLICE,
  bringOwnUsers,
  every,
  HOUR_MS,
  MINUTE_MS,
  OFFERED,
  PURSE,
  richOrder,
  ROGUE,
  type Rogue,
  waitingPayouts,
  watchWins,
  wealth,
} from './rogue.js';
import { MODERATOR, START_MS } from './town.js';

const THEIRS = [ROGUE, ACCOMPLICE];
const THIEF = 'a card of the thief';
const LIMITS = { PAYOUT_MAX: '100000', PAYOUT_ACCOUNT_DAY_MAX: '100000', PAYOUT_DAY_MAX: '1000000' };

/** The payouts of the bot process, through a day and a half. */
function payOut(day: Day): void {
  const { rails, service } = day.town;
  for (const accountId of THEIRS) rails.cryptoPay.world.users.add(accountId);
  every(day, 30 * MINUTE_MS, 0, 40 * HOUR_MS, async () => {
    await service.payouts.run();
    await service.reconciliation.run();
  });
}

/** A payment went back: the administrator takes what it gave, which leaves a debt where it is spent. */
async function takeBack({ town }: Day): Promise<void> {
  const { reconciliation, wallet, withdrawals } = town.service;
  const differences = await reconciliation.differences(MODERATOR);
  if (!differences.some(({ theirs }) => theirs.startsWith('returned'))) return;
  for (const { withdrawalId, accountId } of await waitingPayouts(town))
    if (accountId === ROGUE) await withdrawals.refuse(MODERATOR, withdrawalId, 'The payment went back.');
  const adjustment = { reference: 'returned', note: 'The payment went back.' };
  await wallet.adjust(MODERATOR, ROGUE, -PURSE, adjustment);
}

/** The administrator pays everything that waits, in one way or the other; returns what the thief's card got. */
async function payWaiting({ town }: Day): Promise<bigint> {
  const { payouts, withdrawals } = town.service;
  let stolen = 0n;
  for (const { withdrawalId, amountMicros, rail, details } of await waitingPayouts(town)) {
    if (rail !== 'manual') {
      // Two administrators press at once.
      const press = () => payouts.send(MODERATOR, withdrawalId, amountMicros);
      await Promise.all([press(), press()]);
      continue;
    }
    const paid = await withdrawals.pay(MODERATOR, withdrawalId, { seenMicros: amountMicros, note: '' });
    if (paid.kind === 'decided' && details === THIEF) stolen += amountMicros;
  }
  return stolen;
}

/** Pays by card, has all of it paid out in one way or the other, and has its bank take the payment back. */
async function chargeBack(day: Day) {
  const { service, rails } = day.town;
  const { chat } = await richOrder(day, { deposit: 0n });
  const wins = watchWins(day, (joined) => joined === chat);
  // Their payment is back: all that left the service is its loss, and so are the joins of honest bots.
  const rest = () => BigInt(wins.length) * OFFERED;
  const takings = { gain: () => rails.paidOut(THEIRS) + rest(), rest };
  const asked = { rail: 'yookassa', amountMicros: PURSE } as const;
  const { invoiceId } = await service.deposits.ask(ROGUE, asked).catch((error: unknown) => {
    if (error instanceof ServiceError && error.kind === 'invalid') return { invoiceId: null };
    throw error;
  });
  if (invoiceId === null) return takings;
  rails.yooKassa.pay(invoiceId);
  await service.deposits.refresh();
  await day.town.account(ACCOMPLICE);
  bringOwnUsers(day, await day.town.addBot(ACCOMPLICE), chat);
  const withdraw = async (accountId: number) => {
    const { availableMicros: amountMicros } = await service.wallet.balance(accountId);
    if (amountMicros < 100_000_000n) return;
    const wanted = { amountMicros, details: '', rail: 'crypto_pay' as const };
    await service.withdrawals.ask(accountId, { ...wanted, requestKey: `out ${String(accountId)}` });
  };
  day.town.plan(START_MS + 11 * HOUR_MS, () => withdraw(ROGUE));
  day.town.plan(START_MS + 11 * HOUR_MS, () => withdraw(ACCOMPLICE));
  day.town.plan(START_MS + 12 * HOUR_MS, () => {
    rails.yooKassa.refund(invoiceId, '5000.00');
    return Promise.resolve();
  });
  payOut(day);
  every(day, HOUR_MS, 12 * HOUR_MS, 40 * HOUR_MS, () => takeBack(day));
  day.town.plan(START_MS + 36 * HOUR_MS, async () => {
    await payWaiting(day);
  });
  return takings;
}

export const roguePayers: readonly Rogue[] = [
  {
    name: 'chargeback',
    does: 'pays by card, has that paid out by another rail, its earnings by a second account too, and has its bank take the payment back',
    environment: LIMITS,
    old: oldRules.openToAll,
    plan: async (day) => {
      const { gain } = await chargeBack(day);
      return { gain };
    },
  },
  {
    name: 'chargeback, trusted',
    does: 'the same, by an account that a moderator trusts',
    environment: LIMITS,
    old: oldRules.unlimited,
    rest: 'what its order had spent with honest publishers before the payment went back',
    plan: async (day) => {
      await day.town.account(ROGUE);
      await day.town.service.trust.account(ROGUE, true, MODERATOR);
      return chargeBack(day);
    },
  },
  {
    name: 'two browsers',
    does: 'asks for all its money in two windows at once, and cancels in one while the rail is asked to pay in the other',
    environment: LIMITS,
    old: oldRules.lostUpdate,
    plan: async (day) => {
      const { service } = day.town;
      await day.town.account(ROGUE, PURSE);
      every(day, 2 * HOUR_MS, HOUR_MS, 12 * HOUR_MS, async () => {
        const { availableMicros: amountMicros } = await service.wallet.balance(ROGUE);
        if (amountMicros < 100_000_000n) return;
        const windows = ['one', 'other'].map((window) => {
          const requestKey = `${window} ${String(day.town.nowMs)}`;
          const wanted = { amountMicros, details: '', rail: 'crypto_pay' as const, requestKey };
          return service.withdrawals.ask(ROGUE, wanted);
        });
        await Promise.all(windows);
      });
      payOut(day);
      every(day, HOUR_MS, 25 * HOUR_MS, 38 * HOUR_MS, async () => {
        const withdrawals = await waitingPayouts(day.town);
        await payWaiting(day);
        await Promise.all([
          service.payouts.run(),
          ...withdrawals.map(({ withdrawalId }) => service.withdrawals.cancel(ROGUE, withdrawalId)),
        ]);
      });
      return { gain: async () => day.town.rails.paidOut(THEIRS) + (await wealth(day, ROGUE)) - PURSE };
    },
  },
  {
    name: 'changed destination',
    does: 'has the session of an honest publisher, and asks that the earnings go to a card of its own, or to its own account at the rail',
    environment: { ...LIMITS, HOLD_HOURS: '0' },
    old: oldRules.unconfirmed,
    plan: async (day) => {
      const { service, mutation } = day.town;
      const [victim] = PUBLISHERS;
      await day.town.account(ROGUE);
      const { withdrawalRequests } = service.cabinet;
      every(day, 5 * HOUR_MS, 10 * HOUR_MS, 24 * HOUR_MS, async () => {
        const amountMicros = (await service.wallet.balance(victim)).availableMicros / 2n;
        if (amountMicros < 1_000_000n) return;
        for (const rail of [undefined, 'crypto_pay' as const]) {
          const request = { amountMicros, details: THIEF, rail };
          const requestKey = `${rail ?? 'card'} ${String(day.town.nowMs)}`;
          if (mutation.asksUnconfirmed === true)
            await service.withdrawals.ask(victim, { ...request, requestKey });
          else {
            const { withdrawalRequestId } = await withdrawalRequests.ask(victim, request);
            // It has the number, and a chat of its own.
            await withdrawalRequests.confirm(ROGUE, withdrawalRequestId);
          }
        }
      });
      payOut(day);
      let stolen = 0n;
      day.town.plan(START_MS + 60 * HOUR_MS, async () => {
        stolen = await payWaiting(day);
      });
      return { gain: () => stolen + day.town.rails.paidOut(THEIRS) };
    },
  },
];
