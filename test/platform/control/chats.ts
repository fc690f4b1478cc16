/** The control interface's channels and groups, and what is posted there. */
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import { parseHtml } from '../html.js';
import { omit } from '../omit.js';
import type { Parts } from '../parts.js';
import type { ChatRecord } from '../world.js';
import { chatOf, count, flag, maybe, reference, route, words } from './input.js';
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
