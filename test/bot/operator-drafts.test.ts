/** A draft can be gone on with and is not lost by mistake; the price and the check of an order are those that apply. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../bot/operator/figures.js';
import { wordsIn } from '../../bot/words.js';
import { parseMoney } from '../../core/money.js';
import { checkedLanguages } from '../../words/index.js';
import { Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({ BOT_MEMBER_URL: 'http://127.0.0.1:9/{code}/{user_id}' });
  await setScene(stage);
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

describe.each(checkedLanguages)('in %s', (language) => {
  const words = wordsIn(language);

  async function arrive(): Promise<Visitor> {
    await stage.service.accounts.setLanguage(advertiserId, language);
    const visitor = new Visitor(stage, advertiserId);
    await visitor.say('/orders');
    return visitor;
  }

  /** As far as the draft. */
  async function write(visitor: Visitor, name: string): Promise<void> {
    await visitor.say('https://example.org/p');
    await visitor.say('100');
    await visitor.say('0');
    await visitor.say('2');
    await visitor.press(words.text('edit-name'));
    await visitor.say(name);
    await visitor.shows(name);
  }

  it('a draft is gone on with from the list, and asked about before another takes its place', async () => {
    const visitor = await arrive();
    await visitor.press(words.text('button-order-new'));
    await write(visitor, 'First one');
    await visitor.say('/orders');
    await visitor.press(words.text('button-order-new'));
    expect((await visitor.screen()).text).toContain('First one');
    await visitor.press(words.text('button-draft'));
    await visitor.shows('First one');
    await visitor.say('/orders');
    await visitor.press(words.text('draft-waits', { name: 'First one' }));
    await visitor.press(words.text('button-orders'));
    await visitor.press(words.text('button-order-new'));
    await visitor.press(words.text('button-draft-new'));
    await write(visitor, 'Second one');
    await visitor.press(words.text('button-send-order'));
    await visitor.say('/orders');
    expect(JSON.stringify(await visitor.screen())).not.toContain('draft');
    const { orders } = await stage.service.orders.list(advertiserId, {
      search: '',
      inArchive: false,
      status: null,
      offset: 0,
      limit: 5,
    });
    expect(orders.map(({ name }) => name)).toEqual(['Second one']);
  });

  it('the price of an order for premium users only is the one that is changed', async () => {
    const { orderId } = await addOrder(stage, 'gardens', advertiserId);
    const price = async () => {
      const { priceMicros, pricePremiumMicros, basePriceMicros } = await stage.service.orders.info(
        advertiserId,
        orderId,
      );
      return { priceMicros, pricePremiumMicros, basePriceMicros };
    };
    const visitor = await arrive();
    const { priceMicros } = await price();
    await visitor.forge(`tg-turn:${String(orderId)}:onlyPremium`);
    await visitor.forge(`order-edit:${String(orderId)}:price`);
    await visitor.say('0.7');
    const said = (amount: number) => money({ service: stage.service, words }, parseMoney(amount));
    await visitor.shows(words.text('error-amount', { min: said(1), max: said(1_000_000) }));
    await visitor.write('9');
    await visitor.shows(words.text('order-changed'));
    const premium = { priceMicros, pricePremiumMicros: 9_000_000n, basePriceMicros: 9_000_000n };
    expect(await price()).toEqual(premium);
    await stage.service.orders.update(advertiserId, orderId, { targeting: { onlyPremium: 0 } });
    await visitor.forge(`order-edit:${String(orderId)}:price`);
    await visitor.write('0.7');
    await stage.until(async () => (await price()).priceMicros !== priceMicros);
    expect(await price()).toEqual({ ...premium, priceMicros: 700_000n, basePriceMicros: 700_000n });
  });

  it('the price of a draft likewise', async () => {
    const visitor = await arrive();
    await visitor.press(words.text('button-order-new'));
    await write(visitor, 'Draft');
    await visitor.forge('tg-turn:d:onlyPremium');
    await visitor.forge('draft');
    await visitor.press(words.text('edit-price'));
    await visitor.write('7.5');
    await visitor.shows(/7[.,]50/);
    await visitor.press(words.text('button-send-order'));
    await visitor.shows('Draft');
    const { orders } = await stage.store.orders.list(advertiserId, {
      search: 'Draft',
      inArchive: false,
      status: null,
      offset: 0,
      limit: 1,
    });
    expect(orders[0]).toMatchObject({ pricePremiumMicros: 7_500_000n, priceMicros: 2_000_000n });
  });

  it('a draft that becomes one of another kind loses the options of the first, and can be sent', async () => {
    const visitor = await arrive();
    await visitor.press(words.text('button-order-new'));
    await visitor.say('https://t.me/hardly_known');
    await visitor.press(words.text('kind-channel'));
    for (const said of ['Hardly', '100', '0', '2']) await visitor.say(said);
    await visitor.press(words.text('button-options'));
    await visitor.press(words.text('option-leavers'));
    await visitor.forge('draft-type');
    await visitor.press(words.text('kind-resource'));
    await visitor.shows('Hardly');
    await visitor.press(words.text('button-send-order'));
    await visitor.shows(words.text('order-sent'));
  });

  it('a bot is checked by its code where a membership service is set up', async () => {
    const visitor = await arrive();
    await visitor.press(words.text('button-order-new'));
    await visitor.say('@coded_bot');
    await visitor.press(words.text('button-check-code'));
    await visitor.say('code-of-the-bot');
    for (const said of ['100', '0', '2']) await visitor.say(said);
    await visitor.shows('@coded_bot');
    expect(JSON.stringify(await visitor.messages())).not.toContain('code-of-the-bot');
    await visitor.press(words.text('button-send-order'));
    await stage.until(async () => {
      const { orders } = await stage.store.orders.list(advertiserId, {
        search: 'coded_bot',
        inArchive: false,
        status: null,
        offset: 0,
        limit: 1,
      });
      return orders[0]?.toBotMember === true;
    });
  });
});
