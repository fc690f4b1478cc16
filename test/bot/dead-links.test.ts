/**
 * Links into private chats that let nobody in any more: ours is made again; where our bot may not invite any more, the order
 * is paused until it may.
 */
import { Api } from 'grammy';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createService, type Service } from '../../core/service.js';
import { admin, stubAdminEnvironment } from './admin-stage.js';
import { askForEmma, emma, meetEmma } from './emma.js';
import { Visitor } from './operator-stage.js';
import { advertiserId, botBeforeEach, moderator, type Scene, type ServiceStage } from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

const HOUR_MS = 3_600_000;

let stage: ServiceStage;
let scene: Scene;
let chatId: number;
let orderId: number;
botBeforeEach(
  (begun) => {
    stage = begun;
  },
  { SERVICE_TIMEZONE: 'UTC' },
);

beforeEach(async () => {
  scene = await meetEmma(stage);
  const chat = await stage.client.chats({ type: 'channel', title: 'Secret' });
  chatId = chat.id;
  const order = { adsType: 'channel', quantityAll: 10, targeting: { languages: null } } as const;
  orderId = (await stage.service.orders.create(advertiserId, { link: chat.invite_link, ...order })).orderId;
  await setBot({ can_invite_users: true });
  await stage.until(async () => (await info()).resource.inviteLink !== '');
  await approve();
});

/** Our own look at the channel may change the order at the same moment. */
const approve = () =>
  stage.until(async () => {
    const outcome = await stage.service.moderation.approve(moderator.id, orderId, (await info()).revision);
    return outcome.kind === 'decided';
  });

const info = () => stage.service.orders.info(advertiserId, orderId);
const pause = async () => (await info()).pauseReason;
const setBot = (rights: Record<string, boolean>) =>
  stage.client.members({
    chat: chatId,
    user: `@${operatorName}`,
    status: 'administrator',
    by: advertiserId,
    rights,
  });
const ask = () => askForEmma(stage.service, scene);
const linkShown = async () => (await ask()).sponsors?.[0]?.link ?? '';

/** The same service as it is some time later. */
function later(ms: number): Service {
  const { store, settings, infrastructure } = stage;
  return createService({ store, settings, ...infrastructure, clock: { now: () => Date.now() + ms } });
}

describe('our link that the owner of the chat revoked', () => {
  it('is followed by another within the hour; who has it in their list sees that one, and is counted', async () => {
    const dead = await linkShown();
    await stage.client.chats({ id: chatId, revokes: dead });
    await expect(stage.client.join(emma.id, dead)).rejects.toThrow('revoked');
    expect(await later(HOUR_MS).maintenance.resolveLinks()).toBe(1);
    expect(await pause()).toBe(null);
    const link = await linkShown();
    expect(link).not.toBe(dead);
    expect(await stage.client.join(emma.id, link)).toBe('member');
    await stage.until(async () => (await info()).quantityNow === 1);
  });

  it('is one that works while the platform says nothing else', async () => {
    const link = await linkShown();
    const made = () => stage.client.calls({ token: operatorToken, method: 'createChatInviteLink' });
    // Who look at a channel at once make a link each, of which one is kept.
    const before = await made();
    await stage.client.faults({ token: operatorToken, method: 'editChatInviteLink', kind: '500', times: 3 });
    expect(await later(HOUR_MS).maintenance.resolveLinks()).toBe(1);
    expect(await pause()).toBe(null);
    expect(await linkShown()).toBe(link);
    await later(2 * HOUR_MS).maintenance.resolveLinks();
    expect(await linkShown()).toBe(link);
    expect(await made()).toHaveLength(before.length);
  });
});

