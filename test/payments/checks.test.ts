/** Payouts as checks, where the rail's transfers are off: made once, taken by their person alone, and booked when taken. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import type { CallFault } from '../../emulator/rail-socket.js';
import { ADMINISTRATOR, openPaymentStage, type PaymentStage } from './stage.js';

const [ADA, BOB] = [61, 62];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let stage: PaymentStage;
let asked = 0;

beforeEach(async () => {
  stage = await openPaymentStage({ CRYPTO_PAY_PAYOUTS: 'check' });
  for (const person of [ADA, BOB]) {
    await stage.earner(person, '9000');
    stage.rail.world.users.add(person);
  }
  stage.rail.world.allowsTransfers = false;
});
afterEach(() => stage.close());

async function ask(accountId = ADA, amount = '1000'): Promise<number> {
  asked += 1;
  const wanted = { amountMicros: parseMoney(amount), details: '', rail: 'crypto_pay' as const };
  const asking = await stage.service.withdrawals.ask(accountId, {
    ...wanted,
    requestKey: `c${String(asked)}`,
  });
  if (asking.kind !== 'asked') throw new Error(asking.kind);
  return asking.withdrawal.withdrawalId;
}
const run = () => stage.service.payouts.run();
const reconcile = () => stage.service.reconciliation.run();
const stateOf = async (withdrawalId: number, accountId = ADA) =>
  (await stage.service.withdrawals.info(accountId, withdrawalId)).state;
const checks = () => stage.rail.ledger.checks;
const numberOf = (place = 0) => checks()[place]?.check_id ?? 0;
const urlOf = (withdrawalId: number, accountId = ADA) =>
  stage.service.payouts.checkUrl(accountId, withdrawalId);
const takeBack = (withdrawalId: number) =>
  stage.service.withdrawals.takeBack(ADMINISTRATOR, withdrawalId, 'Not taken.');
const calls = (method: string) => stage.rail.calls.filter((each) => each === method).length;

/** @param isDone whether the rail has made it */
async function loseAnswer(isDone: boolean): Promise<void> {
  stage.rail.fault('createCheck', isDone ? 'lost' : 'silent');
  await run();
}

it('becomes a check that its person alone takes, and is paid then', async () => {
  const withdrawalId = await ask();
  await run();
  expect(checks()).toMatchObject([{ asset: 'USDT', amount: '12.5', status: 'active' }]);
  expect(await stateOf(withdrawalId)).toBe('sending');
  expect(await urlOf(withdrawalId)).toBe(checks()[0]?.bot_check_url);
  await expect(urlOf(withdrawalId, BOB)).rejects.toMatchObject({ kind: 'forbidden' });
  const queued = await stage.store.notifications.claim('w', 10, MINUTE_MS, Date.now());
  expect(queued.filter(({ kind }) => kind === 'payout_check')).toMatchObject([
    { accountId: ADA, facts: { withdrawalId } },
  ]);
  expect(() => stage.rail.ledger.activate(numberOf(), BOB)).toThrow('CHECK_OF_ANOTHER');
  expect(await stage.railBalance()).toBe(0n);

  stage.rail.ledger.activate(numberOf(), ADA);
  expect(await run()).toBe(1);
  expect(await stateOf(withdrawalId)).toBe('paid');
  expect(await urlOf(withdrawalId)).toBeNull();
  expect(await stage.railBalance()).toBe(-1_000_000_000n);
  stage.pass(HOUR_MS);
  expect(await reconcile()).toBe(0);
  expect(await stage.service.wallet.check()).toMatchObject({ postingsMicros: 0n, reservesOff: 0 });
  const said = `${JSON.stringify(queued)}${stage.logged.join('\n')}`;
  expect(said).not.toContain('start=CQ');
});

it('one that is never taken stays as it is: nothing more is sent, and no difference is seen', async () => {
  const withdrawalId = await ask();
  await run();
  for (let day = 0; day < 20; day += 1) {
    stage.pass(24 * HOUR_MS);
    await run();
    expect(await reconcile()).toBe(0);
  }
  expect([await stateOf(withdrawalId), checks().length]).toEqual(['sending', 1]);
  stage.rail.ledger.activate(numberOf(), ADA);
  await run();
  expect(await stateOf(withdrawalId)).toBe('paid');
  expect(await reconcile()).toBe(0);
});

