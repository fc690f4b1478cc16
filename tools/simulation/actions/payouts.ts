/** Money out: asked for, and paid, refused or taken back. */
import { violation } from '../violation.js';
import { ADMINISTRATOR } from '../people.js';
import type { WithdrawalModel } from '../model.js';
import { HOUR_MS } from '../rules.js';
import type { Simulation } from '../simulation.js';
import { ACCOUNTS } from './cast.js';

const WAITING_MAX = 5;

export async function withdraw(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const known = [...model.withdrawals.keys()].slice(-6);
  const requestKey =
    known.length > 0 && draw.chance(0.2) ? draw.one(known) : `withdrawal ${String(simulation.step)}`;
  const before = model.withdrawals.get(requestKey);
  const accountId = before?.accountId ?? draw.one(ACCOUNTS);
  const amountMicros = before?.askedMicros ?? BigInt(draw.whole(1, 4)) * 1_000_000n + BigInt(simulation.step);
  const waiting = [...model.withdrawals.values()].filter(
    (one) => one.accountId === accountId && one.state === 'waiting',
  ).length;
  const isShort = model.wallet(accountId) < amountMicros;
  const expected =
    before?.entryId != null ? 'already' : waiting >= WAITING_MAX ? 'too_many' : isShort ? 'short' : 'asked';
  if (before === undefined) {
    model.withdrawals.set(requestKey, {
      accountId,
      askedMicros: amountMicros,
      amountMicros,
      entryId: null,
      id: null,
      asked: null,
      state: 'asked',
      isPaying: false,
      tried: new Set(),
    });
  }
  const fromMs = simulation.time.now();
  const answer = await simulation.must(simulation.api(), ({ service }) =>
    service.withdrawals.ask(accountId, { amountMicros, details: 'A card', requestKey }),
  );
  if (answer.kind !== expected)
    throw violation('answers', `a withdrawal was ${answer.kind}, expected ${expected}`);
  const wanted = model.withdrawals.get(requestKey)!;
  if ('withdrawal' in answer) wanted.id = answer.withdrawal.withdrawalId;
  if (answer.kind === 'asked') wanted.asked = { fromMs, toMs: simulation.time.now() };
  simulation.count(`withdrawal: ${answer.kind}`);
  if (answer.kind === 'short' || answer.kind === 'too_many') model.withdrawals.delete(requestKey);
  simulation.later(() => {
    if (answer.kind === 'asked' && wanted.entryId === null) {
      throw violation('3 kept', `the withdrawal ${requestKey} was acknowledged and is gone`);
    }
  });
}

/** Whether a withdrawal still waits, since charges may reduce it; null: unknown after a cut-off request. */
function isEarly({ settings, time }: Simulation, { asked }: WithdrawalModel): boolean | null {
  const waitsMs = settings.WITHDRAWAL_HOURS * HOUR_MS;
  if (waitsMs === 0) return false;
  if (asked === null) return null;
  if (time.now() < asked.fromMs + waitsMs) return true;
  return time.now() >= asked.toMs + waitsMs ? false : null;
}

/** In two steps: an administrator says so before the transfer, and then that it was made, or not. */
async function transfer(simulation: Simulation, one: WithdrawalModel, id: number): Promise<void> {
  const { draw } = simulation;
  const wrongMicros = draw.chance(0.2) ? 1n : 0n;
  const seenMicros = one.amountMicros + wrongMicros;
  const way = one.isPaying ? draw.one(['pay', 'pay', 'takeBack', 'refuse', 'cancel'] as const) : 'begin';
  const early = one.isPaying ? false : isEarly(simulation, one);
  const decided = wrongMicros > 0n ? 'changed' : 'decided';
  const expected = {
    begin: decided,
    pay: decided,
    takeBack: 'decided',
    refuse: 'already',
    cancel: 'already',
  }[way];
  if (way === 'pay' && decided === 'decided') one.tried.add('paid');
  const process = simulation.process(way === 'cancel' ? 'api-1' : 'bot');
  const { withdrawals } = process.service;
  const works = {
    begin: () => withdrawals.begin(ADMINISTRATOR, id, seenMicros),
    pay: () => withdrawals.pay(ADMINISTRATOR, id, { seenMicros, note: '' }),
    takeBack: () => withdrawals.takeBack(ADMINISTRATOR, id, 'Later.'),
    refuse: () => withdrawals.refuse(ADMINISTRATOR, id, 'No.'),
    cancel: () => withdrawals.cancel(one.accountId, id),
  };
  try {
    const outcome = await simulation.must(process, works[way]);
    simulation.count(`withdrawal: ${way} ${outcome.kind}`);
    const isExpected = outcome.kind === expected && early !== true;
    if (!isExpected && !(outcome.kind === 'early' && early !== false))
      throw violation(
        'answers',
        `withdrawal ${String(id)}: ${way} was ${outcome.kind}, expected ${expected}`,
      );
  } finally {
    // No entry says so; also after a crash, whether it was done is in the store alone.
    one.isPaying = simulation.books.isPaying(id);
  }
}

/** Two may decide at the same time: one comes first. */
export async function payOut(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const waiting = [...model.withdrawals.values()].filter((one) => one.id !== null && one.state === 'waiting');
  if (waiting.length === 0) return;
  const one = draw.one(waiting);
  const id = one.id!;
  if (one.isPaying || draw.chance(0.3)) return transfer(simulation, one, id);
  const payment = { seenMicros: one.amountMicros, note: '' };
  const ways = {
    paid: () => simulation.process('bot').service.withdrawals.pay(ADMINISTRATOR, id, payment),
    refused: () => simulation.process('bot').service.withdrawals.refuse(ADMINISTRATOR, id, 'No.'),
    cancelled: () => simulation.process('api-1').service.withdrawals.cancel(one.accountId, id),
  };
  const chosen = draw.some(['paid', 'refused', 'cancelled'] as const, 2);
  const early = isEarly(simulation, one);
  for (const way of chosen) if (way !== 'paid' || early !== true) one.tried.add(way);
  const works = chosen.map((way) => ({
    process: simulation.process(way === 'cancelled' ? 'api-1' : 'bot'),
    work: ways[way](),
  }));
  // No moderator decides about accounts here: they are trusted by what is paid to them alone.
  const [amountMicros, earnedMicros] = [one.amountMicros, simulation.books.earned(one.accountId)];
  let decided = 0;
  let wasEarly = false;
  for (const { work } of works) work.catch(() => undefined);
  for (const { process, work } of works) {
    const outcome = await simulation.must(process, () => work);
    if (outcome.kind === 'decided') decided += 1;
    if (outcome.kind === 'early') wasEarly = true;
  }
  if (wasEarly && early === false) throw violation('answers', `withdrawal ${String(id)} has to wait no more`);
  if (wasEarly) simulation.count('withdrawals paid too early: refused');
  if (wasEarly && chosen.length === 1) return;
  if (decided !== 1) throw violation('2 charge', `a withdrawal was decided ${String(decided)} times`);
  simulation.later(() => {
    if (one.state === 'waiting')
      throw violation('3 kept', `withdrawal ${String(id)} was decided and still waits`);
    const isOfEarnings = one.state === 'paid' && amountMicros <= earnedMicros;
    if (isOfEarnings && !model.trustedAccounts.has(one.accountId))
      throw violation(
        '2 charge',
        `account ${String(one.accountId)} was paid what it earned, and is new still`,
      );
  });
}
