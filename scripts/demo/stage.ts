/** Puts the cast onto the emulated platform; what is there already stays as it is, also where somebody has renamed it. */
import type { PlatformClient } from '../../emulator/client.js';
import { cast } from './cast.js';

export interface DemoChannel {
  id: number;
  /** Empty when somebody has made it private. */
  username: string;
  link: string;
  title: string;
}

export interface DemoBot {
  id: number;
  username: string;
  token: string;
  getLinks: number;
}

export interface DemoStage {
  operatorBot: { id: number; username: string };
  publisherBots: DemoBot[];
  /** The bot that waits until a moderator trusts it. */
  waitingBot: DemoBot;
  channels: DemoChannel[];
  /** The channel whose order waits for a moderator. */
  waitingChannel: DemoChannel | null;
}

/** Does a part of the demo; prints the error of a refused one, and the rest goes on. */
export type Attempt = <T>(what: string, command: () => Promise<T>) => Promise<T | null>;

export async function populate(client: PlatformClient, attempt: Attempt): Promise<DemoStage> {
  const world = await client.overview();
  const users = new Set(world.users.map((user) => user.id));
  for (const person of [cast.moderator, cast.publisher, cast.advertiser, ...cast.endUsers]) {
    if (users.has(person.id)) continue;
    // Somebody else may have taken the name meanwhile.
    const { id, first_name, language_code } = person;
    const isThere = await attempt(`add @${'username' in person ? person.username : first_name}`, () =>
      client.users(person),
    );
    if (isThere === null) await client.users({ id, first_name, language_code });
  }
  const bot = async (
    { token, username, name }: { token: string; username: string; name: string },
    owner_id?: number,
  ) => {
    const id = Number(token.split(':')[0]);
    const there = world.bots.find((one) => one.id === id);
    const owner = owner_id === undefined ? {} : { owner_id };
    if (there === undefined) {
      const made = await attempt(`add @${username}`, () =>
        client.bots({ token, username, first_name: name, ...owner }),
      );
      if (made !== null) return { id, username, token };
      const other = `${username.replace(/Bot$/, '')}${String(id % 100)}Bot`;
      return { token, ...(await client.bots({ token, username: other, first_name: name, ...owner })) };
    }
    // Its owner may have got another token from the bot-maker.
    const now = owner_id === undefined ? null : await client.botToken(owner_id, id).catch(() => null);
    return { id, username: there.username, token: now ?? token };
  };
  const operatorBot = await bot(cast.operatorBot);
  const publisherBots: DemoBot[] = [];
  for (const one of cast.publisherBots)
    publisherBots.push({ ...(await bot(one, cast.publisher.id)), getLinks: one.getLinks });
  const waitingBot = { ...(await bot(cast.waitingBot, cast.publisher.id)), getLinks: 1 };

  const channel = async ({ title, username }: { title: string; username: string }) => {
    const there = world.chats.find((chat) => chat.username === username);
    const made = { type: 'channel', title, username, audience: 1_200, owner_id: cast.advertiser.id } as const;
    const { id } = there ?? (await client.chats(made));
    // Advertisers make the operator bot administrator, so that it sees who joins.
    await client.members({ chat: id, user: operatorBot.id, status: 'administrator' });
    return { id, username, link: `https://t.me/${username}`, title };
  };
  const channels: DemoChannel[] = [];
  for (const one of cast.channels) {
    const made = await attempt(`add the channel @${one.username}`, () => channel(one));
    if (made !== null) channels.push(made);
  }
  const { waitingChannel } = cast;
  const waiting = await attempt(`add the channel @${waitingChannel.username}`, () => channel(waitingChannel));
  return { operatorBot, publisherBots, waitingBot, channels, waitingChannel: waiting };
}
