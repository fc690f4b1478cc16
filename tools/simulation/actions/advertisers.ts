/** Orders: made, changed, copied, looked at, decided, reported. */
import type { OrderChange } from '../../../core/terms/index.js';
import { adopt } from '../knowledge.js';
import { GOOD_BOT, type OrderModel } from '../order-model.js';
import { violation } from '../violation.js';
import { DAY_MS, stateOf } from '../rules.js';
import { MODERATOR } from '../people.js';
import type { Simulation } from '../simulation.js';
import { tokenOf } from '../platform.js';
import { ACCOUNTS, FIRST_ADVERTISED_BOT, liveOrders, someChannel } from './cast.js';

/** More running orders would only make each of them rarer. */
const MAX_LIVE = 24;
const MINUTE_MS = 60_000;

const micros = (hundredths: number) => BigInt(hundredths) * 10_000n;

type Fresh = Omit<OrderModel, 'orderId'>;

function drawOrder(simulation: Simulation): { order: Fresh; botToken: string | undefined } {
  const { draw, step } = simulation;
  const adsType = draw.one(['channel', 'channel', 'channel', 'bot', 'resource'] as const);
  const number = FIRST_ADVERTISED_BOT + Math.floor(step / 400) + draw.whole(0, 3);
  const links = {
    channel: () => `https://t.me/${someChannel(simulation).username}`,
    bot: () => `https://t.me/bot${String(number)}_bot`,
    resource: () => `https://example.com/page${String(draw.whole(1, 40) + Math.floor(step / 500))}`,
  };
  const order: Fresh = {
    accountId: draw.one(ACCOUNTS),
    adsType,
    link: links[adsType](),
    isOn: draw.chance(0.9),
    inArchive: false,
    decision: 'waiting',
    quantityAll: draw.whole(10, 14),
    quantityDay: draw.chance(0.4) ? draw.whole(1, 5) : null,
    quantityNow: 0,
    baseMicros: micros(draw.whole(50, 333)),
    needsUsername: draw.chance(0.2),
    needsFirstName: draw.chance(0.2),
    needsVisit: draw.chance(0.25),
    isFree: draw.chance(0.2),
    isWatched: adsType === 'channel' && draw.chance(0.8),
    places: draw.one([0, 1, 2, 2, 2] as const),
    resourceId: '',
    takesJoinRequests: false,
    checkState: 'ok',
    pauseReason: null,
    revision: 1,
    days: new Map(),
    needsGoodBot: draw.chance(0.3),
  };
  return { order, botToken: adsType === 'bot' ? tokenOf(number) : undefined };
}

function inputOf(order: Fresh, botToken: string | undefined) {
  const { link, adsType, isOn, quantityAll, quantityDay, baseMicros, isFree, places } = order;
  return {
    link,
    adsType,
    isOn,
    quantityAll,
    priceMicros: baseMicros,
    isFree,
    places,
    minBotQuality: order.needsGoodBot ? GOOD_BOT : (0 as const),
    targeting: {
      languages: null,
      hasUsername: order.needsUsername,
      hasFirstName: order.needsFirstName,
      hasFakeCheck: order.needsVisit,
    },
    ...(quantityDay === null ? {} : { quantityDay }),
    ...(botToken === undefined ? {} : { botToken }),
    ...(adsType === 'channel' ? { trackUnsubscriptions: order.isWatched } : {}),
  };
}

/** A bot's start payload makes no other bot of it. */
const targetOf = (link: string) => link.split('?')[0];

/** `decisions.md`, Orders: 409 on create. */
function conflictOf({ model }: Simulation, order: Fresh): string | null {
  const same = model.orderList.filter(
    (one) => one.accountId === order.accountId && targetOf(one.link) === targetOf(order.link),
  );
  if (same.some((one) => one.decision === 'rejected')) return 'rejected';
  const isLive = (one: OrderModel) =>
    !one.inArchive && (one.decision === 'waiting' || one.quantityNow < one.quantityAll);
  if (same.some((one) => isLive(one) && one.decision === 'approved')) return 'exist';
  return same.some(isLive) ? 'moderation' : null;
}

export async function newOrder(simulation: Simulation): Promise<void> {
  const live = liveOrders(simulation);
  if (live.length >= MAX_LIVE) {
    await archive(simulation, live[0]!);
    return;
  }
  const { order, botToken } = drawOrder(simulation);
  const conflict = conflictOf(simulation, order);
  if (conflict === null) simulation.proposeNew(order);
  const answer = await simulation.call(simulation.api(), ({ service }) =>
    service.orders.create(order.accountId, inputOf(order, botToken)),
  );
  if (answer.ok && conflict === null) simulation.created(answer.value.orderId);
  else if (answer.ok)
    throw violation('answers', `an order on ${order.link} was taken; it is a conflict: ${conflict ?? ''}`);
  else if (answer.error.kind !== conflict) {
    throw violation('answers', `expected ${conflict ?? 'an order'}, refused: ${answer.error.message}`);
  }
}

