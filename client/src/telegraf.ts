/**
 * The gate as middleware of Telegraf. Made before the bot's own handlers, it guards what it is put before:
 *
 *     const wall = guard(bot, { networks: [sponsorgate({ url, key })], unavailable: 'pass' });
 *     bot.use(wall);                                   // the whole bot,
 *     bot.command('get', wall, handler);               // or a command,
 *     bot.use(Composer.chatType('private', wall));     // or a kind of chats
 */
import type { Update } from './gate/update.js';
import { createGuard, type Guard, type GuardOptions } from './middleware.js';

export type { Guard, GuardOptions } from './middleware.js';

/** As much of a `Telegraf` as is used here. */
export interface TelegrafBot {
  telegram: { callApi(method: never, parameters: never): Promise<unknown> };
  handleUpdate(update: never): Promise<void>;
  use(middleware: (ctx: { update: object }, next: () => Promise<void>) => Promise<void>): unknown;
}

export function guard(bot: TelegrafBot, options: GuardOptions): Guard {
  return createGuard(
    {
      call: (method, parameters) => bot.telegram.callApi(method as never, parameters as never),
      handle: (update: Update) => bot.handleUpdate(update as never),
      use: (middleware) => void bot.use(middleware),
      answerMethod: 'answerCbQuery',
    },
    options,
  );
}
