/** Further bots of ours: orders are spread over them, each asks with its own token, and an order goes to who can check. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sayRefused } from '../../bot/checker.js';
import { createService } from '../../core/service.js';
import { askForEmma, emma, meetEmma } from './emma.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  advertiserId,
  moderator,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
} from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

const first = { token: '910:first-checker-first-checker', username: 'first_checker_bot' } as const;
const second = { token: '920:second-checker-second-checker', username: 'second_checker_bot' } as const;
const tokenOf = new Map<number | null, string>([
  [null, operatorToken],
  [910, first.token],
  [920, second.token],
]);
const nameOf = new Map<number | null, string>([
  [null, operatorName],
  [910, first.username],
  [920, second.username],
]);

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({}, { checkers: [first, second] });
  scene = await meetEmma(stage);
  bot = await stage.startBot();
});
afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const order = (orderId: number) => stage.service.orders.info(advertiserId, orderId);
const checkerOf = async (orderId: number) => (await order(orderId)).resource.checkerBotId;

const setRights = (chatId: number, checkerBotId: number | null, status: 'administrator' | 'left') =>
  stage.client.members({ chat: chatId, user: `@${nameOf.get(checkerBotId) ?? ''}`, status });

/** An order on a new public channel, where none of our bots is. */
async function makeOrder(name: string) {
  const { id: chatId } = await stage.client.chats({ type: 'channel', title: name, username: name });
  const made = await stage.service.orders.create(advertiserId, {
    link: `https://t.me/${name}`,
    adsType: 'channel',
    quantityAll: 100,
    targeting: { languages: null },
  });
  return { ...made, chatId };
}

const approve = async (orderId: number) =>
  stage.service.moderation.approve(moderator.id, orderId, (await order(orderId)).revision);

/** The same, approved, with its own bot as administrator. */
async function addOrder(name: string) {
  const made = await makeOrder(name);
  const checkerBotId = await checkerOf(made.orderId);
  await setRights(made.chatId, checkerBotId, 'administrator');
  expect(await approve(made.orderId)).toMatchObject({ kind: 'decided', order: { status: 'Processing' } });
  return { ...made, checkerBotId };
}

const ask = () => askForEmma(stage.service, scene);

const questionsBy = async (token: string) =>
  (await stage.client.calls({ token, method: 'getChatMember' })).flatMap(({ payload }) =>
    payload['user_id'] === emma.id ? [Number(payload['chat_id'])] : [],
  );

const subscribers = async (orderId: number) => (await order(orderId)).quantityNow;

const join = (chatId: number) => stage.client.members({ chat: chatId, user: emma.id, status: 'member' });

