/** The smaller matters in the operator bot: an order's options, exclusions, leafing through what was found, statistics. */
import { describe, expect, it } from 'vitest';
import { buttonsOf, openRunningOrder, Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  botBeforeEach,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
const running = botBeforeEach(
  (opened) => {
    stage = opened;
  },
  { BOTS_PER_HOUR: '20' },
);

describe('an order’s options', () => {
  it('are turned and picked, and a settled theme stays', async () => {
    const { albert, info } = await openRunningOrder(stage);
    await albert.go('Options', 'where the order is shown');
    await albert.press('All bots');
    expect((await info()).places).toBe(0);
    await albert.press('Own bots only');
    expect((await info()).places).toBe(1);
    await albert.press('Track unsubscribes');
    expect((await info()).trackUnsubscriptions).toBe(false);
    await albert.press('First in my own');
    await albert.press('Free in my own');
    expect(await info()).toMatchObject({ isHighPriority: true, isFree: true });
    await albert.go('Excluded bot topics', 'It is not shown');
    await albert.press('⬜️');
    expect((await info()).forbiddenThemes).toHaveLength(1);
    await albert.press('🚫');
    expect((await info()).forbiddenThemes).toHaveLength(0);
    await albert.go('Back', 'where the order is shown');
    await albert.go('Topic:', 'What is the order about');
    const { note, isAlert } = await albert.press('Music');
    expect([isAlert, note]).toEqual([true, expect.stringContaining('have set the topic') as unknown]);
    expect((await info()).theme).toBeNull();
  });

  it('have the least quality of bots, with what it costs and what reach it leaves', async () => {
    const { albert, orderId, info } = await openRunningOrder(stage);
    await stage.store.quality.save([{ botId: 555, factor: 0.85, causes: [], joins: 100, curve: [] }], 0);
    await albert.go('Options', 'where the order is shown');
    expect((await albert.go('Bot quality: any', 'How good must the bots be')).text).toContain('(×1)');
    await albert.press('0.9 · ×1.2');
    expect(await info()).toMatchObject({ minBotQuality: 0.9, coefficients: { min_bot_quality: 1.2 } });
    const screen = await albert.screen();
    expect(screen.text).toContain('(×1.2)');
    expect(buttonsOf(screen).map(({ text }) => text)).toEqual([
      ...['any', '0.8 · ×1.1', '• 0.9 · ×1.2', '1.0 · ×1.3'],
      '◀️ Back',
    ]);
    await albert.go('Back', 'where the order is shown');
    await albert.go('Bot quality: 0.9', 'How good must the bots be');
    for (const least of ['0.85', 'much', '-1']) {
      const { isAlert } = await albert.forge(`opt-quality:${String(orderId)}:${least}`);
      expect([least, isAlert]).toEqual([least, true]);
    }
    expect((await info()).minBotQuality).toBe(0.9);
    await albert.forge(`order:${String(orderId)}`);
    await albert.shows('Only in bots of quality 0.9 or better');
    await albert.forge(`opt-quality:${String(orderId)}:0`);
    await albert.shows('(×1)');
    expect((await info()).minBotQuality).toBe(0);
    await albert.forge(`order:${String(orderId)}`);
    expect((await albert.screen()).text).not.toContain('Only in bots of quality');
  });

  it('of a draft go with it to the moderators', async () => {
    await setScene(stage);
    await stage.client.chats({ type: 'channel', title: 'Gardens', username: 'gardens' });
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/orders');
    await albert.go('➕ New order', 'What shall be advertised');
    await albert.say('@gardens');
    await albert.shows('How many subscribers');
    await albert.go('100', 'How many a day');
    await albert.go('No limit', 'How much');
    await albert.go('Standard', 'New order');
    await albert.go('Options', 'where the order is shown');
    await albert.go('Topic:', 'What is the order about');
    await albert.press('Music');
    expect(buttonsOf(await albert.screen()).map(({ text }) => text)).toContain('🏷 Topic: Music');
    await albert.press('All bots');
    await albert.go('Bot quality', 'How good must the bots be');
    await albert.press('1.0');
    await albert.shows('(×1.3)');
    await albert.go('Back', 'where the order is shown');
    await albert.go('Back', 'New order');
    await albert.shows('Only in bots of quality 1.0 or better');
    await albert.press('Send to the moderators');
    await albert.shows('with the moderators');
    const page = { search: '', inArchive: false, status: null, offset: 0, limit: 5 };
    const { orders } = await stage.service.orders.list(advertiserId, page);
    expect(orders).toMatchObject([
      { theme: 'music', places: 0, minBotQuality: 1, trackUnsubscriptions: true },
    ]);
  });
});

describe('exclusions of bots from an order', () => {
  it('by the id of a bot, and by the switch of one that brought subscribers', async () => {
    const { albert, orderId } = await openRunningOrder(stage);
    const excluded = () => stage.store.exclusions.botsOfOrder(orderId);
    await albert.go('Exclusions', 'No bot has brought');
    await albert.go('By its id', 'Which bot');
    expect((await albert.say('4711')).text).toContain('not yours, or not there');
    await albert.say('555');
    await albert.shows('press one to shut it out');
    expect(await excluded()).toEqual(new Set([555]));
    await albert.press('@petras_bot');
    expect(await excluded()).toEqual(new Set());
    await albert.go('Back', 'running');
  });

  it('are not for strangers', async () => {
    const { orderId } = await openRunningOrder(stage);
    const petra = new Visitor(stage, publisherId);
    await petra.say('/start');
    for (const data of [
      `order-out:${String(orderId)}`,
      `order-ex:${String(orderId)}:555:1`,
      `order-ex-id:${String(orderId)}`,
      `opt:${String(orderId)}`,
      `opt-turn:${String(orderId)}:free`,
      `opt-theme:${String(orderId)}:music`,
    ]) {
      expect([data, (await petra.forge(data)).note]).toEqual([
        data,
        expect.stringContaining('not yours') as unknown,
      ]);
    }
    expect(await stage.store.exclusions.botsOfOrder(orderId)).toEqual(new Set());
  });
});

describe('what was found', () => {
  it('is leafed through: bots, orders and values to pick', async () => {
    await setScene(stage);
    for (let number = 1; number <= 11; number += 1) {
      const name = `Garden ${String(number)}`;
      await stage.service.bots.add(publisherId, {
        botId: 9_000 + number,
        name,
        nickname: `garden_${String(number)}_bot`,
        settings: {},
      });
    }
    const petra = new Visitor(stage, publisherId);
    await petra.say('/bots');
    await petra.go('Search', 'Which bot');
    await petra.say('garden');
    await petra.shows('Bots like “garden”: 11');
    await running.bot.stop();
    running.bot = await stage.startBot();
    await petra.press('▶️');
    const found = () =>
      petra.screen().then((screen) => buttonsOf(screen).filter(({ text }) => text.includes('@garden_')));
    expect(await found()).toHaveLength(3);
    await petra.press('◀️');
    expect(await found()).toHaveLength(8);
  });

  it('is cut between characters where it is too long', async () => {
    await openRunningOrder(stage);
    const petra = new Visitor(stage, publisherId);
    await petra.say('/bots');
    await petra.go('Search', 'Which bot');
    await petra.say(`${'x'.repeat(63)}😀`);
    await petra.shows(`Bots like “${'x'.repeat(63)}”: 0`);
  });

  it('stays while one picks among it', async () => {
    const { albert, orderId } = await openRunningOrder(stage);
    await albert.go('Targeting', 'Who should see it');
    await albert.go('Countries', 'Countries');
    await albert.go('Search', 'part of its name');
    await albert.say('land');
    await albert.shows('Like “land”');
    await albert.press('▶️');
    await albert.press('⬜️');
    expect((await albert.screen()).text).toContain('Like “land”');
    await albert.press('◀️');
    await albert.press('Poland');
    const chosen = (await stage.service.orders.info(advertiserId, orderId)).targeting.countries;
    expect(chosen).toHaveLength(2);
  });
});

describe('what can be picked', () => {
  it('has its names in the person’s language, and is found by those and by the English ones', async () => {
    await setScene(stage);
    const { orderId } = await addOrder(stage, 'gardens');
    await stage.service.accounts.setLanguage(advertiserId, 'ru');
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    const labels = async () => buttonsOf(await albert.screen()).map(({ text }) => text);
    for (const [said, name] of [
      ['поль', 'Польша'],
      ['pola', 'Польша'],
    ] as const) {
      await albert.forge(`tg-find:${String(orderId)}:countries`);
      await albert.say(said);
      await albert.shows(`«${said}»`);
      expect((await labels()).some((label) => label.includes(name))).toBe(true);
    }
    await albert.press('Польша');
    await albert.press('Назад');
    await albert.shows('Страны: Польша');
    await albert.forge(`opt-theme:${String(orderId)}`);
    expect(await labels()).toContain('Музыка');
    await albert.forge(`tg-pick:${String(orderId)}:languages:0`);
    expect((await labels()).some((label) => label.includes('русский'))).toBe(true);
  });
});

describe('the way to the figures', () => {
  it('is a link without a key into the cabinet, for each of its pages, made again on demand', async () => {
    const { albert, orderId } = await openRunningOrder(stage);
    const urls = async () =>
      buttonsOf(await albert.screen()).flatMap((button) => ('url' in button ? [new URL(button.url)] : []));
    await albert.go('Statistics', 'in your browser');
    const [first] = await urls();
    expect(first?.pathname).toBe(`/cabinet/orders/${String(orderId)}/figures`);
    expect(first?.href).not.toContain('sg_');
    const ticket = first?.hash.replace('#enter=', '') ?? '';
    expect(await stage.service.cabinet.signIn.personOf(ticket)).toMatchObject({ accountId: advertiserId });
    await albert.press('New links');
    expect((await urls())[0]?.href).not.toBe(first?.href);
    await albert.go('Back', 'running');
    await albert.say('/start');
    await albert.go('📈', 'in your browser');
    expect((await urls()).map(({ pathname }) => pathname)).toEqual([
      '/cabinet/figures/orders',
      '/cabinet/figures/bots',
    ]);
  });
});
