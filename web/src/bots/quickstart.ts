/** The lines that put the gate before a bot, as `docs/quickstart.md` has them, for this service and this bot. */

const middleware = (framework: 'grammy' | 'telegraf') => `import { sponsorgate } from 'sponsorgate-client';
import { guard } from 'sponsorgate-client/${framework}';

const { BOT_KEY: key = '', SERVICE_URL: url = '' } = process.env;
// Before your handlers.
const networks = [sponsorgate({ url, key })];
bot.use(guard(bot, { networks, unavailable: 'pass', onError: console.error }));`;

/** Where this service is reached, and where it serves the client from. */
interface Service {
  public_url: string;
  client: { npm: string; python: string };
}

type Snippet = (client: Service['client']) => { install: string; code: string };

const parts = {
  grammY: ({ npm }) => ({ install: `npm install ${npm} grammy`, code: middleware('grammy') }),
  Telegraf: ({ npm }) => ({ install: `npm install ${npm} telegraf`, code: middleware('telegraf') }),
  Node: ({ npm }) => ({
    install: `npm install ${npm}`,
    code: `import { createGate, platformApi, sponsorgate } from 'sponsorgate-client';

const { BOT_TOKEN = '', BOT_KEY: key = '', SERVICE_URL: url = '' } = process.env;
const call = platformApi(BOT_TOKEN);
const networks = [sponsorgate({ url, key })];
const gate = createGate({ networks, unavailable: 'pass', call, onError: console.error });
for (const update of await gate.take(incoming)) await handle(update);`,
  }),
  aiogram: ({ python }) => ({
    install: `pip install ${python} aiogram`,
    code: `import os
from sponsorgate.aiogram import SponsorMiddleware

url, key = os.environ["SERVICE_URL"], os.environ["BOT_KEY"]
dispatcher.update.outer_middleware(SponsorMiddleware(dispatcher, url, key, unavailable="pass", on_error=print))`,
  }),
  telebot: ({ python }) => ({
    install: `pip install ${python} pyTelegramBotAPI`,
    code: `import os
from sponsorgate.telebot import SponsorMiddleware

url, key = os.environ["SERVICE_URL"], os.environ["BOT_KEY"]
# bot = telebot.TeleBot(token, use_class_middlewares=True)
bot.setup_middleware(SponsorMiddleware(bot, url, key, unavailable="pass", on_error=print))`,
  }),
  'python-telegram-bot': ({ python }) => ({
    install: `pip install ${python} python-telegram-bot`,
    code: `import os
from sponsorgate.ptb import sponsor_handler

url, key = os.environ["SERVICE_URL"], os.environ["BOT_KEY"]
application.add_handler(sponsor_handler(url, key, unavailable="pass", on_error=print), group=-1)`,
  }),
  curl: () => ({
    install: '# status "warning": do not answer the user yet. "ok": answer.',
    code: `curl "$SERVICE_URL/get-sponsors" -H "Auth: $BOT_KEY" -d '{"chat_id": 2001, "user_id": 2001}'`,
  }),
} satisfies Record<string, Snippet>;

export type Way = keyof typeof parts;
export const ways = Object.keys(parts) as Way[];

/** @param key the bot's, or what stands for it on the screen */
export function quickstart(way: Way, service: Service, key: string): string {
  const { install, code } = parts[way](service.client);
  return `${install}\nexport SERVICE_URL=${service.public_url} BOT_KEY=${key}\n\n${code}`;
}