describe('new orders', () => {
  it('are spread over all bots, and their owner is told which one to add', async () => {
    const names = ['garden_one', 'garden_two', 'garden_three', 'garden_four', 'garden_five', 'garden_six'];
    const made = [];
    for (const name of names) made.push(await makeOrder(name));
    const checkers = await Promise.all(made.map(({ orderId }) => checkerOf(orderId)));
    expect(checkers).toEqual([null, 910, 920, null, 910, 920]);
    for (const [index, { remarks, botToAdd }] of made.entries()) {
      expect(botToAdd).toBe(nameOf.get(checkers[index] ?? null));
      expect(remarks.join(' ')).toContain(`Make our bot @${botToAdd} an administrator`);
    }
  });

  it('go to the bot whose token may ask more', async () => {
    const rules = {
      presentMs: 1_000,
      learn: (_: unknown, { botId, lane }: { botId: number; lane: string }) => {
        const perSecond = botId === 920 ? 90 : 30;
        return { botId, lane, perSecond, ceiling: null, limitedAtMs: 0, restUntilMs: 0 };
      },
      share: () => 1,
    };
    const report = (botId: number) => ({ botId, lane: 'membership', wanted: 1, grown: 1, limited: null });
    await stage.store.paces.exchange('test', [900, 910, 920].map(report), rules, Date.now());
    const checkers = [];
    for (const name of ['garden_one', 'garden_two', 'garden_three', 'garden_four', 'garden_five'])
      checkers.push(await checkerOf((await makeOrder(name)).orderId));
    expect(checkers).toEqual([920, 920, null, 910, 920]);
  });

  it('go to the bot that is administrator there already', async () => {
    const { id: chat } = await stage.client.chats({
      type: 'channel',
      title: 'Garden',
      username: 'garden_own',
    });
    await setRights(chat, 920, 'administrator');
    const { orderId, problems } = await stage.service.orders.create(advertiserId, {
      link: 'https://t.me/garden_own',
      adsType: 'channel',
      quantityAll: 100,
    });
    expect(problems).toEqual([]);
    expect(await checkerOf(orderId)).toBe(920);
  });

  it('are not given to a bot whose token the platform refuses, which is said without the token', async () => {
    await stage.client.revoke(first.username);
    const { store, settings, infrastructure } = stage;
    const service = createService({ store, settings, ...infrastructure });
    const made = [];
    for (const name of ['garden_one', 'garden_two', 'garden_three']) {
      const link = `https://t.me/${name}`;
      made.push(await service.orders.create(advertiserId, { link, adsType: 'channel', quantityAll: 100 }));
    }
    expect(await Promise.all(made.map(({ orderId }) => checkerOf(orderId)))).toEqual([null, 920, null]);
    await sayRefused(service, infrastructure.platform, infrastructure.log);
    const said = stage.logged.join('\n');
    expect(said).toContain('the platform refuses the token of a checker');
    expect(said).toContain('"botId":910');
    expect(said).not.toContain('first-checker');
  });

  it('stand in the operator bot with a button that adds the right bot', async () => {
    const { orderId } = await makeOrder('garden_one').then(() => makeOrder('garden_two'));
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/orders');
    const card = await albert.go(`#${String(orderId)}`, `@${first.username}`);
    const urls = buttonsOf(card).flatMap((each) => ('url' in each ? [each.url] : []));
    for (const where of ['startchannel', 'startgroup'])
      expect(urls).toContain(`https://t.me/${first.username}?${where}&admin=manage_chat+invite_users`);
  });
});

