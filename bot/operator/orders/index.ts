/** An advertiser's orders: list, card, a new one step by step, changes, copies, archive. */
import type { Composer } from 'grammy';
import { hasField } from '../../../core/kinds/index.js';
import type { Copied } from '../../../core/orders/index.js';
import { callbackData, editable } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin } from '../dialogue/index.js';
import { addOwnList } from '../own-list.js';
import { makeOnce, onPress } from '../press.js';
import { button, inRows, type Screen, columnScreen } from '../screen.js';
import { orderScreen } from './card.js';
import { addDraft } from './draft.js';
import { draftName } from './subject.js';
import { addExclusions } from './exclusions.js';
import { ownOrders } from './list.js';
import { addOptions } from './options.js';
import { addReports } from './reports.js';
import { addSchedule } from './schedule.js';
import { addTargeting } from './targeting.js';

export { orderForms } from './forms.js';
export { resumeReports } from './report-watch.js';

export function addOrdersScreens(composer: Composer<OperatorContext>): void {
  addOwnList(composer, 'orders', ownOrders);
  onPress(composer, 'order', (ctx, { orderId }) => orderScreen(ctx, orderId));
  onPress(composer, 'order-new', async (ctx, { isSure = false }) => {
    const draft = isSure ? null : await draftName(ctx);
    return draft === null ? begin(ctx, 'order-new', callbackData('orders')) : overwriteScreen(ctx, draft);
  });
  onPress(composer, 'order-pick', async (ctx, { orderId }) => {
    await ctx.service.orders.info(ctx.accountId, orderId);
    return begin(ctx, 'order-chat', callbackData('order', { orderId }), { orderId });
  });
  onPress(composer, 'order-chat', async (ctx, { orderId, chatId }) => {
    const { words, accountId } = ctx;
    await ctx.service.privateChats.choose(accountId, orderId, chatId);
    return orderScreen(ctx, orderId, words.html('order-changed'));
  });
  onPress(composer, 'order-on', (ctx, { orderId, isOn }) => update(ctx, orderId, { isOn }));
  onPress(composer, 'order-archive', (ctx, { orderId, inArchive }) => update(ctx, orderId, { inArchive }));
  onPress(composer, 'order-copy', async (ctx, { orderId }) => {
    const { words, accountId, service } = ctx;
    const copy = await makeOnce<Copied>(ctx, (keep) =>
      service.orders.duplicate(
        accountId,
        orderId,
        keep((copied) => copied),
      ),
    );
    if (copy === null) return {};
    return orderScreen(ctx, copy.orderId, words.html('order-copied', { id: String(orderId) }));
  });
  onPress(composer, 'order-edit', async (ctx, { orderId, field }) => {
    const { words, accountId } = ctx;
    const order = await ctx.service.orders.info(accountId, orderId);
    if (field !== undefined)
      return begin(ctx, `order-edit-${field}`, callbackData('order-edit', { orderId }), { key: orderId });
    const fields = editable.filter((known) => known !== 'token' || hasField(order, 'botToken'));
    return {
      html: words.html('order-edit', { id: String(orderId), name: order.name }),
      rows: [
        ...inRows(
          fields.map((known) => button(words.text(`edit-${known}`), 'order-edit', { orderId, field: known })),
          2,
        ),
        [button(words.text('button-back'), 'order', { orderId })],
      ],
    };
  });
  addDraft(composer);
  addTargeting(composer);
  addSchedule(composer);
  addOptions(composer);
  addExclusions(composer);
  addReports(composer);
}

/** One draft is kept: a new order takes its place. */
function overwriteScreen({ words }: OperatorContext, name: string): Screen {
  return columnScreen(
    words.html('draft-overwrite', { name }),
    button(words.text('button-draft'), 'draft'),
    button(words.text('button-draft-new'), 'order-new', { isSure: true }),
    button(words.text('button-back'), 'orders'),
  );
}

async function update(
  ctx: OperatorContext,
  orderId: number,
  change: { isOn?: boolean; inArchive?: boolean },
) {
  await ctx.service.orders.update(ctx.accountId, orderId, change);
  return orderScreen(ctx, orderId);
}
