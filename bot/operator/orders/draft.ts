/** The draft of an order: everything about it, until it is sent to the moderators. */
import type { Composer } from 'grammy';
import { callbackData, DRAFT } from '../actions.js';
import type { Copied, OrderReceipt } from '../../../core/orders/index.js';
import type { OperatorContext } from '../context.js';
import { begin } from '../dialogue/index.js';
import { makeOnce, onPress } from '../press.js';
import { button, dangerButton, inLines, mainButton, type Screen } from '../screen.js';
import { zoneOf } from '../zones/index.js';
import { orderScreen } from './card.js';
import { moneyHint, problemHint } from './hindrances.js';
import { ordersScreen } from './list.js';
import { dropDraft, openSubject, readDraft } from './subject.js';
import { describeOrder } from './summary.js';

export function addDraft(composer: Composer<OperatorContext>): void {
  onPress(composer, 'draft', (ctx) => draftScreen(ctx));
  for (const field of ['price', 'name'] as const)
    onPress(composer, `draft-${field}`, async (ctx) => {
      await openSubject(ctx, DRAFT);
      return begin(ctx, `order-edit-${field}`, callbackData('draft'), { key: DRAFT });
    });
  onPress(composer, 'draft-type', async (ctx) => {
    const { order } = await openSubject(ctx, DRAFT);
    return begin(ctx, 'draft-type', callbackData('draft'), { link: order.link });
  });
  onPress(composer, 'draft-drop', async (ctx) => {
    await dropDraft(ctx);
    return ordersScreen(ctx);
  });
  onPress(composer, 'draft-send', async (ctx) => {
    const { words, accountId, service } = ctx;
    const made = await makeOnce<Copied>(ctx, async (keep) => {
      const input = await readDraft(ctx);
      const sent = keep(({ orderId }: OrderReceipt) => ({ orderId }));
      return service.orders.create(accountId, input, sent);
    });
    if (made === null) return {};
    await dropDraft(ctx);
    return orderScreen(ctx, made.orderId, words.html('order-sent'));
  });
}

export async function draftScreen(ctx: OperatorContext): Promise<Screen> {
  const { words, accountId, service } = ctx;
  const input = await readDraft(ctx);
  const { order } = await openSubject(ctx, DRAFT);
  const hindrances = await service.orders.problems(accountId, input);
  const problems = await problemHint(ctx, { order, problems: hindrances, again: callbackData('draft') });
  const lacks = moneyHint(ctx, order, order.quantityAll);
  const hints = [...problems.lines, ...lacks.lines];
  return {
    html: inLines([
      words.html('draft-title', { name: order.name }),
      '',
      await describeOrder(order, ctx, zoneOf(ctx).zone),
      hints.length > 0 && '',
      ...hints,
    ]),
    rows: [
      ...problems.rows,
      ...lacks.rows,
      [button(words.text('edit-name'), 'draft-name'), button(words.text('edit-type'), 'draft-type')],
      [
        button(words.text('button-targeting'), 'tg', { key: DRAFT }),
        button(words.text('button-schedule'), 'sch', { key: DRAFT }),
      ],
      [
        button(words.text('edit-price'), 'draft-price'),
        button(words.text('button-options'), 'opt', { key: DRAFT }),
      ],
      [mainButton(words.text('button-send-order'), 'draft-send')],
      [dangerButton(words.text('button-drop'), 'draft-drop'), button(words.text('button-orders'), 'orders')],
    ],
  };
}
