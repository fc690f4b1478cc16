/** Payments in stars: made, reported twice, refunded by an administrator, the platform, or early. */
import type { StarModel } from '../model.js';
import { violation } from '../violation.js';
import { ADMINISTRATOR } from '../people.js';
import type { Simulation } from '../simulation.js';
import { ACCOUNTS } from './cast.js';

export async function payStars(simulation: Simulation): Promise<void> {
  const { draw, model, step } = simulation;
  const known = [...model.stars.values()].slice(-8);
  const isRepeated = known.length > 0 && draw.chance(0.3);
  const payment = isRepeated ? draw.one(known) : newPayment(simulation);
  const { chargeId, accountId, amountMicros, count } = payment;
  model.stars.set(chargeId, payment);
  // The platform may say that it gave the stars back before it says that they came.
  if (!isRepeated && draw.chance(0.15)) await tell(simulation, payment);
  const wasBooked = model.booked.has(chargeId);
  const booked = await simulation.inBot(({ service }) =>
    service.wallet.credit(accountId, amountMicros, {
      reference: chargeId,
      note: `step ${String(step)}`,
      bookedBy: null,
      stars: { chargeId, count },
    }),
  );
  simulation.later(() => {
    if (!model.booked.has(chargeId)) throw violation('3 kept', `the payment ${chargeId} is gone`);
    if (booked.isNew === wasBooked)
      throw violation('answers', `the payment ${chargeId} is told to be new wrongly`);
    checkTold(payment, simulation);
  });
}

function newPayment({ draw, step }: Simulation): StarModel {
  const count = draw.whole(1, 50);
  return {
    chargeId: `stars:${String(step)}`,
    accountId: draw.one(ACCOUNTS),
    // No two of them are the same.
    amountMicros: BigInt(count) * 10_000_000n + BigInt(step),
    count,
    isWanted: false,
    isGivenBack: false,
    wasRefused: false,
    isTold: false,
    refund: 'none',
    entryId: null,
  };
}

/** An administrator gives one back; a second time, or after it was spent, nothing happens. */
export async function refundStars(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const booked = [...model.stars.values()].filter(({ chargeId }) => model.booked.has(chargeId)).slice(-12);
  if (booked.length === 0) return;
  const payment = draw.one(booked);
  const { chargeId, accountId, amountMicros, refund } = payment;
  const isSpent = refund !== 'waiting' && model.wallet(accountId) < amountMicros;
  // Where withdrawals wait, a payment that those who saw an order may still cost is kept, too.
  const mayBeNeeded = simulation.settings.WITHDRAWAL_HOURS > 0 && refund !== 'waiting';
  const ended = ['refunded', 'refused', 'waiting', ...(mayBeNeeded ? ['needed'] : [])];
  const expected = refund === 'done' ? ['already'] : isSpent ? ['spent'] : ended;
  payment.isWanted = true;
  const outcome = await simulation.inBot(({ service }) => service.refunds.refund(ADMINISTRATOR, chargeId));
  if (!expected.includes(outcome.kind))
    throw violation('answers', `refund ${chargeId} is ${outcome.kind}, expected ${expected.join(' or ')}`);
  simulation.count(`refund: ${outcome.kind}`);
  simulation.later(() => {
    const states = { refunded: 'done', refused: 'refused', waiting: 'waiting' } as const;
    const state = outcome.kind in states ? states[outcome.kind as keyof typeof states] : refund;
    if (payment.refund !== state)
      throw violation('3 kept', `refund ${chargeId} was ${outcome.kind} and is ${payment.refund}`);
  });
}

/** The platform refunds a payment unasked, or reports a refund that it was asked for. */
export async function tellRefund(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const known = [...model.stars.values()].filter(({ chargeId }) => model.booked.has(chargeId)).slice(-12);
  if (known.length === 0) return;
  const given = known.filter(({ isGivenBack }) => isGivenBack);
  const payment = given.length > 0 && draw.chance(0.7) ? draw.one(given) : draw.one(known);
  await tell(simulation, payment);
  simulation.later(() => {
    checkTold(payment, simulation);
  });
}

async function tell(simulation: Simulation, payment: StarModel): Promise<void> {
  payment.isGivenBack = true;
  await simulation.inBot(({ service }) => service.refunds.refunded(payment.chargeId));
  payment.isTold = true;
}

/** A reported refund is booked once the payment is, in any order; asking again continues a waiting one. */
function checkTold({ chargeId, isTold, refund }: StarModel, { model }: Simulation): void {
  if (isTold && model.booked.has(chargeId) && refund !== 'done')
    throw violation('3 kept', `the platform told that ${chargeId} was given back, and it is ${refund}`);
}

export async function finishRefunds(simulation: Simulation): Promise<void> {
  await simulation.inBot(({ service }) => service.refunds.finishWaiting());
}

/** Promise 4: with a platform that answers, no refund waits for ever. */
export async function drainRefunds(simulation: Simulation): Promise<void> {
  const { model, time } = simulation;
  for (let round = 0; round < 30; round++) {
    simulation.judge();
    if (![...model.stars.values()].some(({ refund }) => refund === 'waiting')) return;
    await time.advance(61_000);
    await finishRefunds(simulation);
  }
  throw violation('4 delivery', 'a refund waits for ever');
}
