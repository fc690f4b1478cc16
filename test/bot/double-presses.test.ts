/** Buttons that make an order, pressed twice before the first press was heard. */
import { expect, it } from 'vitest';
import { wordsIn } from '../../bot/words.js';
import { buttonsOf, openRunningOrder, type Visitor } from './operator-stage.js';
import { advertiserId, botBeforeEach, type ServiceStage } from './service-stage.js';
import { operatorName } from './stage.js';

const words = wordsIn('en');

let stage: ServiceStage;
const running = botBeforeEach((opened) => {
  stage = opened;
});

async function pressTwice(visitor: Visitor, text: string): Promise<void> {
  const screen = await visitor.screen();
  const button = buttonsOf(screen).find((one) => one.text === text);
  const data = button !== undefined && 'callback_data' in button ? button.callback_data : '';
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

it('sends a draft once', async () => {
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
  await pressTwice(albert, words.text('button-send-order'));
  expect(await countOrders()).toBe(2);
});
