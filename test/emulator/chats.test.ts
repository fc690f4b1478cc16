/** The emulated platform: usernames that move between chats, and what bots can learn of people and write to them. */
import { Api } from 'grammy';
import { describe, expect, test } from 'vitest';
import { PlatformClient } from '../../emulator/client.js';
import { createPlatform } from '../../emulator/platform.js';
import { ann, refusal, token, updatesOf, usePlatform } from './stage.js';

const stage = usePlatform();
const started = (): Promise<number> => stage.client.say(ann, '@shop_bot', '/start');

describe('a chat that is there', () => {
  test('changes its title and username by its id, and keeps the rest', async () => {
    const before = await stage.client.chats({
      type: 'supergroup',
      title: 'Talk',
      username: 'talk_here',
      description: 'All day',
      join_requests: true,
    });
    expect(await stage.client.chats({ id: before.id, title: 'Talks' })).toEqual({
      ...before,
      title: 'Talks',
    });
    const renamed = await stage.client.chats({ id: before.id, username: '@talk_there' });
    expect(renamed).toEqual({ ...before, title: 'Talks', username: 'talk_there' });
    expect(await stage.api.getChat('@TALK_THERE')).toMatchObject({ id: before.id, title: 'Talks' });
    expect(await refusal(stage.api.getChat('@talk_here'))).toBe('400 Bad Request: chat not found');
    expect(await stage.client.chats({ id: before.id, username: null })).not.toHaveProperty('username');
    expect(await refusal(stage.api.getChat('@talk_there'))).toBe('400 Bad Request: chat not found');
  });

  test('gives its username away to the chat that is given it', async () => {
    const old = await stage.client.chats({ type: 'channel', title: 'Old', username: 'moving' });
    const next = await stage.client.chats({ type: 'channel', title: 'New' });
    for (const { id } of [old, next]) {
      await stage.client.members({ chat: id, user: 100, status: 'administrator' });
    }
    await stage.client.chats({ id: next.id, username: 'Moving' });
    expect(await stage.api.getChat('@moving')).toMatchObject({ id: next.id, username: 'Moving' });
    expect(await stage.api.getChat(old.id)).not.toHaveProperty('username');
    // The former owner's next change must not take the name from the new one.
    await stage.client.chats({ id: old.id, title: 'Older' });
    expect(await stage.api.getChat('@moving')).toMatchObject({ id: next.id });
    expect(await stage.client.join(ann, '@moving')).toBe('member');
    expect((await stage.api.getChatMember(next.id, ann)).status).toBe('member');
    expect((await stage.api.getChatMember(old.id, ann)).status).toBe('left');
  });

  test('shows its new name in the updates that come after', async () => {
    const { id } = await stage.client.chats({ type: 'channel', title: 'News', username: 'news_then' });
    await stage.client.members({ chat: id, user: 100, status: 'administrator' });
    await stage.api.getUpdates({ allowed_updates: ['chat_member'] });
    await stage.client.join(ann, id);
    await stage.client.chats({ id, username: 'news_now' });
    await stage.client.leave(ann, id);
    const chats = (await updatesOf(stage.api)).flatMap((update) => update.chat_member?.chat ?? []);
    expect(chats).toMatchObject([{ username: 'news_then' }, { username: 'news_now' }]);
  });

  test('loses its username to a new chat that is made with an id of its own', async () => {
    const old = await stage.client.chats({ type: 'channel', title: 'Old', username: 'moving' });
    const id = -1_001_234_567_890;
    await stage.client.chats({ id, type: 'channel', title: 'New', username: 'moving' });
    expect(await stage.api.getChat('@moving')).toMatchObject({ id, title: 'New' });
    expect(await stage.client.chats({ id: old.id, title: 'Old' })).not.toHaveProperty('username');
  });

  test('takes no name of a user or bot, and must be there', async () => {
    const { id } = await stage.client.chats({ type: 'channel', title: 'One', username: 'same_name' });
    await expect(stage.client.chats({ id, username: 'ann' })).rejects.toThrow('@ann belongs to user 7');
    await expect(stage.client.chats({ id: -5, title: 'x' })).rejects.toThrow('there is no chat -5');
    await expect(stage.client.chats({ id: 5, title: 'x' })).rejects.toThrow('id: must be below 0');
    expect(await stage.api.getChat('@same_name')).toMatchObject({ id });
  });
});

