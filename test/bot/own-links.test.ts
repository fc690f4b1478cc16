/** Own invite links: who joins by a bot's link comes from that bot. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createService, type Service } from '../../core/service.js';
import { Visitor } from './operator-stage.js';
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
import { operatorName, operatorToken } from './stage.js';

const otto = { id: 303, first_name: 'Otto', language_code: 'en' } as const;
const SECOND_TOKEN = '556:second-token-second-token-second';
/** A link is used ten seconds after it was made: so long ago it must have been. */
const AGO_MS = -11_000;

let stage: ServiceStage;
let botId: number;
let secondId: number;
let order: { chatId: number; orderId: number; link: string };
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({ SERVICE_TIMEZONE: 'UTC' });
  ({ botId } = await setScene(stage, { getLinks: true }));
  await stage.client.bots({ token: SECOND_TOKEN, username: 'second_bot', first_name: 'Second' });
  const settings = { getLinks: true };
  ({
    bot: { botId: secondId },
  } = await stage.service.bots.add(publisherId, { token: SECOND_TOKEN, settings }));
  for (const user of [emma, otto]) {
    await stage.client.users(user);
    for (const name of ['petras_bot', 'second_bot']) await stage.client.say(user.id, name, '/start');
  }
  order = await addOrder(stage, 'gardening_one');
  await stage.service.orders.update(advertiserId, order.orderId, { ownLinks: true });
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

/** The same service as it is some time later, or was before. */
function later(ms: number): Service {
  const { store, settings, infrastructure } = stage;
  return createService({ store, settings, ...infrastructure, clock: { now: () => Date.now() + ms } });
}

async function linkFor(userId: number, inBot = botId, service = stage.service): Promise<string | undefined> {
  const { sponsors } = await service.sponsors.request(inBot, {
    chatId: userId,
    user: { userId, firstName: 'Somebody', languageCode: 'en' },
    action: 'subscribe',
    excludeResourceIds: [],
    excludeOrderIds: [],
  });
  await service.contacts.idle();
  return sponsors?.[0]?.link;
}

const made = () => stage.client.calls({ token: operatorToken, method: 'createChatInviteLink' });

/** The first list of a bot wants a link, and the next step of the bot process makes it. */
async function makeLink(userId = 999, service = later(AGO_MS)): Promise<void> {
  await linkFor(userId, botId, service);
  await stage.until(async () => (await service.maintenance.ownLinks()) > 0);
}

it('a bot gets one when it first shows the order, named after it, for lists made from then on', async () => {
  await makeLink(emma.id);
  const [call, ...more] = await made();
  expect(call?.payload).toMatchObject({ chat_id: order.chatId, name: 'petras_bot' });
  expect(await linkFor(emma.id), 'a pinned list keeps its link').toBe(order.link);
  const own = await linkFor(otto.id);
  expect(own).toMatch(/^https:\/\/t\.me\/\+/);
  expect(await linkFor(otto.id)).toBe(own);
  expect(await linkFor(otto.id, secondId), 'it is not the other bot’s').toBe(order.link);
  expect(more).toEqual([]);
});

it('both links are found by /get-user-subscriptions', async () => {
  await makeLink(otto.id);
  const own = await linkFor(emma.id);
  for (const [userId, link] of [
    [emma.id, own],
    [emma.id, order.link],
    [otto.id, own],
    [otto.id, order.link],
  ] as const) {
    const query = { userId, links: [link ?? ''], orderIds: [] };
    expect(await stage.service.sponsors.subscriptions(botId, query)).toMatchObject([
      { orderId: order.orderId },
    ]);
  }
});

it('who joins by it comes from its bot, though another has shown the order later', async () => {
  await makeLink();
  const own = await linkFor(emma.id, botId, later(-1_000));
  await linkFor(emma.id, secondId);
  await stage.client.join(emma.id, own ?? '');
  await stage.until(
    async () => (await stage.service.orders.info(advertiserId, order.orderId)).quantityNow === 1,
  );
  const key = String(order.chatId);
  expect((await stage.store.memberships.known(emma.id, [key])).get(key)?.join).toMatchObject({
    byBotId: botId,
  });
  expect(await broughtBy()).toEqual([botId]);
});

it('and who joins by the order’s link comes from the bot that showed it last', async () => {
  await makeLink();
  await linkFor(emma.id, botId, later(-1_000));
  await linkFor(emma.id, secondId);
  await stage.client.join(emma.id, order.link);
  await stage.until(
    async () => (await stage.service.orders.info(advertiserId, order.orderId)).quantityNow === 1,
  );
  expect(await broughtBy()).toEqual([secondId]);
});

async function broughtBy(): Promise<number[]> {
  const range = { fromMs: 0, toMs: Date.now() + 86_400_000 };
  const rows = await stage.store.subscriptions.page(order.orderId, range, null, 10);
  return rows.map((row) => row.botId);
}

