/** What users do, by the control interface: press, pay, share a chat. */
import type { KeyboardButton } from 'grammy/types';
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import type { Content } from '../messages.js';
import { defined } from '../omit.js';
import type { Parts } from '../parts.js';
import { userObject, type BotRecord, type UserRecord } from '../world.js';
import { actorOf, botOf, chatOf, id, maybe, reference, route, userOf, words } from './input.js';

const keptCallbacks = 5_000;

const pressSchema = z.object({ from: id, bot: reference, message_id: id, data: words });
const paySchema = z.object({
  from: id,
  bot: reference,
  message_id: maybe(id),
  invoice_link: maybe(z.string()),
});
const shareSchema = z.object({
  from: id,
  bot: reference,
  request_id: id,
  chat: maybe(reference),
  users: maybe(z.array(id).min(1)),
});

export const actionRoutes = [
  route('POST /emulator/press', '{from: user id, bot: "@bot", message_id, data}', pressSchema, press),
  route('POST /emulator/pay', '{from: user id, bot: "@bot", message_id (or invoice_link)}', paySchema, pay),
  route(
    'POST /emulator/share',
    '{from: user id, bot: "@bot", request_id, chat: id (or users: [ids])}',
    shareSchema,
    share,
  ),
];

/** Who acts, towards which bot: it may answer at once. */
export function acting(
  parts: Parts,
  from: number,
  to: number | string,
): { user: UserRecord; bot: BotRecord } {
  const [user, bot] = [actorOf(parts, from), botOf(parts, to)];
  parts.limits.heard(bot.id, user.id);
  return { user, bot };
}

export function forgetOneTimeKeyboard(parts: Parts, bot: BotRecord, user: UserRecord): void {
  const { keyboard } = parts.dialogs.of(bot, user.id);
  if (!keyboard) return;
  const isDone = 'keyboard' in keyboard ? keyboard.one_time_keyboard === true : true;
  if (isDone) parts.dialogs.setKeyboard(bot, user.id, null);
}

function press(parts: Parts, input: z.output<typeof pressSchema>): object {
  const { user, bot } = acting(parts, input.from, input.bot);
  const message = parts.messages.get({ bot_id: bot.id, user_id: user.id }, input.message_id);
  if (!message) {
    throw new ControlFailure(
      404,
      `message_id: ${input.message_id} is not in this chat; see GET /emulator/messages`,
    );
  }
  const buttons = message.reply_markup?.inline_keyboard.flat() ?? [];
  const offered = buttons.flatMap((button) => ('callback_data' in button ? [button.callback_data] : []));
  if (!offered.includes(input.data)) {
    const list =
      offered.length === 0
        ? 'it has no buttons that can be pressed'
        : `its buttons send ${offered.join(', ')}`;
    throw new ControlFailure(
      400,
      `data: message ${input.message_id} has no button that sends "${input.data}"; ${list}`,
    );
  }
  const callbackId = String(parts.world.next('callback', 4_000_000_001));
  parts.world.callbacks.set(callbackId, {
    id: callbackId,
    bot_id: bot.id,
    user_id: user.id,
    message_id: message.message_id,
    data: input.data,
    at: parts.world.nowMs(),
    answer: null,
  });
  parts.world.callbacks.keepNewest(keptCallbacks);
  const updateId = parts.updates.push(bot, {
    callback_query: {
      id: callbackId,
      from: userObject(user),
      message,
      chat_instance: `${bot.id}${user.id}`,
      data: input.data,
    },
  });
  return { callback_query_id: callbackId, update_id: updateId };
}

function pay(parts: Parts, input: z.output<typeof paySchema>): object {
  const { user, bot } = acting(parts, input.from, input.bot);
  const key = input.invoice_link ?? `message:${user.id}:${bot.id}:${input.message_id ?? 0}`;
  const known = parts.world.invoices.get(key);
  const isThere =
    input.invoice_link !== undefined ||
    parts.messages.get({ bot_id: bot.id, user_id: user.id }, input.message_id ?? 0);
  if (known?.bot_id !== bot.id || !isThere) {
    throw new ControlFailure(
      404,
      'message_id: there is no invoice in that message; see GET /emulator/messages',
    );
  }
  const { payment, updateId } = parts.payments.begin(bot, user, known.invoice);
  return { pre_checkout_query_id: payment.id, update_id: updateId, status: payment.status };
}

