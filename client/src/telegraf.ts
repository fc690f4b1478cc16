/**
 * The gate as middleware of Telegraf. Made before the bot's own handlers, it guards what it is put before:
 *
 *     const wall = guard(bot, { networks: [sponsorgate({ url, key })], unavailable: 'pass' });
 *     bot.use(wall);                                   // the whole bot,
 *     bot.command('get', wall, handler);               // or a command,
 *     bot.use(Composer.chatType('private', wall));     // or a kind of chats
 */
import { createGuard, type Guard, type GuardOptions, type Handling } from './middleware.js';

export type { Guard, GuardOptions } from './middleware.js';

interface Telegram {
  token: string;
  callApi(method: never, parameters: never, signal?: never): Promise<unknown>;
}

/** As much of a `Telegraf` as is used here. */
export interface TelegrafBot extends Handling {
  telegram: Telegram;
  middleware(): (ctx: never, next: () => Promise<void>) => unknown;
}

type CallApi = (method: string, parameters: object, signal?: unknown) => Promise<unknown>;

export function guard(bot: TelegrafBot, options: GuardOptions): Guard {
  return createGuard(
    {
      bot,
      token: bot.telegram.token,
      call: (method, parameters) => bot.telegram.callApi(method as never, parameters as never),
      silence: (isAnswered) => {
        const silent = (telegram: Telegram) => {
          const callApi = (telegram.callApi as CallApi).bind(telegram);
          const call: CallApi = (method, parameters, signal) =>
            method === 'answerCallbackQuery' && isAnswered(parameters)
              ? Promise.resolve(true)
              : callApi(method, parameters, signal);
          Object.assign(telegram, { callApi: call });
        };
        silent(bot.telegram);
        // Each context has an API of its own, which is made just before its middleware.
        const middleware = bot.middleware.bind(bot);
        const silencing: TelegrafBot['middleware'] = () => (ctx, next) => {
          silent((ctx as { telegram: Telegram }).telegram);
          return middleware()(ctx, next);
        };
        Object.assign(bot, { middleware: silencing });
      },
      // Else Telegraf ends it, when its handlers are through.
      end: (response) => (response as { end(): void } | undefined)?.end(),
    },
    options,
  );
}