describe('where the answer about a check is lost', () => {
  it('the check is found in the list of the rail, and no other is made', async () => {
    const withdrawalId = await ask();
    await loseAnswer(true);
    expect(await urlOf(withdrawalId)).toBeNull();
    await run();
    expect(await urlOf(withdrawalId)).toBe(checks()[0]?.bot_check_url);
    expect([checks().length, calls('createCheck')]).toEqual([1, 1]);
  });

  it('it is found and made in its own asset, also where the rail is set to pay in another by then', async () => {
    await ask();
    await ask(BOB, '2000');
    stage.rail.faultOf = (method) =>
      method === 'createCheck' ? (calls('createCheck') === 1 ? 'lost' : 'silent') : null;
    await run();
    stage.rail.faultOf = null;
    const { payouts } = await stage.restarted({ CRYPTO_PAY_ASSET: 'TON' });
    stage.pass(11 * MINUTE_MS);
    await payouts.run();
    expect(checks()).toMatchObject([
      { asset: 'USDT', amount: '12.5' },
      { asset: 'USDT', amount: '25' },
    ]);
  });

  it('one that was not made is made once the list must have it', async () => {
    await ask();
    await loseAnswer(false);
    await run();
    expect(calls('createCheck')).toBe(1);
    stage.pass(11 * MINUTE_MS);
    await run();
    expect([checks().length, calls('createCheck')]).toEqual([1, 2]);
  });

  it('a list that was asked for too early says nothing, however late its answer is looked at', async () => {
    await ask();
    await loseAnswer(false);
    stage.rail.faultOf = (method) => {
      if (method === 'getChecks') stage.pass(11 * MINUTE_MS);
      return null;
    };
    await run();
    expect(calls('createCheck')).toBe(1);
    stage.rail.faultOf = null;
    await run();
    expect([checks().length, calls('createCheck')]).toEqual([1, 2]);
  });

  it('a process that stood still before it asked for a check asks for none', async () => {
    await ask();
    const { rails } = stage.store;
    const askCheck: typeof rails.askCheck = async (...given) => {
      const may = await rails.askCheck(...given);
      stage.pass(11 * MINUTE_MS);
      return may;
    };
    await stage.over({ ...stage.store, rails: { ...rails, askCheck } }).payouts.run();
    expect(calls('createCheck')).toBe(0);
    await run();
    expect([checks().length, calls('createCheck')]).toEqual([1, 1]);
  });

  it('and the list does not come either, none is made', async () => {
    await ask();
    await loseAnswer(false);
    stage.pass(11 * MINUTE_MS);
    stage.rail.faultOf = (method) => (method === 'getChecks' ? 'silent' : null);
    await run();
    expect(calls('createCheck')).toBe(1);
  });

  it('one that its person has taken by then is theirs, and no other is made', async () => {
    const withdrawalId = await ask();
    await loseAnswer(true);
    stage.rail.ledger.activate(numberOf(), ADA);
    stage.pass(11 * MINUTE_MS);
    expect(await run()).toBe(1);
    expect([await stateOf(withdrawalId), checks().length]).toEqual(['paid', 1]);
    expect(await reconcile()).toBe(0);
    const queued = await stage.store.notifications.claim('w', 10, MINUTE_MS, Date.now());
    expect(queued.map(({ kind }) => kind)).not.toContain('payout_check');
  });

  it('one of the same amount that another person has taken is not theirs', async () => {
    await ask(BOB);
    await run();
    stage.rail.ledger.activate(numberOf(), BOB);
    await run();
    const withdrawalId = await ask(ADA);
    await loseAnswer(false);
    stage.pass(11 * MINUTE_MS);
    expect(await run()).toBe(0);
    expect([await stateOf(withdrawalId), checks().length]).toEqual(['sending', 2]);
  });

  it('another over the same amount waits, and each person has their own', async () => {
    await ask(ADA);
    await loseAnswer(true);
    stage.rail.faultOf = (method) => (method === 'getChecks' ? 'silent' : null);
    const second = await ask(BOB);
    await run();
    expect(checks()).toHaveLength(1);
    stage.rail.faultOf = null;
    await run();
    await run();
    expect(checks()).toHaveLength(2);
    stage.rail.ledger.activate(numberOf(1), BOB);
    await run();
    expect(await stateOf(second, BOB)).toBe('paid');
  });
});

it('of two processes at once one alone has it made', async () => {
  await ask();
  await Promise.all([run(), stage.process(null).payouts.run()]);
  expect([checks().length, calls('createCheck')]).toEqual([1, 1]);
});

