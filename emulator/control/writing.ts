/** What a user sends to a bot, by the control interface: a text, or content of any kind; an edit; a message to a business. */
import type { MessageEntity } from 'grammy/types';
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import { contentsOf, kinds } from '../kinds.js';
import type { Content } from '../messages.js';
import { defined } from '../omit.js';
import type { Parts } from '../parts.js';
import { privateChatObject, userObject, type BotRecord, type UserRecord } from '../world.js';
import { acting, forgetOneTimeKeyboard } from './actions.js';
import { flag, id, maybe, reference, route } from './input.js';

const longestText = 4096;

const schema = z.object({
  from: id,
  to: reference,
  text: z
    .string('must be text')
    .trim()
    .min(1, 'must not be empty')
    .max(longestText, 'must be at most 4096 letters')
    .optional(),
  entities: maybe(z.array(z.looseObject({ type: z.string(), offset: z.number(), length: z.number() }))),
  photo: maybe(z.string()),
  kind: maybe(z.enum(kinds)),
  reply_to: maybe(id),
  edits: maybe(id),
  business: maybe(flag),
});
type Input = z.output<typeof schema>;

export const writingRoutes = [
  route(
    'POST /emulator/messages',
    '{from: user id, to: "@bot", text (or photo: base64 picture, or kind: of content that is made up, see emulator/kinds.ts), entities?, reply_to? (message id), edits? (id of a message of theirs, which then says text), business? (they write to a person for whom the bot answers)}',
    schema,
    write,
  ),
];

function write(parts: Parts, input: Input): object {
  const { user, bot } = acting(parts, input.from, input.to);
  if (input.edits !== undefined) return edit(parts, { user, bot }, input.edits, input.text);
  const contents = contentsFrom(parts, user, bot, input);
  const place = { bot_id: bot.id, user_id: user.id };
  const { reply_to: repliedId } = input;
  const replied = repliedId === undefined ? undefined : parts.messages.replied(place, repliedId);
  const reply = defined({ reply_to_message: replied });
  const said = contents.map((content) =>
    input.business === true
      ? parts.messages.toBusiness(user, bot, { ...content, ...reply })
      : parts.messages.fromUser(user, bot, { ...content, ...reply }),
  );
  if (input.business !== true) forgetOneTimeKeyboard(parts, bot, user);
  const last = said.at(-1);
  return { message_id: last?.message.message_id, update_id: last?.updateId };
}

/** What the user's app sends: content of a kind, a photo, or a text with the formatting that was chosen there. */
function contentsFrom(parts: Parts, user: UserRecord, bot: BotRecord, input: Input): Content[] {
  const { text, entities, photo } = input;
  if (input.kind !== undefined) {
    const { files, world } = parts;
    const who = { user: userObject(user), chat: privateChatObject(user) };
    return contentsOf(input.kind, { bot, ...who, files, world });
  }
  if (photo !== undefined) {
    const record = parts.files.read(parts.files.keepPicture(photo, 'photo.jpg'))?.record;
    if (record === undefined) throw new ControlFailure(400, 'photo: cannot be read');
    return [{ photo: parts.files.photoSizes(bot, record) }];
  }
  if (text === undefined) throw new ControlFailure(400, 'text: is missing');
  return [defined({ text, entities: entities as MessageEntity[] | undefined })];
}

function edit(
  { messages }: Parts,
  { user, bot }: { user: UserRecord; bot: BotRecord },
  messageId: number,
  text: string | undefined,
): object {
  const place = { bot_id: bot.id, user_id: user.id };
  const message = messages.get(place, messageId);
  if (message?.from?.id !== user.id || text === undefined)
    throw new ControlFailure(
      400,
      `edits: ${messageId} must be a message of user ${user.id}, with its new text`,
    );
  const [updateId = null] = messages.editAsPerson(place, message, text, [bot]);
  return { message_id: messageId, update_id: updateId };
}
