/** The control interface's members: who joins a chat, leaves it, is let in or removed, and the actor. */
import type { ChatAdministratorRights, User } from 'grammy/types';
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import { allRights, isIn } from '../members.js';
import type { Parts } from '../parts.js';
import { chatOwner, userObject, type ChatRecord, type LinkRecord, type MemberRecord } from '../world.js';
import { actorOf, chatOf, flag, id, maybe, reference, route, userOf } from './input.js';

const statuses = ['member', 'left', 'administrator', 'kicked', 'restricted', 'requested'] as const;
const memberUsage =
  '{chat: id, user: id (a user\'s or a bot\'s), status: "member"|"left"|"administrator"|"kicked"|"restricted"|"requested", invite_link? (by which they join or ask), rights? (administrator), is_member? (restricted), by? (id of who did it; absent: of joining and leaving the user themself, of letting in who asked and of everything else the chat\'s owner)}';
const memberSchema = z.object({
  chat: reference,
  user: reference,
  status: z.enum(statuses, { error: `must be one of ${statuses.join(', ')}` }),
  invite_link: maybe(z.string()),
  rights: maybe(z.record(z.string(), z.boolean())),
  is_member: maybe(flag),
  by: maybe(id),
});
type MemberInput = z.output<typeof memberSchema>;

export const memberRoutes = [
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
  route('POST /emulator/leave', '{user: id, chat: id}', z.object({ user: id, chat: reference }), leave),
];

function setMember(parts: Parts, input: MemberInput): object {
  const chat = chatOf(parts, input.chat);
  const person = personOf(parts, 'user', input.user);
  const link = linkOf(parts, chat, input.invite_link);
  if (input.status === 'requested') {
    if (person.is_bot)
      throw new ControlFailure(400, 'user: a bot cannot ask to join; give it "member" or "administrator"');
    const changed = parts.members.request(chat, person.id, link);
    return answer(chat, person, 'requested', changed);
  }
  const before = parts.members.of(chat.id, person.id);
  const asked = input.status === 'member' ? requestOf(parts, chat, person, input) : null;
  const isOwnCommand = !person.is_bot && asked === null && isDoneAlone(before, input.status);
  const by = input.by === undefined ? (isOwnCommand ? person : chatOwner) : personOf(parts, 'by', input.by);
  const next: MemberRecord = {
    status: input.status,
    is_member:
      input.status === 'restricted'
        ? (input.is_member ?? true)
        : input.status === 'member' || input.status === 'administrator',
    rights: input.status === 'administrator' ? rightsOf(input.rights) : null,
  };
  const cause = { by, link: link ?? asked?.link ?? null, viaRequest: asked !== null };
  return answer(chat, person, input.status, parts.members.change(chat, person.id, next, cause));
}

/** People come and go by themselves; bans, their end and all else is for an administrator. */
function isDoneAlone(before: MemberRecord, status: MemberInput['status']): boolean {
  if (status === 'left') return isIn(before);
  return status === 'member' && !isIn(before) && before.status !== 'kicked';
}

/** The waiting request that somebody else grants; null when the user comes in another way. */
function requestOf(
  parts: Parts,
  chat: ChatRecord,
  person: User,
  input: MemberInput,
): { link: LinkRecord | null } | null {
  const request = parts.world.joinRequests.get(chat.id, person.id);
  if (!request || input.by === person.id) return null;
  const asked = request.invite_link === null ? null : parts.links.find(request.invite_link);
  const given = input.invite_link === undefined ? asked : parts.links.find(input.invite_link);
  return given?.invite_link === asked?.invite_link ? { link: asked } : null;
}

function answer(chat: ChatRecord, person: User, status: string, changed: boolean): object {
  return { ok: true, chat: chat.id, user: person.id, status, changed };
}

/** A user or a bot; of who did something also the chat's owner. */
function personOf(parts: Parts, field: 'user' | 'by', given: string | number): User {
  const text = String(given);
  const personId = /^\d+$/.test(text) ? Number(text) : (parts.world.named(text)?.record.id ?? 0);
  const person = parts.world.person(personId);
  if (person) return person;
  if (field === 'by' && personId === chatOwner.id) return chatOwner;
  throw new ControlFailure(404, `${field}: nobody has the id ${text}; add a user or bot first`);
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

/** All rights, or exactly those given; an administrator can at least manage the chat. */
function rightsOf(given: Record<string, boolean> | undefined): ChatAdministratorRights {
  if (!given) return allRights;
  const none = Object.fromEntries(Object.keys(allRights).map((right) => [right, false]));
  return { ...none, can_manage_chat: true, ...given } as ChatAdministratorRights;
}

/** What happens when a person opens a chat or a link to it and presses Join. */
function join(parts: Parts, input: { user: number; chat: string | number }): object {
  const chat = chatOf(parts, input.chat);
  const user = actorOf(parts, input.user);
  const member = parts.members.of(chat.id, user.id);
  if (member.status === 'kicked') throw new ControlFailure(403, 'the chat has banned this user');
  if (isIn(member)) return answer(chat, userObject(user), member.status, false);
  const found = parts.links.find(String(input.chat));
  const link = found ? linkOf(parts, chat, found.invite_link) : null;
  const isRequest = link ? link.creates_join_request : chat.join_requests;
  const status = isRequest ? 'requested' : 'member';
  return setMember(parts, { ...input, status, invite_link: link?.invite_link, by: user.id });
}

/** Who is not in only takes back their request: leaving must not end a ban. */
function leave(parts: Parts, input: { user: number; chat: string | number }): object {
  const chat = chatOf(parts, input.chat);
  const user = userOf(parts, input.user);
  const { status } = parts.members.of(chat.id, user.id);
  if (status === 'kicked') return answer(chat, userObject(user), status, false);
  return setMember(parts, { ...input, status: 'left', by: user.id });
}
