/** One order: how far it is, what it costs, whom it is for, and what can be done with it. */
import { dayOf } from '../../../core/days.js';
import type { OrderInfo } from '../../../core/orders/index.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { money, progressBar } from '../figures.js';
import { button, link, type Screen } from '../screen.js';
import { namedFilters } from '../values.js';
import { statusMarks } from './list.js';
import { describeOrder } from './summary.js';

/** @param extra HTML to stand below, such as what became of a change */
export async function orderScreen(ctx: OperatorContext, orderId: number, extra = ''): Promise<Screen> {
  const { words, accountId } = ctx.visitor;
  const { service, nowMs } = ctx.parts;
  const { CURRENCY: currency, SERVICE_TIMEZONE: timeZone } = service.settings;
  const order = await service.orders.info(accountId, orderId);
  const today = dayOf(nowMs(), timeZone);
  const figures = await service.statistics.ofAdvertiser(accountId, orderId, {
    startDate: today,
    endDate: today,
  });
  const botToAdd = await botToAddTo(ctx, order);
  const html = [
    words.html('card-title', { id: String(order.orderId), name: order.name }),
    `${statusMarks[order.status]} ${words.html(`status-${order.status}`)}`,
    ...(order.reason === null ? [] : [words.html('order-reason', { reason: order.reason })]),
    ...pauseLines(order, words),
    ...(order.checkState === 'lost' ? [words.html('order-check-lost')] : []),
    ...(botToAdd === '' ? [] : [words.html('order-bot-to-add', { bot: botToAdd })]),
    '',
    words.html('order-progress', {
      bar: progressBar(order.quantityNow, order.quantityAll),
      now: String(order.quantityNow),
      all: String(order.quantityAll),
      today: figures.total.subscribers,
      spent: money(figures.total.valueMicros, currency, words),
    }),
    '',
    describeOrder(order, words, { filters: await namedFilters(service, words), currency, timeZone }),
    ...(extra === '' ? [] : ['', extra]),
  ].join('\n');
  return { html, rows: [...addButtons(botToAdd, words), ...actions(order, words)] };
}

/** The bot of ours that its owner has to make an administrator now; `''`: none, or the operator bot is the only one. */
async function botToAddTo({ parts: { service } }: OperatorContext, order: OrderInfo): Promise<string> {
  const isNeeded = order.decision === 'waiting' || order.checkState === 'lost';
  return isNeeded && !order.inArchive ? service.orders.botToAdd(order) : '';
}

/** The platform asks where, and offers the rights that the bot needs: to see who joins, and to invite. */
function addButtons(bot: string, words: Words): Screen['rows'] {
  if (bot === '') return [];
  const url = (where: 'startchannel' | 'startgroup') =>
    `https://t.me/${bot}?${where}=order&admin=invite_users`;
  return [
    [link(words.text('button-add-to-channel'), url('startchannel'))],
    [link(words.text('button-add-to-group'), url('startgroup'))],
  ];
}

/** Why the service holds the order back. */
export function pauseLines({ pauseReason }: OrderInfo, words: Words): string[] {
  if (pauseReason === null) return [];
  return [words.html('order-paused', { why: words.text(`paused-${pauseReason.replaceAll('_', '-')}`) })];
}

function actions(order: OrderInfo, words: Words): Screen['rows'] {
  const { orderId } = order;
  const toList = [button(words.text('button-orders'), 'orders'), button(words.text('button-home'), 'home')];
  const copy = button(words.text('button-duplicate'), 'order-copy', orderId);
  if (order.inArchive)
    return [[button(words.text('button-restore'), 'order-archive', orderId, 0), copy], toList];
  return [
    [
      order.isOn
        ? button(words.text('button-stop'), 'order-on', orderId, 0)
        : button(words.text('button-start'), 'order-on', orderId, 1),
      button(words.text('button-edit'), 'order-edit', orderId),
    ],
    [
      button(words.text('button-targeting'), 'tg', orderId),
      button(words.text('button-schedule'), 'sch', orderId),
    ],
    [
      button(words.text('button-options'), 'opt', orderId),
      button(words.text('button-exclusions'), 'order-out', orderId),
    ],
    [
      button(words.text('button-report'), 'order-report', orderId),
      button(words.text('button-ids'), 'order-ids', orderId),
    ],
    [
      button(words.text('button-chart'), 'chart', 'order', orderId),
      button(words.text('button-stats'), 'stats', 'order', orderId),
    ],
    [copy, button(words.text('button-archive'), 'order-archive', orderId, 1)],
    toList,
  ];
}
