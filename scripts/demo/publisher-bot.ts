/**
 * A publisher's bot as its owner would write it: one command, with the gate before it. Where the service shows the block itself,
 * the gate waits; where it gives links, the gate asks.
 */
import { Bot } from 'grammy';
import { guard } from '../../client/src/grammy.js';
import { sponsorgate } from '../../client/src/index.js';

/** What a user of this bot gets once they are through. */
export const contentOf = (username: string): string => `Here is what @${username} has for you today. Enjoy!`;

export interface PublisherBotOptions {
  token: string;
  platformUrl: string;
  serviceUrl: string;
  apiKey: string;
  /** The service's CALLBACK_PREFIX: what the data of its buttons begins with. */
  callbackPrefix: string;
  /** What a user gets once they are through. */
  content: string;
  /** Receives each failure as a sentence. */
  report: (text: string) => void;
}

export function createPublisherBot(options: PublisherBotOptions): Bot {
  const {
    token,
    platformUrl,
    serviceUrl: url,
    apiKey: key,
    callbackPrefix: prefix,
    content,
    report,
  } = options;
  const bot = new Bot(token, { client: { apiRoot: platformUrl } });
  // Who tries the demo comes back at once, to see what a second try does, and plays several people who join in an instant.
  const restMs = { none: 0, done: 0 };
  const networks = [sponsorgate({ url, key, block: 'setting' })];
  const wall = guard(bot, { networks, unavailable: 'pass', prefix, restMs, debounceMs: 0, timeoutMs: 5_000 });

  bot.command('start', (ctx) => ctx.reply('Hello! Send /get and I will show you what I have.'));
  bot.command('get', wall, (ctx) => ctx.reply(content));
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());
  bot.on('message', (ctx) => ctx.reply('Send /get and I will show you what I have.'));
  bot.catch(({ error }) => report(`The demo's publisher bot met an error: ${String(error)}`));
  return bot;
}
