/**
 * One day of a few users, two bots and three orders, of which two lead to one chat, played once as it happens and once
 * with updates that come late, out of order, or a day later because the bot process was down. What is booked of each user
 * and chat must be the same. Everything follows a seed.
 */
import { seededRandom } from '../core/choosing-world.js';
import type { Mutation } from './zoo/old-rules.js';
import { type Chat, MODERATOR, START_MS, Town, type TownBot } from './zoo/town.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const USERS = 6;
const FIRST_USER = 100_000;
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
}

export const asItHappens: Delivery = { everyMs: 0, isShuffled: false, downHours: null };

/** What happens besides: prices are revised, and subscribers are removed by the chat. */
export interface Incidents {
  revisesPrices: boolean;
  removes: boolean;
}

/** The entries of each user and order, and what each account has in the end. */
export type Booked = ReadonlyMap<string, string>;

interface Stage {
  town: Town;
  bots: TownBot[];
  chats: Chat[];
  orders: { accountId: number; orderId: number }[];
}

async function open(seed: number, delivery: Delivery, mutation: Mutation): Promise<Stage> {
  const next = seededRandom(Math.imul(seed, 7_907) + 1);
  const shuffled = <T>(items: readonly T[]) =>
    items.map((item) => ({ item, at: next() })).sort((a, b) => a.at - b.at);
  const town = await Town.open(seed, {
    ...mutation,
    environment: { HOLD_HOURS: '24' },
    ...(delivery.isShuffled ? { batch: (updates) => shuffled(updates).map(({ item }) => item) } : {}),
  });
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
  return { town, bots, chats, orders };
}

/** Users see a list, join some of it, press the button a minute later; some leave, or are removed, and come back. */
function planUser({ town, bots, chats }: Stage, userId: number, next: () => number, removes: boolean): void {
  const atMs = START_MS + Math.floor(next() * 20 * HOUR_MS);
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
  const joinsAfter = 2 + next() * 30;
  after(0, () => {
    bot.started.add(userId);
    return town.ask(bot, userId);
  });
  if (asksTwice)
    after(1, () => {
      other.started.add(userId);
      return town.ask(other, userId);
    });
  after(joinsAfter, () => town.join(chat, userId));
  after(joinsAfter + 1, () => town.ask(bot, userId));
  if (next() < 0.4) after(joinsAfter + 90, () => town.leave(chat, userId, leavesBy));
  if (comesBack) after(joinsAfter + 150, () => town.join(chat, userId));
}

function planDelivery(town: Town, { everyMs, downHours }: Delivery): void {
  town.hearsUpdates = true;
  if (everyMs === 0) return;
  town.holdsUpdates = true;
  for (const [hour, hears] of downHours === null
    ? []
    : [[downHours.from, false] as const, [downHours.to, true] as const])
    town.plan(START_MS + hour * HOUR_MS, () => {
      town.hearsUpdates = hears;
      return Promise.resolve();
    });
  const isDown = (atMs: number) => {
    const hour = (atMs - START_MS) / HOUR_MS;
    return downHours !== null && hour >= downHours.from && hour < downHours.to;
  };
  for (let atMs = START_MS; atMs < START_MS + 49 * HOUR_MS; atMs += everyMs)
    if (!isDown(atMs)) town.plan(atMs, () => town.deliverUpdates());
}

/** Plays a day of this seed. @param mutation a fault that is put in */
export async function playDay(
  seed: number,
  delivery: Delivery,
  incidents: Incidents,
  mutation: Mutation = {},
): Promise<Booked> {
  const stage = await open(seed, delivery, mutation);
  const { town, orders } = stage;
  try {
    const next = seededRandom(Math.imul(seed, 104_723) + 3);
    for (let userId = FIRST_USER; userId < FIRST_USER + USERS; userId++)
      planUser(stage, userId, next, incidents.removes);
    if (incidents.revisesPrices)
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
  const booked = new Map<string, string>();
  // A user's entries of one order, in their order; when it was is left out, since updates are late.
  for (const { userId, orderId, botId, kind, micros } of rows) {
    const of = `user ${String(userId)}, order ${String(orderId)}`;
    booked.set(of, `${booked.get(of) ?? ''} ${kind} ${String(micros)} by bot ${String(botId)}`);
  }
  for (const accountId of [...PUBLISHERS, ...orders.map((order) => order.accountId)]) {
    const { availableMicros, heldMicros } = await town.service.wallet.balance(accountId);
    booked.set(`account ${String(accountId)}`, String(availableMicros + heldMicros));
  }
  return new Map([...booked].sort(([one], [other]) => (one < other ? -1 : 1)));
}
