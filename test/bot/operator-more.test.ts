/** Smaller manners of the operator bot: names that change, sponsors out of all bots, what is found in the archive. */
import { expect, it, vi } from 'vitest';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  botBeforeEach,
  moderator,
  openServiceStage,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';

interface Offer {
  scope?: { chat_id: number };
  commands: { command: string; description: string }[];
}

const offerOf = (payload: unknown) => payload as Offer;

let stage: ServiceStage;
const running = botBeforeEach(
  (opened) => {
    stage = opened;
  },
  { BOTS_PER_HOUR: '20' },
);

const labels = async (visitor: Visitor) => buttonsOf(await visitor.screen()).map(({ text }) => text);

it('those who moderate or administer find their commands in the menu, in their own language, others do not', async () => {
  await running.bot.stop();
  await stage.close();
  stage = await openServiceStage({ ADMIN_IDS: String(publisherId) });
  await setScene(stage);
  running.bot = await stage.startBot();
  const petra = new Visitor(stage, publisherId);
  const offered = async () => {
    const calls = await stage.client.calls({ method: 'setMyCommands' });
    const payloads = calls.map(({ payload }) => offerOf(payload)).filter(({ scope }) => scope !== undefined);
    return payloads.map(({ scope, commands }) => ({
      chat: scope?.chat_id,
      first: `${commands[0]?.command ?? ''}: ${commands[0]?.description ?? ''}`,
      count: commands.length,
    }));
  };
  // At the start of the bot: of whom it knows; the moderator has no chat with it, and is passed over.
  const administrator = { chat: publisherId, first: 'payouts: Withdrawals that wait', count: 11 };
  expect(await offered()).toContainEqual(administrator);
  await petra.say('/start');
  await petra.forge('speak:ru');
  await petra.shows('Доступно');
  const mira = new Visitor(stage, moderator.id);
  await mira.say('/start');
  await new Visitor(stage, advertiserId).say('/start');
  await stage.client.waitForCall(
    { method: 'setMyCommands' },
    ({ payload }) => offerOf(payload).scope?.chat_id === moderator.id,
  );
  expect(await offered()).toEqual(
    expect.arrayContaining([
      { chat: publisherId, first: 'payouts: Выводы, которые ждут решения', count: 11 },
      { chat: moderator.id, first: 'queue: Orders that wait for moderators', count: 11 },
    ]),
  );
  expect((await offered()).some(({ chat }) => chat === advertiserId)).toBe(false);
});

it('a name that has changed is known as soon as its person comes back, and written once', async () => {
  await setScene(stage);
  const renames = vi.spyOn(stage.store.accounts, 'setName');
  const petra = new Visitor(stage, publisherId);
  expect((await petra.say('/start')).text).toContain('Petra');
  renames.mockClear();
  await petra.say('/wallet');
  await petra.say('/bots');
  expect(renames).not.toHaveBeenCalled();
  await stage.client.users({
    id: publisherId,
    first_name: 'Petronella',
    username: 'nella',
    language_code: 'en',
  });
  expect((await petra.say('/start')).text).toContain('Petronella');
  await petra.say('/wallet');
  expect(renames).toHaveBeenCalledOnce();
  const { accounts } = await stage.service.accounts.list({ search: 'NELLA', offset: 0, limit: 5 });
  expect(accounts).toMatchObject([{ accountId: publisherId, firstName: 'Petronella', username: 'nella' }]);
});

it('a sponsor is shut out of all one’s bots at once, and let in again', async () => {
  const { botId } = await setScene(stage);
  const { orderId } = await addOrder(stage, 'gardens');
  const second = await stage.service.bots.add(publisherId, {
    botId: 556,
    name: 'Second',
    nickname: 'second_bot',
    settings: {},
  });
  const petra = new Visitor(stage, publisherId);
  await petra.say('/start');
  const toggle = { context: 'publisher', isExcluded: true, orderId, botId } as const;
  await stage.service.exclusions.toggle(publisherId, toggle);
  const excluded = async (id: number) => (await stage.store.exclusions.ofBot(id, publisherId)).has(orderId);
  expect([await excluded(botId), await excluded(second.bot.botId)]).toEqual([true, false]);

  await petra.forge(`bot-out:${String(botId)}`);
  await petra.shows('Exclusions');
  expect(await labels(petra)).toContain('🚫 t.me/gardens · 0');
  await petra.press('🌐 Out of all');
  expect(await labels(petra)).toContain('🌐🚫 t.me/gardens · 0');
  expect([await excluded(botId), await excluded(second.bot.botId)]).toEqual([true, true]);
  // One that is added later is no exception.
  await stage.service.bots.add(publisherId, {
    botId: 557,
    name: 'Third',
    nickname: 'third_bot',
    settings: {},
  });
  expect(await excluded(557)).toBe(true);

  await petra.press('🌐🚫');
  // What was shut out of this very bot before stays so.
  expect(await labels(petra)).toContain('🚫 t.me/gardens · 0');
  expect([await excluded(botId), await excluded(second.bot.botId)]).toEqual([true, false]);
  await petra.press('🚫 t.me/gardens');
  expect(await excluded(botId)).toBe(false);
});

it('a search finds what is in the archive, after the rest and marked, page by page', async () => {
  await setScene(stage);
  const { bots, orders } = stage.service;
  for (let at = 0; at < 10; at++) {
    const botId = 9_000 + at;
    await bots.add(publisherId, {
      botId,
      name: `Rose ${String(at)}`,
      nickname: `rose_${String(at)}`,
      settings: {},
    });
    if (at % 2 === 1) await bots.update(publisherId, botId, { settings: {}, inArchive: true });
  }
  const petra = new Visitor(stage, publisherId);
  await petra.say('/start');
  await petra.forge('bot-search');
  await petra.shows('Write');
  expect((await petra.say('rose')).text).toContain('10');
  const isMarked = (text: string) => /^\S+ Rose/.test(text);
  const first = (await labels(petra)).filter(isMarked);
  expect(first.map((text) => text.startsWith('📦'))).toEqual([
    ...Array<boolean>(5).fill(false),
    true,
    true,
    true,
  ]);
  await petra.press('▶️');
  const all = [...first, ...(await labels(petra)).filter(isMarked)];
  expect(new Set(all.map((text) => text.slice(2).trim())).size).toBe(10);

  for (const name of ['tulips', 'tulips_old']) {
    const { orderId } = await orders.create(advertiserId, {
      link: `https://t.me/${name}`,
      adsType: 'channel',
      name,
      quantityAll: 50,
    });
    if (name === 'tulips_old') await orders.update(advertiserId, orderId, { inArchive: true });
  }
  const albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  await albert.forge('order-search');
  await albert.shows('Write');
  expect((await albert.say('tulip')).text).toContain('2');
  const found = (await labels(albert)).filter((text) => text.includes('tulips'));
  expect(found).toEqual([expect.stringMatching(/^🕓.*tulips ·/), expect.stringMatching(/^📦.*tulips_old ·/)]);
  // A whole link finds the archived one, too.
  await albert.forge('order-search');
  await albert.shows('Write');
  expect((await albert.say('t.me/tulips_old')).text).toContain('1');
  // The lists themselves are as they were.
  const page = { search: 'tulips', inArchive: false, status: null, offset: 0, limit: 9 };
  expect((await orders.list(advertiserId, page)).total).toBe(1);
});
