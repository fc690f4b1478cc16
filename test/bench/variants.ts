/** What is measured over HTTP: each prepares a round, unmeasured, and then says what to send. */
import type { Load, Shot } from './load.js';
import { type BenchBot, type BenchWorld, bodyOf, userAt } from './world.js';

export interface Variant {
  name: string;
  /** The least share of the bare route's rate that we promise ourselves; null where there is no such goal. */
  goal: number | null;
  amount: number;
  connections: number;
  /** Makes ready what one round uses up. */
  prepare(round: number): Promise<Load>;
}

/** What the variants need besides the world: a way to send requests that are not measured. */
export interface Setting {
  world: BenchWorld;
  send(load: Load, amount: number): Promise<void>;
  /** Everybody the platform knows nothing new of, and who is out of the channels that suit them best. */
  known: readonly number[];
}

const CONNECTIONS = 32;
const WARM_USERS = 4_000;

export async function createVariants(setting: Setting): Promise<Variant[]> {
  const { world, send, known } = setting;
  const warmBot = await world.bot();
  const warm = get(warmBot, known.slice(0, WARM_USERS));
  // Until the compiler is through with what is done at each request.
  // Of another bot: what is kept to be given again is the last answer to a user.
  const otherwise = askedOtherwise(await world.bot(), known.slice(0, WARM_USERS));
  await send(warm, 3 * WARM_USERS);
  await send(otherwise, 3 * WARM_USERS);
  /** Of a new bot. Ranks move a little as lists are shown: what suits everybody now is made known again. */
  const fresh = async (settings: { hasToken?: boolean } = {}, more: object = {}) => {
    await world.know(known);
    return get(await world.bot(settings), known, more);
  };
  return [
    {
      name: 'get-sponsors, pinned and warm',
      goal: 1.6,
      ...many(12_000),
      prepare: () => Promise.resolve(warm),
    },
    {
      name: 'the same, asked otherwise each time',
      goal: null,
      ...many(12_000),
      prepare: () => Promise.resolve(otherwise),
    },
    {
      name: 'the same, one caller at a time',
      goal: 0.6,
      amount: 1_500,
      connections: 1,
      prepare: () => Promise.resolve(warm),
    },
    {
      name: 'get-sponsors, a fresh choice among 5,000 orders',
      goal: 1.2,
      ...many(4_000),
      prepare: () => fresh(),
    },
    {
      name: 'the same, memberships unknown',
      goal: null,
      ...many(400),
      prepare: async (round) => get(await world.bot(), strangers(round, 400)),
    },
    {
      name: 'get-sponsors, newtask',
      goal: null,
      ...many(4_000),
      prepare: () => fresh({}, { action: 'newtask' }),
    },
    {
      name: 'get-sponsors, turnkey, the block queued',
      goal: 1.0,
      ...many(4_000),
      prepare: () => fresh({ hasToken: true }, { get_links: 0 }),
    },
    settlement(setting),
    {
      name: 'a key that is none of ours',
      goal: null,
      ...many(4_000),
      prepare: () => Promise.resolve({ ...get({ botId: 0, key: 'sg_bot_nobody' }, known), expect: [401] }),
    },
    {
      name: 'get-user-subscriptions',
      goal: null,
      ...many(4_000),
      prepare: () =>
        Promise.resolve({
          shot: (index: number): Shot => ({
            path: '/get-user-subscriptions',
            key: warmBot.key,
            body: { user_id: known[index % WARM_USERS] },
          }),
        }),
    },
    {
      name: 'statistic, 30 days of all bots',
      goal: null,
      ...many(1_000),
      prepare: () =>
        Promise.resolve({
          shot: (): Shot => ({
            path: '/statistic?action=allbots&output_format=json',
            method: 'GET',
            key: world.statisticsKey,
          }),
        }),
    },
  ];
}

function many(amount: number) {
  return { amount, connections: CONNECTIONS };
}

function get(bot: BenchBot, users: readonly number[], more: object = {}): Load {
  return {
    shot: (index) => ({
      path: '/get-sponsors',
      key: bot.key,
      body: { ...bodyOf(users[index % users.length] ?? 1), ...more },
    }),
  };
}

/** Nothing that was answered before can be given again. */
function askedOtherwise(bot: BenchBot, users: readonly number[]): Load {
  const { shot } = get(bot, users);
  const more = (index: number) => ({ max_sponsors: 4 + (Math.floor(index / users.length) % 2) });
  return { shot: (index) => ({ ...shot(index), body: { ...shot(index).body, ...more(index) } }) };
}

function strangers(round: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => userAt(10_000_000 + round * 100_000 + index));
}

/** Each request finds that its user has joined: charge, payout, fee and counters in one durable commit. */
function settlement({ world, send, known }: Setting): Variant {
  const amount = 1_500;
  return {
    name: 'get-sponsors that settles a new subscriber (FULL)',
    goal: 0.5,
    ...many(amount),
    prepare: async (round) => {
      await world.know(known);
      const bot = await world.bot({ maxSponsors: 1 });
      const users = known.slice(round * amount, (round + 1) * amount);
      const load = get(bot, users);
      await send(load, amount);
      const shown = await Promise.all(
        users.map(async (userId) => {
          const window = { fromMs: 0, toMs: Date.now() + 60_000 };
          const [latest] = await world.store.sponsors.shownBy(bot.botId, userId, window, 1);
          const order = latest === undefined ? null : await world.store.orders.find(latest.show.orderId);
          return { userId, resourceIds: order === null ? [] : [order.resource.resourceId] };
        }),
      );
      await world.join(shown);
      return load;
    },
  };
}
