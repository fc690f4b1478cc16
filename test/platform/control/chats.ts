/** The control interface's channels and groups, who is in them, and what is posted there. */
import type { ChatAdministratorRights, User } from 'grammy/types';
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import { parseHtml } from '../html.js';
import { allRights, isIn } from '../members.js';
import { omit } from '../omit.js';
import type { Parts } from '../parts.js';
import { chatOwner, userObject, type ChatRecord, type LinkRecord, type MemberRecord } from '../world.js';
import { chatOf, count, flag, id, maybe, reference, route, userOf, words } from './input.js';
import { checkFree } from './people.js';

const firstChatId = 1_000_000_001;

const chatUsage =
  '{type: "channel"|"supergroup", title, username?, join_requests?, description?, photo? (base64 picture), audience? (members that are only a number)}';
const chatSchema = z.object({
  type: z.enum(['channel', 'supergroup'], { error: 'must be "channel" or "supergroup"' }),
  title: words,
  username: maybe(
    z
      .string('must be text')
      .transform((name) => name.replace(/^@/, ''))
      .pipe(
        z
          .string()
          .regex(/^[a-z]\w{2,31}$/i, 'must be 3 to 32 letters, digits and _, beginning with a letter'),
      ),
  ),
  join_requests: maybe(flag),
  description: maybe(z.string()),
  photo: maybe(z.string()),
  audience: maybe(count),
});

const statuses = ['member', 'left', 'administrator', 'kicked', 'restricted', 'requested'] as const;
const memberUsage =
  '{chat: id, user: id (a user\'s or a bot\'s), status: "member"|"left"|"administrator"|"kicked"|"restricted"|"requested", invite_link?, rights? (administrator), is_member? (restricted), by? (user id)}';
const memberSchema = z.object({
  chat: reference,
  user: reference,
  status: z.enum(statuses, { error: `must be one of ${statuses.join(', ')}` }),
  invite_link: maybe(z.string()),
  rights: maybe(z.record(z.string(), z.boolean())),
  is_member: maybe(flag),
  by: maybe(id),
});

export const chatRoutes = [
  route('POST /emulator/chats', chatUsage, chatSchema, saveChat),
  route('GET /emulator/chats', 'nothing', z.object({}), (parts) => ({
    chats: [...parts.world.chats.values()].map((chat) => shownChat(parts, chat)),
  })),
  route('POST /emulator/members', memberUsage, memberSchema, setMember),
  route('GET /emulator/members', '?chat=', z.object({ chat: reference }), (parts, input) => {
    const chat = chatOf(parts, input.chat);
    const members = parts.world.members.keys(chat.id).map((personId) => {
      return { user: personId, ...parts.members.of(chat.id, personId) };
    });
    return { members, requested: parts.world.joinRequests.keys(chat.id) };
  }),
  route(
    'POST /emulator/join',
    '{user: id, chat: id, "@username" or link}',
    z.object({ user: id, chat: reference }),
    join,
  ),
  route(
    'POST /emulator/leave',
    '{user: id, chat: id}',
    z.object({ user: id, chat: reference }),
    (parts, input) => {
      return setMember(parts, { ...input, status: 'left' });
    },
  ),
  route(
    'POST /emulator/posts',
    '{chat: id, text (HTML)}',
    z.object({ chat: reference, text: words }),
    (parts, input) => {
      const chat = chatOf(parts, input.chat);
      const { text, entities } = parseHtml(input.text);
      const readers = parts.members
        .administratorsOf(chat)
        .flatMap(({ user }) => parts.world.bots.get(user.id) ?? []);
      const message = parts.messages.post(chat, null, { text, entities }, readers);
      return { message_id: message.message_id };
    },
  ),
  route('GET /emulator/posts', '?chat=', z.object({ chat: reference }), (parts, input) => ({
    messages: parts.messages.list({ chat_id: chatOf(parts, input.chat).id }),
  })),
];

