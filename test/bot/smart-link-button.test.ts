/** How the button of a smart link opens (`decisions.md`, Smart link): inside the messenger where the bot asks for that. */
import type { Message } from 'grammy/types';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emma } from './emma.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
let bot: RunningBot;
let botId: number;

beforeEach(async () => {
  stage = await openServiceStage();
  ({ botId } = await setScene(stage));
  await stage.client.users(emma);
  await stage.client.say(emma.id, 'petras_bot', '/start');
  const { orderId } = await addOrder(stage, 'phones');
  await stage.service.orders.update(advertiserId, orderId, { targeting: { deviceTypes: ['mobile'] } });
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

async function ask(chatId: number): Promise<void> {
  const { status } = await stage.service.sponsors.request(botId, {
    chatId,
    action: 'subscribe',
    excludeResourceIds: [],
    excludeOrderIds: [],
    user: { userId: emma.id, firstName: emma.first_name, languageCode: 'en', isPremium: false },
  });
  expect(status).toBe('warning');
}

const firstButton = ({ reply_markup: markup }: Message) => markup?.inline_keyboard[0]?.[0];
const isBlock = (message: Message) => message.from?.is_bot === true && firstButton(message)?.text === 'Open';

async function buttonInPrivate() {
  await ask(emma.id);
  return firstButton(await stage.client.waitForMessage(emma.id, 'petras_bot', isBlock));
}

const isOurs = expect.stringContaining('/r/s-') as string;

it('opens in the browser by default', async () => {
  expect(await buttonInPrivate()).toEqual({ text: 'Open', url: isOurs });
});

it('is a web app in the private chat of a bot whose redirect_open_type is miniapp', async () => {
  await stage.service.bots.update(publisherId, botId, { settings: { redirectOpenType: 'miniapp' } });
  expect(await buttonInPrivate()).toEqual({ text: 'Open', web_app: { url: isOurs } });
});

it('opens outside in a group, where the platform has no web apps', async () => {
  await stage.service.bots.update(publisherId, botId, { settings: { redirectOpenType: 'miniapp' } });
  const { id: group } = await stage.client.chats({ type: 'supergroup', title: 'Group' });
  await stage.client.members({ chat: group, user: '@petras_bot', status: 'administrator' });
  await stage.client.members({ chat: group, user: emma.id, status: 'member' });
  await ask(group);
  const blocks = async () => (await stage.client.posts(group)).filter(isBlock);
  await stage.until(async () => (await blocks()).length > 0);
  expect((await blocks()).map(firstButton)).toEqual([{ text: 'Open', url: isOurs }]);
});
