/**
 * The gate as middleware of grammY. Made before the bot's own handlers, it guards what it is put before:
 *
 *     const wall = guard(bot, { networks: [sponsorgate({ url, key })], unavailable: 'pass' });
 *     bot.use(wall);                         // the whole bot,
 *     bot.command('get', wall, handler);     // or a command,
 *     bot.chatType('private').use(wall);     // or a kind of chats
 */
import { createGuard, type Guard, type GuardOptions, type Handling } from './middleware.js';

export type { Guard, GuardOptions } from './middleware.js';

/** As much of grammY's `Bot` as is used here. */
export interface GrammyBot extends Handling {
  token: string;
  api: { raw: object; config: { use(...transformers: never[]): void } };
}

type Raw = Record<string, (parameters: object) => Promise<unknown>>;
type Previous = (method: string, payload: object, signal?: AbortSignal) => Promise<unknown>;

export function guard(bot: GrammyBot, options: GuardOptions): Guard {
  return createGuard(
    {
      bot,
      token: bot.token,
      call: async (method, parameters) => (bot.api.raw as Raw)[method]?.(parameters),
      // The API of each context has the transformers of the bot's own.
      silence: (isAnswered) => {
        const transformer = (previous: Previous, method: string, payload: object, signal?: AbortSignal) =>
          method === 'answerCallbackQuery' && isAnswered(payload)
            ? Promise.resolve({ ok: true, result: true })
            : previous(method, payload, signal);
        bot.api.config.use(transformer as never);
      },
    },
    options,
  );
}
