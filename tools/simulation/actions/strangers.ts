/** Promise 7: a stranger who tries to read or change what is not theirs is refused, whatever it is. */
import type { Service } from '../../../core/service.js';
import type { BotModel } from '../model.js';
import type { OrderModel } from '../order-model.js';
import { violation } from '../violation.js';
import type { Simulation } from '../simulation.js';
import { ACCOUNTS, someBot } from './cast.js';

interface Victim {
  bot: BotModel;
  order: OrderModel;
  taskId: string;
  withdrawalId: number;
  chargeId: string;
}

const page = { offset: 0, limit: 10 };
const wanted = {};

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
  'key looked up': (service, stranger, { bot }) => service.bots.keyLastUsedAtMs(stranger, bot.botId),
  'withdrawal read': (service, stranger, { withdrawalId }) =>
    service.withdrawals.info(stranger, withdrawalId),
  'withdrawal cancelled': (service, stranger, { withdrawalId }) =>
    service.withdrawals.cancel(stranger, withdrawalId),
  'withdrawal looked into': (service, stranger, { withdrawalId }) =>
    service.withdrawals.card(stranger, withdrawalId),
  'withdrawal paid': (service, stranger, { withdrawalId }) =>
    service.withdrawals.pay(stranger, withdrawalId, { seenMicros: 1n, note: '' }),
  'withdrawal begun': (service, stranger, { withdrawalId }) =>
    service.withdrawals.begin(stranger, withdrawalId, 1n),
  'payment taken back': (service, stranger, { withdrawalId }) =>
    service.withdrawals.takeBack(stranger, withdrawalId, 'No.'),
  'withdrawal refused': (service, stranger, { withdrawalId }) =>
    service.withdrawals.refuse(stranger, withdrawalId, 'No.'),
  'withdrawals listed': (service, stranger) =>
    service.withdrawals.queue(stranger, { state: 'waiting', ...page }),
  'payments listed': (service, stranger, { bot }) => service.refunds.payments(stranger, bot.accountId),
  'payment refunded': (service, stranger, { chargeId }) => service.refunds.refund(stranger, chargeId),
  'deposit booked': (service, stranger) =>
    service.wallet.book(stranger, stranger, 1_000_000n, { reference: 'a stranger', note: '' }),
  'webhook read': (service, stranger, { bot }) => service.webhooks.view(stranger, bot.botId),
  'webhook set': (service, stranger, { bot }) =>
    service.webhooks.set(stranger, bot.botId, 'https://stranger.example/'),
  'webhook cleared': (service, stranger, { bot }) => service.webhooks.clear(stranger, bot.botId),
  'webhook tested': (service, stranger, { bot }) => service.webhooks.test(stranger, bot.botId),
  'webhook hurried': (service, stranger, { bot }) => service.webhooks.hurry(stranger, bot.botId),
  'dead events read': (service, stranger, { bot }) => service.webhooks.dead(stranger, bot.botId, page),
  'dead events sent again': (service, stranger, { bot }) =>
    service.webhooks.resend(stranger, { botId: bot.botId }),
  'order figures read': (service, stranger, { order }) =>
    service.statistics.ofAdvertiser(stranger, order.orderId, wanted),
  'order sources read': (service, stranger, { order }) =>
    service.statistics.sources(stranger, order.orderId, wanted),
  'bot figures read': (service, stranger, { bot }) =>
    service.statistics.ofPublisher(stranger, bot.botId, wanted),
  'bot sponsors read': (service, stranger, { bot }) =>
    service.statistics.sponsors(stranger, bot.botId, wanted),
  'account blocked': (service, stranger, { bot }) =>
    service.accounts.block(stranger, bot.accountId, 'Fraud.'),
};

const refusals: ReadonlySet<string> = new Set(['forbidden', 'forbidden_or_not_foundorder']);

export async function stranger(simulation: Simulation): Promise<void> {
  const { draw, model, books } = simulation;
  const orders = model.lately(30);
  const tasks = [...model.tasks.keys()].slice(-5);
  if (orders.length === 0) return;
  const name = draw.one(Object.keys(attempts));
  const withdrawals = [...model.withdrawals.values()].filter(({ id }) => id !== null).slice(-10);
  const payments = [...model.stars.values()].slice(-10);
  const withdrawal = withdrawals.length > 0 ? draw.one(withdrawals) : null;
  const payment = payments.length > 0 ? draw.one(payments) : null;
  const victim: Victim = {
    bot: someBot(simulation),
    order: draw.one(orders),
    taskId: draw.one(['none', ...tasks]),
    withdrawalId: withdrawal?.id ?? 0,
    chargeId: payment?.chargeId ?? 'none',
  };
  // An account that owns none of them and did not make the report.
  const owners = new Set([
    victim.bot.accountId,
    victim.order.accountId,
    withdrawal?.accountId,
    payment?.accountId,
    model.tasks.get(victim.taskId)?.accountId,
  ]);
  const who = draw.one(ACCOUNTS.filter((accountId) => !owners.has(accountId)));
  simulation.count(`stranger: ${name}`);
  simulation.touchOrder(victim.order.orderId);
  const before = JSON.stringify(books.bot(victim.bot.botId));
  const answer = await simulation.call(simulation.api(), ({ service }) =>
    attempts[name]!(service, who, victim),
  );
  const about = `${name} by account ${String(who)}, who owns none of it`;
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
