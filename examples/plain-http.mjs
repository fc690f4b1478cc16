import { createGate, platformApi, sponsorgate } from 'sponsorgate-client';

const { BOT_TOKEN = '', BOT_KEY: key = '', SERVICE_URL: url = '', PLATFORM_API_ROOT } = process.env;

const call = platformApi(BOT_TOKEN, PLATFORM_API_ROOT);
const gate = createGate({ networks: [sponsorgate({ url, key })], unavailable: 'pass', call });
const reply = (chat, text) =>
  call('sendMessage', { chat_id: chat.id, text: `Here is what you asked for: ${text}` });
for (let offset = 0; ;) {
  for (const update of await call('getUpdates', { offset, timeout: 30 })) {
    offset = update.update_id + 1;
    for (const { message } of await gate.take(update)) if (message) await reply(message.chat, message.text);
  }
}
