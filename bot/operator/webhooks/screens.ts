/** Where events go and how their delivery stands; the events that could not be delivered. Id 0 is the account. */
import type { WebhookView } from '../../../core/events/index.js';
import type { EventQueue, PublisherEvent } from '../../../core/ports/event-store.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { moment, shorten } from '../figures.js';
import { button, inLines, type Screen, turnRow } from '../screen.js';
import { sayUndelivered } from '../../../words/reasons.js';

const DEAD_PAGE = 8;
const signs = { waiting: '⏳', delivered: '✅', dead: '💀' } as const;

export async function hookScreen(ctx: OperatorContext, botId: number, extra = ''): Promise<Screen> {
  const { words, accountId, service } = ctx;
  const view = await service.webhooks.view(accountId, botId);
  const url = view.url ?? words.text(view.isInherited ? 'hook-of-account' : 'hook-no-url');
  const head =
    botId === 0
      ? words.html('hook-account', { url })
      : words.html('hook-bot', { url, name: (await service.bots.info(accountId, botId)).bot.name });
  const parts = [head, stateLines(ctx, view.queue), recentLines(ctx, view), extra];
  return { html: parts.filter((part) => part !== '').join('\n\n'), rows: actions(ctx, botId, view) };
}

function stateLines(ctx: OperatorContext, queue: EventQueue | null): string {
  if (queue === null) return '';
  const { words } = ctx;
  const { waiting, failingSinceMs, dueAtMs, lastReason } = queue;
  return inLines([
    waiting > 0 && words.html('hook-waiting', { count: waiting }),
    failingSinceMs !== null &&
      words.html('hook-failing', {
        since: moment(ctx, failingSinceMs),
        next: dueAtMs === null ? '—' : moment(ctx, dueAtMs),
        reason: sayUndelivered(lastReason ?? '', words.language),
      }),
  ]);
}

function recentLines(ctx: OperatorContext, { recent }: WebhookView): string {
  if (recent.length === 0) return '';
  const { words } = ctx;
  const lines = recent.map((event) =>
    words.html('hook-line', { state: signs[event.state], ...eventFacts(ctx, event) }),
  );
  return [words.html('hook-recent'), ...lines].join('\n');
}

function actions({ words }: OperatorContext, botId: number, view: WebhookView): Screen['rows'] {
  const { url, isInherited, queue, dead } = view;
  const back =
    botId === 0
      ? button(words.text('button-home'), 'home')
      : button(words.text('button-back'), 'bot', { botId });
  const set = button(words.text(url === null ? 'button-hook-set' : 'button-hook-change'), 'hook-set', {
    botId,
  });
  const clear = button(words.text('button-hook-clear'), 'hook-clear', { botId });
  const test = button(words.text('button-hook-test'), 'hook-test', { botId });
  const hurry = button(words.text('button-hook-hurry'), 'hook-hurry', { botId });
  const isStuck = queue !== null && queue.failures > 0 && queue.waiting > 0;
  return [
    [set, url !== null && clear],
    [(url !== null || isInherited) && test],
    [isStuck && hurry],
    [dead > 0 && button(words.text('button-hook-dead', { count: dead }), 'hook-dead', { botId })],
    [back],
  ];
}

export async function deadScreen(ctx: OperatorContext, botId: number, offset: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const page = { offset, limit: DEAD_PAGE };
  const { events, total } = await ctx.service.webhooks.dead(accountId, botId, page);
  const lines = events.map((event) =>
    words.html('hook-dead-line', {
      ...eventFacts(ctx, event),
      reason: sayUndelivered(event.deadReason ?? '', ctx.words.language),
    }),
  );
  const resend = events.map((event) => {
    const { user = '', order = '', when: at = '' } = eventFacts(ctx, event);
    return [
      button(shorten(`🔁 ${user} · ${order} · ${at}`, 40), 'hook-again', {
        webhookId: event.webhookId,
        botId,
        offset,
      }),
    ];
  });
  const head = total === 0 ? words.html('hook-dead-empty') : words.html('hook-dead', { total });
  return {
    html: [head, ...lines].join('\n'),
    rows: [
      ...resend,
      turnRow({ offset, size: DEAD_PAGE, total }, (to) => callbackData('hook-dead', { botId, offset: to })),
      [total > 0 && button(words.text('button-hook-resend-all'), 'hook-all', { botId })],
      [button(words.text('button-back'), 'hook', { botId })],
    ],
  };
}

/** What a line about an event is filled in with. */
function eventFacts(ctx: OperatorContext, event: PublisherEvent): Record<string, string> {
  return {
    when: moment(ctx, event.atMs),
    user: String(event.userId),
    order: event.network ?? String(event.adsId),
    status: ctx.words.text(`hook-status-${event.status}`),
  };
}
