/** Rogues who play with money: what is in the wallet, and what may leave it. */
import { ServiceError } from '../../../core/errors.js';
import type { Day } from './honest.js';
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
  unpaidWins,
  waitingPayouts,
  watchWins,
} from './rogue.js';
import { MODERATOR, START_MS } from './town.js';

/** Pays what waits; returns what left the service by that. */
async function payWaiting({ town }: Day): Promise<bigint> {
  let paid = 0n;
  for (const { withdrawalId, amountMicros } of await waitingPayouts(town)) {
    const payment = { seenMicros: amountMicros, note: '' };
    const outcome = await town.service.withdrawals.pay(MODERATOR, withdrawalId, payment);
    if (outcome.kind === 'decided') paid += amountMicros;
  }
  return paid;
}

/** How low a quantity may be now, as the refusal says; whatever else went wrong is thrown. */
function leastOf(refusal: unknown): number {
  const least =
    refusal instanceof ServiceError && refusal.topic === 'quantity_reached' ? refusal.message : '';
  const found = /; (\d+) is the least now/.exec(least)?.[1];
  if (found === undefined) throw refusal;
  return Number(found);
}

export const roguePurses: readonly Rogue[] = [
  {
    name: 'short purse',
    does: 'keeps money for one subscriber in its wallet, so that the others on whose screens it stands come for nothing',
    old: oldRules.pending,
    plan: async (day) => {
      const { chat } = await richOrder(day, { deposit: OFFERED });
      // A little at a time.
      let deposit = OFFERED;
      const wins = watchWins(day, (joined) => joined === chat);
      every(day, 20 * MINUTE_MS, 0, 24 * HOUR_MS, async () => {
        const { availableMicros } = await day.town.service.wallet.balance(ROGUE);
        if (availableMicros >= OFFERED) return;
        await day.town.deposit(ROGUE, OFFERED, `purse ${String(day.town.nowMs)}`);
        deposit += OFFERED;
      });
      return { gain: () => unpaidWins(day, wins, { deposit }) };
    },
  },
  {
    name: 'quantity drop',
    does: 'wants thousands while the lists are made, and no more than it has while people join',
    old: oldRules.pending,
    plan: async (day) => {
      const { chat, orderId } = await richOrder(day);
      const wins = watchWins(day, (joined) => joined === chat);
      const { orders } = day.town.service;
      every(day, 10 * MINUTE_MS, 4 * MINUTE_MS, 24 * HOUR_MS, async () => {
        const quantityNow = (await day.town.store.orders.find(orderId))?.quantityNow ?? 0;
        const quantityAll = Math.max(10, quantityNow);
        const least = await orders.update(ROGUE, orderId, { quantityAll }).then(() => null, leastOf);
        if (least !== null) await orders.update(ROGUE, orderId, { quantityAll: Math.max(10, least) });
      });
      every(day, 10 * MINUTE_MS, 9 * MINUTE_MS, 24 * HOUR_MS, async () => {
        await orders.update(ROGUE, orderId, { quantityAll: 100_000 });
      });
      return { gain: () => unpaidWins(day, wins) };
    },
  },
  {
    name: 'withdrawal race',
    does: 'has all its money paid out while lists are on the screens, and puts it in again before the next ones',
    old: { rule: 'withdrawals were paid at once', mutation: { environment: { WITHDRAWAL_HOURS: '0' } } },
    plan: async (day) => {
      const { chat } = await richOrder(day);
      let [deposited, paidOut] = [PURSE, 0n];
      const wins = watchWins(day, (joined) => joined === chat);
      const { withdrawals, wallet } = day.town.service;
      every(day, 10 * MINUTE_MS, 4 * MINUTE_MS, 24 * HOUR_MS, async () => {
        const { availableMicros: amountMicros } = await wallet.balance(ROGUE);
        if (amountMicros < OFFERED) return;
        const requestKey = `race ${String(day.town.nowMs)}`;
        await withdrawals.ask(ROGUE, { amountMicros, details: 'a card', requestKey });
        const paid = await payWaiting(day);
        paidOut += paid;
      });
      every(day, 10 * MINUTE_MS, 9 * MINUTE_MS, 24 * HOUR_MS, async () => {
        const out = PURSE + paidOut - deposited;
        if (out < OFFERED) return;
        await day.town.deposit(ROGUE, out, `race ${String(day.town.nowMs)}`);
        deposited += out;
      });
      return { gain: () => unpaidWins(day, wins, { deposit: deposited - paidOut }) };
    },
  },
  {
    name: 'stars in, money out',
    does: 'pays in stars, brings its own users by a second account, has that paid out, and takes the stars back',
    harmlessOnHold: 'nothing is there to be paid out on that day',
    old: oldRules.payouts,
    plan: async (day) => {
      const { town } = day;
      const { service } = town;
      const { chat } = await richOrder(day, { deposit: 0n });
      const charge = 'a charge in stars';
      const deposit = { reference: charge, note: '', bookedBy: null, stars: { chargeId: charge, count: 1 } };
      await service.wallet.credit(ROGUE, PURSE, deposit);
      await town.account(ACCOMPLICE);
      bringOwnUsers(day, await town.addBot(ACCOMPLICE), chat);
      town.plan(START_MS + 12 * HOUR_MS, async () => {
        const { availableMicros } = await service.wallet.balance(ACCOMPLICE);
        if (availableMicros < 1_000_000n) return;
        const wanted = { amountMicros: availableMicros, details: 'a card', requestKey: 'out' };
        await service.withdrawals.ask(ACCOMPLICE, wanted);
      });
      let paidOut = 0n;
      town.plan(START_MS + 20 * HOUR_MS, async () => {
        paidOut = await payWaiting(day);
      });
      town.plan(START_MS + 22 * HOUR_MS, () => service.refunds.refunded(charge));
      // All the stars are back; whatever was paid out is the service's loss.
      return { gain: () => paidOut };
    },
  },
];