describe('writing to a user', () => {
  test.each(['sendMessage', 'sendChatAction'] as const)('%s says why it cannot', async (method) => {
    const write = (): Promise<unknown> =>
      method === 'sendMessage' ? stage.api.sendMessage(ann, 'x') : stage.api.sendChatAction(ann, 'typing');
    expect(await refusal(write())).toBe('400 Bad Request: chat not found');
    await started();
    await write();
    await stage.client.block(ann, '@shop_bot');
    expect(await refusal(write())).toBe('403 Forbidden: bot was blocked by the user');
    await stage.client.block(ann, '@shop_bot', false);
    await write();
    await stage.client.users({ id: ann, first_name: 'Ann', is_deleted: true });
    expect(await refusal(write())).toBe('403 Forbidden: user is deactivated');
    expect(await refusal(stage.otherApi.sendChatAction(ann, 'typing'))).toBe(
      '400 Bad Request: chat not found',
    );
  });

  test('of a chat that the bot administers takes that they started it', async () => {
    const { id } = await stage.client.chats({ type: 'channel', title: 'News' });
    await stage.client.members({ chat: id, user: 100, status: 'administrator' });
    await stage.client.join(ann, id);
    expect(await refusal(stage.api.sendChatAction(ann, 'typing'))).toBe('400 Bad Request: chat not found');
    expect(await refusal(stage.api.sendMessage(ann, 'x'))).toBe(
      "403 Forbidden: bot can't initiate conversation with a user",
    );
  });

  test('who asked to join its chat can be done for five minutes', async () => {
    let nowMs = 1_750_000_000_000;
    const platform = await createPlatform({ port: 0, clock: () => nowMs });
    const client = new PlatformClient(platform.url);
    const api = new Api(token, { apiRoot: platform.url });
    await client.users({ id: ann, first_name: 'Ann' });
    await client.bots({ token, username: 'shop_bot', first_name: 'Shop' });
    const { id } = await client.chats({ type: 'channel', title: 'News', join_requests: true });
    await client.members({ chat: id, user: 100, status: 'administrator' });
    await client.join(ann, id);
    nowMs += 299_000;
    expect(await api.sendChatAction(ann, 'typing')).toBe(true);
    expect((await api.sendMessage(ann, 'Welcome')).text).toBe('Welcome');
    expect((await api.getChatMember(ann, ann)).status).toBe('member');
    nowMs += 1_000;
    expect(await refusal(api.sendChatAction(ann, 'typing'))).toBe('400 Bad Request: chat not found');
    client.close();
    await platform.close();
  });

  test('who blocks or unblocks a bot is told to that bot alone', async () => {
    await started();
    await stage.client.say(ann, '@news_bot', '/start');
    await stage.client.block(ann, '@shop_bot');
    await stage.client.block(ann, '@shop_bot');
    await stage.client.block(ann, '@shop_bot', false);
    const told = (await updatesOf(stage.api)).flatMap((update) => update.my_chat_member ?? []);
    const itself = { user: { id: 100 } };
    expect(told).toMatchObject([
      {
        chat: { id: ann, type: 'private' },
        from: { id: ann },
        old_chat_member: { ...itself, status: 'member' },
        new_chat_member: { ...itself, status: 'kicked' },
      },
      { old_chat_member: { ...itself, status: 'kicked' }, new_chat_member: { ...itself, status: 'member' } },
    ]);
    expect((await updatesOf(stage.otherApi)).filter((update) => update.my_chat_member)).toEqual([]);
  });
});

test('a deleted account has no name and does nothing any more', async () => {
  const { id } = await stage.client.chats({ type: 'supergroup', title: 'Talk', username: 'talk_here' });
  await started();
  await stage.client.join(ann, id);
  await stage.client.users({ id: ann, first_name: 'Ann', is_deleted: true });
  expect((await stage.api.getChatMember(id, ann)).user).toEqual({ id: ann, is_bot: false, first_name: '' });
  expect(await stage.api.getChat(ann)).toMatchObject({ id: ann, first_name: '' });
  await expect(started()).rejects.toThrow('the account of user 7 is deleted');
  await stage.client.leave(ann, id);
  await expect(stage.client.join(ann, id)).rejects.toThrow('the account of user 7 is deleted');
});

describe('getChatMember', () => {
  test('of a private chat has its user as a member, as this bot knows them', async () => {
    expect(await refusal(stage.api.getChatMember(ann, ann))).toBe('400 Bad Request: chat not found');
    await stage.client.users({ id: ann, first_name: 'Ann', is_premium: true });
    await started();
    expect(await stage.api.getChatMember(ann, ann)).toEqual({
      status: 'member',
      user: {
        id: ann,
        is_bot: false,
        first_name: 'Ann',
        username: 'ann',
        language_code: 'en',
        is_premium: true,
      },
    });
    expect(await stage.api.getChatMember(ann, 100)).toMatchObject({ status: 'member', user: { id: 100 } });
    expect(await refusal(stage.api.getChatMember(ann, 200))).toBe('400 Bad Request: member not found');
    expect(await refusal(stage.otherApi.getChatMember(ann, ann))).toBe('400 Bad Request: chat not found');
  });

  test('of a group answers a bot that is in, unless the group hides its members', async () => {
    const { id } = await stage.client.chats({ type: 'supergroup', title: 'Talk' });
    expect(await refusal(stage.api.getChatMember(id, ann))).toBe('400 Bad Request: chat not found');
    await stage.client.members({ chat: id, user: 100, status: 'member' });
    expect(await stage.api.getChatMember(id, ann)).toMatchObject({ status: 'left', user: { id: ann } });
    await stage.client.join(ann, id);
    expect((await stage.api.getChatMember(id, ann)).status).toBe('member');
    expect(await refusal(stage.api.getChatMember(id, 999))).toBe('400 Bad Request: PARTICIPANT_ID_INVALID');
    await stage.client.chats({ id, has_hidden_members: true });
    expect(await refusal(stage.api.getChatMember(id, ann))).toBe(
      '400 Bad Request: member list is inaccessible',
    );
    expect((await stage.api.getChatMember(id, 100)).status).toBe('member');
    expect(await stage.api.getChat(id)).toMatchObject({ has_hidden_members: true });
    await stage.client.members({ chat: id, user: 100, status: 'administrator' });
    expect((await stage.api.getChatMember(id, ann)).status).toBe('member');
    await stage.client.members({ chat: id, user: 100, status: 'left' });
    expect(await refusal(stage.api.getChatMember(id, ann))).toBe(
      '403 Forbidden: bot is not a member of the supergroup chat',
    );
  });
});
