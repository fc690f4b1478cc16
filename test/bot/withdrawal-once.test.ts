/**
 * One request is one withdrawal, and two are two: the key of a request, in the chat and from the cabinet.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { Visitor } from './operator-stage.js';
import { openServiceStage, publisherId, type RunningBot, type ServiceStage } from './service-stage.js';

let stage: ServiceStage;
let bot: RunningBot;
let petra: Visitor;

beforeEach(async () => {
  stage = await openServiceStage({ WITHDRAWAL_MIN: '50' });
  bot = await stage.startBot();
  await stage.client.users({ id: publisherId, first_name: 'Petra', language_code: 'en' });
  petra = new Visitor(stage, publisherId);
  await petra.say('/start');
  const booking = { reference: 'test', note: '', bookedBy: null };
  await stage.store.ledger.deposit(publisherId, parseMoney('500'), booking, Date.now());
});
afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const amounts = async () => {
  const asked = await stage.service.withdrawals.list(publisherId, { beforeId: null, limit: 9 });
  return asked.map(({ amountMicros }) => amountMicros);
};

/** Until the last question. */
async function askInChat(amount: string) {
  await petra.say('/wallet');
  await petra.go('Withdraw', 'How much');
  await petra.say(amount);
  return petra.say('Card 1');
}

it('in the chat: a yes that is heard again after a crash withdraws nothing more, and the next request does', async () => {
  const dialogue = `dialogue:${String(publisherId)}`;
  const question = await askInChat('60');
  // The question is stored after it is sent.
  await bot.stop();
  const before = await stage.store.sessions.read(dialogue);
  if (before === null) throw new Error('the dialogue is not stored');
  bot = await stage.startBot();
  await petra.press('Yes, withdraw', question);
  expect(await amounts()).toEqual([parseMoney('60')]);
  // The process died after the withdrawal was booked, and before the end of the dialogue was stored.
  await bot.stop();
  await stage.store.sessions.write(dialogue, before, Date.now());
  bot = await stage.startBot();
  // Heard as the answer, which a button whose dialogue is over is not.
  expect((await petra.pressAgain('Yes, withdraw', question)).note).toBe('');
  expect(await amounts()).toEqual([parseMoney('60')]);
  await petra.press('Yes, withdraw', await askInChat('70'));
  expect(await amounts()).toEqual([parseMoney('70'), parseMoney('60')]);
});

it('from the cabinet: two presses at once confirm one withdrawal, and the next request is another', async () => {
  const { withdrawalRequests } = stage.service.cabinet;
  const ask = (amount: string) =>
    withdrawalRequests.ask(publisherId, { amountMicros: parseMoney(amount), details: 'Card 1' });
  const [{ withdrawalRequestId: first }, { withdrawalRequestId: second }] = [
    await ask('60'),
    await ask('70'),
  ];
  const press = () => withdrawalRequests.confirm(publisherId, first);
  const presses = await Promise.all([press(), press()]);
  expect(presses.map((each) => each?.kind)).toEqual(expect.arrayContaining(['asked', 'already']));
  expect(await amounts()).toEqual([parseMoney('60')]);
  expect(await withdrawalRequests.confirm(publisherId, second)).toMatchObject({ kind: 'asked' });
  expect(await amounts()).toEqual([parseMoney('70'), parseMoney('60')]);
});

it('from the cabinet: an account with too little, or in debt, reads what is there and from when on it may ask', async () => {
  const request = { amountMicros: parseMoney('60'), details: 'Card 1' };
  const ask = () => stage.service.cabinet.withdrawalRequests.ask(publisherId, request);
  const take = (amount: string) =>
    stage.service.wallet.adjust(null, publisherId, parseMoney(amount), { reference: amount, note: 'Back.' });
  await take('-460');
  await expect(ask()).rejects.toThrow('₽50.00 are the least to withdraw, and ₽40.00 are available.');
  await take('-140');
  await expect(ask()).rejects.toThrow('₽50.00 are the least to withdraw, and -₽100.00 are available.');
});
