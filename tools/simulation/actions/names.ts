/** Names of channels move to other chats and back, and the service looks where they lead. */
import type { OrderModel } from '../order-model.js';
import { stateOf } from '../rules.js';
import type { Simulation } from '../simulation.js';
import { violation } from '../violation.js';
import { liveOrders, someChannel } from './cast.js';

/** A name is looked at again after 45 minutes at most. */
const LOOKED_AT_MS = 46 * 60_000;
/** Where the platform gave no answer, it is asked again within a minute. */
const RETRIED_MS = 61_000;

export async function moveName(simulation: Simulation): Promise<void> {
  const { draw, world, time } = simulation;
  const names = [...world.moved.keys()].slice(-4);
  const name = names.length > 0 && draw.chance(0.5) ? draw.one(names) : someChannel(simulation).username;
  world.moveName(name, time.now());
  await Promise.resolve();
}

/** Called after each step: an order that did not run has its next turn only within a round of its last one. */
export function noteStopped({ model, time }: Simulation): void {
  for (const order of model.lately())
    if (stateOf(order) !== 'Processing') model.stoppedAtMs.set(order.orderId, time.now());
}

/** Promise 2: an order whose name has led elsewhere for an hour is shown no more, and goes on when it leads back. */
export async function lookAtNames(simulation: Simulation): Promise<void> {
  const { time, absence } = simulation;
  // No name can be resolved.
  if (absence.isAway) return;
  const bot = simulation.process('bot');
  const sinceMs = time.now() - LOOKED_AT_MS;
  // With a platform that answers.
  simulation.faults = 0;
  for (const { orderId } of liveOrders(simulation)) simulation.touchOrder(orderId);
  for (let round = 0; round < 2; round++) {
    await simulation.must(bot, async ({ service, store }) => {
      // Each step takes one order at least whose turn it is, and those that do not run are not asked about.
      for (let left = await store.orderWatch.resolvable(); left > 0; left--)
        await service.maintenance.resolveLinks();
    });
    await time.advance(RETRIED_MS);
  }
  simulation.count('names looked at');
  simulation.later(() => {
    for (const order of liveOrders(simulation)) checkName(simulation, order, sinceMs);
  });
}

function checkName(simulation: Simulation, order: OrderModel, sinceMs: number): void {
  const { orderId, adsType, link, resourceId, pauseReason, decision } = order;
  const name = link.replace('https://t.me/', '');
  const { model, world } = simulation;
  const { moved, usernames } = world;
  const isPaused = pauseReason === 'link_moved';
  const isWatched = adsType === 'channel' && resourceId !== '' && stateOf(order) === 'Processing';
  // A pause under the link of before lasts until moderators approve the new one.
  if (isPaused && decision === 'approved' && !moved.has(name))
    throw violation('2 charge', `order ${String(orderId)} is paused, and its name never led elsewhere`);
  const steadySinceMs = Math.max(moved.get(name)?.atMs ?? 0, model.stoppedAtMs.get(orderId) ?? 0);
  if (!isWatched || steadySinceMs > sinceMs) return;
  const leadsElsewhere = String(usernames.get(name)?.chatId) !== resourceId;
  if (leadsElsewhere) simulation.count('orders whose name has moved');
  if (leadsElsewhere === isPaused || (pauseReason !== null && !isPaused)) return;
  const found = isPaused ? 'is paused' : 'runs';
  throw violation(
    '2 charge',
    `the name of order ${String(orderId)} leads ${leadsElsewhere ? 'elsewhere' : 'to its chat'}, and it ${found}`,
  );
}
