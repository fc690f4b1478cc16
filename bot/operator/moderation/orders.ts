/** What moderators do with any order: find it by its number, pause it, let it go on. Core refuses who is no moderator. */
import type { Composer } from 'grammy';
import { reasonText } from '../../../core/reason.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form } from '../dialogue/index.js';
import { numberForm } from '../dialogue/number-form.js';
import { shorten } from '../figures.js';
import { numberFrom, onPress } from '../press.js';
import { withHead } from '../screen.js';
import { cardScreen, unlessDecided } from './card.js';

export function addOrderModeration(composer: Composer<OperatorContext>): void {
  onPress(composer, 'mod:card', (ctx, { orderId }) =>
    orderId === undefined ? begin(ctx, 'mod-order', callbackData('queue')) : cardScreen(ctx, orderId),
  );

  onPress(composer, 'mod:hold', (ctx, { orderId }) =>
    begin(ctx, 'pause', callbackData('mod:card', { orderId }), { orderId }),
  );

  onPress(composer, 'mod:go', async (ctx, { orderId, seen }) => {
    const outcome = await unlessDecided(ctx.service.moderation.resume(ctx.accountId, orderId, seen));
    const kind = outcome?.kind;
    const { words } = ctx;
    const said = { resumed: 'resumed', still_moved: 'resume-still-moved' } as const;
    const note =
      kind === 'resumed' || kind === 'still_moved'
        ? words.text(said[kind], { id: String(orderId) })
        : words.text(outcome === null ? 'error-409' : 'error-stale');
    return { ...(await cardScreen(ctx, orderId)), note: shorten(note, 190), isAlert: kind !== 'resumed' };
  });
}

/** A reason in the moderator's own words, which the owner reads. */
export function reasonQuestion(asks: 'reject-ask' | 'pause-ask'): Form['questions'][number] {
  return {
    name: 'reason',
    keepsLines: true,
    ask: ({ words }, { orderId = '' }) => ({ html: words.html(asks, { id: orderId }) }),
    read: (_, text) => reasonText(text),
  };
}

/** Which order: by its number, which its owner sees. */
export const moderatedOrderForm = numberForm(
  { name: 'mod-order', field: 'orderId', asks: 'mod-order-ask' },
  cardScreen,
);

export const pauseForm: Form = {
  name: 'pause',
  questions: [reasonQuestion('pause-ask')],
  finish: async (ctx, { orderId, reason = '' }) => {
    const id = numberFrom(orderId);
    const { kind } = await ctx.service.moderation.pause(ctx.accountId, id, reason);
    const screen = await cardScreen(ctx, id);
    return kind === 'already' ? withHead(`⚠️ ${ctx.words.html('error-409')}`, screen) : screen;
  },
};
