/** The emulated platform: a basic group that becomes a supergroup. */
import { GrammyError } from 'grammy';
import { beforeEach, expect, test } from 'vitest';
import { ann, refusal, updatesOf, usePlatform } from './stage.js';

const stage = usePlatform();
let group: { id: number; invite_link: string };

beforeEach(async () => {
  group = await stage.client.chats({ type: 'group', title: 'Neighbours' });
  await stage.client.members({ chat: group.id, user: 100, status: 'administrator' });
  await stage.client.members({ chat: group.id, user: 200, status: 'member' });
  await stage.client.join(ann, group.invite_link);
});

test('a basic group has a small id, and says of itself what it is', async () => {
  expect(group.id).toBeGreaterThan(-1_000_000_000_000);
  expect(await stage.api.getChat(group.id)).toMatchObject({ type: 'group', title: 'Neighbours' });
});

test('its bots read the new id in the group, and the old one in the supergroup', async () => {
  const { id } = await stage.client.upgrade(group.id);
  expect(id).toBeLessThan(-1_000_000_000_000);
  for (const api of [stage.api, stage.otherApi]) {
    const messages = (await updatesOf(api)).flatMap(({ message }) => message ?? []);
    expect(messages).toMatchObject([
      {
        chat: { id: group.id, type: 'group' },
        from: { username: 'GroupAnonymousBot' },
        migrate_to_chat_id: id,
      },
      { chat: { id, type: 'supergroup' }, sender_chat: { id }, migrate_from_chat_id: group.id },
    ]);
  }
});

test('to its bots the supergroup is a chat that they come into, and they have not left the group', async () => {
  await updatesOf(stage.otherApi);
  const { id } = await stage.client.upgrade(group.id);
  const updates = (await updatesOf(stage.otherApi)).flatMap(({ my_chat_member: update }) => update ?? []);
  expect(updates.at(-1)).toMatchObject({
    chat: { id, type: 'supergroup' },
    old_chat_member: { status: 'left' },
    new_chat_member: { status: 'member' },
  });
  expect(updates.filter(({ new_chat_member: ours }) => ours.status === 'left')).toEqual([]);
});

test('the old id is dead, and calls with it learn the new one', async () => {
  const { id } = await stage.client.upgrade(group.id);
  const error: unknown = await stage.api.getChatMember(group.id, ann).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GrammyError);
  expect(error).toMatchObject({
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters: { migrate_to_chat_id: id },
  });
  expect(await refusal(stage.api.sendMessage(group.id, 'hello'))).toContain('upgraded');
});

test('what only reads goes on being answered under the old id', async () => {
  await stage.client.upgrade(group.id);
  expect(await stage.api.getChat(group.id)).toMatchObject({
    id: group.id,
    type: 'group',
    title: 'Neighbours',
  });
  expect(await stage.api.getChatMemberCount(group.id)).toBe(3);
  expect((await stage.api.getChatMember(group.id, 100)).status).toBe('administrator');
  for (const call of [
    stage.api.getChatMember(group.id, 200),
    stage.api.getChatAdministrators(group.id),
    stage.api.sendChatAction(group.id, 'typing'),
    stage.api.createChatInviteLink(group.id),
    stage.api.exportChatInviteLink(group.id),
    stage.api.banChatMember(group.id, ann),
  ])
    expect(await refusal(call)).toBe('400 Bad Request: group chat was upgraded to a supergroup chat');
});

test('members, rights and links go along', async () => {
  const { invite_link: link } = await stage.api.createChatInviteLink(group.id);
  const { id } = await stage.client.upgrade(group.id);
  expect((await stage.api.getChatMember(id, ann)).status).toBe('member');
  expect((await stage.api.getChatMember(id, 100)).status).toBe('administrator');
  await stage.client.users({ id: 8, first_name: 'Bob' });
  expect(await stage.client.join(8, link)).toBe('member');
});

test('a supergroup is upgraded by nobody, nor is a group twice', async () => {
  const { id } = await stage.client.upgrade(group.id);
  await expect(stage.client.upgrade(id)).rejects.toThrow('is no basic group');
  await expect(stage.client.upgrade(group.id)).rejects.toThrow('is no basic group');
});