it.each([1, 2, 3, 4, 5, 6, 7, 8].flatMap((step) => [true, false].map((isDone) => ({ step, isDone }))))(
  'a process that dies at step $step, done: $isDone, leaves one check, which is paid once',
  async (diesAt) => {
    const withdrawalId = await ask();
    await stage
      .process(diesAt)
      .payouts.run()
      .catch(() => null);
    await run();
    stage.pass(11 * MINUTE_MS);
    for (let round = 0; round < 3; round += 1) await run();
    expect(checks()).toHaveLength(1);
    stage.rail.ledger.activate(numberOf(), ADA);
    await run();
    expect(await stateOf(withdrawalId)).toBe('paid');
    expect(await stage.balanceOf(ADA)).toBe(parseMoney('8000'));
  },
);

it.each(['lost', 'html', 'silent', 'error'] satisfies CallFault[])(
  'a list that answers with %s leaves everything as it is',
  async (fault) => {
    const withdrawalId = await ask();
    await run();
    stage.rail.ledger.activate(numberOf(), ADA);
    stage.rail.fault('getChecks', fault);
    expect(await run()).toBe(0);
    expect(await stateOf(withdrawalId)).toBe('sending');
    expect(await run()).toBe(1);
  },
);

describe('the word of an administrator', () => {
  it('deletes a check that was not taken, and the withdrawal waits again', async () => {
    const withdrawalId = await ask();
    await run();
    await expect(takeBack(withdrawalId)).rejects.toThrow('less than an hour ago');
    stage.pass(2 * HOUR_MS);
    expect(await takeBack(withdrawalId)).toMatchObject({ kind: 'decided', withdrawal: { state: 'waiting' } });
    expect(checks()).toEqual([]);
    // It can be sent again.
    expect(await stage.service.payouts.send(ADMINISTRATOR, withdrawalId, parseMoney('1000'))).toBe('begun');
    await run();
    expect(checks()).toHaveLength(1);
  });

  it('counts for nothing where the check was taken', async () => {
    const withdrawalId = await ask();
    await run();
    stage.pass(2 * HOUR_MS);
    stage.rail.ledger.activate(numberOf(), ADA);
    await expect(takeBack(withdrawalId)).rejects.toThrow('it was sent');
    expect(await stateOf(withdrawalId)).toBe('paid');
  });

  it('cannot say that it was paid while the check was not taken', async () => {
    const withdrawalId = await ask();
    await run();
    stage.pass(2 * HOUR_MS);
    const paid = { seenMicros: parseMoney('1000'), note: 'Seen.' };
    await expect(stage.service.withdrawals.pay(ADMINISTRATOR, withdrawalId, paid)).rejects.toThrow(
      'not taken',
    );
  });
});

it('checks switched off as well, or too little money: it waits for an administrator, who reads why', async () => {
  stage.rail.world.allowsChecks = false;
  const first = await ask();
  await run();
  stage.rail.world.allowsChecks = true;
  stage.rail.world.balances.set('USDT', 1);
  const second = await ask();
  await run();
  const notes = [first, second].map(async (id) => (await stage.service.withdrawals.info(ADA, id)).note);
  expect(await Promise.all(notes)).toEqual(['METHOD_DISABLED', 'NOT_ENOUGH_COINS']);
  expect(await stateOf(first)).toBe('waiting');
});

it('a check that was deleted at the rail by hand gives the withdrawal back', async () => {
  const withdrawalId = await ask();
  await run();
  stage.rail.ledger.deleteCheck({ check_id: numberOf() });
  await run();
  expect(await stateOf(withdrawalId)).toBe('waiting');
});

it('a transfer whose answer was lost before transfers were switched off is asked about, and no check is made of it', async () => {
  const before = await openPaymentStage();
  const rail = { CRYPTO_PAY_PAYOUTS: 'check' };
  await before.earner(ADA, '9000');
  before.rail.world.users.add(ADA);
  const wanted = {
    amountMicros: parseMoney('1000'),
    details: '',
    rail: 'crypto_pay',
    requestKey: 'k',
  } as const;
  await before.service.withdrawals.ask(ADA, wanted);
  before.rail.fault('transfer', 'lost');
  await before.service.payouts.run();
  const after = await before.restarted(rail);
  await after.payouts.run();
  expect([before.rail.ledger.transfers.length, before.rail.ledger.checks]).toEqual([1, []]);
  const [withdrawal] = await after.withdrawals.list(ADA, { beforeId: null, limit: 1 });
  expect(withdrawal?.state).toBe('paid');
  await before.close();
});

it('a check that was made by hand is a difference', async () => {
  stage.rail.ledger.createCheck({ asset: 'USDT', amount: '3' });
  stage.pass(HOUR_MS);
  expect(await reconcile()).toBe(1);
  expect(await stage.service.reconciliation.differences(ADMINISTRATOR)).toMatchObject([
    { ours: 'no payout', theirs: '3 USDT' },
  ]);
});
