/** Events for a publisher's own server: the address of a bot or of the account, a test, and what could not be delivered. */
import { Composer } from 'grammy';
import { publicUrl } from '../../../core/config.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form } from '../dialogue/index.js';
import { numberFrom, onPress, StaleButton } from '../press.js';
import { button } from '../screen.js';
import { deadScreen, hookScreen } from './screens.js';
import { reasonWords } from './words.js';

export function createWebhooksScreens(): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  onPress(composer, 'hook', (ctx, botId) => hookScreen(ctx, numberFrom(botId)));
  onPress(composer, 'hook-set', async (ctx, botId) => {
    const id = numberFrom(botId);
    // Whose it is, is asked before anything else is.
    if (id !== 0) await ctx.parts.service.bots.info(ctx.visitor.accountId, id);
    return begin(ctx, 'hook-set', { botId: String(id) });
  });
  onPress(composer, 'hook-clear', async (ctx, botId) => {
    const { accountId, words } = ctx.visitor;
    const id = numberFrom(botId);
    const { url } = await ctx.parts.service.webhooks.view(accountId, id);
    if (url === null) return hookScreen(ctx, id);
    return {
      html: words.html('hook-clear-confirm', { url }),
      rows: [
        [button(words.text('button-hook-clear-yes'), 'hook-cleared', id)],
        [button(words.text('button-back'), 'hook', id)],
      ],
    };
  });
  onPress(composer, 'hook-cleared', async (ctx, botId) => {
    const { accountId, words } = ctx.visitor;
    await ctx.parts.service.webhooks.clear(accountId, numberFrom(botId));
    return { screen: await hookScreen(ctx, numberFrom(botId)), note: words.text('hook-cleared') };
  });
  onPress(composer, 'hook-test', async (ctx, botId) => {
    const { accountId, words } = ctx.visitor;
    const delivery = await ctx.parts.service.webhooks.test(accountId, numberFrom(botId));
    const told = delivery.ok
      ? words.html('hook-tested', { status: String(delivery.status), ms: delivery.tookMs })
      : words.html('hook-not-tested', { reason: reasonWords(ctx, delivery.reason) });
    return hookScreen(ctx, numberFrom(botId), told);
  });
  onPress(composer, 'hook-hurry', async (ctx, botId) => {
    const { accountId, words } = ctx.visitor;
    await ctx.parts.service.webhooks.hurry(accountId, numberFrom(botId));
    return { screen: await hookScreen(ctx, numberFrom(botId)), note: words.text('hook-hurried') };
  });
  onPress(composer, 'hook-dead', (ctx, botId, offset = '0') =>
    deadScreen(ctx, numberFrom(botId), numberFrom(offset)),
  );
  onPress(composer, 'hook-again', async (ctx, webhookId, botId, offset = '0') => {
    const count = await ctx.parts.service.webhooks.resend(ctx.visitor.accountId, {
      webhookId: numberFrom(webhookId),
    });
    if (count === 0) throw new StaleButton();
    return resent(ctx, numberFrom(botId), numberFrom(offset), count);
  });
  onPress(composer, 'hook-all', async (ctx, botId) => {
    const id = numberFrom(botId);
    const count = await ctx.parts.service.webhooks.resend(ctx.visitor.accountId, { botId: id });
    return resent(ctx, id, 0, count);
  });
  return composer;
}

async function resent(ctx: OperatorContext, botId: number, offset: number, count: number) {
  return {
    screen: await deadScreen(ctx, botId, offset),
    note: ctx.visitor.words.text('hook-resent', { count }),
  };
}

export const webhookForm: Form = {
  name: 'hook-set',
  questions: [
    {
      name: 'url',
      // It may carry a secret of the receiver's.
      isSecret: true,
      ask: ({ visitor: { words }, parts }) => ({
        html: words.html('hook-ask', { docs: `${publicUrl(parts.service.settings)}/docs` }),
      }),
      read: async (ctx, text, { botId }) => {
        // Asked again on the spot where the address cannot be used.
        await ctx.parts.service.webhooks.set(ctx.visitor.accountId, numberFrom(botId), text);
        return 'set';
      },
    },
  ],
  backTo: ({ botId = '' }) => ['hook', botId],
  finish: (ctx, { botId }) => hookScreen(ctx, numberFrom(botId), ctx.visitor.words.html('hook-set')),
};
