/**
 * First lists of bots with a token, which wait for the platform: its answers take 80 ms each. Compared to
 * lists of users with known contact and profile, which wait for none.
 */
import { type Load, measure } from './load.js';
import { apiServer, quietPlatform } from './servers.js';
import { alignedTable } from './table.js';
import { type BenchWorld, bodyOf } from './world.js';

const LATENCY_MS = 80;
const AMOUNT = 500;
/** Few enough that the pace of a token's questions (30 profiles a second at first) holds back none. */
const PER_SECOND = 20;
const WARM_UP = 200;
const FIRST_USER = 60_000_000;

export async function benchFirstList(world: BenchWorld, say: (text: string) => void): Promise<string> {
  const platform = await quietPlatform(LATENCY_MS);
  const api = await apiServer({ ...world.environment, PLATFORM_API_ROOT: platform.url });
  const bot = await world.bot({ hasToken: true });
  let nextUser = FIRST_USER;
  const usersOf = (count: number) => Array.from({ length: count }, () => nextUser++);
  const load = (users: readonly number[], isNamed: boolean): Load => ({
    shot: (index) => {
      const userId = users[index] ?? 0;
      const body = isNamed ? bodyOf(userId) : { chat_id: userId, user_id: userId };
      return { path: '/get-sponsors', key: bot.key, body: { ...body, get_links: 1 } };
    },
    expect: [200],
  });
  try {
    await measure(api, load(usersOf(WARM_UP), true), {
      amount: WARM_UP,
      connections: 16,
      perSecond: PER_SECOND,
    });
    const rows: string[][] = [];
    for (const [name, isNamed, isKnown] of [
      ['known to use the bot', true, true],
      ['new, named by the bot', true, false],
      ['new, by id alone', false, false],
    ] as const) {
      say(`${name} ...`);
      const users = usersOf(AMOUNT);
      if (isKnown)
        for (const userId of users)
          await world.store.contacts.answer({ botId: bot.botId, userId, chatId: userId }, 'yes', Date.now());
      const plan = { amount: AMOUNT, connections: 16, perSecond: PER_SECOND };
      const { p50Ms, p99Ms } = await measure(api, load(users, isNamed), plan);
      rows.push([name, p50Ms.toFixed(1), p99Ms.toFixed(1)]);
    }
    return alignedTable(['the user of a first list is', 'p50 ms', 'p99 ms'], rows);
  } finally {
    await api.stop();
    await platform.close();
  }
}
