/** What is measured over HTTP: each prepares a round, unmeasured, and then says what to send. */
import { dayNumberOf, formatDay } from '../../core/days.js';
import type { Load, Shot } from './load.js';
import { type BenchBot, type BenchWorld, bodyOf, userAt } from './world.js';

export interface Variant {
  name: string;
  /** The least share of the bare route's rate that we promise ourselves; null where there is no such goal. */
  goal: number | null;
  amount: number;
  connections: number;
  /** Requests sent first, unmeasured: what came before left the compiler busy with other things. */
  leadIn: number;
  /** Makes ready what one round uses up, the lead-in too. */
  prepare(round: number): Promise<Load>;
}

/** The paths that are compared between databases, and between commits, each by a part of its name. */
const SIX = [
  'pinned and warm',
  'asked otherwise',
  'one caller',
  'a fresh choice',
  'turnkey',
  'settles a new subscriber',
];
export const isOfSix = (name: string): boolean => SIX.some((part) => name.includes(part));

/** What the variants need besides the world: a way to send requests that are not measured. */
export interface Setting {
  world: BenchWorld;
  send(load: Load, amount: number): Promise<void>;
  /** The number of requests and users, relative to those for SQLite; default 1. */
  scale?: number;
}

const CONNECTIONS = 32;
const LEAD_IN = 750;
/** Passes over pinned lists until all are known. */
const WARM_PASSES = 30;
/** A pass lasts so long at least: users are asked about at the token's pace, which begins with 80 a second. */
const WARM_PASS_MS = 2_000;
/** Calls of a pass that are not about users: sizes of chats, and what the api asks now and then. */
const CALLS_BESIDE = 100;

/** The load that all others are compared to. */
export const bareLoad: Load = { shot: (index) => ({ path: '/bare', body: bodyOf(userAt(index)) }) };

