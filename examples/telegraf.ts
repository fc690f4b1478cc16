import { Telegraf } from 'telegraf';
import { sponsorgate } from 'sponsorgate-client';
import { guard } from 'sponsorgate-client/telegraf';

const { BOT_TOKEN = '', BOT_KEY: key = '', SERVICE_URL: url = '', PLATFORM_API_ROOT } = process.env;

const apiRoot = PLATFORM_API_ROOT ?? 'https://api.telegram.org';
const bot = new Telegraf(BOT_TOKEN, { telegram: { apiRoot } });
bot.use(guard(bot, { networks: [sponsorgate({ url, key })], unavailable: 'pass' }));
bot.on('message', (ctx) => ctx.reply(`Here is what you asked for: ${ctx.text ?? ''}`));
await bot.launch();
