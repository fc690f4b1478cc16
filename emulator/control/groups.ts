/** Groups as bots hear them: who speaks there, as who, in which topic, and which bots get it. */
import type { Message } from 'grammy/types';
import { z } from 'zod';
import { forwarded, forwarder } from '../discussion.js';
import { ControlFailure } from '../failure.js';
import { contentsOf, isNews, kinds, type Making } from '../kinds.js';
import { isIn } from '../members.js';
import { asItself } from '../messages.js';
import { defined } from '../omit.js';
import type { Parts } from '../parts.js';
import { chatObject, userObject, type BotRecord, type ChatRecord } from '../world.js';
import { actorOf, chatOf, flag, id, maybe, reference, route, words } from './input.js';

const saySchema = z.object({
  chat: reference,
  text: maybe(words),
  kind: maybe(z.enum(kinds)),
  edits: maybe(id),
  from: maybe(id),
  channel: maybe(reference),
  anonymous: maybe(flag),
  topic: maybe(id),
  reply_to: maybe(id),
});
type Input = z.output<typeof saySchema>;

export const groupRoutes = [
  route(
    'POST /emulator/say',
    '{chat: a group, text (or kind: of content that is made up, see emulator/kinds.ts), from: user id (or channel: whose post the platform forwards here), anonymous? (an administrator speaks as the group), topic? (of a forum), reply_to? (message id), edits? (id of a message, which then says text)}',
    saySchema,
    say,
  ),
];

function say(parts: Parts, input: Input): object {
  const chat = chatOf(parts, input.chat);
  if (chat.type === 'channel') throw new ControlFailure(400, 'chat: must be a group');
  if (input.text === undefined && input.kind === undefined) throw new ControlFailure(400, 'text: is missing');
  const { text = '' } = input;
  const speaker = speakerOf(parts, chat, input);
  const reply = replyTo(parts, chat, input);
  const isHeard = (bot: BotRecord) =>
    isNews(input.kind) || reply.reply_to_message?.from?.id === bot.id || hears(parts, chat, bot, text);
  const readers = [...parts.world.bots.values()].filter(
    (bot) => isIn(parts.members.of(chat.id, bot.id)) && isHeard(bot),
  );
  if (input.edits !== undefined) return edit(parts, chat, { messageId: input.edits, text }, readers);
  const contents =
    input.kind === undefined ? [{ text }] : contentsOf(input.kind, making(parts, chat, speaker, readers));
  const said = contents.map((content) =>
    parts.messages.speak(chat, { ...speaker, ...topicOf(chat, speaker, input), ...reply }, content, readers),
  );
  return { message_id: said.at(-1)?.message_id };
}

function replyTo(
  { messages }: Parts,
  chat: ChatRecord,
  { reply_to: id }: Input,
): Pick<Message, 'reply_to_message'> {
  const replied = id === undefined ? undefined : messages.replied({ chat_id: chat.id }, id);
  if (id !== undefined && replied === undefined)
    throw new ControlFailure(404, `reply_to: there is no message ${id}`);
  return defined({ reply_to_message: replied });
}

function edit(
  { messages }: Parts,
  { id: chatId }: ChatRecord,
  { messageId, text }: { messageId: number; text: string },
  readers: BotRecord[],
): object {
  const message = messages.get({ chat_id: chatId }, messageId);
  if (message === undefined || text === '')
    throw new ControlFailure(400, `edits: ${messageId} must be a message of this chat, with its new text`);
  messages.editAsPerson({ chat_id: chatId }, message, text, readers);
  return { message_id: messageId };
}

/** Files are named for the first who reads: the platform names them for each. */
function making(
  { world, files }: Parts,
  chat: ChatRecord,
  { from = forwarder }: Partial<Message>,
  [bot = { id: 0 }]: readonly Pick<BotRecord, 'id'>[],
): Making {
  return { bot, user: from, chat: chatObject(chat), world, files };
}

/** In direct messages of a channel each who writes has a topic of their own (docs, `DirectMessagesTopic`). */
function topicOf(
  chat: ChatRecord,
  { from: user }: Partial<Message>,
  { topic }: Input,
): Pick<Message, 'message_thread_id' | 'is_topic_message' | 'direct_messages_topic'> {
  if (chat.is_direct_messages === true && user !== undefined)
    return { direct_messages_topic: { topic_id: user.id, user } };
  return topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true };
}

function speakerOf(parts: Parts, chat: ChatRecord, input: Input): Partial<Message> {
  if (input.channel !== undefined)
    return forwarded(chatOf(parts, input.channel), { message_id: 1, date: parts.world.nowSeconds() });
  if (input.from === undefined) throw new ControlFailure(400, 'from: must be a user id, or send channel');
  const user = actorOf(parts, input.from);
  if (chat.is_direct_messages !== true && !isIn(parts.members.of(chat.id, user.id)))
    throw new ControlFailure(409, `from: user ${user.id} is not in the chat`);
  if (input.anonymous !== true) return { from: userObject(user) };
  if (!parts.members.isAdministrator(chat.id, user.id))
    throw new ControlFailure(409, `from: user ${user.id} is no administrator, who alone can be anonymous`);
  return asItself(chat);
}

/**
 * Administrators hear all; other bots, in privacy mode, service messages, answers to them, and commands: those with their name, and those
 * without one where they were the last bot that spoke.
 */
function hears(parts: Parts, chat: ChatRecord, bot: BotRecord, text: string): boolean {
  if (parts.members.isAdministrator(chat.id, bot.id)) return true;
  const command = /^\/\w+(?:@(\w+))?/.exec(text);
  if (command === null) return false;
  const [, name] = command;
  if (name !== undefined) return name.toLowerCase() === bot.username.toLowerCase();
  const last = parts.messages.list({ chat_id: chat.id }).findLast(({ from }) => from?.is_bot === true);
  return last?.from?.id === bot.id;
}
