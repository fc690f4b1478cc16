/** People come and go; the platform tells of it, sooner or later, once or twice. */
import { violation } from '../violation.js';
import { ATTRIBUTION_MS } from '../rules.js';
import type { Simulation } from '../simulation.js';
import { recentAsker } from './requests.js';
import { FIRST_ADVERTISED_BOT, shownOrder, somebody, someChannel } from './cast.js';

/** Of those on their way, which may arrive before an older one. */
const OVERTAKING = 5;
/** Nobody waits for an update longer than for so many others. */
const MAX_PENDING = 200;

export async function move(simulation: Simulation): Promise<void> {
  const { draw, world, time } = simulation;
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
      if (draw.chance(0.35)) world.move(channel, userId, 'out', time.now());
    } else if (channel.takesJoinRequests && draw.chance(0.5)) {
      world.move(channel, userId, draw.chance(0.8) ? 'requested' : 'out', time.now());
    } else world.move(channel, userId, 'in', time.now());
  }
  await Promise.resolve();
}

export async function deliver(simulation: Simulation): Promise<void> {
  const { draw, world } = simulation;
  while (world.pending.length > MAX_PENDING) world.pending.shift();
  for (let count = draw.whole(1, 3); count > 0 && world.pending.length > 0; count--) {
    const index = draw.chance(0.7) ? 0 : draw.whole(0, Math.min(OVERTAKING, world.pending.length) - 1);
    await deliverOne(simulation, index);
  }
}

/** The platform keeps an update until the process that takes it has answered. */
export async function deliverOne(simulation: Simulation, index: number): Promise<void> {
  const { draw, world } = simulation;
  const pending = world.pending[index]!;
  const { update } = pending;
  const { userId, resourceId, state, wasIn, updateId, atMs } = update;
  if (draw.chance(0.03)) {
    // It never arrives.
    world.pending.splice(index, 1);
    return;
  }
  const bot = simulation.process('bot');
  const told = simulation.saw(userId, resourceId, { state, wasIn, updateId, atMs }, bot);
  await simulation.must(bot, ({ service }) => service.membership.observe(update));
  told.by = null;
  if (pending.comesAgain || !draw.chance(0.15)) world.pending.splice(world.pending.indexOf(pending), 1);
  else pending.comesAgain = true;
  simulation.later(() => {
    checkFollowed(simulation, userId, resourceId);
  });
}

/** Promise 2, the other way round: whoever came by an order has been settled, whoever left has been noticed. */
function checkFollowed({ model, time }: Simulation, userId: number, resourceId: string): void {
  const sinceMs = time.now() - 2 * ATTRIBUTION_MS;
  for (const orderId of model.shows.get(userId)?.keys() ?? []) {
    const order = model.orders.get(orderId);
    if (order?.resourceId !== resourceId) continue;
    const standing = model.subscription(userId, orderId);
    const about = `user ${String(userId)}, order ${String(orderId)}`;
    const isShown = model.showsOf(userId, orderId).some((show) => show.lastMs >= sinceMs);
    if (model.isIn(userId, order) && isShown && standing === null) {
      throw violation('2 charge', `${about}: in, and nobody settled it`);
    }
    const isOut = model.member(userId, resourceId)?.state === 'out';
    if (isOut && order.isWatched && standing !== null && standing.state !== 'unsubscribed') {
      throw violation('2 charge', `${about}: left, and nobody noticed`);
    }
  }
}

export async function loseRights(simulation: Simulation): Promise<void> {
  const { draw, world, model } = simulation;
  const bot = simulation.process('bot');
  const lost = [...world.channels.values()].filter((channel) => !channel.hasRights);
  const channel = lost.length > 0 && draw.chance(0.7) ? draw.one(lost) : someChannel(simulation);
  channel.hasRights = !channel.hasRights;
  for (const order of model.orders.values()) {
    if (order.resourceId === String(channel.chatId)) simulation.touchOrder(order.orderId);
  }
  if (draw.chance(0.2)) return;
  await simulation.must(bot, ({ service }) => service.membership.rights(channel.chatId, channel.hasRights));
}
