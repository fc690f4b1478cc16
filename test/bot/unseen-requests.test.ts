/**
 * Orders on groups where users ask to be let in: the platform reports requests only to administrators who may invite users.
 * Without that right a user who asked would be asked for the same again, for ever.
 */
import { beforeEach, expect, it } from 'vitest';
import { askForEmma, emma, meetEmma } from './emma.js';
import { advertiserId, botBeforeEach, moderator, type Scene, type ServiceStage } from './service-stage.js';
import { operatorName } from './stage.js';

const canInvite = { can_invite_users: true };
const cannotInvite = { can_restrict_members: true };

let stage: ServiceStage;
let scene: Scene;
let groupId: number;
let orderId: number;

botBeforeEach((begun) => {
  stage = begun;
});

beforeEach(async () => {
  scene = await meetEmma(stage);
  const group = {
    type: 'supergroup',
    title: 'Club',
    username: 'club_by_request',
    join_requests: true,
  } as const;
  groupId = (await stage.client.chats(group)).id;
  await giveRights(cannotInvite);
  const link = 'https://t.me/club_by_request';
  const input = { link, adsType: 'channel', quantityAll: 10, targeting: { languages: null } } as const;
  orderId = (await stage.service.orders.create(advertiserId, input)).orderId;
});

const giveRights = (rights: Record<string, boolean>) =>
  stage.client.members({
    chat: groupId,
    user: `@${operatorName}`,
    status: 'administrator',
    by: advertiserId,
    rights,
  });
const info = () => stage.service.orders.info(advertiserId, orderId);
const approve = async () => stage.service.moderation.approve(moderator.id, orderId, (await info()).revision);
const isPausedAs = (reason: string | null) => stage.until(async () => (await info()).pauseReason === reason);
const request = () => askForEmma(stage.service, scene);

it('one is not approved before our bot sees who asks', async () => {
  expect(await approve()).toMatchObject({ kind: 'missing_rights', missing: ['cannot_invite'] });
  await giveRights(canInvite);
  expect(await approve()).toMatchObject({ kind: 'decided' });
  expect((await request()).status).toBe('warning');
  expect(await stage.client.join(emma.id, '@club_by_request')).toBe('requested');
  await stage.until(async () => (await info()).quantityNow === 1);
  expect((await request()).status).toBe('ok');
});

it('one is paused while our bot does not see who asks, and users are let through', async () => {
  await giveRights(canInvite);
  expect(await approve()).toMatchObject({ kind: 'decided' });
  expect((await request()).status).toBe('warning');
  await giveRights(cannotInvite);
  await isPausedAs('link_dead');
  expect(await stage.client.join(emma.id, '@club_by_request')).toBe('requested');
  expect((await request()).status).toBe('ok');
  await giveRights(canInvite);
  await isPausedAs(null);
});
