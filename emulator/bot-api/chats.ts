/** What bots can learn of chats and their members, and do to them. */
import type { ChatFullInfo, ChatMember } from 'grammy/types';
import { badRequest } from '../failure.js';
import { defined, omit } from '../omit.js';
import {
  botObject,
  chatObject,
  privateChatObject,
  userObject,
  type ChatRecord,
  type UserRecord,
} from '../world.js';
import type { BotCall } from './call.js';
import type { MethodTable } from './methods.js';

const acceptedGifts = {
  unlimited_gifts: true,
  limited_gifts: true,
  unique_gifts: true,
  premium_subscription: true,
  gifts_from_channels: true,
};
const commonInfo = { accent_color_id: 1, max_reaction_count: 11, accepted_gift_types: acceptedGifts };

export const chatMethods: MethodTable = {
  getChat(call) {
    const target = call.target('read');
    return target.kind === 'user' ? userInfo(call, target.user) : chatInfo(call, target.chat);
  },

  getChatMember(call) {
    const userId = call.userId();
    const target = call.target(userId === call.bot.id ? 'read' : 'write');
    if (target.kind === 'user') return privateMember(call, target.user, userId);
    const { chat } = target;
    const { members, world } = call.parts;
    const isClosed = chat.type === 'channel' || chat.has_hidden_members === true;
    if (isClosed && userId !== call.bot.id && !members.isAdministrator(chat.id, call.bot.id)) {
      throw badRequest('member list is inaccessible');
    }
    const user = world.person(userId);
    if (!user) throw badRequest('PARTICIPANT_ID_INVALID');
    return members.describe(chat, user, members.of(chat.id, userId));
  },

  getChatMemberCount: (call) => call.parts.members.count(call.chat('read')),

  getChatAdministrators(call) {
    const chat = call.chatWithin();
    const { members } = call.parts;
    if (chat.type === 'channel' && !members.isAdministrator(chat.id, call.bot.id)) {
      throw badRequest('member list is inaccessible');
    }
    const list = members.administratorsOf(chat);
    return list.map(({ user, member }) => members.describe(chat, user, member)) as Extract<
      ChatMember,
      { status: 'administrator' }
    >[];
  },

  leaveChat(call) {
    const chat = call.chatWithin();
    setStatus(call, chat, call.bot.id, 'left');
    return true;
  },

  banChatMember(call) {
    setStatus(call, restricting(call), knownPerson(call), 'kicked');
    return true;
  },

  unbanChatMember(call) {
    const chat = restricting(call);
    const userId = knownPerson(call);
    const { status } = call.parts.members.of(chat.id, userId);
    if (status === 'kicked' || !call.flag('only_if_banned')) setStatus(call, chat, userId, 'left');
    return true;
  },
};

/**
 * A private chat has two members: the user, who is shown as this bot knows them, and the bot. Language and premium are
 * shown of those who use the bot, and not of all of them.
 */
function privateMember(call: BotCall, user: UserRecord, userId: number): ChatMember {
  if (userId === user.id) {
    const isShownWhole =
      call.parts.dialogs.writable(call.bot, userId) !== 'unknown' && user.hides_language !== true;
    const shown = userObject(user);
    return { status: 'member', user: isShownWhole ? shown : omit(shown, 'language_code', 'is_premium') };
  }
  if (userId === call.bot.id) return { status: 'member', user: botObject(call.bot) };
  throw badRequest('member not found');
}

function userInfo(call: BotCall, user: UserRecord): ChatFullInfo.PrivateChat {
  const [photo] = user.photos;
  return defined({
    ...privateChatObject(user),
    ...commonInfo,
    active_usernames: user.username === undefined ? undefined : [user.username],
    bio: user.bio === '' ? undefined : user.bio,
    photo: photo === undefined ? undefined : call.parts.files.chatPhoto(call.bot, photo),
    rating: user.rating === null ? undefined : ratingOf(user.rating),
  });
}

/** Levels stand some points apart; only the level matters to anyone here. */
function ratingOf(level: number): NonNullable<ChatFullInfo.PrivateChat['rating']> {
  const points = level * 100;
  return { level, rating: points, current_level_rating: points, next_level_rating: points + 100 };
}

function chatInfo(call: BotCall, chat: ChatRecord): ChatFullInfo.ChannelChat | ChatFullInfo.SupergroupChat {
  const { files, links, members } = call.parts;
  const mayInvite = members.hasRight(chat.id, call.bot.id, 'can_invite_users');
  const { username, photo, description, linked_chat_id } = chat;
  const isGroup = chat.type === 'supergroup';
  return defined({
    ...chatObject(chat),
    ...commonInfo,
    active_usernames: username === undefined ? undefined : [username],
    description,
    linked_chat_id,
    photo: photo === null ? undefined : files.chatPhoto(call.bot, photo),
    // Each administrator has primary links of their own: a bot sees its own alone.
    invite_link: mayInvite ? links.primary(chat, call.bot.id).invite_link : undefined,
    join_by_request: isGroup && chat.join_requests ? true : undefined,
    has_hidden_members: isGroup ? chat.has_hidden_members : undefined,
  }) as ChatFullInfo.ChannelChat | ChatFullInfo.SupergroupChat;
}

const restricting = (call: BotCall): ChatRecord =>
  call.chatWhere('can_restrict_members', 'not enough rights to restrict/unrestrict chat member');

function knownPerson(call: BotCall): number {
  const id = call.personId();
  if (call.parts.members.isAdministrator(call.chat().id, id))
    throw badRequest('user is an administrator of the chat');
  return id;
}

function setStatus(call: BotCall, chat: ChatRecord, personId: number, status: 'left' | 'kicked'): void {
  const by = call.parts.world.person(call.bot.id);
  // The caller's own token was found a moment ago, so its bot is there.
  if (by) call.parts.members.change(chat, personId, { status, is_member: false, rights: null }, { by });
}
