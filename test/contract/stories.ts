/** What happens to users of two orders, for tests of the daily check. */
import fc from 'fast-check';
import type { Store } from '../../core/ports.js';
import type { Leaving, LeavingFacts } from '../../core/ports/subscription-store.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BOT,
  chargeShown,
  populate,
  PRICE,
  rejoin,
  settle,
  show,
} from './makers.js';
import { START_DAY, START_MS } from './run.js';

export const DAY_MS = 86_400_000;
const OWN_BOT = BOT + 1;

/** One user: which order and bot, on which days they join and leave, and how they are paid for. */
export interface Story {
  order: 0 | 1;
  bot: number;
  joinsOn: number;
  leavesAfter: number | null;
  /** After so many days again; each time they leave once more. */
  returnsAfter: readonly number[];
  isHeld: boolean;
  isFree: boolean;
  language: string;
}

/** Joins on the first day, and stays. */
export const simple: Story = {
  order: 0,
  bot: BOT,
  joinsOn: 0,
  leavesAfter: null,
  returnsAfter: [],
  isHeld: false,
  isFree: false,
  language: '',
};

export const stories: fc.Arbitrary<Story[]> = fc.array(
  fc.record({
    order: fc.constantFrom(0 as const, 1 as const),
    bot: fc.constantFrom(BOT, OWN_BOT),
    joinsOn: fc.integer({ min: 0, max: 3 }),
    leavesAfter: fc.option(fc.integer({ min: 0, max: 2 })),
    returnsAfter: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
    isHeld: fc.boolean(),
    isFree: fc.boolean(),
    language: fc.constantFrom('', 'ru', 'en'),
  }),
  { minLength: 1, maxLength: 25 },
);

const at = (day: number) => ({ day: START_DAY + day, nowMs: START_MS + day * DAY_MS });

interface Event {
  /** Days since the first. */
  day: number;
  happens(store: Store): Promise<unknown>;
}

/** What happens to one user, in order. */
export function eventsOf(orders: readonly number[], story: Story, userId: number): Event[] {
  const orderId = orders[story.order] ?? 0;
  const joins: Event = { day: story.joinsOn, happens: (store) => join(store, orderId, story, userId) };
  if (story.leavesAfter === null) return [joins];
  const leaves = (day: number): Event => ({
    day,
    happens: (store) => store.subscriptions.leave(orderId, userId, at(day), decideLeaving),
  });
  let day = story.joinsOn + story.leavesAfter;
  const events = [joins, leaves(day)];
  for (const days of story.returnsAfter) {
    day += days;
    const { day: onDay, nowMs } = at(day);
    events.push({ day, happens: (store) => rejoin(store, orderId, userId, nowMs, onDay) }, leaves(day));
  }
  return events;
}

export async function live(
  store: Store,
  orders: readonly number[],
  story: Story,
  userId: number,
): Promise<void> {
  for (const { happens } of eventsOf(orders, story, userId)) await happens(store);
}

const decideLeaving = (subscriptionStatus: LeavingFacts): Leaving =>
  subscriptionStatus.state === 'subscribed'
    ? { kind: 'left', reverse: subscriptionStatus.isOnHold }
    : { kind: 'none' };

async function join(store: Store, orderId: number, story: Story, userId: number): Promise<void> {
  const { day, nowMs } = at(story.joinsOn);
  await store.audience.learn(userId, { languageCode: story.language }, nowMs);
  await show(store, userId, orderId, story.bot, nowMs - 1_000);
  const paid = chargeShown({ holdUntilMs: story.isHeld ? nowMs + DAY_MS : null });
  await settle(store, orderId, userId, {
    day,
    nowMs,
    decide: (facts) => {
      const settlement = paid(facts);
      if (settlement.kind !== 'counted' || !story.isFree) return settlement;
      return { ...settlement, priceMicros: 0n, publisherMicros: 0n, feeMicros: 0n, holdUntilMs: null };
    },
  });
}

/** An advertiser with two orders and a bot of their own, and a publisher's bot; enough money for nearly everybody. */
export async function inhabit(store: Store): Promise<number[]> {
  const first = await populate(store, { quantityAll: 20 }, 20n * PRICE);
  const second = await addOrder(store, { link: 'https://t.me/second', quantityDay: 3 });
  await addBot(store, OWN_BOT, ADVERTISER);
  return [first.orderId, second.orderId];
}
