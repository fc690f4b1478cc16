/** Moderation: the queue, the card of each order, and the decisions. Core refuses everybody who is no moderator. */
import type { Composer } from 'grammy';
import { assertModerator } from '../../../core/accounts/index.js';
import { escapeHtml } from '../../../core/html-text.js';
import { type ModerationOutcome, rejectionReasons } from '../../../core/orders/index.js';
import { textIn } from '../../../words/index.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form } from '../dialogue/index.js';
import { shorten } from '../figures.js';
import { type Answer, numberFrom, onlyFor, onPress } from '../press.js';
import { button, inRows, type Screen, sendScreen, turnRow, columnScreen, withHead } from '../screen.js';
import { themesOf } from '../values.js';
import { addBotModeration, moderatedBotForm } from './bots.js';
import { cardScreen, sayOutcome, toQueue } from './card.js';
import { addLog } from './log.js';
import { addOrderModeration, moderatedOrderForm, pauseForm, reasonQuestion } from './orders.js';
import { addSuspicion, suspicionForm } from './suspicion.js';
import { addTrust } from './trust.js';

export { moderationCard } from './card.js';

const PAGE = 8;

export function addModerationScreens(composer: Composer<OperatorContext>): void {
  composer.command('queue', async (ctx, next) => {
    if (!ctx.profile.isModerator) return next();
    await sendScreen(ctx.api, ctx.accountId, await queueScreen(ctx, 0));
  });
  onlyFor(assertModerator, composer, /^mod:/);
  onPress(composer, 'queue', (ctx, { offset = 0 }) => queueScreen(ctx, offset));
  onPress(composer, 'mod:ok', async (ctx, { orderId, revision }) => {
    return decided(ctx, await ctx.service.moderation.approve(ctx.accountId, orderId, revision));
  });

  onPress(composer, 'mod:no', (ctx, { orderId, revision }) => reasonsScreen(ctx, orderId, revision));

  onPress(composer, 'mod:why', async (ctx, { orderId, revision, reason: code }) => {
    const reason = textIn(await ownersLanguage(ctx, orderId), `reject-${code}`);
    return decided(ctx, await ctx.service.moderation.reject(ctx.accountId, orderId, revision, reason));
  });

  onPress(composer, 'mod:write', (ctx, { orderId, revision }) =>
    begin(ctx, 'reject', callbackData('mod:card', { orderId }), { orderId, revision }),
  );

  onPress(composer, 'mod:ban', ({ words }, { orderId }) =>
    columnScreen(
      words.html('block-link-confirm', { id: String(orderId) }),
      button(words.text('button-block-yes'), 'mod:banned', { orderId }),
      button(words.text('button-back'), 'mod:card', { orderId }),
    ),
  );
  onPress(composer, 'mod:banned', async (ctx, { orderId }) =>
    decided(ctx, await ctx.service.moderation.blockLink(ctx.accountId, orderId)),
  );

  onPress(composer, 'mod:unban', async (ctx, { orderId }) => {
    const wasBlocked = await ctx.service.moderation.unblockLink(ctx.accountId, orderId);
    const note = ctx.words.text(wasBlocked ? 'link-unblocked' : 'error-stale');
    return { ...(await cardScreen(ctx, orderId)), note };
  });

  onPress(composer, 'mod:as', async (ctx, { orderId, revision, theme }) => {
    if (theme === undefined) return adThemesScreen(ctx, orderId, revision);
    return decided(ctx, await ctx.service.moderation.approve(ctx.accountId, orderId, revision, theme));
  });

  addOrderModeration(composer);
  addBotModeration(composer);
  addTrust(composer);
  addSuspicion(composer);
  addLog(composer);
}

