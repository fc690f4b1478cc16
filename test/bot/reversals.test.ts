/** Fraud found later: from joins over HTTP to the terminal, the messages, the wallet pages, and the user who comes back. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startMaintenance, type Timetable } from '../../bot/maintenance.js';
import { parseMoney } from '../../core/money.js';
import { type StageWithApi, openStageWithApi } from './stage-with-api.js';
import { admin, failing, stubAdminEnvironment } from './admin-stage.js';
import { emma, meetEmma } from './emma.js';
import { Visitor } from './operator-stage.js';
import { addOrder, advertiserId, publisherId, type Scene } from './service-stage.js';

const ADMINISTRATOR = 909;
let running: StageWithApi;
let scene: Scene;

beforeEach(async () => {
  running = await openStageWithApi({ ADMIN_IDS: String(ADMINISTRATOR), WITHDRAWAL_MIN: '1' });
  scene = await meetEmma(running.stage);
  stubAdminEnvironment(running.stage);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await running.close();
});

async function post(path: string, key: string, fields: object): Promise<unknown> {
  const headers = { Auth: key, 'Content-Type': 'application/json' };
  const answer = await fetch(`${running.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
  });
  return answer.json();
}

const ask = async () => {
  const { apiKey } = await running.stage.service.bots.info(publisherId, scene.botId);
  const user = { user_id: emma.id, chat_id: emma.id, first_name: emma.first_name, language_code: 'en' };
  await post('/get-sponsors', apiKey, user);
  await running.stage.service.contacts.idle();
};

const available = async (accountId: number) =>
  (await running.stage.service.wallet.balance(accountId)).availableMicros;

async function historyOf(accountId: number) {
  const key = await running.stage.service.accounts.revealKey(accountId, 'access');
  const answer = await post('/wallet', key, { action: 'history' });
  return (answer as { result: { lines: Record<string, unknown>[] } }).result.lines;
}

/** Emma joins, and what the bot earned by it is paid out. */
async function joinAndPayOut() {
  const { stage } = running;
  const { service, client } = stage;
  const { chatId, orderId } = await addOrder(stage, 'gardening_one');
  await ask();
  await client.members({ chat: chatId, user: emma.id, status: 'member' });
  await stage.until(async () => (await available(publisherId)) > 0n);
  const amountMicros = await available(publisherId);
  const wanted = { amountMicros, details: 'Card 4000', requestKey: 'all' };
  const asking = await service.withdrawals.ask(publisherId, wanted);
  if (asking.kind !== 'asked') throw new Error(asking.kind);
  const paid = { seenMicros: amountMicros, note: '' };
  await service.withdrawals.pay(ADMINISTRATOR, asking.withdrawal.withdrawalId, paid);
  return { chatId, orderId, amountMicros };
}