/** A button that asked for a chat or for users is pressed and something chosen. */
function share(parts: Parts, input: z.output<typeof shareSchema>): object {
  const { user, bot } = acting(parts, input.from, input.bot);
  const button = requestButton(parts, bot, user, input.request_id);
  const content: Content =
    'request_chat' in button
      ? { chat_shared: chatShared(parts, bot, user, button.request_chat, input.chat) }
      : { users_shared: usersShared(parts, button.request_users, input.users) };
  const { message, updateId } = parts.messages.fromUser(user, bot, content);
  forgetOneTimeKeyboard(parts, bot, user);
  return { message_id: message.message_id, update_id: updateId };
}

type RequestButton = KeyboardButton.RequestChatButton | KeyboardButton.RequestUsersButton;

function requestButton(parts: Parts, bot: BotRecord, user: UserRecord, requestId: number): RequestButton {
  const { keyboard } = parts.dialogs.of(bot, user.id);
  const buttons = keyboard && 'keyboard' in keyboard ? keyboard.keyboard.flat() : [];
  const asking = buttons.filter(
    (button): button is RequestButton =>
      typeof button === 'object' && ('request_chat' in button || 'request_users' in button),
  );
  const idOf = (button: RequestButton): number =>
    'request_chat' in button ? button.request_chat.request_id : button.request_users.request_id;
  const found = asking.find((button) => idOf(button) === requestId);
  if (found) return found;
  const list =
    asking.length === 0
      ? 'no button asks for a chat or users'
      : `buttons ask with ${asking.map(idOf).join(', ')}`;
  throw new ControlFailure(400, `request_id: under this chat ${list}`);
}

function chatShared(
  parts: Parts,
  bot: BotRecord,
  user: UserRecord,
  requested: KeyboardButton.RequestChatButton['request_chat'],
  reference: string | number | undefined,
): NonNullable<Content['chat_shared']> {
  if (reference === undefined)
    throw new ControlFailure(400, 'chat: this button asks for a chat; send its id');
  const chat = chatOf(parts, reference);
  if ((chat.type === 'channel') !== requested.chat_is_channel) {
    throw new ControlFailure(
      400,
      `chat: this button asks for a ${requested.chat_is_channel ? 'channel' : 'group'}`,
    );
  }
  // By choosing a chat the user lets the bot in, with the rights the button named.
  const rights = requested.bot_administrator_rights;
  const isAdministrator = parts.members.isAdministrator(chat.id, bot.id);
  const by = userObject(user);
  if (rights && !isAdministrator)
    parts.members.change(chat, bot.id, { status: 'administrator', is_member: true, rights }, { by });
  else if (requested.bot_is_member === true && !parts.members.isKnown(chat.id, bot.id))
    parts.members.change(chat, bot.id, { status: 'member', is_member: true, rights: null }, { by });
  return defined({
    request_id: requested.request_id,
    chat_id: chat.id,
    title: requested.request_title === true ? chat.title : undefined,
    username: requested.request_username === true ? chat.username : undefined,
  });
}

function usersShared(
  parts: Parts,
  requested: KeyboardButton.RequestUsersButton['request_users'],
  users: number[] | undefined,
): NonNullable<Content['users_shared']> {
  if (!users) throw new ControlFailure(400, 'users: this button asks for users; send a list of ids');
  if (users.length > (requested.max_quantity ?? 1))
    throw new ControlFailure(400, `users: at most ${requested.max_quantity ?? 1}`);
  const shared = users.map((userId) => {
    const user = userObject(userOf(parts, userId));
    const hasName = requested.request_name === true;
    return defined({
      user_id: userId,
      first_name: hasName ? user.first_name : undefined,
      last_name: hasName ? user.last_name : undefined,
      username: requested.request_username === true ? user.username : undefined,
    });
  });
  return { request_id: requested.request_id, users: shared };
}
