/** The emulated platform: who lets people into a chat or removes them, by which link, and what bots are told of it. */
import type { ChatMemberUpdated } from 'grammy/types';
import { beforeEach, describe, expect, test } from 'vitest';
import { ann, refusal, updatesOf, usePlatform } from './stage.js';

const stage = usePlatform();
const bob = 8;
const owner = 777000;
let chat: { id: number; invite_link: string };

beforeEach(async () => {
  await stage.client.users({ id: bob, first_name: 'Bob' });
  chat = await stage.client.chats({ type: 'channel', title: 'News' });
  await stage.client.members({ chat: chat.id, user: 100, status: 'administrator' });
  await stage.api.getUpdates({ allowed_updates: ['chat_member', 'my_chat_member', 'chat_join_request'] });
});

const changes = async (): Promise<ChatMemberUpdated[]> =>
  (await updatesOf(stage.api)).flatMap((update) => update.chat_member ?? []);
const lastChange = async (): Promise<ChatMemberUpdated | undefined> => (await changes()).at(-1);

describe('who did it', () => {
  test.each<[string, string[], number]>([
    ['who joins', ['member'], ann],
    ['who leaves', ['member', 'left'], ann],
    ['who is removed', ['member', 'kicked'], owner],
    ['who is let in again after a ban', ['kicked', 'left'], owner],
    ['who is added after a ban', ['kicked', 'member'], owner],
    ['who is restricted', ['member', 'restricted'], owner],
    ['who is set free again', ['restricted', 'member'], owner],
    ['who leaves though restricted', ['restricted', 'left'], ann],
    ['who is promoted', ['member', 'administrator'], owner],
    ['who is let in on request', ['requested', 'member'], owner],
  ])('%s', async (_name, statuses, by) => {
    for (const status of statuses) {
      await stage.client.members({ chat: chat.id, user: ann, status: status as 'member' });
    }
    expect(await lastChange()).toMatchObject({
      from: { id: by },
      new_chat_member: { status: statuses.at(-1), user: { id: ann } },
    });
  });

  test('is the person that is named: a user, a bot or the owner', async () => {
    await stage.client.members({ chat: chat.id, user: ann, status: 'member', by: bob });
    await stage.client.members({ chat: chat.id, user: ann, status: 'left', by: 200 });
    await stage.client.members({ chat: chat.id, user: ann, status: 'member', by: owner });
    await stage.client.members({ chat: chat.id, user: ann, status: 'kicked', by: bob });
    expect((await changes()).map(({ from }) => from.id)).toEqual([bob, 200, owner, bob]);
    await expect(stage.client.members({ chat: chat.id, user: ann, status: 'left', by: 999 })).rejects.toThrow(
      'by: nobody has the id 999',
    );
    await expect(
      stage.client.members({ chat: chat.id, user: owner, status: 'left', by: ann }),
    ).rejects.toThrow('user: nobody has the id 777000');
  });

  test('leaving is one’s own doing, and ends no ban', async () => {
    await stage.client.members({ chat: chat.id, user: ann, status: 'kicked' });
    await stage.client.leave(ann, chat.id);
    expect((await stage.api.getChatMember(chat.id, ann)).status).toBe('kicked');
    await stage.client.members({ chat: chat.id, user: ann, status: 'left' });
    expect(await stage.client.join(ann, chat.invite_link)).toBe('member');
  });
});

