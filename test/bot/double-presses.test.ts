/** Buttons that make an order, pressed twice: before the first press was heard, or after it has changed the message. */
import type { Message } from 'grammy/types';
import { expect, it } from 'vitest';
import { wordsIn } from '../../bot/words.js';
import { buttonsOf, openRunningOrder, type Visitor } from './operator-stage.js';
import { advertiserId, botBeforeEach, type ServiceStage } from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

const words = wordsIn('en');

let stage: ServiceStage;
const running = botBeforeEach((opened) => {
  stage = opened;
});

function dataOf(screen: Message, text: string): string {
  const button = buttonsOf(screen).find((one) => one.text === text);
  return button !== undefined && 'callback_data' in button ? button.callback_data : '';
}

async function pressTwice(visitor: Visitor, text: string): Promise<void> {
  const screen = await visitor.screen();
  const data = dataOf(screen, text);
  await running.bot.stop();
  const queries = [
    await stage.client.press(visitor.id, operatorName, screen.message_id, data),
    await stage.client.press(visitor.id, operatorName, screen.message_id, data),
  ];
  running.bot = await stage.startBot();
  for (const query of queries) {
    const { text: note = '' } = await stage.client.waitForAnswer(visitor.id, operatorName, query);
    expect(note).toBe('');
  }
}

/** Presses, and then once more in a messenger that has not heard of the change; its message is as the platform has it. */
async function pressLateAgain(visitor: Visitor, text: string): Promise<void> {
  const before = await visitor.screen();
  const data = dataOf(before, text);
  await visitor.press(text);
  const message = await visitor.screen();
  // Changed in another second than it was sent in.
  message.edit_date = (message.edit_date ?? 0) + 1;
  expect(message.message_id).toBe(before.message_id);
  const from = { id: visitor.id, is_bot: false, first_name: 'Albert' };
  const update = { callback_query: { id: '77', from, message, chat_instance: '1', data } };
  await fetch(`${stage.emulator.url}/emulator/updates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ bot: operatorName, update }),
  });
  const answers = { token: operatorToken, method: 'answerCallbackQuery' };
  const { payload } = await stage.client.waitForCall(
    answers,
    ({ payload: asked }) => asked['callback_query_id'] === '77',
  );
  expect(payload['text'], 'nothing to complain of').toBeUndefined();
  expect((await visitor.screen()).text).toBe(message.text);
}

const page = { search: '', inArchive: false, status: null, offset: 0, limit: 5 };
const countOrders = async () => (await stage.service.orders.list(advertiserId, page)).total;

it('copies an order once, and again when its card is shown again', async () => {
  const { albert, orderId } = await openRunningOrder(stage);
  await pressTwice(albert, words.text('button-duplicate'));
  expect(await countOrders()).toBe(2);
  await albert.say('/orders');
  await albert.go(`#${String(orderId)}`, 'running');
  await albert.press(words.text('button-duplicate'));
  expect(await countOrders()).toBe(3);
});

it('copies an order once when the second press comes after the card has changed', async () => {
  const { albert } = await openRunningOrder(stage);
  await pressLateAgain(albert, words.text('button-duplicate'));
  expect(await countOrders()).toBe(2);
});

it.each([
  ['before', pressTwice],
  ['after', pressLateAgain],
])('sends a draft once when the second press comes %s the draft is gone', async (_, press) => {
  const { albert } = await openRunningOrder(stage);
  await stage.client.chats({ type: 'channel', title: 'Roses', username: 'roses' });
  await albert.say('/orders');
  await albert.go('➕ New order', 'What shall be advertised');
  await albert.say('@roses');
  await albert.shows('How many subscribers');
  await albert.say('500');
  await albert.go('No limit', 'How much for a subscriber');
  await albert.say('2');
  await albert.shows('New order');
  await press(albert, words.text('button-send-order'));
  expect(await countOrders()).toBe(2);
});
