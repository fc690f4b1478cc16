/** What stands in an order's way is said on its draft and its card, while it is so, with the button that helps. */
import type { InlineKeyboardButton } from 'grammy/types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsIn } from '../../bot/words.js';
import { checkedLanguages } from '../../words/index.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { operatorName } from './stage.js';

let stage: ServiceStage;
let bot: RunningBot;

async function open(environment: Record<string, string> = {}): Promise<void> {
  stage = await openServiceStage(environment);
  await setScene(stage);
  bot = await stage.startBot();
}

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const named = (buttons: InlineKeyboardButton[], text: string) =>
  buttons.find((button) => button.text === text);

/** Makes a draft of so many subscribers for 2.00 each. */
async function draft(visitor: Visitor, link: string, count: string) {
  await visitor.say('/menu');
  await visitor.forge('order-new:1');
  for (const said of [link, count, '0', '2']) await visitor.say(said);
  return visitor.screen();
}

describe.each(checkedLanguages)('in %s', (language) => {
  const words = wordsIn(language);

  describe('a wallet that does not cover the order', () => {
    it('says what is missing, with a button to deposit just that', async () => {
      await open({ STARS_RATE: '1.5' });
      await stage.service.accounts.setLanguage(advertiserId, language);
      const albert = new Visitor(stage, advertiserId);
      // There are 1000.00.
      const screen = await draft(albert, 'https://example.org/p', '600');
      expect(screen.text).toMatch(/1[\s,]?200[.,]00/);
      expect(screen.text).toContain('500');
      const amount =
        /RUB.200\.00|200,00.(?:RUB|₽|руб\.)|₽200\.00/.exec(screen.text ?? '')?.[0] ?? 'no amount';
      await albert.press(words.text('button-deposit-missing', { amount }));
      // 200.00 at 1.50 a star.
      await albert.press('134 ⭐️');
      const invoice = await stage.client.waitForMessage(
        advertiserId,
        operatorName,
        (message) => message.invoice !== undefined,
      );
      expect(invoice.invoice?.total_amount).toBe(134);
      await stage.client.pay(advertiserId, operatorName, invoice.message_id);
      // The offer before it names the same amount.
      await albert.shows(/201[.,]00/, invoice.message_id);
      await albert.forge('draft');
      const { text, buttons } = await draftNow(albert);
      expect(text).not.toContain('500');
      expect(buttons.join()).not.toContain('deposit');
    });

    it('where nobody can pay here, leads to the wallet; and one that covers it says nothing', async () => {
      await open();
      await stage.service.accounts.setLanguage(advertiserId, language);
      const albert = new Visitor(stage, advertiserId);
      const lacking = await draft(albert, 'https://example.org/p', '600');
      expect(named(buttonsOf(lacking), words.text('button-wallet'))).toMatchObject({
        callback_data: 'wallet',
      });
      const covered = await draft(albert, 'https://example.org/q', '500');
      expect(named(buttonsOf(covered), words.text('button-wallet'))).toBeUndefined();
    });

    it('stands on the card of an order that cannot pay its next subscriber', async () => {
      await open();
      const { orderId } = await addOrder(stage, 'gardens', publisherId);
      await stage.service.accounts.setLanguage(publisherId, language);
      const petra = new Visitor(stage, publisherId);
      await petra.say('/menu');
      const { text } = await petra.forge(`order:${String(orderId)}`);
      expect(text).toMatch(/200[.,]00/);
      const rich = new Visitor(stage, advertiserId);
      await rich.say('/menu');
      const { orderId: other } = await addOrder(stage, 'roses');
      expect((await rich.forge(`order:${String(other)}`)).text).not.toMatch(/💳/);
    });
  });

  describe('a channel where our bot is no administrator', () => {
    const problem = words.text('problem-not-administrator');
    const add = words.text('button-add-to-channel');

    beforeEach(() => open());

    it('is said on the draft and on the card while it is so, with a button that adds the bot with its rights', async () => {
      await stage.service.accounts.setLanguage(advertiserId, language);
      const { id: chat } = await stage.client.chats({ type: 'channel', title: 'Tulips', username: 'tulips' });
      await stage.client.members({ chat, user: `@${operatorName}`, status: 'member' });
      const albert = new Visitor(stage, advertiserId);
      const screen = await draft(albert, '@tulips', '100');
      expect(screen.text).toContain(problem);
      expect(named(buttonsOf(screen), add)).toEqual({
        text: add,
        url: `https://t.me/${operatorName}?startchannel&admin=manage_chat+invite_users`,
      });
      await albert.press(words.text('button-send-order'));
      const card = await albert.screen();
      expect(card.text).toContain(problem);
      // Also after the words that follow the sending are gone.
      await albert.press(words.text('button-check-again'));
      expect((await albert.screen()).text).toContain(problem);
      await stage.client.members({ chat, user: `@${operatorName}`, status: 'administrator' });
      await albert.press(words.text('button-check-again'));
      const cured = await albert.screen();
      expect(cured.text).not.toContain(problem);
      expect(named(buttonsOf(cured), add)).toBeUndefined();
    });

    it('is said on the card of an order that runs once the rights are lost, until they are back', async () => {
      const { orderId, chatId: chat } = await addOrder(stage, 'gardens');
      await stage.service.accounts.setLanguage(advertiserId, language);
      const albert = new Visitor(stage, advertiserId);
      await albert.say('/menu');
      const card = async () => (await albert.forge(`order:${String(orderId)}`)).text;
      expect(await card()).not.toContain(problem);
      const state = async () => (await stage.service.orders.info(advertiserId, orderId)).checkState;
      await stage.client.members({ chat, user: `@${operatorName}`, status: 'member' });
      await stage.until(async () => (await state()) === 'lost');
      expect(await card()).toContain(problem);
      await stage.client.members({ chat, user: `@${operatorName}`, status: 'administrator' });
      await stage.until(async () => (await state()) === 'ok');
      expect(await card()).not.toContain(problem);
    });
  });
});

async function draftNow(visitor: Visitor): Promise<{ text: string; buttons: string[] }> {
  const screen = await visitor.screen();
  const buttons = buttonsOf(screen).map((button) => ('callback_data' in button ? button.callback_data : ''));
  return { text: screen.text ?? '', buttons };
}
