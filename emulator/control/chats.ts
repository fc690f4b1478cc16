/** The control interface's channels and groups, and what is posted there. */
import { z } from 'zod';
import { postIn } from '../discussion.js';
import { ControlFailure } from '../failure.js';
import { parseHtml } from '../html.js';
import { defined, omit } from '../omit.js';
import { isIn } from '../members.js';
import type { Parts } from '../parts.js';
import type { ChatRecord } from '../world.js';
import { chatOf, count, flag, id, maybe, reference, route, words } from './input.js';
import { checkFree, clearable, username } from './people.js';

const firstChatId = 1_000_000_001;
const firstGroupId = 4_000_000_001;

const chatUsage =
  '{id?, type: "channel"|"supergroup"|"group" (a basic one), title, username?, join_requests?, description?, photo? (base64 picture), audience? (members that are only a number), has_hidden_members?, is_forum?, is_direct_messages? (of a channel), owner_id? (a user), keeps_names? (a name that another chat has is refused), discussion? (of a channel: the supergroup that is linked to it), revokes? (an invite link of the chat, which its owner revokes)}; with the id of a chat that is there only what changes (username: null makes it private); a username given to an id leaves the chat that had it';
const chatSchema = z.object({
  id: maybe(id.refine((value) => value < 0, 'must be below 0')),
  type: maybe(
    z.enum(['channel', 'supergroup', 'group'], { error: 'must be "channel", "supergroup" or "group"' }),
  ),
  title: maybe(words),
  username: clearable(username.or(z.literal(''))),
  join_requests: maybe(flag),
  description: maybe(z.string()),
  photo: maybe(z.string()),
  audience: maybe(count),
  has_hidden_members: maybe(flag),
  is_forum: maybe(flag),
  is_direct_messages: maybe(flag),
  owner_id: maybe(id),
  keeps_names: maybe(flag),
  discussion: maybe(reference),
  revokes: maybe(z.string()),
});

export const chatRoutes = [
  route('POST /emulator/chats', chatUsage, chatSchema, saveChat),
  route('GET /emulator/chats', 'nothing', z.object({}), (parts) => ({
    chats: [...parts.world.chats.values()].map((chat) => shownChat(parts, chat)),
  })),
  route(
    'POST /emulator/posts',
    '{chat: id, text (HTML)}',
    z.object({ chat: reference, text: words }),
    (parts, input) => {
      const chat = chatOf(parts, input.chat);
      const { text, entities } = parseHtml(input.text);
      const message = postIn(parts, chat, null, { text, entities });
      return { message_id: message.message_id };
    },
  ),
  route(
    'POST /emulator/upgrade',
    '{chat: id of a basic group, which becomes a supergroup}',
    z.object({ chat: reference }),
    (parts, input) => shownChat(parts, upgrade(parts, chatOf(parts, input.chat))),
  ),
  route('GET /emulator/posts', '?chat=', z.object({ chat: reference }), (parts, input) => ({
    messages: parts.messages.list({ chat_id: chatOf(parts, input.chat).id }),
  })),
];

/**
 * A chat whose id is there already is changed, and so is one with a username that is there already when no id is
 * given, so that a seed can be run twice.
 */
function saveChat(parts: Parts, input: z.output<typeof chatSchema>): object {
  const named = chatNamed(parts, input.username);
  if (input.keeps_names === true && named !== undefined && named.id !== input.id)
    throw new ControlFailure(409, `username: @${input.username ?? ''} is taken`);
  const before = input.id === undefined ? named : parts.world.chats.get(input.id);
  const chat = chatAfter(parts, input, before);
  takeUsername(parts, chat);
  parts.world.saveChat(chat);
  if (!before) parts.links.addOwners(chat);
  if (input.discussion !== undefined) link(parts, chat, chatOf(parts, input.discussion));
  if (input.revokes !== undefined) revoke(parts, chat, input.revokes);
  parts.events.emit({ type: 'chat', id: chat.id });
  return shownChat(parts, chat);
}

