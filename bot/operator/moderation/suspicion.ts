/** Suspicion of an end user, which a moderator can end (`evidence.md`, Suspicion). Core refuses who is no moderator. */
import type { Composer } from 'grammy';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin } from '../dialogue/index.js';
import { numberForm } from '../dialogue/number-form.js';
import { moment } from '../figures.js';
import { type Answer, onPress } from '../press.js';
import { button, mainButton, type Screen } from '../screen.js';
import { toQueue } from './card.js';

export function addSuspicion(composer: Composer<OperatorContext>): void {
  onPress(composer, 'mod:user', (ctx, { userId }) =>
    userId === undefined ? begin(ctx, 'mod-user', callbackData('queue')) : userScreen(ctx, userId),
  );
  onPress(composer, 'mod:user-clear', async (ctx, { userId }): Promise<Answer> => {
    const { words, accountId } = ctx;
    const wasSuspicious = await ctx.service.audience.clearSuspicion(accountId, userId);
    const note = words.text(wasSuspicious ? 'suspicion-cleared' : 'error-stale');
    return { ...(await userScreen(ctx, userId)), note };
  });
}

/** Which user: by the id, since users of publishers' bots have no account here. */
export const suspicionForm = numberForm(
  { name: 'mod-user', field: 'userId', asks: 'suspicion-ask' },
  userScreen,
);

async function userScreen(ctx: OperatorContext, userId: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const untilMs = await ctx.service.audience.suspicion(accountId, userId);
  const other = [button(words.text('button-suspicion-other'), 'mod:user'), toQueue(words)];
  const id = String(userId);
  if (untilMs === null) return { html: words.html('suspicion-none', { id }), rows: [other] };
  const until = moment(ctx, untilMs);
  return {
    html: words.html('suspicion', { id, until }),
    rows: [[mainButton(words.text('button-suspicion-clear'), 'mod:user-clear', { userId })], other],
  };
}
