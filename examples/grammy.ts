/** A bot over grammY. It goes on whatever comes: users who block it, refusals, a network that is down. */
import { Bot } from 'grammy';
import { sponsorgate } from 'sponsorgate-client';
import { guard } from 'sponsorgate-client/grammy';

const { BOT_TOKEN = '', BOT_KEY: key = '', SERVICE_URL: url = '', PLATFORM_API_ROOT } = process.env;
const report = (error: unknown) => console.error(String(error));

const bot = new Bot(BOT_TOKEN, { client: { apiRoot: PLATFORM_API_ROOT ?? 'https://api.telegram.org' } });
bot.use(guard(bot, { networks: [sponsorgate({ url, key })], unavailable: 'pass', onError: report }));
bot.on(['message:text', 'message:caption', 'message:photo'], (ctx) =>
  ctx.reply(`Here is what you asked for: ${ctx.message.text ?? ctx.message.caption ?? 'a picture'}`),
);
bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());
bot.catch(({ error }) => report(error));
await bot.start();
