/** Bots that brought an order subscribers or were shut out of it, each with a switch. */
import type { Composer } from 'grammy';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin } from '../dialogue/index.js';
import { numberForm } from '../dialogue/number-form.js';
import { lastYear, money, shorten } from '../figures.js';
import { numberFrom, onPress } from '../press.js';
import { button, type Screen, turnRow } from '../screen.js';

const PAGE = 8;

export function addExclusions(composer: Composer<OperatorContext>): void {
  onPress(composer, 'order-out', (ctx, { orderId, offset = 0 }) => exclusionsScreen(ctx, orderId, offset));
  onPress(composer, 'order-ex', async (ctx, { orderId, botId, isExcluded, offset = 0 }) => {
    await shutOut(ctx, orderId, botId, isExcluded);
    return exclusionsScreen(ctx, orderId, offset);
  });
  onPress(composer, 'order-ex-id', async (ctx, { orderId }) => {
    await ctx.service.orders.info(ctx.accountId, orderId);
    return begin(ctx, 'order-ex', callbackData('order-out', { orderId }), { orderId });
  });
}

/** A bot that is known by its id alone, before it brought anybody. */
export const excludeForm = numberForm(
  { name: 'order-ex', field: 'botId', asks: 'order-ex-ask' },
  (ctx, _, { orderId }) => exclusionsScreen(ctx, numberFrom(orderId), 0),
  (ctx, botId, { orderId }) => shutOut(ctx, numberFrom(orderId), botId, true),
);

async function shutOut(
  ctx: OperatorContext,
  orderId: number,
  botId: number,
  isExcluded: boolean,
): Promise<void> {
  const change = { context: 'advertiser', orderId, botId, isExcluded } as const;
  await ctx.service.exclusions.toggle(ctx.accountId, change);
}

async function exclusionsScreen(ctx: OperatorContext, orderId: number, offset: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const { rows } = await ctx.service.statistics.sources(accountId, orderId, lastYear(ctx));
  const page = rows.slice(offset, offset + PAGE).map((row) => {
    const figures = `${String(row.subscribers)} · ${money(ctx, row.valueMicros)}`;
    const label = `${row.isExcluded ? '🚫' : '✅'} @${shorten(row.nickname, 24)} · ${figures}`;
    return [button(label, 'order-ex', { orderId, botId: row.botId, isExcluded: !row.isExcluded, offset })];
  });
  return {
    html: words.html(rows.length === 0 ? 'order-out-empty' : 'order-out', { id: String(orderId) }),
    rows: [
      ...page,
      turnRow({ offset, size: PAGE, total: rows.length }, (to) =>
        callbackData('order-out', { orderId, offset: to }),
      ),
      [button(words.text('button-by-id'), 'order-ex-id', { orderId })],
      [button(words.text('button-back'), 'order', { orderId })],
    ],
  };
}