it('is tried again, ever later, where our bot may not invite', async () => {
  const rights = { can_invite_users: false };
  const administrator = { chat: order.chatId, user: `@${operatorName}`, status: 'administrator' } as const;
  await stage.client.members({ ...administrator, rights });
  await makeLink(emma.id, stage.service);
  expect((await made()).map(({ ok }) => ok)).toEqual([false]);
  expect(await stage.service.maintenance.ownLinks()).toBe(0);
  expect(await later(29_000).maintenance.ownLinks()).toBe(0);
  expect(await later(31_000).maintenance.ownLinks()).toBe(1);
  expect(await later(62_000).maintenance.ownLinks()).toBe(0);
  await stage.client.members({ ...administrator });
  expect(await later(95_000).maintenance.ownLinks()).toBe(1);
  expect((await made()).map(({ ok }) => ok)).toEqual([false, false, true]);
});

it('is dead once our bot may not invite any more, and followed by another when it may', async () => {
  await makeLink();
  const own = await linkFor(emma.id);
  expect(own).not.toBe(order.link);
  const administrator = { chat: order.chatId, user: `@${operatorName}`, status: 'administrator' } as const;
  await stage.client.members({ ...administrator, rights: { can_invite_users: false } });
  await expect(stage.client.join(emma.id, own ?? '')).rejects.toThrow('revoked');
  await stage.until(async () => (await linkFor(emma.id)) === order.link);
  await stage.client.members({ ...administrator });
  // It may have been revoked by hand: the platform is asked to, and says that it is over.
  expect(await stage.service.maintenance.ownLinks()).toBe(1);
  await makeLink(998, later(0));
  const calls = await made();
  expect(calls.map(({ ok }) => ok)).toEqual([true, true]);
});

it('is revoked when the order is archived; restored, the order gets another', async () => {
  await makeLink();
  const own = await linkFor(emma.id);
  await stage.service.orders.update(advertiserId, order.orderId, { inArchive: true });
  expect(await stage.service.maintenance.ownLinks()).toBe(1);
  const [call] = await stage.client.calls({ token: operatorToken, method: 'revokeChatInviteLink' });
  expect(call).toMatchObject({ ok: true, payload: { chat_id: order.chatId, invite_link: own } });
  await expect(stage.client.join(emma.id, own ?? '')).rejects.toThrow('revoked');
  // Who joined by it just before may be told of late.
  expect(await stage.store.inviteLinks.ownerOf(own ?? '')).toMatchObject({ botId });
  await stage.service.orders.update(advertiserId, order.orderId, { inArchive: false });
  expect(await linkFor(otto.id)).toBe(order.link);
  await makeLink(998, later(0));
  expect((await made()).map(({ ok }) => ok)).toEqual([true, true]);
});

it('is asked for with requests where the channel takes them', async () => {
  const { id } = await stage.client.chats({
    type: 'supergroup',
    title: 'Club',
    username: 'club_one',
    join_requests: true,
  });
  await stage.client.members({ chat: id, user: `@${operatorName}`, status: 'administrator' });
  const { orderId } = await stage.service.orders.create(advertiserId, {
    link: 'https://t.me/club_one',
    adsType: 'channel',
    quantityAll: 10,
    ownLinks: true,
    targeting: { languages: null },
  });
  const { revision } = await stage.service.orders.info(advertiserId, orderId);
  await stage.service.moderation.approve(901, orderId, revision);
  await makeLink();
  await stage.until(async () => (await stage.service.maintenance.ownLinks()) === 0);
  const ofClub = (await made()).find(({ payload }) => payload['chat_id'] === id);
  expect(ofClub?.payload).toMatchObject({ creates_join_request: true });
});

it('an order without the option asks for none', async () => {
  await stage.service.orders.update(advertiserId, order.orderId, { ownLinks: false });
  expect(await linkFor(emma.id)).toBe(order.link);
  expect(await stage.service.maintenance.ownLinks()).toBe(0);
  expect(await made()).toEqual([]);
});

it('is switched on and off among the options of an order, with a line of help', async () => {
  const albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  await stage.service.orders.update(advertiserId, order.orderId, { ownLinks: false });
  await albert.forge(`opt:${String(order.orderId)}`);
  const screen = await albert.shows('each bot shows its own invite link');
  await albert.press('A separate invite link for each bot', screen);
  expect((await stage.service.orders.info(advertiserId, order.orderId)).ownLinks).toBe(true);
});

it('an untrusted bot gets none: it would take the place of a bot whose link proves something', async () => {
  const plain = { botId: 7_777, name: 'Plain', username: 'plain_one_bot' };
  await stage.service.bots.add(publisherId, {
    ...plain,
    nickname: plain.username,
    settings: { getLinks: true },
  });
  expect(await linkFor(emma.id, plain.botId, later(AGO_MS))).toBe(order.link);
  await makeLink(otto.id);
  expect((await made()).map(({ payload }) => (payload as { name: string }).name)).toEqual(['petras_bot']);
});
