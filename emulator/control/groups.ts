/** Groups as bots hear them: who speaks there, as who, in which topic, and which bots get it. */
import type { Message, User } from 'grammy/types';
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import { isIn } from '../members.js';
import { asItself } from '../messages.js';
import type { Parts } from '../parts.js';
import { chatObject, userObject, type BotRecord, type ChatRecord } from '../world.js';
import { actorOf, chatOf, flag, id, maybe, reference, route, words } from './input.js';

const saySchema = z.object({
  chat: reference,
  text: words,
  from: maybe(id),
  channel: maybe(reference),
  anonymous: maybe(flag),
  topic: maybe(id),
});
type Input = z.output<typeof saySchema>;

export const groupRoutes = [
  route(
    'POST /emulator/say',
    '{chat: a group, text, from: user id (or channel: whose post the platform forwards here), anonymous? (an administrator speaks as the group), topic? (of a forum)}',
    saySchema,
    say,
  ),
];

/** The account that the platform forwards posts with (docs, `Message.sender_chat`). */
const forwarder: User = { id: 777_000, is_bot: false, first_name: 'Telegram' };

function say(parts: Parts, input: Input): object {
  const chat = chatOf(parts, input.chat);
  if (chat.type === 'channel') throw new ControlFailure(400, 'chat: must be a group');
  const speaker = speakerOf(parts, chat, input);
  const topic =
    input.topic === undefined ? {} : { message_thread_id: input.topic, is_topic_message: true as const };
  const readers = [...parts.world.bots.values()].filter((bot) => hears(parts, chat, bot, input.text));
  const { message_id } = parts.messages.speak(chat, speaker, { ...topic, text: input.text }, readers);
  return { message_id };
}

function speakerOf(parts: Parts, chat: ChatRecord, input: Input): Partial<Message> {
  if (input.channel !== undefined) return forwarded(parts, chatOf(parts, input.channel));
  if (input.from === undefined) throw new ControlFailure(400, 'from: must be a user id, or send channel');
  const user = actorOf(parts, input.from);
  if (!isIn(parts.members.of(chat.id, user.id)))
    throw new ControlFailure(409, `from: user ${user.id} is not in the chat`);
  if (input.anonymous !== true) return { from: userObject(user) };
  if (!parts.members.isAdministrator(chat.id, user.id))
    throw new ControlFailure(409, `from: user ${user.id} is no administrator, who alone can be anonymous`);
  return asItself(chat);
}

function forwarded(parts: Parts, channel: ChatRecord): Partial<Message> {
  const shown = chatObject(channel) as Extract<ReturnType<typeof chatObject>, { type: 'channel' }>;
  const date = parts.world.nowSeconds();
  return {
    from: forwarder,
    sender_chat: shown,
    is_automatic_forward: true,
    forward_origin: { type: 'channel', chat: shown, message_id: 1, date },
  };
}

/**
 * Administrators hear all; other bots, in privacy mode, commands: those with their name, and those without one where
 * they were the last bot that spoke.
 */
function hears(parts: Parts, chat: ChatRecord, bot: BotRecord, text: string): boolean {
  if (!isIn(parts.members.of(chat.id, bot.id))) return false;
  if (parts.members.isAdministrator(chat.id, bot.id)) return true;
  const command = /^\/\w+(?:@(\w+))?/.exec(text);
  if (command === null) return false;
  const [, name] = command;
  if (name !== undefined) return name.toLowerCase() === bot.username.toLowerCase();
  const last = parts.messages.list({ chat_id: chat.id }).findLast(({ from }) => from?.is_bot === true);
  return last?.from?.id === bot.id;
}
