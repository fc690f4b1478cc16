import { Bot } from 'grammy';
import { sponsorgate } from 'sponsorgate-client';
import { guard } from 'sponsorgate-client/grammy';

const { BOT_TOKEN = '', BOT_KEY: key = '', SERVICE_URL: url = '', PLATFORM_API_ROOT } = process.env;

const bot = new Bot(BOT_TOKEN, { client: { apiRoot: PLATFORM_API_ROOT ?? 'https://api.telegram.org' } });
bot.use(guard(bot, { networks: [sponsorgate({ url, key })], unavailable: 'pass' }));
bot.on('message', (ctx) => ctx.reply(`Here is what you asked for: ${ctx.message.text ?? ''}`));
await bot.start();
