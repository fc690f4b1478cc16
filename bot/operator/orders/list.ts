/** The list of an advertiser's orders, with the draft that waits. */
import type { OrderStatus } from '../../../core/ports/order-store.js';
import type { OperatorContext } from '../context.js';
import { shorten } from '../figures.js';
import { type OwnPage, ownListScreen } from '../own-list.js';
import { button, type Screen } from '../screen.js';
import { draftName } from './subject.js';

export const statusMarks: Readonly<Record<OrderStatus, string>> = {
  Moderation: '🕓',
  Processing: '🟢',
  Stopped: '⏸',
  Finished: '🏁',
  Rejected: '❌',
  Archived: '📦',
};

export async function ownOrders(ctx: OperatorContext, page: OwnPage) {
  const { orders, total } = await ctx.service.orders.list(ctx.accountId, { ...page, status: null });
  const draft = page.inArchive === false ? await draftName(ctx) : null;
  const rows = orders.map((order) => {
    const progress = `${String(order.quantityNow)}/${String(order.quantityAll)}`;
    const label = `${statusMarks[order.status]} #${String(order.orderId)} ${shorten(order.name, 24)} · ${progress}`;
    return [button(label, 'order', { orderId: order.orderId })];
  });
  const waits =
    draft !== null && button(ctx.words.text('draft-waits', { name: shorten(draft, 30) }), 'draft');
  return { rows: [[waits], ...rows], total };
}

export const ordersScreen = (ctx: OperatorContext): Promise<Screen> =>
  ownListScreen(ctx, 'orders', ownOrders, {});