async function archive(simulation: Simulation, order: OrderModel): Promise<void> {
  simulation.propose(order.orderId, { inArchive: true });
  await simulation.must(simulation.api(), ({ service }) =>
    service.orders.update(order.accountId, order.orderId, { inArchive: true }),
  );
  simulation.accept(order.orderId);
}

/** A change of an order. */
interface Drawn {
  /** What is sent. */
  change: OrderChange;
  /** What that makes of the order. */
  next: Partial<OrderModel>;
  refusal: 'invalid_parameter' | 'update_forbidden' | null;
  /** A quantity is lowered, which is refused while users who see the order may still join beyond it. */
  mayBeSeen?: boolean;
}

function drawChange(simulation: Simulation, order: OrderModel): Drawn {
  const { draw } = simulation;
  const kind = draw.one(['stop', 'start', 'price', 'quantity', 'day', 'archive', 'link', 'free'] as const);
  const isAgain = order.decision === 'rejected';
  const content = isAgain ? { decision: 'waiting' as const } : {};
  switch (kind) {
    case 'stop':
      return { change: { isOn: false }, next: { isOn: false }, refusal: null };
    case 'start':
      return { change: { isOn: true }, next: { isOn: true }, refusal: null };
    case 'price': {
      const baseMicros = micros(draw.whole(50, 333));
      const isSame = baseMicros === order.baseMicros;
      return {
        change: { priceMicros: baseMicros },
        next: { baseMicros, ...(isSame ? {} : content) },
        refusal: null,
      };
    }
    case 'quantity': {
      const quantityAll = draw.whole(10, 18);
      const isTooLow = quantityAll < order.quantityNow;
      const isSame = quantityAll === order.quantityAll;
      const next = { quantityAll, ...(isSame ? {} : content) };
      return {
        change: { quantityAll },
        next,
        refusal: isTooLow ? 'invalid_parameter' : null,
        mayBeSeen: quantityAll < order.quantityAll,
      };
    }
    case 'day': {
      const quantityDay = draw.whole(1, 6);
      const isSame = quantityDay === order.quantityDay;
      return {
        change: { quantityDay },
        next: { quantityDay, ...(isSame ? {} : content) },
        refusal: null,
        mayBeSeen: quantityDay < (order.quantityDay ?? Infinity),
      };
    }
    case 'archive':
      return {
        change: { inArchive: !order.inArchive },
        next: { inArchive: !order.inArchive },
        refusal: null,
      };
    case 'free': {
      const isFree = !order.isFree;
      return { change: { isFree }, next: { isFree, ...content }, refusal: null };
    }
    case 'link': {
      const link =
        order.adsType === 'channel'
          ? `https://t.me/${someChannel(simulation).username}`
          : `${order.link}${order.adsType === 'bot' ? '?start=again' : '/more'}`;
      const isSame = link === order.link;
      const hasSubscribers = [...order.days.values()].some((count) => count > 0);
      const refusal = !isSame && hasSubscribers ? 'update_forbidden' : null;
      return { change: { link }, next: isSame ? {} : { link, decision: 'waiting' as const }, refusal };
    }
  }
}

export async function change(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const all = model.lately();
  if (all.length === 0) return;
  const order = draw.one(
    draw.chance(0.8) && liveOrders(simulation).length > 0 ? liveOrders(simulation) : all,
  );
  const { change: sent, next, refusal, mayBeSeen = false } = drawChange(simulation, order);
  if (refusal === null) simulation.propose(order.orderId, next);
  const answer = await simulation.call(simulation.api(), ({ service }) =>
    service.orders.update(order.accountId, order.orderId, sent),
  );
  if (answer.ok && refusal === null) simulation.accept(order.orderId);
  else if (!answer.ok && mayBeSeen && answer.error.topic === 'quantity_reached')
    simulation.withdraw(order.orderId);
  else if (answer.ok || answer.error.kind !== refusal) {
    const found = answer.ok ? 'done' : answer.error.message;
    throw violation(
      'answers',
      `expected ${refusal ?? 'done'} for ${JSON.stringify(sent, bigints)}, found ${found}`,
    );
  }
}

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