function chatAfter(
  parts: Parts,
  input: z.output<typeof chatSchema>,
  before: ChatRecord | undefined,
): ChatRecord {
  if (!before && input.id !== undefined && input.type === undefined)
    throw new ControlFailure(404, `id: there is no chat ${input.id}; to make it send ${chatUsage}`);
  const type = input.type ?? before?.type;
  const title = input.title ?? before?.title;
  if (type === undefined)
    throw new ControlFailure(400, `type: must be "channel", "supergroup" or "group". Send ${chatUsage}`);
  if (title === undefined) throw new ControlFailure(400, `title: must be text. Send ${chatUsage}`);
  const name = input.username === undefined ? before?.username : input.username;
  const flagOf = (flag: 'has_hidden_members' | 'is_forum' | 'is_direct_messages') =>
    (input[flag] ?? before?.[flag]) === true ? true : undefined;
  return defined({
    id: before?.id ?? input.id ?? (type === 'group' ? freeGroupId(parts) : freeId(parts)),
    type,
    title,
    join_requests: input.join_requests ?? before?.join_requests ?? false,
    invite_link: before?.invite_link ?? parts.world.newInviteLink(),
    photo: input.photo === undefined ? (before?.photo ?? null) : keepPhoto(parts, input.photo),
    audience: input.audience ?? before?.audience ?? 0,
    username: name === null || name === '' ? undefined : name,
    description: input.description ?? before?.description,
    has_hidden_members: flagOf('has_hidden_members'),
    is_forum: flagOf('is_forum'),
    is_direct_messages: flagOf('is_direct_messages'),
    owner_id: input.owner_id ?? before?.owner_id,
    linked_chat_id: before?.linked_chat_id,
  });
}

/**
 * A basic group becomes a supergroup: it gets another id, under which all is as it was, and the old id is dead. To its bots it
 * is a chat that they come into, and nothing says that they left the old one.
 */
function upgrade(parts: Parts, group: ChatRecord): ChatRecord {
  if (group.type !== 'group' || group.migrated_to !== undefined)
    throw new ControlFailure(409, `chat: ${group.id} is no basic group`);
  const { world, members, messages, links, events } = parts;
  const id = freeId(parts);
  const bots = [...world.bots.values()].filter((bot) => isIn(members.of(group.id, bot.id)));
  const supergroup = world.saveChat({ ...group, id, type: 'supergroup' });
  for (const personId of world.members.keys(group.id))
    world.members.set(id, personId, members.of(group.id, personId));
  members.reportUpgrade(supergroup, bots);
  messages.post(group, null, { migrate_to_chat_id: id }, bots);
  world.saveChat({ ...omit(group, 'username'), migrated_to: id });
  links.moveAll(group.id, id);
  messages.post(supergroup, null, { migrate_from_chat_id: group.id }, bots);
  events.emit({ type: 'chat', id });
  return supergroup;
}

function chatNamed(parts: Parts, name: string | null | undefined): ChatRecord | undefined {
  const named = name === undefined || name === null ? undefined : parts.world.named(name);
  return named?.kind === 'chat' ? named.record : undefined;
}

/** Each of the two names the other (docs, `ChatFullInfo.linked_chat_id`). */
function link({ world }: Parts, channel: ChatRecord, group: ChatRecord): void {
  if (channel.type !== 'channel' || group.type !== 'supergroup')
    throw new ControlFailure(400, 'discussion: links a channel and a supergroup');
  world.saveChat({ ...channel, linked_chat_id: group.id });
  world.saveChat({ ...group, linked_chat_id: channel.id });
}

function revoke(parts: Parts, chat: ChatRecord, text: string): void {
  const link = parts.links.find(text);
  if (link?.chat_id !== chat.id) throw new ControlFailure(400, `revokes: ${text} is no link of this chat`);
  parts.links.revokeAny(link);
}

/** The username leaves the chat that had it; one of a user or bot cannot be taken. */
function takeUsername(parts: Parts, chat: ChatRecord): void {
  const former = chatNamed(parts, chat.username);
  if (!former) {
    checkFree(parts, 'chat', chat.id, chat.username);
    return;
  }
  if (former.id === chat.id) return;
  parts.world.saveChat(omit(former, 'username'));
  parts.events.emit({ type: 'chat', id: former.id });
}

/** Tools may have given a chat the id that would come next. */
function freeId(parts: Parts): number {
  for (;;) {
    const next = -1_000_000_000_000 - parts.world.next('chat', firstChatId);
    if (!parts.world.chats.get(next)) return next;
  }
}

/** Of basic groups, whose ids are small. */
function freeGroupId(parts: Parts): number {
  for (;;) {
    const next = -parts.world.next('group', firstGroupId);
    if (!parts.world.chats.get(next)) return next;
  }
}

function keepPhoto(parts: Parts, picture: string): string {
  try {
    return parts.files.keepPicture(picture, 'chat.png');
  } catch (error) {
    throw new ControlFailure(400, `photo: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

export function shownChat(parts: Parts, chat: ChatRecord): object {
  return {
    ...omit(chat, 'photo', 'audience'),
    members: parts.members.count(chat),
    ...(chat.photo === null ? {} : { photo: `/emulator/files/${chat.photo}` }),
  };
}
