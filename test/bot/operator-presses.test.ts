/** What is somebody else's is refused at the press, before anything is asked. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wordsIn } from '../../bot/words.js';
import { Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const admin = { id: 911, first_name: 'Olga', language_code: 'en' } as const;
const stranger = { id: 70_001, first_name: 'Sam', language_code: 'en' } as const;

let stage: ServiceStage;
let bot: RunningBot;
let ids: { orderId: number; botId: number };

beforeEach(async () => {
  stage = await openServiceStage({ ADMIN_IDS: String(admin.id), WITHDRAWAL_MIN: '1' });
  const { botId } = await setScene(stage);
  const { orderId } = await addOrder(stage, 'gardens', advertiserId);
  ids = { botId, orderId };
  bot = await stage.startBot();
  for (const person of [admin, stranger]) await stage.client.users(person);
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

it('by a stranger', async () => {
  const { orderId, botId } = { orderId: String(ids.orderId), botId: String(ids.botId) };
  const sam = new Visitor(stage, stranger.id);
  await sam.say('/start');
  const words = wordsIn('en');
  const [forbidden, foreign] = [words.text('error-403'), words.text('error-forbidden-or-not-foundorder')];
  const refused = [
    ...[`mod:no:${orderId}:2`, `mod:write:${orderId}:2`, `mod:ban:${orderId}`, 'mod:bot', `mod:bot:${botId}`],
    ...[`bot-key-new:${botId}`, `set-text:${botId}`, `set-image:${botId}`, `set-time-write:${botId}`],
    ...['name', 'link', 'quantity', 'day', 'price', 'token'].map((field) => `order-edit:${orderId}:${field}`),
  ];
  for (const data of refused) {
    const { note, text } = await sam.forge(data);
    expect([note, text], data).toEqual([data.startsWith('order-edit') ? foreign : forbidden, 'forged']);
  }
});

it('and an administrator sees that an account is blocked, on its withdrawal and its wallet', async () => {
  const olga = new Visitor(stage, admin.id);
  await olga.say('/start');
  const wanted = { amountMicros: 2_000_000n, details: 'card', requestKey: 'once' };
  const asking = await stage.service.withdrawals.ask(advertiserId, wanted);
  if (asking.kind !== 'asked') throw new Error('not asked');
  const payout = `payout:${String(asking.withdrawal.withdrawalId)}`;
  const blocked = 'This account is blocked';
  const unblocked = /^(?!.*This account is blocked).*Available/s;
  const own = [payout, `purse:${String(advertiserId)}`];
  // Each by itself: a notification may come meanwhile, and would be the newest message.
  for (const data of own) expect((await olga.forge(data)).text, data).toMatch(unblocked);
  await stage.service.accounts.block(null, advertiserId, 'Fraud.');
  for (const data of own) expect((await olga.forge(data)).text, data).toContain(blocked);
  const { text } = await olga.forge(`purse:${String(publisherId)}`);
  expect(text).toMatch(unblocked);
});
