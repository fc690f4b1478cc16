/** Promise 4 over everything at once, and the blacklists. */
import type { Books } from './books.js';
import type { Model } from './model.js';
import { violation } from './violation.js';
import { DAY_MS, type Subscription } from './rules.js';
import type { World } from './people.js';
import type { Receivers } from './receivers.js';
import type { VirtualTime } from './virtual-time.js';

/** What happened, and what of it was written down. */
interface Audited {
  books: Books;
  model: Model;
  world: World;
  receivers: Receivers;
  time: VirtualTime;
}

/** An event that counts as delivered has arrived; one that is dead says why. */
export function auditEvents({ books, receivers }: Audited): void {
  for (const { webhook_id: id, bot_id: botId, state, dead_reason: reason } of books.eventsByState()) {
    const hasArrived = receivers.arrived.get(botId)?.has(id) === true;
    if (state === DELIVERED && !hasArrived) {
      throw violation('4 delivery', `event ${String(id)} counts as delivered and never arrived`);
    }
    if (state === DEAD && reason === null)
      throw violation('4 delivery', `event ${String(id)} is dead for no reason`);
  }
}

const DELIVERED = 1;
const DEAD = 2;

/** No message is sent more often than there is cause, and what counts as sent was sent. */
export function auditDelivery({ books, world, model, time }: Audited): void {
  for (const [taskId, { atMs }] of model.tasks) {
    const isOld = atMs < time.now() - DAY_MS;
    if (!isOld && !books.hasTask(taskId))
      throw violation('4 delivery', `the report ${taskId} was taken and is gone`);
  }
  for (const { account_id: accountId, done, said, dead } of books.notificationsByAccount()) {
    const told = world.told.get(accountId) ?? 0;
    const about = `account ${String(accountId)} was told ${String(told)} times`;
    if (told > done + dead)
      throw violation('4 delivery', `${about}; ${String(done + dead)} notifications are done with`);
    if (told < said) throw violation('4 delivery', `${about}; ${String(said)} notifications count as told`);
  }
}

export function auditExclusions({ books, model }: Audited): void {
  const found = books.exclusions();
  const wrong = [...found, ...model.exclusions].filter((key) => found.has(key) !== model.exclusions.has(key));
  if (wrong.length > 0) throw violation('3 kept', `exclusions differ: ${wrong.join('; ')}`);
}

/**
 * When the power fails, that something was delivered is among what may be lost: then it may be delivered again. What
 * arrived until now counts as it is written down.
 */
export function forgiveDeliveries({ books, world }: Audited): void {
  for (const screen of world.screens.values()) {
    screen.lost += screen.messages.size;
    screen.sentSinceAsked = 0;
  }
  for (const { account_id: accountId, done, dead } of books.notificationsByAccount()) {
    const told = world.told.get(accountId) ?? 0;
    world.told.set(accountId, Math.min(told, done + dead));
  }
}

/** How a person's subscription status with an order changed in a step. */
export interface Change {
  userId: number;
  orderId: number;
  before: Subscription | null;
  /** It was settled in this very step. */
  isNew?: true;
  after: Subscription;
}

/**
 * A publisher with an address gets an event for each change, and nothing else. Returns the last event's id.
 */
export function checkEvents(model: Model, books: Books, lastId: number, changes: readonly Change[]): number {
  const events = books.eventsAfter(lastId);
  for (const { userId, orderId, before, after } of changes) {
    if (before?.state === after.state || !model.hasReceiver(after.botId)) continue;
    const isTold = events.some(
      (event) => event.userId === userId && event.orderId === orderId && event.state === after.state,
    );
    if (isTold) continue;
    const about = `user ${String(userId)} became ${after.state} with order ${String(orderId)}`;
    throw violation('4 delivery', `${about}, and bot ${String(after.botId)} will not be told`);
  }
  for (const { userId, orderId } of events) {
    if (changes.some((change) => change.userId === userId && change.orderId === orderId)) continue;
    // Away and back within one step.
    const all = events.filter((event) => event.userId === userId && event.orderId === orderId);
    if (all.length > 1 && all.at(-1)?.state === model.subscription(userId, orderId)?.state) continue;
    throw violation('4 delivery', `an event tells of user ${String(userId)}, with whom nothing happened`);
  }
  return events.at(-1)?.eventId ?? lastId;
}
