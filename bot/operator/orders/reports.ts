/**
 * Reports and files of subscriber ids, sent into the chat. A report is made by a worker; while it is, the screen says so
 * and changes when it is there, also when the bot was restarted in between.
 */
import { type Composer, InputFile } from 'grammy';
import type { TimeRange } from '../../../core/ports/job-store.js';
import { timeRanges } from '../../../core/reports/index.js';
import type { OperatorContext } from '../context.js';
import { type Answer, onPress } from '../press.js';
import { button, inRows, type Screen, columnScreen } from '../screen.js';
import { orderScreen } from './card.js';
import { deliverReport, FILE_MAX_BYTES, leaveReport, watchReport } from './report-watch.js';

export function addReports(composer: Composer<OperatorContext>): void {
  onPress(composer, 'order-report', async (ctx, { orderId }) => rangesScreen(ctx, orderId, 'report'));
  onPress(composer, 'order-ids', async (ctx, { orderId }) => rangesScreen(ctx, orderId, 'ids'));
  onPress(composer, 'report', async (ctx, { orderId, range, includePrice }) => {
    const wanted = { includePrice, timeRange: range };
    const { taskId } = await ctx.service.reports.request(ctx.accountId, orderId, wanted);
    const messageId = ctx.callbackQuery?.message?.message_id;
    // It is delivered in the background when it is there; a press of the button meanwhile looks, too.
    if (messageId !== undefined)
      await watchReport(ctx.api, ctx, { accountId: ctx.accountId, orderId, taskId, messageId });
    return waitingScreen(ctx, orderId, taskId);
  });
  onPress(composer, 'rep', (ctx, { orderId, taskId }) => lookOnce(ctx, orderId, taskId));
  onPress(composer, 'rep-go', async (ctx, { orderId, taskId }) => {
    await leaveReport(ctx, taskId);
    return orderScreen(ctx, orderId);
  });
  onPress(composer, 'ids', (ctx, { orderId, range }) => sendIds(ctx, orderId, range));
}

async function rangesScreen(ctx: OperatorContext, orderId: number, kind: 'report' | 'ids'): Promise<Screen> {
  const { words, accountId } = ctx;
  // Asks who owns it, before anything is offered.
  await ctx.service.orders.info(accountId, orderId);
  const choices = timeRanges.flatMap((range) => {
    const name = words.text(`range-${range}`);
    if (kind === 'ids') return [button(name, 'ids', { orderId, range })];
    return [
      button(name, 'report', { orderId, range, includePrice: false }),
      button(words.text('range-with-price', { range: name }), 'report', {
        orderId,
        range,
        includePrice: true,
      }),
    ];
  });
  return {
    html: words.html(kind === 'ids' ? 'ids-ask' : 'report-ask', { id: String(orderId) }),
    rows: [...inRows(choices, 2), [button(words.text('button-back'), 'order', { orderId })]],
  };
}

function waitingScreen({ words }: OperatorContext, orderId: number, taskId: string): Screen {
  return columnScreen(
    words.html('report-waits', { id: String(orderId) }),
    button(words.text('button-look'), 'rep', { orderId, taskId }),
    button(words.text('button-back'), 'rep-go', { orderId, taskId }),
  );
}

async function lookOnce(ctx: OperatorContext, orderId: number, taskId: string): Promise<Answer> {
  const { words, accountId } = ctx;
  const screen = await deliverReport(ctx.api, ctx, { accountId, orderId, taskId, words });
  return screen ?? { note: words.text('report-not-yet') };
}

async function sendIds(ctx: OperatorContext, orderId: number, range: TimeRange): Promise<Answer> {
  const { words, accountId } = ctx;
  const { reports } = ctx.service;
  const { fileId } = await reports.requestIds(accountId, orderId, range);
  const { fileName, pages } = await reports.idFile(accountId, fileId);
  const lines = await gather(pages);
  const back = [button(words.text('button-order'), 'order', { orderId })];
  if (lines === null) return { html: words.html('ids-large'), rows: [back] };
  if (lines.length === 0) return { note: words.text('ids-none'), isAlert: true };
  await ctx.api.sendDocument(accountId, new InputFile(lines, fileName));
  return { html: words.html('ids-sent', { id: String(orderId) }), rows: [back] };
}

/** The ids as lines, or null when the platform would not take so many. */
async function gather(pages: AsyncIterable<number[]>): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const page of pages) {
    const part = Buffer.from(page.map((id) => `${String(id)}\n`).join(''));
    size += part.length;
    if (size > FILE_MAX_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
