/** People come and go; the platform sends updates about it, sooner or later, once or twice. */
import type { MembershipUpdate } from '../../../core/subscriptions/index.js';
import { violation } from '../violation.js';
import type { Pending } from '../people.js';
import type { SimProcess } from '../process.js';
import type { Simulation } from '../simulation.js';
import { recentAsker } from './requests.js';
import { hear } from '../hear.js';
import { leaverCame } from '../unheard-join.js';
import { FIRST_ADVERTISED_BOT, shownOrder, somebody, someChannel } from './cast.js';

/** As many as the platform may give at once. */
const BATCH = 12;
/** An update waits behind this many others at most. */
const MAX_PENDING = 200;

export async function move(simulation: Simulation): Promise<void> {
  const { draw, world } = simulation;
  const userId = (draw.chance(0.6) ? recentAsker(simulation) : null) ?? somebody(simulation);
  for (let count = draw.whole(1, 2); count > 0; count--) {
    const order = draw.chance(0.85) ? shownOrder(simulation, userId) : null;
    if (order?.adsType === 'bot') {
      const botId = Number(order.resourceId) || FIRST_ADVERTISED_BOT;
      const started = world.started.get(botId) ?? new Set<number>();
      world.started.set(botId, started);
      if (draw.chance(0.8)) started.add(userId);
      else started.delete(userId);
      continue;
    }
    const channel =
      (order === null ? undefined : world.channels.get(Number(order.resourceId))) ?? someChannel(simulation);
    const isIn = channel.members.get(userId) === 'in';
    if (isIn) {
      if (draw.chance(0.35)) world.move(channel, userId, 'out', draw.chance(0.15));
    } else if (channel.takesJoinRequests && draw.chance(0.5)) {
      world.move(channel, userId, draw.chance(0.8) ? 'requested' : 'out');
    } else world.move(channel, userId, 'in');
  }
  await Promise.resolve();
}

/** A person starts a publisher's bot, or blocks it. */
export async function useBot(simulation: Simulation): Promise<void> {
  const { draw, world } = simulation;
  const userId = (draw.chance(0.7) ? recentAsker(simulation) : null) ?? somebody(simulation);
  const botId = draw.one([...world.publishers]);
  world.use(botId, userId, !world.uses(botId, userId));
  await Promise.resolve();
}

export async function deliver(simulation: Simulation): Promise<void> {
  const { draw, world } = simulation;
  while (world.pending.length > MAX_PENDING) world.pending.shift();
  await deliverBatch(simulation, draw.chance(0.3) ? draw.whole(1, BATCH) : draw.whole(1, 3));
}

/**
 * As `bot/polling.ts` does it: of a batch, the updates of one user in one chat come one after the other, all others at the
 * same time; the platform keeps a batch, and gives it again, until the process that takes it has asked for the next.
 */
export async function deliverBatch(simulation: Simulation, count: number): Promise<void> {
  const { draw, world, absence } = simulation;
  // Updates of this time come when the platform is back.
  if (absence.isAway) return;
  const batch = world.pending.slice(0, count);
  const queues = new Map<string, Pending[]>();
  for (const pending of batch) {
    const key = `${pending.update.resourceId} ${String(pending.update.userId)}`;
    queues.set(key, [...(queues.get(key) ?? []), pending]);
  }
  const bot = simulation.process('bot');
  await simulation.must(bot, () =>
    Promise.all([...queues.values()].map((queue) => deliverAll(simulation, queue, bot))),
  );
  // It may be that the process ends before the platform hears that they are done with.
  if (draw.chance(0.15)) return;
  for (const pending of batch) world.pending.splice(world.pending.indexOf(pending), 1);
}

async function deliverAll(simulation: Simulation, queue: readonly Pending[], bot: SimProcess): Promise<void> {
  for (const pending of queue) {
    const { update, raw } = pending;
    const { userId, resourceId, state, wasIn, isRemoved = false, isBarred = false, updateId, atMs } = update;
    // It never arrives.
    if (!pending.isTried && simulation.draw.chance(0.02)) continue;
    pending.isTried = true;
    const cameAfter = leaverCame(simulation, pending.update);
    const seen = { state, wasIn, isRemoved, isBarred, updateId, atMs, cameAfter };
    const told = simulation.saw(userId, resourceId, seen, bot);
    await hear(bot.service, raw);
    told.by = null;
    simulation.later(() => {
      checkFollowed(simulation, userId, update);
    });
  }
}

/** Promise 2, the other way round: users who came by an order are settled, users who left are noticed. */
function checkFollowed(
  { model, money, time }: Simulation,
  userId: number,
  { resourceId, state, updateId, isRemoved }: MembershipUpdate,
): void {
  // One that was overtaken changes nothing.
  if (model.member(userId, resourceId)?.updateId !== updateId) return;
  for (const [orderId, shown] of model.impressions.get(userId) ?? []) {
    const order = model.orders.get(orderId);
    if (order?.resourceId !== resourceId || shown.every(({ target }) => target !== resourceId)) continue;
    const subscriptionStatus = model.subscription(userId, orderId);
    const about = `user ${String(userId)}, order ${String(orderId)}`;
    const due = money.due(userId, order, time.now());
    if (subscriptionStatus === null && state !== 'out' && (due.kind === 'counted' || due.kind === 'free'))
      throw violation('2 charge', `${about}: in, and nobody settled it`);
    const paidAt = model.paidAt.get(subscriptionStatus?.entryId ?? 0) ?? resourceId;
    const hasLeft = state === 'out' && isRemoved !== true && paidAt === resourceId;
    if (hasLeft && order.isWatched && subscriptionStatus?.state === 'subscribed')
      throw violation('2 charge', `${about}: left, and nobody noticed`);
  }
}

export async function loseRights(simulation: Simulation): Promise<void> {
  const { draw, world, model } = simulation;
  const bot = simulation.process('bot');
  const lost = [...world.channels.values()].filter((channel) => !channel.hasRights);
  const channel = lost.length > 0 && draw.chance(0.7) ? draw.one(lost) : someChannel(simulation);
  const updates = world.turnRights(channel);
  for (const order of model.orders.values()) {
    if (order.resourceId === String(channel.chatId)) simulation.touchOrder(order.orderId);
  }
  if (draw.chance(0.2)) return;
  for (const update of updates) await simulation.must(bot, ({ service }) => hear(service, update));
}
