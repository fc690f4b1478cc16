/** The statistics screen tells a bot's owner what it brings, and what left its lists short, in their language. */
import { expect, it } from 'vitest';
import { formatMoney } from '../../core/money.js';
import { emma, meetEmma } from './emma.js';
import { Visitor } from './operator-stage.js';
import { addOrder, advertiserId, botBeforeEach, publisherId, type ServiceStage } from './service-stage.js';
import { sayNoFill } from '../../words/reasons.js';

let stage: ServiceStage;
botBeforeEach((opened) => {
  stage = opened;
});

const nora = { id: 303, first_name: 'Nora', language_code: 'en' };
const CHANNEL = 'gardens';

async function asks(botId: number, { id, first_name }: typeof nora | typeof emma): Promise<void> {
  await stage.service.sponsors.request(botId, {
    chatId: id,
    user: { userId: id, firstName: first_name, languageCode: 'en' },
    action: 'subscribe',
    excludeResourceIds: [],
    excludeOrderIds: [],
  });
}

async function screenIn(language: 'en' | 'ru'): Promise<{ petra: Visitor; text: string }> {
  await stage.service.accounts.setLanguage(publisherId, language);
  const petra = new Visitor(stage, publisherId);
  await petra.say('/bots');
  await petra.press('petras_bot');
  const [statistics, words] =
    language === 'en' ? ['Statistics', 'in your browser'] : ['Статистика', 'в вашем браузере'];
  const screen = await petra.go(statistics, words);
  return { petra, text: screen.text ?? '' };
}

it('says nothing of prices before a list was asked for, and then how many were left short', async () => {
  const { botId } = await meetEmma(stage);
  const { petra, text } = await screenIn('en');
  expect(text).not.toContain('Prices');
  await asks(botId, emma);
  await petra.press('New links');
  const asked = (await petra.screen()).text ?? '';
  expect(asked).toContain('• an impression: — · a subscriber: —\n• lists with sponsors: 0%');
  expect(asked).toContain('• lists left short: 1 of 1');
});

it('says what an impression and a subscriber brought, and the main reason of lists left short', async () => {
  const { botId, botName } = await meetEmma(stage);
  await stage.client.users(nora);
  await stage.client.say(nora.id, botName, '/start');
  const { chatId, orderId } = await addOrder(stage, CHANNEL);
  await asks(botId, emma);
  await asks(botId, nora);
  await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
  await stage.until(async () => (await stage.service.orders.info(advertiserId, orderId)).quantityNow === 1);
  const brought = (await stage.service.bots.info(publisherId, botId)).bot.profitMicros;
  expect(brought).toBeGreaterThan(0n);
  // Impressions are added up aside.
  const shown = () => stage.service.statistics.prices(publisherId, botId, {});
  await expect.poll(shown).toMatchObject({ perImpressionMicros: brought / 2n });

  const { text } = await screenIn('ru');
  const price = (micros: bigint) => formatMoney(micros, stage.settings.CURRENCY, 'ru', 4);
  expect(text).toContain('Цены за последние 10 дн.');
  expect(text).toContain(`• показ: ${price(brought / 2n)} · подписчик: ${price(brought)}\n`);
  expect(text).toContain('• списки со спонсорами: 100\u00a0%');
  expect(text).toContain('• незаполненные списки: 2 из 2');
  expect(text).toContain(`• главная причина (100\u00a0%): ${sayNoFill('no_more_orders', 'ru')}`);
});
