/** The lines that put the gate before a bot, as `docs/quickstart.md` has them, for this service and this bot. */

export const ways = ['grammY', 'Telegraf', 'Node', 'Python', 'curl'] as const;
export type Way = (typeof ways)[number];

const middleware = (framework: 'grammy' | 'telegraf') => `import { sponsorgate } from 'sponsorgate-client';
import { guard } from 'sponsorgate-client/${framework}';

const { BOT_KEY: key = '', SERVICE_URL: url = '' } = process.env;
// Before your handlers.
bot.use(guard(bot, { networks: [sponsorgate({ url, key })], unavailable: 'pass' }));`;

const parts: Readonly<Record<Way, { install: string; code: string }>> = {
  grammY: { install: 'npm install sponsorgate-client grammy', code: middleware('grammy') },
  Telegraf: { install: 'npm install sponsorgate-client telegraf', code: middleware('telegraf') },
  Node: {
    install: 'npm install sponsorgate-client',
    code: `import { createGate, platformApi, sponsorgate } from 'sponsorgate-client';

const { BOT_TOKEN = '', BOT_KEY: key = '', SERVICE_URL: url = '' } = process.env;
const call = platformApi(BOT_TOKEN);
const gate = createGate({ networks: [sponsorgate({ url, key })], unavailable: 'pass', call });
for (const update of await gate.take(incoming)) await handle(update);`,
  },
  Python: {
    install: '# Copy client/python/sponsorgate.py beside your bot.',
    code: `import os
from sponsorgate import Client, Gate, platform_api

call = platform_api(os.environ["BOT_TOKEN"])
gate = Gate(Client(os.environ["SERVICE_URL"], os.environ["BOT_KEY"]), call, unavailable="pass")
for update in gate.take(incoming):
    handle(update)`,
  },
  curl: {
    install: '# status "warning": do not answer the user yet. "ok": answer.',
    code: `curl "$SERVICE_URL/get-sponsors" -H "Auth: $BOT_KEY" -d '{"chat_id": 2001, "user_id": 2001}'`,
  },
};

/** @param key the bot's, or what stands for it on the screen */
export function quickstart(way: Way, service: string, key: string): string {
  const { install, code } = parts[way];
  return `${install}\nexport SERVICE_URL=${service} BOT_KEY=${key}\n\n${code}`;
}
