/**
 * The gate as middleware of grammY. Made before the bot's own handlers, it guards what it is put before:
 *
 *     const wall = guard(bot, { networks: [sponsorgate({ url, key })], unavailable: 'pass' });
 *     bot.use(wall);                         // the whole bot,
 *     bot.command('get', wall, handler);     // or a command,
 *     bot.chatType('private').use(wall);     // or a kind of chats
 */
import type { Update } from './gate/update.js';
import { createGuard, type Guard, type GuardOptions } from './middleware.js';

export type { Guard, GuardOptions } from './middleware.js';

/** As much of grammY's `Bot` as is used here. */
export interface GrammyBot {
  api: { raw: object };
  handleUpdate(update: never): Promise<void>;
  use(middleware: (ctx: { update: object }, next: () => Promise<void>) => Promise<void>): unknown;
}

type Raw = Record<string, (parameters: object) => Promise<unknown>>;

export function guard(bot: GrammyBot, options: GuardOptions): Guard {
  return createGuard(
    {
      call: async (method, parameters) => (bot.api.raw as Raw)[method]?.(parameters),
      handle: (update: Update) => bot.handleUpdate(update as never),
      use: (middleware) => void bot.use(middleware),
      answerMethod: 'answerCallbackQuery',
    },
    options,
  );
}
