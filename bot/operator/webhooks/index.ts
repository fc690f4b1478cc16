/** Events for a publisher's own server: the address of a bot or of the account, a test, and what could not be delivered. */
import type { Composer } from 'grammy';
import { publicUrl } from '../../../core/config.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form } from '../dialogue/index.js';
import { numberFrom, onPress, StaleButton } from '../press.js';
import { button, columnScreen } from '../screen.js';
import { deadScreen, hookScreen } from './screens.js';
import { sayUndelivered } from '../../../words/reasons.js';

export function addWebhooksScreens(composer: Composer<OperatorContext>): void {
  onPress(composer, 'hook', (ctx, { botId }) => hookScreen(ctx, botId));
  onPress(composer, 'hook-set', async (ctx, { botId }) => {
    // Whose it is, is asked before anything else is.
    if (botId !== 0) await ctx.service.bots.info(ctx.accountId, botId);
    return begin(ctx, 'hook-set', callbackData('hook', { botId }), { botId });
  });
  onPress(composer, 'hook-clear', async (ctx, { botId }) => {
    const { accountId, words } = ctx;
    const { url } = await ctx.service.webhooks.view(accountId, botId);
    if (url === null) return hookScreen(ctx, botId);
    return columnScreen(
      words.html('hook-clear-confirm', { url }),
      button(words.text('button-hook-clear-yes'), 'hook-cleared', { botId }),
      button(words.text('button-back'), 'hook', { botId }),
    );
  });
  onPress(composer, 'hook-cleared', async (ctx, { botId }) => {
    const { accountId, words } = ctx;
    await ctx.service.webhooks.clear(accountId, botId);
    return { ...(await hookScreen(ctx, botId)), note: words.text('hook-cleared') };
  });
  onPress(composer, 'hook-test', async (ctx, { botId }) => {
    const { accountId, words } = ctx;
    const delivery = await ctx.service.webhooks.test(accountId, botId);
    const line = delivery.ok
      ? words.html('hook-tested', { status: String(delivery.status), ms: delivery.tookMs })
      : words.html('hook-not-tested', {
          reason: sayUndelivered(delivery.reason, ctx.words.language),
        });
    return hookScreen(ctx, botId, line);
  });
  onPress(composer, 'hook-hurry', async (ctx, { botId }) => {
    const { accountId, words } = ctx;
    await ctx.service.webhooks.hurry(accountId, botId);
    return { ...(await hookScreen(ctx, botId)), note: words.text('hook-hurried') };
  });
  onPress(composer, 'hook-dead', (ctx, { botId, offset = 0 }) => deadScreen(ctx, botId, offset));
  onPress(composer, 'hook-again', async (ctx, { webhookId, botId, offset = 0 }) => {
    const count = await ctx.service.webhooks.resend(ctx.accountId, { webhookId });
    if (count === 0) throw new StaleButton();
    return resent(ctx, botId, offset, count);
  });
  onPress(composer, 'hook-all', async (ctx, { botId }) => {
    const count = await ctx.service.webhooks.resend(ctx.accountId, { botId });
    return resent(ctx, botId, 0, count);
  });
}

async function resent(ctx: OperatorContext, botId: number, offset: number, count: number) {
  return {
    ...(await deadScreen(ctx, botId, offset)),
    note: ctx.words.text('hook-resent', { count }),
  };
}

export const webhookForm: Form = {
  name: 'hook-set',
  questions: [
    {
      name: 'url',
      // It may carry a secret of the receiver's.
      isSecret: true,
      ask: ({ words, service }) => ({
        html: words.html('hook-ask', { docs: `${publicUrl(service.settings)}/docs` }),
      }),
      read: async (ctx, text, { botId }) => {
        // Asked again on the spot where the address cannot be used.
        await ctx.service.webhooks.set(ctx.accountId, numberFrom(botId), text);
        return 'set';
      },
    },
  ],
  finish: (ctx, { botId }) => hookScreen(ctx, numberFrom(botId), ctx.words.html('hook-set')),
};
