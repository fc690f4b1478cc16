/** An offered answer that is pressed twice, or on an older question: it answers the question it was offered for, or none. */
import { Api } from 'grammy';
import type { Message } from 'grammy/types';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  advertiserId,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

let stage: ServiceStage;
let bot: RunningBot;
let albert: Visitor;

beforeEach(async () => {
  stage = await openServiceStage({ WITHDRAWAL_MIN: '50', ADMIN_IDS: String(advertiserId) });
  bot = await stage.startBot();
  await setScene(stage);
  albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
});
afterEach(async () => {
  await bot.stop();
  await stage.close();
});

/** Two presses before the bot hears of the first. Returns what the second was answered with. */
async function pressTwice(screen: Message, text: string): Promise<string> {
  const data = buttonsOf(screen).flatMap((each) =>
    each.text.includes(text) && 'callback_data' in each ? [each.callback_data] : [],
  );
  const press = () => stage.client.press(albert.id, operatorName, screen.message_id, data[0] ?? '');
  await stage.client.hold(operatorName);
  const presses = [await press(), await press()] as const;
  await stage.client.release(operatorName);
  await stage.client.waitForAnswer(albert.id, operatorName, presses[0]);
  return (await stage.client.waitForAnswer(albert.id, operatorName, presses[1])).text ?? '';
}

it('a number that is pressed twice does not answer the next question', async () => {
  await albert.forge('order-new');
  await albert.shows('What shall be advertised');
  await albert.say('https://t.me/hardly_known');
  await albert.press('channel', await albert.shows('What is it'));
  await albert.press('Skip', await albert.shows('the order’s name'));
  expect(await pressTwice(await albert.shows('How many subscribers'), '500')).toContain('asked last');
  await albert.shows('How many a day');
});

it('"all" that is pressed twice is not where the money goes', async () => {
  await albert.say('/wallet');
  await albert.press('Withdraw');
  expect(await pressTwice(await albert.shows('How much'), 'All')).toContain('asked last');
  await albert.shows('Where shall we pay to');
});

it('a yes to an older question books nothing', async () => {
  const petra = await stage.service.wallet.balance(publisherId);
  const ask = async (accountId: number, amount: string) => {
    await albert.forge(`purse-credit:${String(accountId)}`);
    await albert.shows('How much');
    await albert.say(amount);
    await albert.press('Without', await albert.screen());
    return albert.shows(new RegExp(`Book .*${String(accountId)}`));
  };
  const older = await ask(publisherId, '70');
  const newer = await ask(advertiserId, '30');
  const before = (await stage.service.wallet.balance(advertiserId)).availableMicros;
  expect((await albert.press('Yes', older)).note).toContain('asked last');
  expect(await stage.service.wallet.balance(publisherId)).toEqual(petra);
  expect((await stage.service.wallet.balance(advertiserId)).availableMicros).toBe(before);
  await albert.press('Yes', newer);
  const after = (await stage.service.wallet.balance(advertiserId)).availableMicros;
  expect(after - before).toBe(parseMoney('30'));
});

it('a question whose message is gone stands in a new one, and is answered there', async () => {
  const menu = await albert.say('/orders');
  await stage.client.hold(operatorName);
  await stage.client.press(albert.id, operatorName, menu.message_id, 'order-new');
  const { url: apiRoot } = stage.emulator;
  await new Api(operatorToken, { apiRoot }).deleteMessage(albert.id, menu.message_id);
  await stage.client.release(operatorName);
  const asked = await albert.shows('What shall be advertised', menu.message_id);
  expect((await albert.press('Choose', asked)).note).toBe('');
  await albert.shows('Choose', asked.message_id);
});
