/**
 * A basic group with an order becomes a supergroup: the platform gives it another id and refuses the old one. The order goes
 * on, who is in stays in, and money that waits finds its way.
 */
import { beforeEach, expect, it } from 'vitest';
import { Visitor } from './operator-stage.js';
import { askForEmma, emma, meetEmma } from './emma.js';
import {
  advertiserId,
  moderator,
  openServiceStage,
  publisherId,
  type RunningBot,
  type Scene,
  type ServiceStage,
} from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

/** The emulator numbers a bot's updates from here. */
const FIRST_UPDATE = 100_001;
const UPDATES = 30;

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;
let group: { id: number; invite_link: string };
let orderId: number;

beforeEach(async () => {
  stage = await openServiceStage({ SERVICE_TIMEZONE: 'UTC', HOLD_HOURS: '24' });
  scene = await meetEmma(stage);
  bot = await stage.startBot();
  group = await stage.client.chats({ type: 'group', title: 'Neighbours', owner_id: advertiserId });
  const ours = { chat: group.id, user: `@${operatorName}`, by: advertiserId };
  await stage.client.members({ ...ours, status: 'administrator' });
  const order = { adsType: 'channel', quantityAll: 10, targeting: { languages: null } } as const;
  orderId = (await stage.service.orders.create(advertiserId, { link: group.invite_link, ...order })).orderId;
  await stage.until(async () => {
    const { resource, revision } = await info();
    if (resource.resourceId === '') return false;
    // A check may revise the order between the look and the word.
    return (await stage.service.moderation.approve(moderator.id, orderId, revision)).kind === 'decided';
  });
  return async () => {
    await bot.stop();
    await stage.close();
  };
});

const info = () => stage.service.orders.info(advertiserId, orderId);
const isCounted = async () => (await info()).quantityNow === 1;
const request = () => askForEmma(stage.service, scene);
const linkShown = async () => (await request()).sponsors?.[0]?.link ?? '';
const heldMicros = async () => (await stage.service.wallet.balance(publisherId)).heldMicros;

it('who joins after it is counted, and leaving gives the money back that is on hold', async () => {
  const link = await linkShown();
  const { id } = await stage.client.upgrade(group.id);
  await stage.client.join(emma.id, link);
  await stage.until(isCounted);
  expect(await heldMicros()).toBeGreaterThan(0n);
  await stage.client.leave(emma.id, id);
  await stage.until(async () => (await heldMicros()) === 0n);
});

it('who joined before it and leaves after it gives the money back that is on hold', async () => {
  await stage.client.join(emma.id, await linkShown());
  await stage.until(isCounted);
  expect(await heldMicros()).toBeGreaterThan(0n);
  const { id } = await stage.client.upgrade(group.id);
  await stage.client.leave(emma.id, id);
  await stage.until(async () => (await heldMicros()) === 0n);
});

it('what comes in one batch with it is understood, whatever is delivered twice', async () => {
  const link = await linkShown();
  await stage.client.hold(operatorName);
  await stage.client.upgrade(group.id);
  await stage.client.join(emma.id, link);
  await stage.client.release(operatorName);
  await stage.until(isCounted);
  const held = await heldMicros();
  const albert = new Visitor(stage, advertiserId);
  const again = Array.from({ length: UPDATES }, (_, index) => FIRST_UPDATE + index);
  const delivered = again.map((id) =>
    stage.client.redeliver(operatorName, id).then(
      () => 1,
      () => 0,
    ),
  );
  expect(Math.max(...(await Promise.all(delivered)))).toBe(1);
  // What came before is done with once a later message is answered.
  await albert.say('/start');
  expect((await info()).quantityNow).toBe(1);
  expect(await heldMicros()).toBe(held);
  expect(await stage.store.chats.movedTo(String(group.id))).not.toBeNull();
});

it('requests are answered before any update says so: the platform names the new id', async () => {
  const link = await linkShown();
  await stage.client.hold(operatorName);
  await stage.client.upgrade(group.id);
  await stage.client.join(emma.id, link);
  const asked = await stage.service.orders.problems(advertiserId, orderId);
  expect(asked).toEqual([]);
  expect((await info()).checkState).toBe('ok');
  // What reads the group alone is answered under its old id; who its members are is not.
  expect((await request()).status).toBe('ok');
  const calls = await stage.client.calls({ token: operatorToken, method: 'getChatMember' });
  expect(calls.some(({ description }) => description?.includes('upgraded'))).toBe(true);
  await stage.client.release(operatorName);
  await stage.until(isCounted);
});

it('our bot made an administrator of the supergroup again is that of the order’s chat', async () => {
  const { id } = await stage.client.upgrade(group.id);
  const ours = { chat: id, user: `@${operatorName}`, by: advertiserId } as const;
  await stage.client.members({ ...ours, status: 'member' });
  await stage.until(async () => (await info()).checkState === 'lost');
  await stage.client.members({ ...ours, status: 'administrator' });
  await stage.until(async () => (await info()).checkState === 'ok');
  expect((await info()).resource.resourceId).toBe(String(group.id));
});

it('it is one chat to who made our bot an administrator, so that no other link is taken for one into it', async () => {
  const { id } = await stage.client.upgrade(group.id);
  await stage.until(async () => (await stage.store.chats.movedTo(String(group.id))) === String(id));
  expect((await stage.service.privateChats.addedBy(advertiserId)).map(({ chatId }) => chatId)).toEqual([
    String(group.id),
  ]);
  const { invite_link: link } = await stage.client.chats({ type: 'channel', title: 'Elsewhere' });
  const another = await stage.service.orders.create(advertiserId, {
    link,
    adsType: 'channel',
    quantityAll: 10,
  });
  expect((await stage.service.orders.info(advertiserId, another.orderId)).resource.resourceId).toBe('');
});

it('its owner may choose it with the platform’s button, under the new id', async () => {
  const { id } = await stage.client.upgrade(group.id);
  await stage.until(async () => (await stage.store.chats.movedTo(String(group.id))) === String(id));
  const { privateChats } = stage.service;
  await privateChats.noteChosen(advertiserId, { chatId: String(id), title: 'Neighbours' });
  expect((await privateChats.addedBy(advertiserId)).map(({ chatId }) => chatId)).toEqual([String(group.id)]);
  await privateChats.choose(advertiserId, orderId, String(id));
  expect((await info()).resource.resourceId).toBe(String(group.id));
});
