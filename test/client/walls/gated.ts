/** A whole bot with a wall of sponsors, by the gate. It keeps what it must over restarts. */
import Database from 'better-sqlite3';
import { Bot } from 'grammy';
import { sponsorgate } from 'sponsorgate-client';
import { guard } from 'sponsorgate-client/grammy';
import { sqliteState } from 'sponsorgate-client/state';

export interface WallOptions {
  token: string;
  platformUrl: string;
  serviceUrl: string;
  key: string;
  /** Of the bot's own database. */
  file: string;
}

export function gatedBot({ token, platformUrl, serviceUrl, key, file }: WallOptions): Bot {
  const bot = new Bot(token, { client: { apiRoot: platformUrl } });
  bot.use(
    guard(bot, {
      networks: [sponsorgate({ url: serviceUrl, key })],
      unavailable: 'pass',
      state: sqliteState(new Database(file)),
    }),
  );
  bot.on('message', (ctx) => ctx.reply(`content of ${ctx.message.text ?? ''}`));
  return bot;
}
