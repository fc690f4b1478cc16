/** Who joined while our rights were gone, or started a bot whose token was changed: the service looks for them. */
import type { OrderModel } from '../order-model.js';
import { ATTRIBUTION_MS, CLOCKS_APART_MS } from '../impressions.js';
import type { Simulation } from '../simulation.js';
import { cameUnheard } from '../unheard-join.js';
import { violation } from '../violation.js';

/** Promise 2: a join is paid even if no bot could see it for a while. */
export async function walkUnseen(simulation: Simulation): Promise<void> {
  const { model, books } = simulation;
  // With a platform that answers.
  simulation.faults = 0;
  for (const { orderId, sinceMs } of books.unseen()) model.walked.set(orderId, sinceMs);
  if (model.walked.size === 0) return;
  for (const [userId, impressions] of model.impressions)
    if ([...model.walked.keys()].some((orderId) => impressions.has(orderId))) simulation.touch(userId);
  await simulation.inBot(async ({ service }) => {
    while ((await service.maintenance.checkUnseen()) > 0);
  });
  const open = new Set(books.unseen().map(({ orderId }) => orderId));
  simulation.later(() => {
    for (const [orderId, sinceMs] of model.walked) {
      const order = model.orders.get(orderId);
      if (order === undefined || open.has(orderId)) continue;
      simulation.count('orders looked at for the unseen');
      checkFound(simulation, order, sinceMs);
    }
  });
}

function checkFound(simulation: Simulation, order: OrderModel, sinceMs: number): void {
  const { model, money, time } = simulation;
  const resourceId = model.resourceOf(order);
  for (const [userId, impressions] of model.impressions) {
    // Users who saw it while it led elsewhere are not expected there.
    const isShown = impressions
      .get(order.orderId)
      ?.some(({ seenMs, target }) => target === order.resourceId && seenMs >= sinceMs - ATTRIBUTION_MS);
    const isSettled = model.subscription(userId, order.orderId) !== null;
    if (isShown !== true || isSettled || !isThere(simulation, order, userId)) continue;
    const about = `user ${String(userId)} came by order ${String(order.orderId)} unseen`;
    if (model.member(userId, resourceId)?.state !== 'in')
      throw violation('2 charge', `${about}: nobody looked`);
    simulation.count('users found by looking');
    const due = money.due(userId, order, time.now());
    if (due.kind === 'counted' || due.kind === 'free')
      throw violation('2 charge', `${about}, and nobody settled it`);
  }
}

/** Of bots that counts only who had not started them when they were asked about first. */
function isThere(simulation: Simulation, order: OrderModel, userId: number): boolean {
  const { world } = simulation;
  const { resourceId, adsType } = order;
  if (adsType === 'channel') return world.channels.get(Number(resourceId))?.members.get(userId) === 'in';
  const wasKnown = simulation.before(userId).members.has(resourceId);
  return adsType === 'bot' && wasKnown && world.started.get(Number(resourceId))?.has(userId) === true;
}

/**
 * Possible join times of a user found in by the bot process, since joins went unseen. Empty where nothing was unseen.
 */
export function foundAt(simulation: Simulation, userId: number, resourceId: string): number[] {
  const { model, books, time } = simulation;
  const checkedAtMs = books.membersOf(userId).get(resourceId)?.checkedAtMs;
  if (checkedAtMs === undefined) return [];
  // Later than the update of a leaving by more than the clocks are apart.
  const stay = { outMs: checkedAtMs + CLOCKS_APART_MS, untilMs: time.now() };
  return [...model.walked].flatMap(([orderId, sinceMs]) => {
    const order = model.orders.get(orderId);
    if (order === undefined || model.resourceOf(order) !== resourceId) return [];
    const unheard =
      order.adsType === 'channel'
        ? books.unheardSpans(resourceId)
        : [{ fromMs: sinceMs, toMs: stay.untilMs }];
    const cameMs = cameUnheard(simulation, { userId, resourceId }, stay, unheard);
    return [cameMs ?? Math.min(stay.untilMs, Math.max(sinceMs, stay.outMs))];
  });
}
