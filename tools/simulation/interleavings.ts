/**
 * One day of a few users, two bots and three orders, of which two lead to one chat, played once as it happens and once
 * with updates that come late, out of order, or a day later because the bot process was down. What is booked of each user
 * and chat must be the same. Everything follows a seed.
 */
import { seededRandom } from '../../test/core/choosing-world.js';
import type { Mutation } from './zoo/old-rules.js';
import { CHECKER } from './zoo/town-platform.js';
import { type Chat, MODERATOR, START_MS, Town, type TownBot } from './zoo/town.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const USERS = 6;
const FIRST_USER = 100_000;
const SWEEP_MS = 10 * MINUTE_MS;
/** In these hours of the day everything works, and is heard at once. */
const MORNING_HOURS = 3.5;
const MOVED_HOURS = 4;
const PUBLISHERS = [501, 502] as const;
const ADVERTISERS = [601, 602, 603] as const;

/** How updates reach the service. */
export interface Delivery {
  /** Updates are handed over this often; 0: each at once. */
  everyMs: number;
  /** Those that are handed over together come in any order. */
  isShuffled: boolean;
  /** The bot process takes none in these hours of the day. */
  downHours: { from: number; to: number } | null;
  /** The longest that the platform takes for an answer about a user who asks: the request does not wait for it. */
  answersMs?: number;
  /** Two of our bots are administrators in each chat: each gets its updates. */
  hasTwoBots?: boolean;
}

export const asItHappens: Delivery = { everyMs: 0, isShuffled: false, downHours: null };

/** Where links move or rights are lost, users see their first list in the morning, and join until late. */
export interface Incidents {
  /** Prices are revised. */
  revisesPrices?: boolean;
  /** Subscribers are removed by the chat, and banned after they left. */
  removes?: boolean;
  /** Orders are led to another chat, which people join, too. */
  movesLinks?: boolean;
  /** Our rights in a chat are taken, and given back. */
  losesRights?: boolean;
  /** A bot's token is refused for a while. */
  losesTokens?: boolean;
}

/** What a day leaves in the ledger. */
export interface Booked {
  /** The entries of each user, order and bot, as they came. */
  entries: ReadonlyMap<string, string[]>;
  /** What each account has in the end, with what is on hold. */
  balances: ReadonlyMap<string, string>;
}

/** As rows keep it: nothing but the platform's word of the user proves it. */
const PROOF_OF_LISTS = 0;

/** A row of `impressions`. */
type ImpressionRow = Record<string, number | string | null>;

/**
 * What is shown is no part of the promise, and hangs on what is known: so the day that is played again has shown the user
 * what the day as it happened had shown them by then. By user and how many lists they have asked for.
 */
type Shown = Map<string, ImpressionRow[]>;

interface Stage {
  town: Town;
  /** A bot asks about a user. */
  ask(bot: TownBot, userId: number): Promise<unknown>;
  bots: TownBot[];
  chats: Chat[];
  orders: { accountId: number; orderId: number }[];
}

/** Asks, and notes what was shown, or has shown what was noted. */
function askingOf(town: Town, shown: Shown, isNoted: boolean): Pick<Stage, 'ask'> {
  const times = new Map<number, number>();
  return {
    ask: async (bot, userId) => {
      const time = (times.get(userId) ?? 0) + 1;
      times.set(userId, time);
      const key = `${String(userId)} ${String(time)}`;
      await town.ask(bot, userId);
      const ofUser = `FROM impressions WHERE user_id = ${String(userId)}`;
      if (isNoted) {
        shown.set(key, await town.sql<ImpressionRow>(`SELECT * ${ofUser}`));
        return;
      }
      const own = await town.sql<ImpressionRow>(`SELECT * ${ofUser}`);
      await town.sql(`DELETE ${ofUser}`);
      for (const row of shown.get(key) ?? []) {
        // What proves it is heard of when it is.
        const proof = own.find((one) => isSame(one, row))?.['proof'] ?? PROOF_OF_LISTS;
        const values = Object.values({ ...row, proof })
          .map(literal)
          .join(', ');
        await town.sql(`INSERT INTO impressions (${Object.keys(row).join(', ')}) VALUES (${values})`);
      }
    },
  };
}

