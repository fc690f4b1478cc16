/** The emulated platform: whose invite links a bot sees, and when they die. */
import { beforeEach, expect, test } from 'vitest';
import { PlatformClient } from '../../emulator/client.js';
import { createPlatform } from '../../emulator/platform.js';
import { Api } from 'grammy';
import { ann, refusal, token, updatesOf, usePlatform } from './stage.js';

const stage = usePlatform();
const watched = ['chat_member', 'chat_join_request'] as const;
let chat: { id: number; invite_link: string };

beforeEach(async () => {
  chat = await stage.client.chats({ type: 'channel', title: 'News' });
  for (const user of [100, 200]) await stage.client.members({ chat: chat.id, user, status: 'administrator' });
  for (const api of [stage.api, stage.otherApi]) await api.getUpdates({ allowed_updates: watched });
});

const primaryOf = async (api: Api): Promise<string> => {
  const { invite_link: link } = (await api.getChat(chat.id)) as { invite_link?: string };
  return link ?? '';
};
const linkSeenBy = async (api: Api): Promise<string> => {
  const updates = await updatesOf(api);
  const last = updates.at(-1);
  return (last?.chat_member ?? last?.chat_join_request)?.invite_link?.invite_link ?? '';
};

test('each administrator has a primary link, which no other sees and which stays', async () => {
  const [mine, other] = [await primaryOf(stage.api), await primaryOf(stage.otherApi)];
  expect(new Set([mine, other, chat.invite_link]).size).toBe(3);
  expect(await primaryOf(stage.api)).toBe(mine);
  const exported = await stage.api.exportChatInviteLink(chat.id);
  expect(await primaryOf(stage.api)).toBe(exported);
  expect(await primaryOf(stage.otherApi)).toBe(other);
  await expect(stage.client.join(ann, mine)).rejects.toThrow('revoked');
  expect(await stage.client.join(ann, other)).toBe('member');
});

test('a primary link that is revoked is followed by another', async () => {
  const first = await primaryOf(stage.api);
  await stage.api.revokeChatInviteLink(chat.id, first);
  expect(await primaryOf(stage.api)).not.toBe(first);
});

test('a bot that may not invite is shown no link', async () => {
  const rights = { can_invite_users: false };
  await stage.client.members({ chat: chat.id, user: 100, status: 'administrator', rights });
  expect(await primaryOf(stage.api)).toBe('');
});

test('of a link of another administrator updates show the first half', async () => {
  const { invite_link: link } = await stage.api.createChatInviteLink(chat.id);
  await stage.client.join(ann, link);
  expect(await linkSeenBy(stage.api)).toBe(link);
  const seen = await linkSeenBy(stage.otherApi);
  expect(seen).toMatch(/^https:\/\/t\.me\/\+[\w-]{8}…$/);
  expect(link.startsWith(seen.slice(0, -1))).toBe(true);
});

test('so it is of the owner’s link, and of one by which people ask to join', async () => {
  const half = (link: string): string => `${link.slice(0, -8)}…`;
  await stage.client.join(ann, chat.invite_link);
  expect(await linkSeenBy(stage.api)).toBe(half(chat.invite_link));
  await stage.client.leave(ann, chat.id);
  const asking = await stage.otherApi.createChatInviteLink(chat.id, { creates_join_request: true });
  await stage.client.join(ann, asking.invite_link);
  expect(await linkSeenBy(stage.api)).toBe(half(asking.invite_link));
  expect(await linkSeenBy(stage.otherApi)).toBe(asking.invite_link);
});

test('the links of a bot that may not invite any more are dead, also once it may again', async () => {
  const { invite_link: link } = await stage.api.createChatInviteLink(chat.id);
  const rights = { can_invite_users: false };
  await stage.client.members({ chat: chat.id, user: 100, status: 'administrator', rights });
  await stage.client.members({ chat: chat.id, user: 100, status: 'administrator' });
  await expect(stage.client.join(ann, link)).rejects.toThrow('revoked');
  expect(await stage.client.join(ann, (await stage.api.createChatInviteLink(chat.id)).invite_link)).toBe(
    'member',
  );
});

test('a link that was revoked cannot be edited any more', async () => {
  const { invite_link: link } = await stage.api.createChatInviteLink(chat.id);
  expect(await stage.api.editChatInviteLink(chat.id, link)).toMatchObject({ is_revoked: false });
  await stage.client.chats({ id: chat.id, revokes: link });
  await expect(stage.client.join(ann, link)).rejects.toThrow('revoked');
  expect(await refusal(stage.api.editChatInviteLink(chat.id, link))).toBe(
    '400 Bad Request: INVITE_HASH_EXPIRED',
  );
});

test('another administrator’s link cannot be revoked', async () => {
  expect(await refusal(stage.api.revokeChatInviteLink(chat.id, chat.invite_link))).toBe(
    '400 Bad Request: CHAT_ADMIN_REQUIRED',
  );
});

test('the half may be marked with three dots', async () => {
  const platform = await createPlatform({ port: 0, behaviour: { linkMask: '...' } });
  const client = new PlatformClient(platform.url);
  const api = new Api(token, { apiRoot: platform.url });
  await client.bots({ token, username: 'shop_bot', first_name: 'Shop' });
  await client.users({ id: ann, first_name: 'Ann' });
  chat = await client.chats({ type: 'channel', title: 'News' });
  await client.members({ chat: chat.id, user: 100, status: 'administrator' });
  await api.getUpdates({ allowed_updates: watched });
  await client.join(ann, chat.invite_link);
  expect(await linkSeenBy(api)).toBe(`${chat.invite_link.slice(0, -8)}...`);
  client.close();
  await platform.close();
});