describe('links', () => {
  test('of a bot stand whole in the update of who joins by them', async () => {
    const link = await stage.api.createChatInviteLink(chat.id, { name: 'order 5' });
    await stage.client.members({
      chat: chat.id,
      user: ann,
      status: 'member',
      invite_link: link.invite_link,
    });
    await stage.client.join(bob, link.invite_link);
    const [byControl, byPhone] = await changes();
    expect(byControl).toMatchObject({ from: { id: ann }, invite_link: link });
    expect(byPhone).toMatchObject({ from: { id: bob }, invite_link: link });
    expect(link.creator).toMatchObject({ id: 100, is_bot: true, username: 'shop_bot' });
  });

  test('that are unknown, of another chat or revoked let nobody in', async () => {
    const other = await stage.client.chats({ type: 'channel', title: 'Other' });
    const link = await stage.api.createChatInviteLink(chat.id);
    expect(await stage.api.revokeChatInviteLink(chat.id, link.invite_link)).toMatchObject({
      invite_link: link.invite_link,
      is_revoked: true,
    });
    const join = (invite_link: string): Promise<unknown> =>
      stage.client
        .members({ chat: chat.id, user: ann, status: 'member', invite_link })
        .catch((error: unknown) => error);
    for (const [invite_link, words] of [
      ['https://t.me/+unknown', 'is no link of this chat'],
      [other.invite_link, 'is no link of this chat'],
      [link.invite_link, 'the invite link was revoked'],
    ] as const) {
      expect(await join(invite_link)).toMatchObject({
        status: 400,
        message: expect.stringContaining(words) as string,
      });
    }
    await expect(stage.client.join(ann, link.invite_link)).rejects.toThrow('the invite link was revoked');
    expect(await changes()).toEqual([]);
  });

  test('have names of at most 32 characters, whatever the characters are', async () => {
    const name = '🌱'.repeat(32);
    expect((await stage.api.createChatInviteLink(chat.id, { name })).name).toBe(name);
    expect(await refusal(stage.api.createChatInviteLink(chat.id, { name: `${name}!` }))).toBe(
      '400 Bad Request: invite link name is too long',
    );
  });

  test('are made and revoked by bots with the right only, each its own', async () => {
    const link = await stage.api.createChatInviteLink(chat.id);
    const rights = { can_invite_users: false, can_post_messages: true };
    await stage.client.members({ chat: chat.id, user: 200, status: 'administrator' });
    expect(await refusal(stage.otherApi.revokeChatInviteLink(chat.id, link.invite_link))).toBe(
      '400 Bad Request: CHAT_ADMIN_REQUIRED',
    );
    await stage.client.members({ chat: chat.id, user: 100, status: 'administrator', rights });
    const words = '400 Bad Request: not enough rights to manage chat invite link';
    expect(await refusal(stage.api.createChatInviteLink(chat.id))).toBe(words);
    expect(await refusal(stage.api.revokeChatInviteLink(chat.id, link.invite_link))).toBe(words);
    await stage.client.members({ chat: chat.id, user: 100, status: 'left' });
    expect(await refusal(stage.api.createChatInviteLink(chat.id))).toBe(
      '403 Forbidden: bot is not a member of the channel chat',
    );
  });
});

describe('requests', () => {
  test('that are granted carry the link they were made by, and who granted them', async () => {
    const link = await stage.api.createChatInviteLink(chat.id, { creates_join_request: true });
    expect(await stage.client.join(ann, link.invite_link)).toBe('requested');
    expect(await stage.client.join(bob, link.invite_link)).toBe('requested');
    await stage.api.approveChatJoinRequest(chat.id, ann);
    await stage.client.members({ chat: chat.id, user: bob, status: 'member' });
    const { invite_link } = link;
    const granted = await changes();
    expect(granted).toMatchObject([
      { from: { id: 100 }, invite_link: { invite_link } },
      { from: { id: owner }, invite_link: { invite_link } },
    ]);
    for (const change of granted) expect(change).not.toHaveProperty('via_join_request');
  });

  test('that are made without a link are granted as such', async () => {
    const group = await stage.client.chats({
      type: 'supergroup',
      title: 'Open',
      username: 'open_group',
      join_requests: true,
    });
    await stage.client.members({ chat: group.id, user: 100, status: 'administrator' });
    expect(await stage.client.join(ann, '@open_group')).toBe('requested');
    await stage.api.approveChatJoinRequest(group.id, ann);
    const change = await lastChange();
    expect(change).toMatchObject({ from: { id: 100 }, via_join_request: true });
    expect(change).not.toHaveProperty('invite_link');
  });

  test.each<[string, (invite_link: string) => object]>([
    ['by another link', (invite_link) => ({ invite_link })],
    ['of their own, as where requests are asked for no more', () => ({ by: ann })],
  ])('do not count for a user who comes in %s meanwhile', async (_name, way) => {
    const asking = await stage.api.createChatInviteLink(chat.id, { creates_join_request: true });
    await stage.client.join(ann, asking.invite_link);
    await stage.client.members({ chat: chat.id, user: ann, status: 'member', ...way(chat.invite_link) });
    const change = await lastChange();
    expect(change).toMatchObject({ from: { id: ann }, new_chat_member: { status: 'member' } });
    expect(change).not.toHaveProperty('via_join_request');
    expect(change?.invite_link?.invite_link).not.toBe(asking.invite_link);
  });
});