const isSame = (one: ImpressionRow, other: ImpressionRow) =>
  ['target', 'order_id', 'bot_id'].every((name) => one[name] === other[name]);

/** As a value of a statement it would be a double, which a target is not. */
function literal(value: number | string | null): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** What the platform answers about who asks comes later, at whatever moment: what it said was so when it was asked. */
function answeringLate(
  town: () => Town,
  longestMs: number,
  next: () => number,
): NonNullable<Mutation['store']> {
  return (store) => ({
    ...store,
    memberships: {
      ...store.memberships,
      observe: async (observations) => {
        const isLate = town().isAsking && observations.every(({ updateId }) => updateId === null);
        if (!isLate) return store.memberships.observe(observations);
        town().plan(town().nowMs + next() * longestMs, async () => {
          await store.memberships.observe(observations);
        });
        return [];
      },
    },
  });
}

async function open(
  seed: number,
  delivery: Delivery,
  mutation: Mutation,
  played: { shown: Shown; isNoted: boolean },
): Promise<Stage> {
  const next = seededRandom(Math.imul(seed, 7_907) + 1);
  const shuffled = <T>(items: readonly T[]) =>
    items.map((item) => ({ item, at: next() })).sort((a, b) => a.at - b.at);
  const made: { town?: Town } = {};
  const townNow = () => {
    if (made.town === undefined) throw new Error('the town is not there yet');
    return made.town;
  };
  const { answersMs = 0, hasTwoBots = false } = delivery;
  const town = await Town.open(seed, {
    ...(answersMs > 0 ? { store: answeringLate(townNow, answersMs, next) } : {}),
    ...mutation,
    environment: { HOLD_HOURS: '24', ...(hasTwoBots ? { CHECKER_TOKENS: CHECKER } : {}) },
    ...(delivery.isShuffled ? { batch: (updates) => shuffled(updates).map(({ item }) => item) } : {}),
  });
  made.town = town;
  const bots: TownBot[] = [];
  for (const accountId of PUBLISHERS) {
    await town.account(accountId);
    await town.service.trust.account(accountId, true, MODERATOR);
    bots.push(await town.addBot(accountId));
  }
  for (const accountId of ADVERTISERS) await town.account(accountId, 1_000_000_000n);
  const chats = [town.chat('garden_news'), town.chat('city_life')];
  const orders = [];
  for (const [index, accountId] of ADVERTISERS.entries()) {
    const chat = chats[index % 2];
    if (chat === undefined) continue;
    const priceMicros = BigInt(2 + index) * 1_000_000n;
    orders.push({ accountId, orderId: await town.order(accountId, chat, { priceMicros }) });
  }
  return { town, bots, chats, orders, ...askingOf(town, played.shown, played.isNoted) };
}

