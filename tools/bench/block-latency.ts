/**
 * How long after the api's answer a block reaches the platform, over the built service as its operator runs it:
 *
 *     npm run build && npx tsx tools/bench/block-latency.ts [users]
 *
 * Prints one line of JSON, times in milliseconds; negative means that the block was there before the answer.
 */
import { call, removeFolder, startDemo } from '../../test/support/service-process.js';
import { atShare } from './table.js';

const users = Number(process.argv[2] ?? 200);
/** Between two requests: well below the pace of one bot's token. */
const INTERVAL_MS = 60;

const demo = await startDemo();
try {
  const { platform, world } = demo;
  const bot = world.publisher.bots[0];
  if (bot === undefined) throw new Error('The demo has no bot.');
  const answeredAtMs = new Map<number, number>();
  const people = Array.from({ length: users }, (_, index) => 50_000 + index);
  for (const id of people) {
    await platform.users({ id, first_name: 'User', language_code: 'ru' });
    await platform.say(id, bot.username, '/start');
  }
  for (const id of people) {
    const who = { chat_id: id, user_id: id, first_name: 'User', language_code: 'ru' };
    const { body } = await call(`${world.api}/get-sponsors`, bot.api_key, who);
    if (body['status'] === 'warning') answeredAtMs.set(id, Date.now());
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  const last = people.at(-1) ?? 0;
  await platform.waitForMessage(last, bot.username, ({ reply_markup: markup }) => markup !== undefined);
  const calls = await platform.calls({ token: bot.token, method: 'sendMessage' });
  // The bot's own answers to /start have no buttons.
  const sent = calls.filter(({ payload }) => 'reply_markup' in (payload as object));
  const delays = sent
    .flatMap(({ at, payload }) => {
      const answered = answeredAtMs.get(Number((payload as { chat_id?: number }).chat_id));
      return answered === undefined ? [] : [new Date(at).getTime() - answered];
    })
    .sort((a, b) => a - b);
  const figures = {
    asked: answeredAtMs.size,
    sent: delays.length,
    p50: atShare(delays, 0.5),
    p90: atShare(delays, 0.9),
    p99: atShare(delays, 0.99),
    max: delays.at(-1),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  await demo.stop();
  await removeFolder(demo.folder);
}
