/** One order: how far it is, what it costs, its audience, and what can be done with it. */
import { type OrderInfo, readPause } from '../../../core/orders/index.js';
import { sayPause } from '../../../words/reasons.js';
import type { Words } from '../../words.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { lastDays, money, progressBar } from '../figures.js';
import { button, inLines, type Screen } from '../screen.js';
import { zoneOf } from '../zones/index.js';
import { type Hint, moneyHint, problemHint } from './hindrances.js';
import { statusMarks } from './list.js';
import { describeOrder } from './summary.js';

/** @param extra HTML to stand below, such as what became of a change */
export async function orderScreen(ctx: OperatorContext, orderId: number, extra = ''): Promise<Screen> {
  const { words, accountId, service } = ctx;
  const order = await service.orders.info(accountId, orderId);
  const figures = await service.statistics.ofAdvertiser(accountId, orderId, lastDays(ctx, 1));
  const problems = await problemsOf(ctx, order);
  const lacks = lackOf(ctx, order);
  const html = inLines([
    words.html('card-title', { id: String(order.orderId), name: order.name }),
    `${statusMarks[order.status]} ${words.html(`status-${order.status}`)}`,
    order.reason !== null && words.html('order-reason', { reason: order.reason }),
    pauseLine(order, words),
    order.checkState === 'lost' && words.html('order-check-lost'),
    ...problems.lines,
    ...lacks.lines,
    '',
    words.html('order-progress', {
      bar: progressBar(order.quantityNow, order.quantityAll),
      now: String(order.quantityNow),
      all: String(order.quantityAll),
      today: figures.total.subscribers,
      spent: money(ctx, figures.total.valueMicros),
    }),
    '',
    await describeOrder(order, ctx, zoneOf(ctx).zone),
    extra !== '' && `\n${extra}`,
  ]);
  return { html, rows: [...problems.rows, ...lacks.rows, ...actions(order, words)] };
}

/** Asked of the platform while something depends on it: a moderator's decision, or rights that were lost. */
async function problemsOf(ctx: OperatorContext, order: OrderInfo): Promise<Hint> {
  const { orderId, status, checkState } = order;
  const isOpen = status === 'Moderation' || (checkState === 'lost' && status !== 'Archived');
  if (!isOpen) return { lines: [], rows: [] };
  const problems = await ctx.service.orders.problems(ctx.accountId, orderId);
  return problemHint(ctx, { order, problems, again: callbackData('order', { orderId }) });
}

/** Only where the next subscriber cannot be paid: what runs takes from one wallet what it needs. */
function lackOf(ctx: OperatorContext, order: OrderInfo): Hint {
  const { status, realPriceMicros, quantityAll, quantityNow } = order;
  const isToRun = status === 'Moderation' || status === 'Processing';
  const canPay = ctx.profile.balance.availableMicros >= realPriceMicros;
  return !isToRun || canPay ? { lines: [], rows: [] } : moneyHint(ctx, order, quantityAll - quantityNow);
}

export const pauseLine = ({ pauseReason }: OrderInfo, words: Words) =>
  pauseReason !== null &&
  words.html('order-paused', { why: sayPause(readPause(pauseReason), words.language) });

function actions(order: OrderInfo, words: Words): Screen['rows'] {
  const { orderId } = order;
  const toList = [button(words.text('button-orders'), 'orders'), button(words.text('button-home'), 'home')];
  const copy = button(words.text('button-duplicate'), 'order-copy', { orderId });
  if (order.inArchive)
    return [
      [button(words.text('button-restore'), 'order-archive', { orderId, inArchive: false }), copy],
      toList,
    ];
  return [
    [
      order.isOn
        ? button(words.text('button-stop'), 'order-on', { orderId, isOn: false })
        : button(words.text('button-start'), 'order-on', { orderId, isOn: true }),
      button(words.text('button-edit'), 'order-edit', { orderId }),
    ],
    [
      button(words.text('button-targeting'), 'tg', { key: orderId }),
      button(words.text('button-schedule'), 'sch', { key: orderId }),
    ],
    [
      button(words.text('button-options'), 'opt', { key: orderId }),
      button(words.text('button-exclusions'), 'order-out', { orderId }),
    ],
    [
      button(words.text('button-report'), 'order-report', { orderId }),
      button(words.text('button-ids'), 'order-ids', { orderId }),
    ],
    [
      button(words.text('button-chart'), 'chart', { of: 'order', id: orderId }),
      button(words.text('button-stats'), 'stats', { scope: 'order', id: orderId }),
    ],
    [copy, button(words.text('button-archive'), 'order-archive', { orderId, inArchive: true })],
    toList,
  ];
}
