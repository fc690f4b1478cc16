/** Promise 7: whoever tries to read or change what is somebody else's is refused, whatever it is. */
import type { Service } from '../../../core/service.js';
import { type BotModel, type OrderModel, violation } from '../model.js';
import type { Simulation } from '../simulation.js';
import { ACCOUNTS, someBot } from './cast.js';

interface Victim {
  bot: BotModel;
  order: OrderModel;
  taskId: string;
}

type Attempt = (service: Service, stranger: number, victim: Victim) => Promise<unknown>;

const attempts: Readonly<Record<string, Attempt>> = {
  'bot read': (service, stranger, { bot }) => service.bots.info(stranger, bot.botId),
  'bot changed': (service, stranger, { bot }) =>
    service.bots.update(stranger, bot.botId, { isOn: false, settings: {} }),
  'bot key changed': (service, stranger, { bot }) => service.bots.changeKey(stranger, bot.botId),
  'bot moderated': (service, stranger, { bot }) =>
    service.bots.moderate(stranger, bot.botId, { isBlocked: true }),
  'order read': (service, stranger, { order }) => service.orders.info(stranger, order.orderId),
  'order changed': (service, stranger, { order }) =>
    service.orders.update(stranger, order.orderId, { isOn: false }),
  'order copied': (service, stranger, { order }) => service.orders.duplicate(stranger, order.orderId),
  'report asked for': (service, stranger, { order }) =>
    service.reports.request(stranger, order.orderId, { includePrice: true, timeRange: 'all' }),
  'ids asked for': (service, stranger, { order }) =>
    service.reports.requestIds(stranger, order.orderId, 'all'),
  'report read': (service, stranger, { taskId }) => service.reports.check(stranger, taskId),
  'order excluded': (service, stranger, { order, bot }) =>
    service.exclusions.toggle(stranger, {
      context: 'advertiser',
      isExcluded: true,
      orderId: order.orderId,
      botId: bot.botId,
    }),
  'sponsor excluded': (service, stranger, { order, bot }) =>
    service.exclusions.toggle(stranger, {
      context: 'publisher',
      isExcluded: true,
      orderId: order.orderId,
      botId: bot.botId,
    }),
  'order approved': (service, stranger, { order }) =>
    service.moderation.approve(stranger, order.orderId, order.revision),
  'order rejected': (service, stranger, { order }) =>
    service.moderation.reject(stranger, order.orderId, order.revision, 'No.'),
  'link blocked': (service, stranger, { order }) => service.moderation.blockLink(stranger, order.orderId),
  'queue read': (service, stranger) => service.moderation.queue(stranger, { offset: 0, limit: 10 }),
  'account blocked': (service, stranger, { bot }) =>
    service.accounts.setBlocked(stranger, bot.accountId, true),
};

const refusals: ReadonlySet<string> = new Set(['forbidden', 'forbidden_or_not_foundorder']);

export async function stranger(simulation: Simulation): Promise<void> {
  const { draw, model, books } = simulation;
  const orders = model.lately(30);
  const tasks = [...model.tasks.keys()].slice(-5);
  if (orders.length === 0) return;
  const name = draw.one(Object.keys(attempts));
  const victim = { bot: someBot(simulation), order: draw.one(orders), taskId: draw.one(['none', ...tasks]) };
  // Nobody who owns either of them, nor made the report.
  const owners = new Set([
    victim.bot.accountId,
    victim.order.accountId,
    model.tasks.get(victim.taskId)?.accountId,
  ]);
  const who = draw.one(ACCOUNTS.filter((accountId) => !owners.has(accountId)));
  simulation.touchOrder(victim.order.orderId);
  const before = JSON.stringify(books.bot(victim.bot.botId));
  const answer = await simulation.call(simulation.api(), ({ service }) =>
    attempts[name]!(service, who, victim),
  );
  const about = `${name} by account ${String(who)}, who owns neither bot nor order`;
  if (answer.ok) throw violation('7 ownership', `${about}: let through`);
  const isLimited = name === 'report read' && answer.error.kind === 'limited';
  if (!refusals.has(answer.error.kind) && !isLimited) {
    throw violation('7 ownership', `${about}: refused as ${answer.error.kind}`);
  }
  simulation.later(() => {
    if (JSON.stringify(books.bot(victim.bot.botId)) !== before)
      throw violation('7 ownership', `${about}: something changed`);
  });
}