export async function copy(simulation: Simulation): Promise<void> {
  const { draw } = simulation;
  const live = liveOrders(simulation);
  if (live.length === 0 || live.length >= MAX_LIVE) return;
  const { orderId: sourceId, ...source } = draw.one(live);
  simulation.proposeNew({
    ...source,
    isOn: false,
    isStoppedByBlock: false,
    quantityNow: 0,
    days: new Map(),
    checkState: 'ok',
  });
  const { orderId } = await simulation.must(simulation.api(), ({ service }) =>
    service.orders.duplicate(source.accountId, sourceId),
  );
  simulation.created(orderId);
}

/** A finished order gets more, or a stopped one goes on: orders live longer than their first plan. */
export async function advertise(simulation: Simulation): Promise<void> {
  const order = liveOrders(simulation).find((one) => ['Finished', 'Stopped'].includes(stateOf(one)));
  if (order === undefined) return;
  const next = { isOn: true, quantityAll: Math.max(10, order.quantityNow + simulation.draw.whole(1, 4)) };
  simulation.propose(order.orderId, next);
  const answer = await simulation.call(simulation.api(), ({ service }) =>
    service.orders.update(order.accountId, order.orderId, next),
  );
  // Those who see it now may join, and have to find room.
  const isTooFew = !answer.ok && answer.error.message.includes('users see the order now');
  if (!answer.ok && !isTooFew) throw violation('answers', `refused: ${answer.error.message}`);
  if (isTooFew) simulation.withdraw(order.orderId);
  else simulation.accept(order.orderId);
}

export async function readOrder(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const all = model.lately();
  if (all.length === 0) return;
  const order = draw.one(all);
  const info = await simulation.must(simulation.api(), ({ service }) =>
    service.orders.info(order.accountId, order.orderId),
  );
  const found = [info.status, info.quantityNow, info.remains, info.realPriceMicros].join(' ');
  const remains = Math.max(0, order.quantityAll - order.quantityNow);
  const expected = [stateOf(order), order.quantityNow, remains, model.realPrice(order)].join(' ');
  if (found !== expected)
    throw violation('answers', `order ${String(order.orderId)} is told ${found}, and is ${expected}`);
}

/** A moderator decides what waits; the platform may hinder it. */
export async function decide(simulation: Simulation): Promise<void> {
  const { draw, books } = simulation;
  const waiting = liveOrders(simulation).filter((order) => order.decision === 'waiting');
  if (waiting.length === 0) return;
  const order = draw.one(waiting);
  adopt(simulation.model, order, books.order(order.orderId)!);
  const process = simulation.process('bot');
  const isApproved = draw.chance(0.88);
  const revision = draw.chance(0.05) ? order.revision - 1 : order.revision;
  simulation.propose(order.orderId, { decision: isApproved ? 'approved' : 'rejected' });
  const outcome = await simulation.must(process, ({ service: { moderation } }) =>
    isApproved
      ? moderation.approve(MODERATOR, order.orderId, revision)
      : moderation.reject(MODERATOR, order.orderId, revision, 'No.'),
  );
  if (outcome.kind === 'decided') simulation.accept(order.orderId);
  else simulation.withdraw(order.orderId);
  simulation.count(`moderation: ${outcome.kind}`);
  if (outcome.kind !== 'decided') return;
  const kind = isApproved ? 'order_approved' : 'order_rejected';
  simulation.later(() => {
    if (simulation.books.notifications(`${kind}:${String(order.orderId)}:`) > 0) return;
    throw violation(
      '4 delivery',
      `nobody will tell the owner of order ${String(order.orderId)} that it was decided`,
    );
  });
}

export async function report(simulation: Simulation): Promise<void> {
  const { draw, model, time } = simulation;
  const all = model.lately(10);
  if (all.length === 0) return;
  const order = draw.one(all);
  const { orderId, accountId } = order;
  const process = simulation.api();
  const lastMs = model.reports.get(orderId) ?? -DAY_MS;
  const isLimited = time.now() - lastMs < MINUTE_MS;
  // Should the process die, it is unknown whether it took the minute's request.
  model.reports.set(orderId, Infinity);
  const wanted = { includePrice: true, timeRange: 'all' as const };
  const answer = await simulation.call(process, ({ service }) =>
    service.reports.request(accountId, orderId, wanted),
  );
  if (answer.ok === isLimited && lastMs !== Infinity) {
    throw violation('answers', `a report was ${answer.ok ? 'taken' : `refused: ${answer.error.message}`}`);
  }
  model.reports.set(orderId, answer.ok ? time.now() : lastMs);
  if (answer.ok) model.tasks.set(answer.value.taskId, { accountId, atMs: time.now() });
}