describe('the advertiser’s own link, which is another administrator’s', () => {
  const token = '557:other-token-other-token-other-token';
  const visitor = { id: 309, first_name: 'Vera' } as const;
  let api: Api;
  let own: string;

  /** An order for another private chat, whose link a bot of the advertiser's made. */
  beforeEach(async () => {
    const { client, service } = stage;
    await client.users(visitor);
    await client.bots({ token, username: 'other_bot', first_name: 'Other' });
    api = new Api(token, { apiRoot: stage.emulator.url });
    chatId = (await client.chats({ type: 'channel', title: 'Hidden' })).id;
    await client.members({ chat: chatId, user: '@other_bot', status: 'administrator' });
    own = (await api.createChatInviteLink(chatId)).invite_link;
    await service.orders.update(advertiserId, orderId, { isOn: false });
    const order = { adsType: 'channel', quantityAll: 10, targeting: { languages: null } } as const;
    orderId = (await service.orders.create(advertiserId, { link: own, ...order })).orderId;
    await setBot({ can_invite_users: true });
    await stage.until(async () => (await info()).resource.inviteLink !== '');
    await approve();
  });

  it.each([
    ['is revoked', () => api.revokeChatInviteLink(chatId, own), 'revoked'],
    [
      'is full',
      async () => {
        await stage.client.join(moderator.id, own);
        await api.editChatInviteLink(chatId, own, { member_limit: 1 });
      },
      'used up',
    ],
    [
      'has expired',
      async () => {
        const now = Date.now.bind(Date);
        await api.editChatInviteLink(chatId, own, { expire_date: Math.floor(now() / 1_000) + 5 });
        const aheadMs = 10_000 + now() - performance.now();
        vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(performance.now() + aheadMs));
      },
      'expired',
    ],
    [
      'asks for approval now',
      () => api.editChatInviteLink(chatId, own, { creates_join_request: true }),
      'requested',
    ],
  ])('that %s holds nobody: users see ours', async (_, end, outcome) => {
    await end();
    const tried = await stage.client.join(visitor.id, own).catch((error: unknown) => String(error));
    expect(tried).toContain(outcome);
    const link = await linkShown();
    expect(link).not.toBe(own);
    expect(await stage.client.join(emma.id, link)).toBe('member');
    await stage.until(async () => (await info()).quantityNow === 1);
    expect(await pause()).toBe(null);
  });
});

describe('where our bot may not invite any more', () => {
  it('the order is paused at once, its owner reads what to do, and it goes on by itself', async () => {
    const [albert, mira] = [new Visitor(stage, advertiserId), new Visitor(stage, moderator.id)];
    await Promise.all([albert.say('/start'), mira.say('/start')]);
    const dead = await linkShown();
    await setBot({ can_post_messages: true });
    await albert.shows('Give the bot the right to invite users again');
    await mira.shows('The service has paused order');
    expect(await pause()).toBe('link_dead');
    expect((await info()).checkState).toBe('ok');
    // Who has it pinned is let through.
    expect(await ask()).toMatchObject({ status: 'ok' });
    stubAdminEnvironment(stage);
    expect(await admin('orders', '--user', String(advertiserId))).toContain('may not invite');
    const { moderation } = stage.service;
    expect(await moderation.resume(moderator.id, orderId)).toMatchObject({ kind: 'still_moved' });
    await setBot({ can_invite_users: true });
    await stage.until(async () => (await pause()) === null);
    await albert.shows('” goes on');
    const link = await linkShown();
    expect(link).not.toBe(dead);
    expect(await stage.client.join(emma.id, link)).toBe('member');
  });

  it('it is found out within the hour where no update says so', async () => {
    const bot = { chat: chatId, user: `@${operatorName}` } as const;
    await stage.client.hold(operatorName);
    await setBot({ can_post_messages: true });
    expect(await later(HOUR_MS).maintenance.resolveLinks()).toBe(1);
    expect(await pause()).toBe('link_dead');
    await setBot({ can_invite_users: true });
    expect(await later(2 * HOUR_MS).maintenance.resolveLinks()).toBe(1);
    expect(await pause()).toBe(null);
    // Without any rights it is the check that is lost.
    await stage.client.members({ ...bot, status: 'member' });
    expect(await later(3 * HOUR_MS).maintenance.resolveLinks()).toBe(1);
    expect(await pause()).toBe(null);
    await stage.client.release(operatorName);
    await stage.until(async () => (await info()).checkState === 'lost');
    expect(await pause()).toBe(null);
  });
});
