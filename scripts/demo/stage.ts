/** Puts the cast onto the emulated platform; what is there already stays as it is. */
import type { PlatformClient } from '../../test/platform/client.js';
import { cast } from './cast.js';

export interface DemoChannel {
  id: number;
  username: string;
  link: string;
}

export async function populate(client: PlatformClient): Promise<DemoChannel[]> {
  const world = await client.overview();
  const users = new Set(world.users.map((user) => user.id));
  for (const person of [cast.moderator, cast.publisher, cast.advertiser, ...cast.endUsers]) {
    if (!users.has(person.id)) await client.users(person);
  }
  const bots = new Set(world.bots.map((bot) => bot.username));
  for (const { token, username, name } of [cast.operatorBot, ...cast.publisherBots]) {
    if (!bots.has(username)) await client.bots({ token, username, first_name: name });
  }
  const channels: DemoChannel[] = [];
  for (const { title, username } of cast.channels) {
    const there = world.chats.find((chat) => chat.username === username);
    const { id } = there ?? (await client.chats({ type: 'channel', title, username, audience: 1_200 }));
    // Advertisers make the operator bot administrator, so that it sees who joins.
    await client.members({ chat: id, user: `@${cast.operatorBot.username}`, status: 'administrator' });
    channels.push({ id, username, link: `https://t.me/${username}` });
  }
  return channels;
}