/** Users see a list, join some of it, press the button a minute later; some leave, or are removed, and come back. */
function planUser(
  { town, bots, chats, ask }: Stage,
  userId: number,
  next: () => number,
  incidents: Incidents,
): void {
  const { removes = false, movesLinks = false, losesRights = false } = incidents;
  const isEarly = movesLinks || losesRights;
  const atMs = START_MS + Math.floor(next() * (isEarly ? MORNING_HOURS : 20) * HOUR_MS);
  const bot = bots[next() < 0.5 ? 0 : 1];
  const other = bots[next() < 0.5 ? 0 : 1];
  const [first, second] = chats;
  if (bot === undefined || other === undefined || first === undefined || second === undefined) return;
  const after = (minutes: number, work: () => Promise<unknown>) => {
    town.plan(atMs + Math.floor(minutes * MINUTE_MS), async () => {
      await work();
    });
  };
  const chat = next() < 0.5 ? first : second;
  const [comesBack, leavesBy] = [
    next() < 0.5,
    removes && next() < 0.5 ? ('other' as const) : ('user' as const),
  ];
  const asksTwice = next() < 0.5;
  // An order that has subscribers leads where it leads for good.
  const firstAfter = movesLinks ? (START_MS + MOVED_HOURS * HOUR_MS - atMs) / MINUTE_MS : 2;
  const joinsAfter = firstAfter + next() * (isEarly ? 18 * 60 : 30);
  after(0, () => {
    bot.started.add(userId);
    return ask(bot, userId);
  });
  if (asksTwice)
    after(1, () => {
      other.started.add(userId);
      return ask(other, userId);
    });
  after(joinsAfter, () => town.join(chat, userId));
  after(joinsAfter + 1, () => ask(bot, userId));
  if (next() < 0.4) after(joinsAfter + 90, () => town.leave(chat, userId, leavesBy));
  if (comesBack) after(joinsAfter + 150, () => town.join(chat, userId));
}

/** The first order leads to a new chat, where who joined the old one may join as well. */
function planMoves({ town, orders, chats }: Stage, next: () => number): void {
  const moved = town.chat('moved_here');
  chats.push(moved);
  const [order] = orders;
  if (order === undefined) return;
  const { accountId, orderId } = order;
  const atMs = START_MS + MORNING_HOURS * HOUR_MS;
  town.plan(atMs, async () => {
    await town.service.orders.update(accountId, orderId, { link: `https://t.me/${moved.username}` });
    const { revision = 0 } = (await town.store.orders.find(orderId)) ?? {};
    await town.service.moderation.approve(MODERATOR, orderId, revision, undefined);
  });
  for (let userId = FIRST_USER; userId < FIRST_USER + USERS; userId++)
    if (next() < 0.3) town.plan(atMs + next() * 4 * HOUR_MS, () => town.join(moved, userId));
}

function planLosses({ town, chats }: Stage, next: () => number): void {
  for (const chat of chats.slice(0, 2)) {
    const fromMs = START_MS + (MORNING_HOURS + 0.5 + next() * 15) * HOUR_MS;
    town.plan(fromMs, () => town.turnRights(chat, false));
    town.plan(fromMs + next() * 4 * HOUR_MS, () => town.turnRights(chat, true));
  }
}

/** It is sent again by its owner, as the same token: what counts is that the platform refused it meanwhile. */
function planRefusals({ town, bots }: Stage, next: () => number): void {
  const bot = bots[next() < 0.5 ? 0 : 1];
  if (bot === undefined) return;
  const { token } = bot;
  const turn = (value: string | null) => () => {
    bot.token = value;
    return Promise.resolve();
  };
  const fromMs = START_MS + (MORNING_HOURS + next() * 18) * HOUR_MS;
  town.plan(fromMs, turn(null));
  town.plan(fromMs + next() * 3 * HOUR_MS, turn(token));
}

/** The bot process, while it is up: it takes updates, notes up to when, and looks for unseen joins. */
function planDelivery(town: Town, { everyMs, downHours }: Delivery): void {
  town.hearsUpdates = everyMs === 0;
  town.holdsUpdates = everyMs > 0;
  const isDown = (atMs: number) => {
    const hour = (atMs - START_MS) / HOUR_MS;
    return downHours !== null && hour >= downHours.from && hour < downHours.to;
  };
  const deliver = async () => {
    await town.deliverUpdates();
    await town.heard(town.nowMs);
  };
  const endMs = START_MS + 49 * HOUR_MS;
  for (let atMs = START_MS; atMs < endMs; atMs += everyMs || SWEEP_MS)
    if (!isDown(atMs)) town.plan(atMs, deliver);
  for (let atMs = START_MS; atMs < endMs; atMs += SWEEP_MS)
    if (!isDown(atMs)) town.plan(atMs, () => town.checkUnseen());
}

