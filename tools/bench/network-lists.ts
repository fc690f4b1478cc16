/**
 * Fresh lists of bots with other networks, which are asked for each list: a healthy one, a slow one, and one whose address is
 * dead, on real sockets.
 */
import { type FakeNetwork, openBotohub, openFlyer, openTgrass } from '../../emulator/networks/index.js';
import { type Load, measure } from './load.js';
import { apiServer, quietPlatform } from './servers.js';
import { alignedTable } from './table.js';
import { bodyOf, createBenchWorld, PUBLISHER } from './world.js';

const HEALTHY_MS = 20;
/** Within its deadline, and longer than others wait for it. */
const SLOW_MS = 250;
const AMOUNT = 600;
const WARM_UP = 100;
const PER_SECOND = 20;
const CONNECTIONS = 64;
const FIRST_USER = 70_000_000;
/** Networks on this machine may be asked. */
const settings = { OUTGOING_PRIVATE: '1', OUTGOING_SCHEMES: 'http', OUTGOING_PORTS: '*' };

export async function benchNetworkLists(say: (text: string) => void): Promise<string> {
  const platform = await quietPlatform();
  const world = await createBenchWorld(platform, { settings });
  const api = await apiServer(world.environment);
  const [healthy, slow, dead] = await Promise.all([openFlyer(), openTgrass(), openBotohub()]);
  Object.assign(healthy, { offers: offersOf('healthy'), latencyMs: HEALTHY_MS });
  Object.assign(slow, { offers: offersOf('slow'), latencyMs: SLOW_MS });
  await dead.close();
  const accesses = {
    healthy: { kind: 'flyer' as const, ...keyOf(healthy) },
    slow: { kind: 'tgrass' as const, ...keyOf(slow) },
    dead: { kind: 'botohub' as const, ...keyOf(dead) },
  };
  let nextUser = FIRST_USER;
  const load = (key: string): Load => ({
    shot: () => ({ path: '/get-sponsors', key, body: { ...bodyOf(nextUser++), get_links: 1 } }),
    expect: [200],
  });
  const row = async (...names: (keyof typeof accesses)[]): Promise<string[]> => {
    const name = names.length === 0 ? 'none' : names.join(', ');
    say(`${name} ...`);
    const bot = await world.bot();
    // A full list asks them, too, where a higher price may take a place.
    const networks = names.map((each) => ({ ...accesses[each], minPriceMicros: 0n }));
    await world.service.networkSetups.set(PUBLISHER, bot.botId, { outbids: true, networks });
    const plan = { amount: AMOUNT, connections: CONNECTIONS, perSecond: PER_SECOND };
    await measure(api, load(bot.key), { ...plan, amount: WARM_UP });
    const { p50Ms, p99Ms } = await measure(api, load(bot.key), plan);
    return [name, p50Ms.toFixed(1), p99Ms.toFixed(1)];
  };
  try {
    const rows = [
      await row(),
      await row('healthy'),
      await row('healthy', 'dead'),
      await row('healthy', 'slow'),
      await row('healthy', 'slow', 'dead'),
    ];
    return alignedTable(['networks of the bot', 'p50 ms', 'p99 ms'], rows);
  } finally {
    await Promise.all([healthy.close(), slow.close()]);
    await api.stop();
    await world.close();
    await platform.close();
  }
}

const keyOf = ({ url, key }: FakeNetwork) => ({ url, key });

const offersOf = (name: string) =>
  [1, 2, 3].map((id) => ({
    id: String(id),
    chat: `-100${String(id)}`,
    link: `https://t.me/${name}${String(id)}`,
    price: 9,
  }));
