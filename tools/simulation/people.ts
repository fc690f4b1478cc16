/**
 * The world as it is, whatever the service knows of it: channels with their members, advertised bots with those who
 * started them, and what stands on people's screens. Updates report what happens here: late, twice, in
 * the wrong order or never.
 */
import type { Update } from 'grammy/types';
import type { MembershipUpdate } from '../../core/subscriptions/index.js';
import { Emulated } from './emulated.js';

/** Those who decide: accounts of their own. */
export const MODERATOR = 9_001;
export const ADMINISTRATOR = 9_002;

/** Between the id of a channel and that of a chat that its name was given to. */
const STRANGERS = 500_000;

export type SubscriptionStatus = 'in' | 'out' | 'requested';

export interface Channel {
  chatId: number;
  username: string;
  takesJoinRequests: boolean;
  /** Whether our bot is an administrator there, so that it sees who is in. */
  hasRights: boolean;
  isGone: boolean;
  members: Map<number, SubscriptionStatus>;
}

/** An update on its way to the service. */
export interface Pending {
  /** What it says, by this world. */
  update: MembershipUpdate;
  /** As the platform delivers it. */
  raw: Update;
  /** It has reached the service, which may not have acknowledged it. */
  isTried: boolean;
}

export interface Message {
  html: string;
  isLost: boolean;
}

/** What one person sees of one bot. */
export interface Screen {
  messages: Map<number, Message>;
  /** Messages sent since the person last asked for anything. */
  sentSinceAsked: number;
  /** Messages that arrived without an answer to the service. */
  lost: number;
}

export class World {
  readonly channels = new Map<number, Channel>();
  readonly usernames = new Map<string, Channel>();
  readonly started = new Map<number, Set<number>>();
  readonly screens = new Map<string, Screen>();
  /** Names that were given to another chat, with the chat that had it before, and when. */
  readonly moved = new Map<string, { other: Channel; atMs: number }>();
  readonly pending: Pending[] = [];
  /** Bots whose token the platform refuses. */
  readonly revokedTokens = new Set<number>();
  /** Messages to each person from the operator bot that arrived. */
  readonly told = new Map<number, number>();
  /** Screens that got a message since somebody looked. */
  readonly busy = new Set<Screen>();
  /** Publishers' bots, which people use or do not. */
  readonly publishers = new Set<number>();
  /** By bot and user: who uses it otherwise than people mostly do. */
  readonly #uses = new Map<string, boolean>();
  readonly #delivered = new Map<string, number>();

  /** Answers the service, and sends it updates about this world. */
  readonly emulated: Emulated;

  constructor(
    private readonly operatorToken: string,
    /** The platform's clock, which is not ours. */
    private readonly nowMs: () => number,
  ) {
    // Without that right our bots hear of no requests to join (Bot API, chat_join_request).
    this.emulated = new Emulated({ operatorToken, checkerTokens: [], mayInvite: true }, nowMs);
  }

  /** Our rights in a channel are taken, or given back. */
  turnRights(channel: Channel): Update[] {
    this.bring(channel);
    channel.hasRights = !channel.hasRights;
    this.emulated.changeRights(channel.chatId, channel.hasRights);
    return this.emulated.takeUpdates(this.operatorToken);
  }

  addChannel(number: number, takesJoinRequests: boolean): Channel {
    const channel = {
      chatId: -1_000_000_000_000 - number,
      username: `channel${String(number)}`,
      takesJoinRequests,
      hasRights: true,
      isGone: false,
      members: new Map<number, SubscriptionStatus>(),
    };
    this.channels.set(channel.chatId, channel);
    this.usernames.set(channel.username, channel);
    return channel;
  }

  /** A channel's name is given to another chat, or goes back to it. */
  moveName(name: string, nowMs: number): void {
    const moved = this.moved.get(name);
    const now = this.usernames.get(name);
    if (now === undefined) return;
    const other = moved?.other ?? this.#stranger(now);
    this.usernames.set(name, other);
    this.moved.set(name, { other: now, atMs: nowMs });
  }

  #stranger(channel: Channel): Channel {
    const stranger = {
      ...channel,
      chatId: channel.chatId - STRANGERS,
      members: new Map<number, SubscriptionStatus>(),
    };
    this.channels.set(stranger.chatId, stranger);
    return stranger;
  }

  /** Most people who are asked about do; publishers make some up. */
  uses(botId: number, userId: number): boolean {
    return this.#uses.get(keyOf(botId, userId)) ?? (userId * 31 + botId * 17) % 7 !== 0;
  }

  /** A person starts a publisher's bot, or blocks it. */
  use(botId: number, userId: number, isUsed: boolean): void {
    this.#uses.set(keyOf(botId, userId), isUsed);
  }

  noteDelivered(botId: number, userId: number, nowMs: number): void {
    this.#delivered.set(keyOf(botId, userId), nowMs);
  }

  /** When a block of this bot last reached this user, and the service heard of it; 0: never. */
  deliveredAtMs(botId: number, userId: number): number {
    return this.#delivered.get(keyOf(botId, userId)) ?? 0;
  }

  /**
   * A person comes or goes; queues the update about it, unless no bot could see it.
   * @param isRemoved somebody else did it
   */
  move(channel: Channel, userId: number, state: SubscriptionStatus, isRemoved = false): void {
    const before = channel.members.get(userId) ?? 'out';
    if (before === state) return;
    channel.members.set(userId, state);
    this.bring(channel);
    const { chatId } = channel;
    const hasLeft = before === 'in' && state === 'out' && !isRemoved;
    this.emulated.move(chatId, userId, isRemoved ? 'removed' : state);
    if (hasLeft && bansLeavers(channel)) this.emulated.move(chatId, userId, 'removed');
    const update = {
      userId,
      resourceId: String(chatId),
      // It counts whole seconds.
      atMs: Math.floor(this.nowMs() / 1_000) * 1_000,
      chat: { title: channel.username },
    };
    let wasIn = before === 'in';
    for (const [at, raw] of this.emulated.takeUpdates(this.operatorToken).entries()) {
      const isBarred = isRemoved || at > 0;
      const said = { ...update, state, wasIn, isRemoved: isBarred, isBarred, updateId: raw.update_id };
      this.pending.push({ update: said, raw, isTried: false });
      wasIn = state === 'in';
    }
  }

  /** Brings a chat into the emulated platform, and our bot's place in it. */
  bring(channel: Channel): void {
    const { chatId, username, takesJoinRequests, hasRights, isGone } = channel;
    if (isGone) this.emulated.remove(chatId);
    else {
      const isNamed = this.usernames.get(username) === channel;
      const name = isNamed ? username : undefined;
      this.emulated.chat({ chatId, type: 'channel', username: name, takesJoinRequests });
      this.emulated.rights(chatId, hasRights);
    }
  }

  screen(botId: number, chatId: number): Screen {
    const key = `${String(botId)}:${String(chatId)}`;
    let screen = this.screens.get(key);
    if (screen === undefined) {
      screen = { messages: new Map(), sentSinceAsked: 0, lost: 0 };
      this.screens.set(key, screen);
    }
    return screen;
  }
}

/** One chat in five does. */
function bansLeavers({ chatId }: Channel): boolean {
  return chatId % 5 === 0;
}

function keyOf(botId: number, userId: number): string {
  return `${String(botId)}:${String(userId)}`;
}