/** A reason in the moderator's own words. */
const rejectForm: Form = {
  name: 'reject',
  questions: [reasonQuestion('reject-ask')],
  finish: async (ctx, { orderId, revision, reason = '' }) => {
    const outcome = await ctx.service.moderation.reject(
      ctx.accountId,
      numberFrom(orderId),
      numberFrom(revision),
      reason,
    );
    const screen = await outcomeScreen(ctx, outcome);
    if (outcome.kind === 'decided' || outcome.kind === 'gone') return screen;
    return withHead(`⚠️ ${escapeHtml(sayOutcome(outcome, ctx.words))}`, screen);
  },
};

export const moderationForms: readonly Form[] = [
  rejectForm,
  pauseForm,
  moderatedOrderForm,
  moderatedBotForm,
  suspicionForm,
];

/** The decision as a note, and the order as it is after it. */
async function decided(ctx: OperatorContext, outcome: ModerationOutcome): Promise<Answer> {
  const note = sayOutcome(outcome, ctx.words);
  const isAlert = outcome.kind !== 'decided';
  return { ...(await outcomeScreen(ctx, outcome)), note: shorten(note, 190), isAlert };
}

async function outcomeScreen(ctx: OperatorContext, outcome: ModerationOutcome): Promise<Screen> {
  const { words } = ctx;
  if (outcome.kind === 'gone') return { html: words.html('decision-gone'), rows: [[toQueue(words)]] };
  return cardScreen(ctx, outcome.order.orderId);
}

async function queueScreen(ctx: OperatorContext, offset: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const { orders, total } = await ctx.service.moderation.queue(accountId, { offset, limit: PAGE });
  const rows = orders.map((order) => [
    button(
      `#${String(order.orderId)} · ${shorten(order.name, 24)} · ${shorten(order.link.replace(/^https?:\/\//, ''), 26)}`,
      'mod:card',
      { orderId: order.orderId },
    ),
  ]);
  return {
    html: total === 0 ? words.html('queue-empty') : words.html('queue', { total }),
    rows: [
      ...rows,
      turnRow({ offset, size: PAGE, total }, (to) => callbackData('queue', { offset: to })),
      [
        button(words.text('button-trust-queue'), 'mod:trust'),
        button(words.text('button-trust-people'), 'mod:people'),
      ],
      [
        button(words.text('button-moderate-order'), 'mod:card'),
        button(words.text('button-moderate-bot'), 'mod:bot'),
        button(words.text('button-suspicion'), 'mod:user'),
      ],
      [button(words.text('button-log'), 'mod:log'), button(words.text('button-home'), 'home')],
    ],
  };
}

/** What the order is about decides in which bots it is shown: publishers exclude themes. */
async function adThemesScreen(ctx: OperatorContext, orderId: number, revision: number): Promise<Screen> {
  const { words } = ctx;
  const themes = (await themesOf(ctx, 'order')).map(({ id, name }) =>
    button(shorten(name, 30), 'mod:as', { orderId, revision, theme: id }),
  );
  return {
    html: words.html('approve-as', { id: String(orderId) }),
    rows: [...inRows(themes, 2), [button(words.text('button-back'), 'mod:card', { orderId })]],
  };
}

function reasonsScreen({ words }: OperatorContext, orderId: number, revision: number): Screen {
  const ready = rejectionReasons.map((reason) => [
    button(shorten(words.text(`reject-${reason}`), 60), 'mod:why', { orderId, revision, reason }),
  ]);
  return {
    html: words.html('reject-why', { id: String(orderId) }),
    rows: [
      ...ready,
      [button(words.text('button-reject-write'), 'mod:write', { orderId, revision })],
      [button(words.text('button-back'), 'mod:card', { orderId })],
    ],
  };
}

/** A reason is read by the owner: it is given in the owner's language. */
async function ownersLanguage(ctx: OperatorContext, orderId: number): Promise<string> {
  const { service } = ctx;
  const card = await service.moderation.card(ctx.accountId, orderId);
  if (card === null) return 'en';
  const owner = await service.accounts.profile(card.order.accountId);
  return owner.account.language;
}
