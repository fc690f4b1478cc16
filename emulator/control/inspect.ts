/** What tools and the phone page can see: chats as users see them, what was called, answered and paid. */
import { z } from 'zod';
import { commandsFor, menuButtonOf } from '../bot-api/profile.js';
import { ControlFailure } from '../failure.js';
import { signInitData } from '../init-data.js';
import { isIn } from '../members.js';
import type { Parts } from '../parts.js';
import type { BotRecord, CallbackRecord, UserRecord } from '../world.js';
import { shownChat } from './chats.js';
import { botOf, count, id, maybe, reference, route, userOf, words } from './input.js';
import { shownBot, shownUser } from './people.js';

const dialogSchema = z.object({ user: id, bot: reference });

export const inspectRoutes = [
  route(
    'GET /emulator/messages',
    '?user=<id>&bot=@bot&after=<message id>&last=<how many>',
    dialogSchema.extend({ after: maybe(count), last: maybe(count) }),
    (parts, input) => {
      const bot = botOf(parts, input.bot);
      const user = userOf(parts, input.user);
      const { keyboard, is_blocked } = parts.dialogs.of(bot, user.id);
      const { after = 0, last = Infinity } = input;
      const messages = parts.messages
        .list({ bot_id: bot.id, user_id: user.id })
        .filter(({ message_id }) => message_id > after);
      return { messages: messages.slice(Math.max(0, messages.length - last)), keyboard, blocked: is_blocked };
    },
  ),
  route(
    'GET /emulator/calls',
    '?token=&method=&bot=@bot&after=<call id>',
    z.object({
      token: maybe(z.string()),
      method: maybe(z.string()),
      bot: maybe(reference),
      after: maybe(count),
    }),
    (parts, input) => ({
      calls: parts.calls.list({
        token: input.token ?? null,
        method: input.method ?? null,
        botId: input.bot === undefined ? null : botOf(parts, input.bot).id,
        afterId: input.after ?? 0,
      }),
    }),
  ),
  route(
    'GET /emulator/answers',
    '?user=<id>&bot=@bot&query=<callback query id>',
    z.object({ user: maybe(id), bot: maybe(reference), query: maybe(z.string()) }),
    (parts, input) => {
      const botId = input.bot === undefined ? null : botOf(parts, input.bot).id;
      const queries = [...parts.world.callbacks.values()].filter(
        (query) =>
          (input.query === undefined || query.id === input.query) &&
          (input.user === undefined || query.user_id === input.user) &&
          (botId === null || query.bot_id === botId),
      );
      return { answers: queries.map((query) => shownAnswer(parts, query)) };
    },
  ),
  route(
    'GET /emulator/payments',
    '?user=<id>&bot=@bot',
    z.object({ user: maybe(id), bot: maybe(reference) }),
    (parts, input) => ({
      payments: parts.payments.list({
        botId: input.bot === undefined ? null : botOf(parts, input.bot).id,
        userId: input.user ?? null,
      }),
    }),
  ),
  route(
    'GET /emulator/webapp-init-data',
    '?user=<id>&bot=@bot&start_param=',
    dialogSchema.extend({ start_param: maybe(z.string()) }),
    (parts, input) => {
      const bot = botOf(parts, input.bot);
      const user = userOf(parts, input.user);
      return { init_data: signInitData(bot, user, parts.world.nowSeconds(), input.start_param ?? null) };
    },
  ),
  route('GET /emulator/resolve', '?link=https://t.me/…', z.object({ link: words }), resolve),
  route('GET /emulator/inbox', '?user=<id>', z.object({ user: id }), (parts, input) => {
    const user = userOf(parts, input.user);
    return {
      user: shownUser(user),
      bots: [...parts.world.bots.values()].map((bot) => inboxBot(parts, bot, user)),
      chats: [...parts.world.chats.values()].map((chat) => {
        const member = parts.members.of(chat.id, user.id);
        return {
          ...shownChat(parts, chat),
          status: parts.members.isRequested(chat.id, user.id) ? 'requested' : member.status,
          is_in: isIn(member),
          last_message: parts.messages.list({ chat_id: chat.id }).at(-1) ?? null,
        };
      }),
    };
  }),
];

/** What stands behind a link of the platform's. */
function resolve(parts: Parts, { link: address }: { link: string }): object {
  const path = address.replace(/^(?:https?:\/\/)?(?:t|telegram)\.me\//i, '');
  const invoice = parts.world.invoices.get(`https://t.me/${path}`);
  if (invoice)
    return { kind: 'invoice', bot: invoice.bot_id, link: `https://t.me/${path}`, ...invoice.invoice };
  const link = parts.links.find(`https://t.me/${path}`);
  if (link) {
    const problem = parts.links.problem(link);
    if (problem !== null) throw new ControlFailure(404, problem);
    const { invite_link, creates_join_request } = link;
    return { kind: 'chat', id: link.chat_id, link: { invite_link, creates_join_request } };
  }
  const named = parts.world.named(path.replace(/[/?#].*$/, ''));
  if (!named) throw new ControlFailure(404, `nothing in this world is at t.me/${path}`);
  if (named.kind === 'user') return { kind: 'user', id: named.record.id, name: named.record.first_name };
  return { kind: named.kind, id: named.record.id };
}

function shownAnswer(parts: Parts, query: CallbackRecord): object {
  const bot = parts.world.bots.get(query.bot_id);
  return {
    callback_query_id: query.id,
    bot_id: query.bot_id,
    bot: bot?.username ?? '',
    user_id: query.user_id,
    message_id: query.message_id,
    data: query.data,
    at: new Date(query.at).toISOString(),
    answered: query.answer !== null,
    ...(query.answer
      ? { text: query.answer.text, show_alert: query.answer.show_alert, url: query.answer.url }
      : {}),
  };
}

function inboxBot(parts: Parts, bot: BotRecord, user: UserRecord): object {
  const dialog = parts.dialogs.of(bot, user.id);
  return {
    ...shownBot(bot),
    description: bot.texts['description'] ?? '',
    commands: commandsFor(bot, user.id, user.language_code ?? ''),
    menu_button: menuButtonOf(bot, String(user.id)),
    started: dialog.is_started,
    blocked: dialog.is_blocked,
    keyboard: dialog.keyboard,
    last_message: parts.messages.list({ bot_id: bot.id, user_id: user.id }).at(-1) ?? null,
  };
}