/** A day of this seed as it happens, and as it is heard of. @param mutation a fault that is put into the latter */
export async function playTwice(
  seed: number,
  delivery: Delivery,
  incidents: Incidents,
  mutation: Mutation = {},
): Promise<{ inOrder: Booked; booked: Booked }> {
  const shown: Shown = new Map();
  const inOrder = await playDay(
    seed,
    { delivery: asItHappens, incidents, mutation: {} },
    { shown, isNoted: true },
  );
  const booked = await playDay(seed, { delivery, incidents, mutation }, { shown, isNoted: false });
  return { inOrder, booked };
}

async function playDay(
  seed: number,
  { delivery, incidents, mutation }: { delivery: Delivery; incidents: Incidents; mutation: Mutation },
  played: { shown: Shown; isNoted: boolean },
): Promise<Booked> {
  const stage = await open(seed, delivery, mutation, played);
  const { town, orders } = stage;
  try {
    const next = seededRandom(Math.imul(seed, 104_723) + 3);
    for (let userId = FIRST_USER; userId < FIRST_USER + USERS; userId++)
      planUser(stage, userId, next, incidents);
    if (incidents.movesLinks === true) planMoves(stage, next);
    if (incidents.losesRights === true) planLosses(stage, next);
    if (incidents.losesTokens === true) planRefusals(stage, next);
    if (incidents.revisesPrices === true)
      for (const { accountId, orderId } of orders)
        town.plan(START_MS + Math.floor(next() * 20 * HOUR_MS), async () => {
          const priceMicros = BigInt(2 + Math.floor(next() * 5)) * 1_000_000n;
          await town.service.orders.update(accountId, orderId, { priceMicros });
        });
    planDelivery(town, delivery);
    await town.live();
    return await bookedIn(stage);
  } finally {
    await town.close();
  }
}

async function bookedIn({ town, orders }: Stage): Promise<Booked> {
  const rows = await town.sql<{
    userId: number;
    orderId: number;
    botId: number;
    kind: string;
    micros: number;
  }>(
    `SELECT entries.user_id AS "userId", entries.order_id AS "orderId", entries.bot_id AS "botId", entries.kind,
       max(postings.amount_micros) AS micros
     FROM ledger_entries AS entries JOIN postings ON postings.entry_id = entries.entry_id
     WHERE entries.user_id IS NOT NULL GROUP BY entries.entry_id ORDER BY entries.entry_id`,
  );
  const entries = new Map<string, string[]>();
  // When it was is left out, since updates are late.
  for (const { userId, orderId, botId, kind, micros } of rows) {
    const of = `user ${String(userId)}, order ${String(orderId)}, bot ${String(botId)}`;
    entries.set(of, [...(entries.get(of) ?? []), `${kind} ${String(micros)}`]);
  }
  const balances = new Map<string, string>();
  for (const accountId of [...PUBLISHERS, ...orders.map((order) => order.accountId)]) {
    const { availableMicros, heldMicros } = await town.service.wallet.balance(accountId);
    balances.set(`account ${String(accountId)}`, String(availableMicros + heldMicros));
  }
  return { entries: sorted(entries), balances };
}

function sorted<Value>(map: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...map].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What stands in the end: a charge that was taken back, and booked again, is one that stands. */
export function standingIn({ entries, balances }: Booked): {
  charged: string[];
  balances: Booked['balances'];
} {
  const count = (kinds: readonly string[], kind: string) =>
    kinds.filter((each) => each.startsWith(kind)).length;
  const stands = ([, kinds]: [string, string[]]) => count(kinds, 'charge') > count(kinds, 'reversal');
  return { charged: [...entries].filter(stands).map(([of]) => of), balances };
}