it('is foreseen, booked once, sent to both sides in their words, and on their wallet pages', async () => {
  const { stage } = running;
  const [albert, petra] = [new Visitor(stage, advertiserId), new Visitor(stage, publisherId)];
  await albert.say('/start');
  await petra.say('/start');
  await stage.service.accounts.setLanguage(publisherId, 'ru');
  const { orderId, amountMicros } = await joinAndPayOut();
  const words = ['reverse', '--bot', String(scene.botId), '--reason', 'Bought users'];
  const foreseen = await admin(...words);
  expect(foreseen).toMatch(
    new RegExp(` ${String(orderId)} +gardening_one +${String(advertiserId)} +1 .*2\\.00`),
  );
  expect(foreseen).toContain('1 join of 1 order,');
  expect(foreseen).toContain('Nothing is booked.');
  expect(await available(advertiserId)).toBe(parseMoney('998'));

  const booked = await admin(...words, '--yes');
  expect(booked).toMatch(/2\.00.* are taken back for 1 join\./);
  expect(await available(advertiserId)).toBe(parseMoney('1000'));
  expect(await available(publisherId)).toBe(-amountMicros);
  const returned = await albert.shows('are back on your balance');
  expect(returned.text).toMatch(/2\.00 are back .* 1 subscribers of your orders #1 /);
  expect(returned.text).toContain('Reason: Bought users');
  const taken = await petra.shows('С дохода ваших ботов возвращено');
  expect(taken.text).toContain('Причина: Bought users');

  expect(await admin(...words, '--yes')).toContain('There was nothing to take back.');
  const line = { kind: 'fraud_reversal', order_id: orderId, bot_id: scene.botId, note: 'Bought users' };
  expect((await historyOf(publisherId))[0]).toMatchObject({ ...line, held: 0 });
  expect((await historyOf(advertiserId))[0]).toMatchObject({ ...line, amount: 2, balance: 1_000 });
  await albert.say('/wallet');
  await albert.press('History');
  expect((await albert.shows('taken back: fraud')).text).toContain('Bought users');
  expect(await admin('moderation-log')).toMatch(/charges.reversed[^\n]*Bought users/);
  expect(await admin('check')).toContain('in balance');
});

it('that was begun in the cabinet is done by the bot process', async () => {
  const { stage } = running;
  await joinAndPayOut();
  const jobs = new Map<string, () => Promise<unknown>>();
  const timetable: Timetable = {
    at: (_, name, work) => {
      jobs.set(name, work);
      return { stop: () => undefined };
    },
  };
  const note = (_: object, message: string) => stage.logged.push(message);
  const maintenance = startMaintenance(stage.service, {
    timetable,
    log: { info: note, warn: note, error: note },
  });
  const of = { of: { botId: scene.botId }, orderId: null, fromDay: null, toDay: null };
  const { reversals } = stage.service;
  await reversals.begin(ADMINISTRATOR, { ...of, reason: 'Bought users' }, parseMoney('2'));
  await jobs.get('reversals')?.();
  await maintenance.stop();
  expect(await reversals.state(ADMINISTRATOR, publisherId)).toMatchObject({ joins: 1, fault: null });
  expect(await available(advertiserId)).toBe(parseMoney('1000'));
});

it('is not paid for again when the user leaves and returns, and the dispute shows the entry', async () => {
  const { stage } = running;
  const { chatId, orderId } = await joinAndPayOut();
  await admin('reverse', '--account', String(publisherId), '--reason', 'Bought users', '--yes');
  const stateOf = async () => (await stage.store.disputes.standing(emma.id, orderId))?.standing.state;
  await stage.client.members({ chat: chatId, user: emma.id, status: 'left' });
  await stage.until(async () => (await stateOf()) === 'unsubscribed');
  await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
  await stage.until(async () => (await stateOf()) === 'notgetted');
  expect(await available(advertiserId)).toBe(parseMoney('1000'));
  const [dispute] = await stage.service.disputes.of(null, emma.id, { orderId });
  expect(dispute?.verdict.kind).toBe('taken_back');
  expect(dispute?.lines.map(({ event }) => event)).toContain('fraud_reversal');
  expect(await admin('check')).toContain('in balance');
});

it('names what the terminal was given wrong', async () => {
  const bot = ['--bot', String(scene.botId)];
  expect(await failing('reverse', ...bot)).toContain('--reason');
  expect(await failing('reverse', '--reason', 'x')).toContain('exactly one');
  expect(await failing('reverse', ...bot, '--account', '1', '--reason', 'x')).toContain('exactly one');
  expect(await failing('reverse', ...bot, '--reason', 'x', '--from', '2026-02-30')).toContain('YYYY-MM-DD');
  expect(await failing('reverse', '--bot', '1', '--reason', 'x')).toContain('There is no bot 1');
  expect(await failing('reverse', ...bot, '--reason', 'x', '--order', '99')).toContain(
    'There is no order 99',
  );
  const days = ['--from', '2026-02-02', '--to', '2026-02-01'];
  expect(await failing('reverse', ...bot, '--reason', 'x', ...days)).toContain('from: must not be after to.');
  const toCome = ['--from', '2126-02-02'];
  expect(await failing('reverse', ...bot, '--reason', 'x', ...toCome)).toContain('must not be after today.');
});
