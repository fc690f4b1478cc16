/** A bot without a framework. It goes on whatever comes: users who block it, refusals, a network that is down. */
import { setTimeout as pause } from 'node:timers/promises';
import { createGate, platformApi, sponsorgate } from 'sponsorgate-client';

const { BOT_TOKEN = '', BOT_KEY: key = '', SERVICE_URL: url = '', PLATFORM_API_ROOT } = process.env;
const report = (error) => console.error(String(error));
const call = platformApi(BOT_TOKEN, PLATFORM_API_ROOT);
const networks = [sponsorgate({ url, key })];
const gate = createGate({ networks, unavailable: 'pass', call, secret: BOT_TOKEN, onError: report });

async function handle({ message, callback_query: query }) {
  if (query !== undefined) await call('answerCallbackQuery', { callback_query_id: query.id });
  const text = message?.text ?? message?.caption ?? (message?.photo && 'a picture');
  if (text === undefined) return;
  const topic = message.is_topic_message ? { message_thread_id: message.message_thread_id } : {};
  const answer = { chat_id: message.chat.id, ...topic, text: `Here is what you asked for: ${text}` };
  await call('sendMessage', answer);
}

for (let offset = 0; ;) {
  try {
    for (const update of await call('getUpdates', { offset, timeout: 30 })) {
      offset = update.update_id + 1;
      for (const wanted of await gate.take(update)) await handle(wanted).catch(report);
    }
  } catch (error) {
    report(error);
    await pause(1_000);
  }
}
