/** The platform of the zoo's town: the emulated one, into which each call first brings what stands in the town. */
import type { Platform } from '../../../core/platform.js';
import type { Emulated } from '../emulated.js';

export const OPERATOR = '1234567:operator-token';
/** Another of our bots, where a town has two. */
export const CHECKER = '7654321:checker-token';
const ours: readonly string[] = [OPERATOR, CHECKER];

export interface Chat {
  chatId: number;
  username: string;
  members: Set<number>;
  /** Who left of their own will, at some time. */
  left: Set<number>;
  takesRequests: boolean;
  hasRights: boolean;
  /** Where bots may be members: `members` has them, too. */
  isGroup: boolean;
}

export interface TownBot {
  botId: number;
  accountId: number;
  token: string | null;
  started: Set<number>;
  blocked: Set<number>;
  /** The platform is too slow with its token to say who uses it. */
  isSilent?: true;
}

interface TownWorld {
  bots: ReadonlyMap<number, TownBot>;
  chats: ReadonlyMap<number, Chat>;
}

/** Brings a chat into the emulated platform, with our bots' place in it. */
export function bringChat(emulated: Emulated, chat: Chat): void {
  const { chatId, username, takesRequests: takesJoinRequests, isGroup, hasRights } = chat;
  emulated.chat({ chatId, type: isGroup ? 'supergroup' : 'channel', username, takesJoinRequests });
  if (!isGroup) emulated.rights(chatId, hasRights);
}

const silence = Promise.resolve({
  ok: false,
  failure: { kind: 'unavailable', description: 'no answer', retryAfterMs: null },
} as const);

export function platformOf(emulated: Emulated, townOf: () => TownWorld): Platform {
  const { port } = emulated;

  /** Brings in a bot by its present token; returns whether the platform is too slow with it. */
  const isSilent = (token: string): boolean => {
    if (ours.includes(token)) return false;
    const botId = Number(token.split(':')[0]);
    const bot = townOf().bots.get(botId);
    if (bot !== undefined) emulated.bot(bot.token ?? `${String(botId)}:another`);
    return bot?.isSilent === true;
  };

  const bring = (asked: number | string): Chat | undefined => {
    const { chats } = townOf();
    const chat =
      typeof asked === 'number'
        ? chats.get(asked)
        : [...chats.values()].find(({ username }) => `@${username}` === asked);
    if (chat !== undefined) bringChat(emulated, chat);
    return chat;
  };

  /** Brings in a bot and what it asks about: a chat with somebody of it, or its dialog with a user. */
  const bringPlace = (token: string, asked: number | string, ids: readonly number[] = []): void => {
    const botId = Number(token.split(':')[0]);
    if (typeof asked === 'string' || asked < 0) {
      const chat = bring(asked);
      for (const id of ids) if (!townOf().bots.has(id)) emulated.user(id);
      if (chat === undefined) return;
      const asking = chat.isGroup ? [botId] : [];
      for (const id of [...asking, ...ids]) emulated.member(chat.chatId, id, chat.members.has(id));
      return;
    }
    const bot = townOf().bots.get(botId);
    const isBlocked = bot?.blocked.has(asked) === true;
    const isStarted = bot === undefined || bot.started.has(asked);
    emulated.dialog(botId, asked, isBlocked ? 'blocked' : isStarted ? 'started' : 'unknown');
  };

  return {
    ...port,
    me: (token) => (isSilent(token) ? silence : port.me(token)),
    chat: (token, asked) => {
      bringPlace(token, asked);
      return port.chat(token, asked);
    },
    memberCount: (token, asked) => {
      bringPlace(token, asked);
      return port.memberCount(token, asked);
    },
    presence: (token, asked, userId) => {
      if (isSilent(token)) return silence;
      bringPlace(token, asked, [userId]);
      return port.presence(token, asked, userId);
    },
    isAdministrator: (token, asked) => {
      bringPlace(token, asked);
      return port.isAdministrator(token, asked);
    },
    hasStarted: (token, userId) => {
      if (isSilent(token)) return silence;
      bringPlace(token, userId);
      return port.hasStarted(token, userId);
    },
    user: (token, userId) => {
      if (isSilent(token)) return silence;
      bringPlace(token, userId);
      return port.user(token, userId);
    },
    send: (token, chatId, content) => {
      if (isSilent(token)) return silence;
      bringPlace(token, chatId);
      return port.send(token, chatId, content);
    },
    edit: (token, chatId, messageId, content) => {
      if (isSilent(token)) return silence;
      bringPlace(token, chatId);
      return port.edit(token, chatId, messageId, content);
    },
    createInviteLink: (token, chatId, link) => {
      bringPlace(token, chatId);
      return port.createInviteLink(token, chatId, link);
    },
  };
}
