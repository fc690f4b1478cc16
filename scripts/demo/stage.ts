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
  /** As `POST /bots` takes them. */
  settings: Record<string, number>;
}

export type DemoStage = Awaited<ReturnType<typeof populate>>;

interface ChannelOfCast {
  title: string;
  username: string;
}

/** Does a part of the demo; prints the error of a refused one, and the rest goes on. */
export type Attempt = <T>(what: string, command: () => Promise<T>) => Promise<T | null>;

export async function populate(client: PlatformClient, attempt: Attempt) {
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
    publisherBots.push({ ...(await bot(one, cast.publisher.id)), settings: one.settings });
  const waitingBot = { ...(await bot(cast.waitingBot, cast.publisher.id)), settings: {} };

  const channel = async ({ title, username }: ChannelOfCast, owner: { owner_id?: number } = {}) => {
    const there = world.chats.find((chat) => chat.username === username);
    const made = { type: 'channel', title, username, audience: 1_200, ...owner } as const;
    const { id } = there ?? (await client.chats(made));
    return { id, username, link: `https://t.me/${username}`, title };
  };
  const advertised = async (one: ChannelOfCast) => {
    const made = await channel(one, { owner_id: cast.advertiser.id });
    // Advertisers make the operator bot administrator, so that it sees who joins.
    await client.members({ chat: made.id, user: operatorBot.id, status: 'administrator' });
    return made;
  };
  const added = async (all: readonly ChannelOfCast[], add: (one: ChannelOfCast) => Promise<DemoChannel>) => {
    const channels: DemoChannel[] = [];
    for (const one of all)
      channels.push(
        ...((await attempt(`add the channel @${one.username}`, async () => [await add(one)])) ?? []),
      );
    return channels;
  };
  const channels = await added(cast.channels, advertised);
  const [waitingChannel = null] = await added([cast.waitingChannel], advertised);
  const networkChannels = await added(cast.network.channels, channel);
  return {
    operatorBot,
    publisherBots,
    /** The bot that waits until a moderator trusts it. */
    waitingBot,
    channels,
    /** The channel whose order waits for a moderator. */
    waitingChannel,
    /** What the other network asks users to join. */
    networkChannels,
  };
}
