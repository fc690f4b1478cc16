/** The list of an advertiser's orders, by page, archived ones apart, and the answer to a search. */
import type { OrderStatus } from '../../../core/ports/order-store.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { shorten } from '../figures.js';
import { button, type Screen, turnRow } from '../screen.js';
import { draftName } from './subject.js';

const PAGE = 8;

export const statusMarks: Readonly<Record<OrderStatus, string>> = {
  Moderation: '🕓',
  Processing: '🟢',
  Stopped: '⏸',
  Finished: '🏁',
  Rejected: '❌',
  Archived: '📦',
};

/** @param search what was looked for; `""` for the list */
export async function ordersScreen(
  ctx: OperatorContext,
  page: { offset: number; inArchive: boolean; search: string },
): Promise<Screen> {
  const { words, accountId } = ctx;
  const { offset, inArchive, search } = page;
  const { orders, total } = await ctx.service.orders.list(accountId, {
    ...page,
    // A search looks in the archive too.
    inArchive: search === '' ? inArchive : null,
    status: null,
    limit: PAGE,
  });
  const turns = turnRow({ offset, size: PAGE, total }, (to) =>
    search === ''
      ? callbackData('orders', { offset: to, inArchive })
      : callbackData('orders-found', { offset: to }),
  );
  const key =
    search !== '' ? 'orders-found' : inArchive ? 'orders-archived' : total === 0 ? 'orders-empty' : 'orders';
  const draft = inArchive || search !== '' ? null : await draftName(ctx);
  return {
    html: words.html(key, { total, search }),
    rows: [
      ...(draft === null ? [] : [[button(words.text('draft-waits', { name: shorten(draft, 30) }), 'draft')]]),
      ...orders.map((order) => {
        const progress = `${String(order.quantityNow)}/${String(order.quantityAll)}`;
        const label = `${statusMarks[order.status]} #${String(order.orderId)} ${shorten(order.name, 24)} · ${progress}`;
        return [button(label, 'order', { orderId: order.orderId })];
      }),
      ...turns,
      [
        button(words.text('button-order-new'), 'order-new'),
        button(words.text('button-search'), 'order-search'),
      ],
      [
        inArchive || search !== ''
          ? button(words.text('button-active'), 'orders')
          : button(words.text('button-archive-list'), 'orders', { offset: 0, inArchive: true }),
        button(words.text('button-home'), 'home'),
      ],
    ],
  };
}
