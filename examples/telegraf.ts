/** A bot over Telegraf. It goes on whatever comes: users who block it, refusals, a network that is down. */
import { setTimeout as pause } from 'node:timers/promises';
import { Telegraf } from 'telegraf';
import { sponsorgate } from 'sponsorgate-client';
import { guard } from 'sponsorgate-client/telegraf';

const { BOT_TOKEN = '', BOT_KEY: key = '', SERVICE_URL: url = '', PLATFORM_API_ROOT } = process.env;
const report = (error: unknown) => console.error(String(error));

const apiRoot = PLATFORM_API_ROOT ?? 'https://api.telegram.org';
const bot = new Telegraf(BOT_TOKEN, { telegram: { apiRoot } });
bot.use(guard(bot, { networks: [sponsorgate({ url, key })], unavailable: 'pass', onError: report }));
bot.on('message', async (ctx) => {
  const text = ctx.text ?? ('photo' in ctx.message ? 'a picture' : undefined);
  if (text !== undefined) await ctx.reply(`Here is what you asked for: ${text}`);
});
bot.on('callback_query', (ctx) => ctx.answerCbQuery());
bot.catch(report);
for (;;) {
  await bot.launch().catch(report);
  await pause(1_000);
}