/** Each has separate users: an impression by another bot would cause a further read. */
export function createVariants(setting: Setting): {
  all: Variant[];
  /** What is asked when nothing is to be found out. */
  warm: () => Promise<Load>;
} {
  const { world, send, scale = 1 } = setting;
  const many = (amount: number, leadIn = LEAD_IN) => ({
    amount: Math.round(amount * scale),
    leadIn: Math.round(leadIn * scale),
    connections: CONNECTIONS,
  });
  const { amount: warmUsers } = many(4_000);
  const newcomers = many(2_000);
  /** A pinned list, requested until no user needs a question to the platform any more. */
  const warm = once(async () => {
    const load = get(await world.bot(), await world.people(warmUsers));
    await send(load, warmUsers);
    for (let pass = 0; pass < WARM_PASSES; pass += 1) {
      const before = world.platformCalls();
      const endMs = performance.now() + WARM_PASS_MS;
      do await send(load, 2 * warmUsers);
      while (performance.now() < endMs);
      if (world.platformCalls() - before <= CALLS_BESIDE) return load;
    }
    throw new Error(`Users of pinned lists are still asked about after ${String(WARM_PASSES)} passes.`);
  });
  // Of the same users as a warm list: the answers of more would find no room.
  const otherwise = async () =>
    asking(await warm(), warmUsers, (round) => ({
      chat_id: -1 - round,
      action: round % 2 === 0 ? 'subscribe' : 'task',
      max_sponsors: 4 + (round % 2),
    }));
  const fresh = async (settings: { hasToken?: boolean } = {}, more: object = {}) => {
    const bot = await world.bot(settings);
    const users = await world.people(newcomers.amount + newcomers.leadIn);
    // Else each is asked about at the token's pace: that is measured by itself (`first-list.ts`).
    if (settings.hasToken === true)
      for (const userId of users)
        await world.store.contacts.answer({ botId: bot.botId, userId, chatId: userId }, 'yes', Date.now());
    return get(bot, users, more);
  };
  const all: Variant[] = [
    {
      name: 'get-sponsors, pinned and warm',
      goal: 1.6,
      ...many(8_000),
      prepare: warm,
    },
    {
      name: 'the same, asked otherwise each time',
      goal: 1.6,
      ...many(8_000),
      prepare: otherwise,
    },
    {
      name: 'the same, one caller at a time',
      goal: 0.6,
      ...many(1_500),
      connections: 1,
      prepare: warm,
    },
    {
      name: 'get-sponsors, a fresh choice among 5,000 orders',
      goal: 1.2,
      ...newcomers,
      prepare: () => fresh(),
    },
    {
      name: 'the same, memberships unknown',
      goal: 0.96,
      ...newcomers,
      prepare: async (round) => {
        const count = newcomers.amount + newcomers.leadIn;
        return get(await world.bot(), strangers(round, count));
      },
    },
    {
      name: 'get-sponsors, newtask',
      goal: null,
      ...newcomers,
      prepare: () => fresh({}, { action: 'newtask' }),
    },
    {
      name: 'get-sponsors, turnkey, the block queued',
      goal: 1.0,
      ...newcomers,
      prepare: () => fresh({ hasToken: true }, { get_links: 0 }),
    },
    settlement(setting, many(1_500)),
    {
      name: 'a key that is none of ours',
      goal: null,
      ...many(4_000),
      prepare: () => Promise.resolve({ ...get({ botId: 0, key: 'sg_bot_nobody' }, [1]), expect: [401] }),
    },
    {
      name: 'get-user-subscriptions',
      goal: null,
      ...many(4_000),
      prepare: async () => {
        const { shot } = await warm();
        const userIdOf = (index: number) => (shot(index).body as { user_id: number }).user_id;
        const path = '/get-user-subscriptions';
        return { shot: (index): Shot => ({ ...shot(index), path, body: { user_id: userIdOf(index) } }) };
      },
    },
    {
      name: 'statistic, 30 days of all bots',
      goal: null,
      ...many(4_000),
      prepare: async () => {
        await world.liveMonth();
        const today = dayNumberOf(Date.now(), 'UTC');
        const range = `start_date=${formatDay(today - 29)}&end_date=${formatDay(today)}`;
        const path = `/statistic?action=allbots&output_format=json&${range}`;
        return { shot: (): Shot => ({ path, method: 'GET', key: world.statisticsKey }) };
      },
    },
  ];
  return { all, warm };
}

/** What is made the first time it is asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
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

/** Known users, by a bot new to them: each request chooses and writes a list. */
export async function freshChoices(world: BenchWorld, users: readonly number[]): Promise<Load> {
  return get(await world.bot(), users);
}

/** Each user's request differs from their last one. @param users how many the load asks about, in turn */
function asking({ shot }: Load, users: number, more: (round: number) => object): Load {
  const bodyAt = (index: number) => ({ ...shot(index).body, ...more(Math.floor(index / users)) });
  return { shot: (index) => ({ ...shot(index), body: bodyAt(index) }) };
}

function strangers(round: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => userAt(10_000_000 + round * 100_000 + index));
}

/** Each request finds that its user has joined: charge, payout, fee and counters in one durable commit. */
function settlement(
  { world, send }: Setting,
  plan: Pick<Variant, 'amount' | 'leadIn' | 'connections'>,
): Variant {
  const count = plan.amount + plan.leadIn;
  return {
    name: 'get-sponsors that settles a new subscriber (FULL)',
    goal: 0.5,
    ...plan,
    prepare: async () => {
      const bot = await world.bot({ maxSponsors: 1 });
      const users = await world.people(count);
      const load = get(bot, users);
      await send(load, count);
      const shown = await Promise.all(
        users.map(async (userId) => {
          const window = { fromMs: 0, toMs: Date.now() + 60_000 };
          const [latest] = await world.store.sponsors.shownBy(bot.botId, userId, window, 1);
          const order =
            latest === undefined ? null : await world.store.orders.find(latest.impression.orderId);
          return { userId, resourceIds: order === null ? [] : [order.resource.resourceId] };
        }),
      );
      await world.join(shown);
      return load;
    },
  };
}
