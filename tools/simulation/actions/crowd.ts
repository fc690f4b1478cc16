/** Many at once, in every process: the first gets the last place, and the last of the money. */
import type { OrderModel } from '../order-model.js';
import type { MembershipUpdate } from '../../../core/subscriptions/index.js';
import { violation } from '../violation.js';
import type { SimProcess } from '../process.js';
import { Crashed, type Simulation } from '../simulation.js';
import { leaverCame } from '../unheard-join.js';
import { liveOrders, shownOrder, somebody, someBot } from './cast.js';
import { recentAsker } from './requests.js';

const MOST = 6;

export async function crowd(simulation: Simulation): Promise<void> {
  const { draw, world } = simulation;
  const works: { process: SimProcess; work: Promise<unknown> }[] = [];
  const start = (process: SimProcess, work: (process: SimProcess) => Promise<unknown>) => {
    const begun = work(process);
    begun.catch(() => undefined);
    works.push({ process, work: begun });
  };
  const wanted = draw.whole(2, MOST);
  const userIds = new Set<number>();
  while (userIds.size < wanted)
    userIds.add((draw.chance(0.5) ? recentAsker(simulation) : null) ?? somebody(simulation));
  for (const userId of userIds) {
    const order = shownOrder(simulation, userId);
    const channel = order === null ? undefined : world.channels.get(Number(order.resourceId));
    if (channel !== undefined) world.move(channel, userId, 'in');
    simulation.touch(userId);
    const bot = someBot(simulation);
    start(simulation.process(draw.one(['api-1', 'api-2'])), ({ service }) =>
      service.sponsors.subscriptions(bot.botId, { userId, links: [], orderIds: [] }),
    );
  }
  deliverSome(simulation, userIds, start);
  changeOne(simulation, start);
  let crash: Crashed | null = null;
  for (const { process, work } of works) {
    try {
      const answer = await simulation.call(process, () => work);
      if (!answer.ok) throw violation('answers', `in a crowd: ${answer.error.message}`);
    } catch (error) {
      if (!(error instanceof Crashed)) throw error;
      crash = error;
    }
  }
  if (crash !== null) throw crash;
}

/** Updates of the same people, meanwhile, in the bot's process. */
function deliverSome(
  simulation: Simulation,
  userIds: ReadonlySet<number>,
  start: (process: SimProcess, work: (process: SimProcess) => Promise<unknown>) => void,
): void {
  const { world, absence } = simulation;
  if (absence.isAway) return;
  const bot = simulation.process('bot');
  const queues = new Map<string, MembershipUpdate[]>();
  for (const pending of world.pending.filter((one) => userIds.has(one.update.userId)).slice(0, MOST)) {
    const {
      userId,
      resourceId,
      state,
      wasIn,
      isRemoved = false,
      isBarred = false,
      updateId,
      atMs,
    } = pending.update;
    const cameAfter = leaverCame(simulation, pending.update);
    const seen = { state, wasIn, isRemoved, isBarred, updateId, atMs, cameAfter };
    simulation.saw(userId, resourceId, seen, bot);
    pending.isTried = true;
    const key = `${resourceId} ${String(userId)}`;
    queues.set(key, [...(queues.get(key) ?? []), pending.update]);
  }
  for (const queue of queues.values()) {
    start(bot, async ({ service }) => {
      for (const update of queue) await service.membership.observe(update);
    });
  }
}

/** And an owner who stops an order while people join. */
function changeOne(
  simulation: Simulation,
  start: (process: SimProcess, work: (process: SimProcess) => Promise<unknown>) => void,
): void {
  const { draw } = simulation;
  const orders = liveOrders(simulation);
  if (orders.length === 0 || !draw.chance(0.3)) return;
  const order: OrderModel = draw.one(orders);
  const isOn = !order.isOn;
  simulation.propose(order.orderId, { isOn });
  start(simulation.process('api-2'), async ({ service }) => {
    await service.orders.update(order.accountId, order.orderId, { isOn });
    simulation.accept(order.orderId);
  });
}
