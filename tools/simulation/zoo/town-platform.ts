/** The platform of the zoo's town: it answers at once, and tells of its people what is so. */
import type {
  MessageContent,
  Platform,
  PlatformAnswer,
  PlatformFailureKind,
} from '../../../core/platform.js';

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
  nextMessageId(): number;
  /** Makes an invite link to a chat. */
  inviteTo(chatId: number): string;
}

function refused(kind: PlatformFailureKind): PlatformAnswer<never> {
  return { ok: false, failure: { kind, description: kind, retryAfterMs: null } };
}

export function platformOf(townOf: () => TownWorld): Platform {
  const given = <T>(value: T): Promise<PlatformAnswer<T>> => Promise.resolve({ ok: true, value });
  const botOf = (token: string) => townOf().bots.get(Number(token.split(':')[0]));
  const reach = (token: string, userId: number): PlatformAnswer<true> => {
    const bot = botOf(token);
    if (bot?.token !== token) return refused('token_refused');
    if (bot.isSilent === true) return refused('unavailable');
    if (bot.blocked.has(userId)) return refused('blocked');
    return bot.started.has(userId) ? { ok: true, value: true } : refused('chat_gone');
  };
  const chatOf = (chat: number | string) => {
    const { chats } = townOf();
    return typeof chat === 'number'
      ? chats.get(chat)
      : [...chats.values()].find(({ username }) => `@${username}` === chat);
  };
  const no = () => Promise.resolve(refused('unavailable'));
  return {
    me: (token: string) => {
      const botId = Number(token.split(':')[0]);
      return given({ botId, name: 'A bot', username: `bot${String(botId)}` });
    },
    chat: (_: string, asked: number | string) => {
      const chat = chatOf(asked);
      if (chat === undefined) return Promise.resolve(refused('chat_gone'));
      return given({
        chatId: chat.chatId,
        type: 'channel' as const,
        title: chat.username,
        username: chat.username,
        firstName: '',
        lastName: '',
        bio: '',
        photoFileId: '',
        takesJoinRequests: chat.takesRequests,
        inviteLink: '',
        rating: null,
      });
    },
    memberCount: (_: string, chat: number | string) => given(chatOf(chat)?.members.size ?? 0),
    isMember: (token: string, asked: number | string, userId: number) => {
      const chat = chatOf(asked);
      if (chat === undefined) return Promise.resolve(refused('chat_gone'));
      if (!ours.includes(token)) return given(chat.members.has(userId));
      return chat.hasRights ? given(chat.members.has(userId)) : Promise.resolve(refused('rights_lost'));
    },
    isAdministrator: (_: string, chat: number | string) => given(chatOf(chat)?.hasRights ?? false),
    hasStarted: (token: string, userId: number) => Promise.resolve(reach(token, userId)),
    send: (token: string, chatId: number, _content: MessageContent) => {
      if (token === OPERATOR) return given(townOf().nextMessageId());
      const reached = chatId < 0 ? ({ ok: true } as const) : reach(token, chatId);
      return reached.ok ? given(townOf().nextMessageId()) : Promise.resolve(reached);
    },
    edit: (token: string, chatId: number) => {
      const reached = chatId < 0 ? ({ ok: true } as const) : reach(token, chatId);
      return reached.ok ? given(undefined) : Promise.resolve(reached);
    },
    remove: () => given(undefined),
    user: no,
    photos: no,
    refundStars: () => given(undefined),
    starTransactions: () => given({ count: 0, payments: [] }),
    giftCount: no,
    file: no,
    createInviteLink: (_: string, chatId: number) => given(townOf().inviteTo(chatId)),
    inviteLinkWorks: () => given(true),
    revokeInviteLink: () => given(undefined),
  };
}