describe('running orders', () => {
  it('are asked about by their own bot alone, and joins are told to it alone', async () => {
    const orders = [];
    for (const name of ['garden_one', 'garden_two', 'garden_three']) orders.push(await addOrder(name));
    expect((await ask()).sponsors).toHaveLength(3);
    for (const { chatId, checkerBotId } of orders) {
      for (const [id, token] of tokenOf) {
        const asked = (await questionsBy(token)).filter((chat) => chat === chatId);
        expect(asked.length, `${String(id)} about ${String(checkerBotId)}`).toBe(id === checkerBotId ? 1 : 0);
      }
    }
    for (const { chatId, orderId } of orders) {
      await join(chatId);
      await stage.until(async () => (await subscribers(orderId)) === 1);
    }
  });

  it('go to another bot of ours that is administrator there when their own loses its rights, and nothing is lost', async () => {
    await makeOrder('garden_one');
    const { chatId, orderId, checkerBotId } = await addOrder('garden_two');
    expect(checkerBotId).toBe(910);
    await setRights(chatId, 920, 'administrator');
    await setRights(chatId, 910, 'left');
    await stage.until(async () => (await checkerOf(orderId)) === 920);
    expect(await order(orderId)).toMatchObject({ checkState: 'ok', status: 'Processing' });
    expect(stage.logged.join('\n')).toContain('another bot of ours checks an order');
    await ask();
    expect(await questionsBy(second.token)).toContain(chatId);
    expect(await questionsBy(first.token)).toEqual([]);
    await join(chatId);
    await stage.until(async () => (await subscribers(orderId)) === 1);
    const told = (await stage.client.messages(advertiserId, operatorName)).map(({ text = '' }) => text);
    expect(told.filter((text) => text.includes('is not shown'))).toEqual([]);
  });

  it('stand still where none is left, until any bot of ours is administrator', async () => {
    await makeOrder('garden_one');
    const { chatId, orderId } = await addOrder('garden_two');
    await setRights(chatId, 910, 'left');
    await stage.until(async () => (await order(orderId)).checkState === 'lost');
    expect((await ask()).sponsors ?? []).toEqual([]);
    await setRights(chatId, null, 'administrator');
    await stage.until(async () => (await order(orderId)).checkState === 'ok');
    expect(await checkerOf(orderId)).toBeNull();
  });

  it('of a token that the platform refuses go to another that is administrator, at the first question', async () => {
    await makeOrder('garden_one');
    const { chatId, orderId } = await addOrder('garden_two');
    await setRights(chatId, null, 'administrator');
    await stage.client.revoke(first.username);
    await ask();
    await stage.until(async () => (await checkerOf(orderId)) === null);
    expect((await order(orderId)).checkState).toBe('ok');
  });

  it('of a bot that has gone from the settings go to another that is administrator, or stand still', async () => {
    await makeOrder('garden_one');
    const moved = await addOrder('garden_two');
    const stays = await addOrder('garden_three');
    await setRights(moved.chatId, 920, 'administrator');
    expect([moved.checkerBotId, stays.checkerBotId]).toEqual([910, 920]);
    await setRights(moved.chatId, null, 'administrator');
    const { store, settings, infrastructure } = stage;
    const alone = createService({ store, settings: { ...settings, CHECKER_TOKENS: [] }, ...infrastructure });
    await alone.membership.sweep();
    expect(await checkerOf(moved.orderId)).toBeNull();
    expect(await order(moved.orderId)).toMatchObject({ checkState: 'ok' });
    expect(await order(stays.orderId)).toMatchObject({ checkState: 'lost' });
    await alone.membership.rights(stays.chatId, true);
    expect(await order(stays.orderId)).toMatchObject({ checkState: 'ok', resource: { checkerBotId: null } });
  });

  it('go there, too, when their owner changes them just then', async () => {
    await makeOrder('garden_one');
    const { orderId, chatId } = await addOrder('garden_two');
    await setRights(chatId, null, 'administrator');
    const { store, settings, infrastructure } = stage;
    const asked: string[] = [];
    const platform: typeof infrastructure.platform = {
      ...infrastructure.platform,
      chat: async (token, chat, options) => {
        if (chat === chatId && asked.push(token) === 1)
          await stage.service.orders.update(advertiserId, orderId, { name: 'Renamed' });
        return infrastructure.platform.chat(token, chat, options);
      },
    };
    const states = vi.spyOn(store.orders, 'setCheckState');
    const alone = { store, settings: { ...settings, CHECKER_TOKENS: [] }, ...infrastructure, platform };
    await createService(alone).membership.sweep();
    expect(asked.length).toBeGreaterThan(1);
    expect(states).not.toHaveBeenCalledWith(
      String(chatId),
      910,
      'lost',
      expect.anything(),
      expect.anything(),
    );
    expect(await order(orderId)).toMatchObject({
      name: 'Renamed',
      checkState: 'ok',
      resource: { checkerBotId: null },
    });
  });
});

describe('what two bots of ours in one chat are told', () => {
  it('counts once, and either of them may tell the next', async () => {
    await makeOrder('garden_one');
    const { chatId, orderId } = await addOrder('garden_two');
    // Updates of the operator bot are counted from elsewhere: many have come to it before.
    for (let count = 0; count < 5; count += 1) await stage.client.say(advertiserId, operatorName, '/start');
    await setRights(chatId, null, 'administrator');
    await ask();
    await join(chatId);
    await stage.until(async () => (await subscribers(orderId)) === 1);
    await stage.client.hold(operatorName);
    await stage.client.leave(emma.id, chatId);
    const stateOf = async () =>
      (await stage.store.memberships.known(emma.id, [String(chatId)])).get(String(chatId));
    await stage.until(async () => (await stateOf())?.state === 'out');
    const before = await stateOf();
    await stage.client.release(operatorName);
    await stage.client.say(advertiserId, operatorName, '/start');
    await stage.client.waitForMessage(advertiserId, operatorName, () => true);
    expect(await stateOf()).toEqual(before);
    expect(await subscribers(orderId)).toBe(1);
  });
});
