/** The pictures of the last days in the operator bot. */
import { Api } from 'grammy';
import type { Message } from 'grammy/types';
import { expect, it } from 'vitest';
import { buttonsOf, Visitor } from './operator-stage.js';
import { operatorToken } from './stage.js';
import {
  addOrder,
  advertiserId,
  botBeforeEach,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { type Pixels, pixelsOf } from '../support/pixels.js';

let stage: ServiceStage;

botBeforeEach((opened) => {
  stage = opened;
});

async function pictureOf(message: Message): Promise<Pixels> {
  const api = new Api(operatorToken, { apiRoot: stage.emulator.url });
  const { file_path: path = '' } = await api.getFile(message.photo?.at(-1)?.file_id ?? '');
  const response = await fetch(`${stage.emulator.url}/file/bot${operatorToken}/${path}`);
  return pixelsOf(await response.arrayBuffer());
}

/** How many pixels have just this colour, above or below a line. */
function count(
  { data, width }: Pixels,
  colour: string,
  isInside: (y: number) => boolean = () => true,
): number {
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let found = 0;
  for (let at = 0; at < data.length; at += 4) {
    const isSame = data[at] === red && data[at + 1] === green && data[at + 2] === blue;
    if (isSame && isInside(Math.floor(at / 4 / width))) found += 1;
  }
  return found;
}

const [BLUE, GREEN, INK] = ['2f7de1', '1f9d6b', '1d2733'];

async function subscribe(botId: number, chatId: number, orderId: number): Promise<void> {
  await stage.client.users({ id: 303, first_name: 'Emma' });
  await stage.client.say(303, botId, '/start');
  await stage.service.sponsors.request(botId, {
    chatId: 303,
    user: { userId: 303, firstName: 'Emma', languageCode: 'en' },
    action: 'subscribe',
    excludeResourceIds: [],
    excludeOrderIds: [],
  });
  await stage.client.members({ chat: chatId, user: 303, status: 'member' });
  await stage.until(async () => (await stage.service.orders.info(advertiserId, orderId)).quantityNow === 1);
}

it('show an order’s subscribers and money, in one message whatever range is pressed', async () => {
  const { botId } = await setScene(stage, { getLinks: true });
  const albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  const { orderId, chatId } = await addOrder(stage, 'gardens');
  await albert.shows('is approved');
  await albert.say('/orders');
  const card = await albert.go(`#${String(orderId)}`, 'running');

  await albert.press('Chart');
  const empty = await albert.screen();
  expect(empty.caption).toBe(`📊 Order #${String(orderId)} · gardens`);
  const before = await pictureOf(empty);
  expect([before.width, before.height]).toEqual([960, 608]);
  expect([count(before, BLUE), count(before, GREEN)]).toEqual([0, 0]);
  // Words are drawn with the font that comes with the service: none of the machine's is loaded.
  expect(count(before, INK, (y) => y < 80)).toBeGreaterThan(300);

  await subscribe(botId, chatId, orderId);
  await albert.press('7 days', empty);
  const shown = await albert.screen();
  expect(shown.message_id).toBe(empty.message_id);
  const after = await pictureOf(shown);
  expect(count(after, BLUE)).toBeGreaterThan(3_000);
  expect(count(after, GREEN)).toBeGreaterThan(3_000);
  expect(buttonsOf(shown).map(({ text }) => text)).toContain('• 7 days');

  // A range that is shown already, and a picture that is gone: neither is a fault of ours.
  const editing = { token: operatorToken, method: 'editMessageMedia', kind: '400' } as const;
  await stage.client.faults({ ...editing, description: 'Bad Request: message is not modified: the same' });
  expect(await albert.press('7 days', shown)).toEqual({ note: '', isAlert: false });
  await stage.client.faults({ ...editing, description: 'Bad Request: message to edit not found' });
  expect(await albert.press('30 days', shown)).toEqual({ note: '', isAlert: false });
  const next = await albert.screen();
  expect(next.message_id).toBeGreaterThan(shown.message_id);
  // The platform deletes no message of two days ago: it stays without its buttons.
  const description = "Bad Request: message can't be deleted for everyone";
  await stage.client.faults({ token: operatorToken, method: 'deleteMessage', kind: '400', description });
  await albert.press('Close', next);
  expect(buttonsOf(await albert.screen())).toEqual([]);
  await albert.press('Close', shown);
  const left = (await albert.messages()).map(({ message_id: id }) => id);
  expect(left).toContain(card.message_id);
  expect(left).not.toContain(shown.message_id);
});

it('show a bot’s subscribers and income, in its owner’s language, and nobody else’s', async () => {
  const { botId } = await setScene(stage);
  await stage.service.accounts.setLanguage(publisherId, 'ru');
  const petra = new Visitor(stage, publisherId);
  await petra.say('/bots');
  await petra.press('petras_bot');
  await petra.shows('Заработано');
  await petra.press('График');
  const shown = await petra.screen();
  expect(shown.caption).toBe('📊 Бот @petras_bot');
  expect(buttonsOf(shown).map(({ text }) => text)).toContain('• 14 дней');
  expect(count(await pictureOf(shown), INK, (y) => y < 80)).toBeGreaterThan(300);
  const albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  const refused = await albert.forge(`chart:bot:${String(botId)}:7`);
  expect(refused).toMatchObject({ isAlert: true, note: expect.stringContaining('not yours') as unknown });
  for (const stale of ['chart', 'chart:order', 'chart:user:1', `chart:bot:${String(botId)}:8`])
    expect((await petra.forge(stale)).note).toContain('устарела');
});
