/** What a bot is and says of itself: getMe, its commands, its menu button, its descriptions. */
import type { BotCommand, MenuButton } from 'grammy/types';
import { badRequest } from '../failure.js';
import { omit } from '../omit.js';
import type { BotRecord } from '../world.js';
import type { BotCall } from './call.js';
import type { MethodTable } from './methods.js';

const mostCommands = 100;

export const profileMethods: MethodTable = {
  getMe: (call) => ({
    id: call.bot.id,
    is_bot: true,
    first_name: call.bot.first_name,
    username: call.bot.username,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
  }),

  setMyCommands(call) {
    call.bot.commands[commandsKey(call)] = readCommands(call.json('commands'));
    return saved(call);
  },
  getMyCommands: (call) => call.bot.commands[commandsKey(call)] ?? [],
  deleteMyCommands(call) {
    call.bot.commands = omit(call.bot.commands, commandsKey(call));
    return saved(call);
  },

  setChatMenuButton(call) {
    const button = (call.json('menu_button') ?? { type: 'default' }) as MenuButton;
    if (!['commands', 'web_app', 'default'].includes(button.type))
      throw badRequest('MenuButton has unsupported type');
    call.bot.menu_buttons[call.text('chat_id')] = button;
    return saved(call);
  },
  getChatMenuButton: (call) => menuButtonOf(call.bot, call.text('chat_id')),

  setMyName: (call) => setText(call, 'name', 64),
  getMyName: (call) => ({ name: textOf(call, 'name') ?? call.bot.first_name }),
  setMyDescription: (call) => setText(call, 'description', 512),
  getMyDescription: (call) => ({ description: textOf(call, 'description') ?? '' }),
  setMyShortDescription: (call) => setText(call, 'short_description', 120),
  getMyShortDescription: (call) => ({ short_description: textOf(call, 'short_description') ?? '' }),
};

/** The commands that a user with this language sees in the private chat with a bot. */
export function commandsFor(bot: BotRecord, userId: number, language: string): BotCommand[] {
  const scopes = [`chat:${userId}`, 'all_private_chats', 'default'];
  const keys = scopes.flatMap((scope) => [`${scope}|${language}`, `${scope}|`]);
  return keys.map((key) => bot.commands[key]).find((commands) => commands !== undefined) ?? [];
}

/** The menu button in a private chat. */
export function menuButtonOf(bot: BotRecord, chatId: string): MenuButton {
  const own = bot.menu_buttons[chatId];
  if (own && own.type !== 'default') return own;
  return bot.menu_buttons[''] ?? { type: 'commands' };
}

function commandsKey(call: BotCall): string {
  const scope = (call.json('scope') ?? { type: 'default' }) as { type: string; chat_id?: number | string };
  const place = scope.chat_id === undefined ? scope.type : `${scope.type}:${scope.chat_id}`;
  return `${place}|${call.text('language_code')}`;
}

function readCommands(value: unknown): BotCommand[] {
  if (!Array.isArray(value)) throw badRequest("can't parse commands JSON object");
  if (value.length > mostCommands) throw badRequest('BOT_COMMANDS_TOO_MUCH');
  return value.map((entry: Partial<BotCommand> | null) => {
    const command = (entry?.command ?? '').replace(/^\//, '');
    const description = (entry?.description ?? '').trim();
    if (!/^[a-z\d_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
    if (description.length < 1 || description.length > 256)
      throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
    return { command, description };
  });
}

/** Of a language of its own; without a code, of all that have none. An empty text is none. */
function setText(call: BotCall, name: string, longest: number): true {
  const text = call.text(name);
  if (text.length > longest) throw badRequest(`BOT_${name === 'name' ? 'TITLE' : 'INFO'}_INVALID`);
  const key = textKey(name, call.text('language_code'));
  call.bot.texts = text === '' ? omit(call.bot.texts, key) : { ...call.bot.texts, [key]: text };
  return saved(call);
}

function textOf(call: BotCall, name: string): string | undefined {
  const { texts } = call.bot;
  return texts[textKey(name, call.text('language_code'))] ?? texts[name];
}

const textKey = (name: string, language: string): string => (language === '' ? name : `${name}|${language}`);

function saved(call: BotCall): true {
  call.parts.world.saveBot(call.bot);
  call.parts.events.emit({ type: 'commands', bot_id: call.bot.id });
  return true;
}