/** A chat with a username that is there already is changed, so that a seed can be run twice. */
function saveChat(parts: Parts, input: z.output<typeof chatSchema>): object {
  const named = input.username === undefined ? undefined : parts.world.named(input.username);
  const before = named?.kind === 'chat' ? named.record : undefined;
  checkFree(parts, 'chat', before?.id ?? 0, input.username);
  const chat: ChatRecord = {
    id: before?.id ?? -1_000_000_000_000 - parts.world.next('chat', firstChatId),
    type: input.type,
    title: input.title,
    join_requests: input.join_requests ?? before?.join_requests ?? false,
    invite_link: before?.invite_link ?? parts.world.newInviteLink(),
    photo: input.photo === undefined ? (before?.photo ?? null) : keepPhoto(parts, input.photo),
    audience: input.audience ?? before?.audience ?? 0,
    ...(input.username === undefined ? {} : { username: input.username }),
    ...(input.description === undefined ? {} : { description: input.description }),
  };
  parts.world.saveChat(chat);
  if (!before) parts.links.addOwners(chat);
  parts.events.emit({ type: 'chat', id: chat.id });
  return shownChat(parts, chat);
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

function setMember(parts: Parts, input: z.output<typeof memberSchema>): object {
  const chat = chatOf(parts, input.chat);
  const person = personOf(parts, input.user);
  const link = linkOf(parts, chat, input.invite_link);
  if (input.status === 'requested') {
    if (person.is_bot)
      throw new ControlFailure(400, 'user: a bot cannot ask to join; give it "member" or "administrator"');
    const changed = parts.members.request(chat, person.id, link);
    return answer(chat, person, 'requested', changed);
  }
  // An administrator acts on others; people join and leave by themselves.
  const isOwnDeed = !person.is_bot && (input.status === 'member' || input.status === 'left');
  const by = input.by === undefined ? (isOwnDeed ? person : chatOwner) : userObject(userOf(parts, input.by));
  const next: MemberRecord = {
    status: input.status,
    is_member:
      input.status === 'restricted'
        ? (input.is_member ?? true)
        : input.status === 'member' || input.status === 'administrator',
    rights: input.status === 'administrator' ? rightsOf(input.rights) : null,
  };
  return answer(chat, person, input.status, parts.members.change(chat, person.id, next, { by, link }));
}

function answer(chat: ChatRecord, person: User, status: string, changed: boolean): object {
  return { ok: true, chat: chat.id, user: person.id, status, changed };
}

function personOf(parts: Parts, user: string | number): User {
  const text = String(user);
  const person = parts.world.person(
    /^\d+$/.test(text) ? Number(text) : (parts.world.named(text)?.record.id ?? 0),
  );
  if (!person) throw new ControlFailure(404, `user: nobody has the id ${text}; add a user or bot first`);
  return person;
}

function linkOf(parts: Parts, chat: ChatRecord, text: string | undefined): LinkRecord | null {
  if (text === undefined) return null;
  const link = parts.links.find(text);
  if (link?.chat_id !== chat.id) {
    throw new ControlFailure(
      400,
      `invite_link: ${text} is no link of this chat; its own is ${chat.invite_link}`,
    );
  }
  const problem = parts.links.problem(link);
  if (problem !== null) throw new ControlFailure(400, `invite_link: ${problem}`);
  return link;
}

/** All rights, or exactly those given; whoever administers can at least manage the chat. */
function rightsOf(given: Record<string, boolean> | undefined): ChatAdministratorRights {
  if (!given) return allRights;
  const none = Object.fromEntries(Object.keys(allRights).map((right) => [right, false]));
  return { ...none, can_manage_chat: true, ...given } as ChatAdministratorRights;
}

/** What happens when a person opens a chat or a link to it and presses Join. */
function join(parts: Parts, input: { user: number; chat: string | number }): object {
  const chat = chatOf(parts, input.chat);
  const user = userOf(parts, input.user);
  const member = parts.members.of(chat.id, user.id);
  if (member.status === 'kicked') throw new ControlFailure(403, 'the chat has banned this user');
  if (isIn(member)) return answer(chat, userObject(user), member.status, false);
  const found = parts.links.find(String(input.chat));
  const link = found ? linkOf(parts, chat, found.invite_link) : null;
  const isRequest = link ? link.creates_join_request : chat.join_requests;
  const status = isRequest ? 'requested' : 'member';
  return setMember(parts, { ...input, status, invite_link: link?.invite_link });
}
