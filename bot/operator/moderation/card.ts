/** What a moderator sees of an order, and of what became of it. */
import {
  isByModerator,
  type ModerationCard,
  type ModerationOutcome,
  readPause,
} from '../../../core/orders/index.js';
import { ServiceError } from '../../../core/errors.js';
import type { Words } from '../../words.js';
import type { OperatorContext, Reader } from '../context.js';
import { pauseLine } from '../orders/card.js';
import { describeOrder } from '../orders/summary.js';
import { button, inLines, link, type Screen } from '../screen.js';

/** The card of an order, with what can be done about it now. Null when there is no such order. */
export async function moderationCard(reader: Reader, orderId: number): Promise<Screen | null> {
  const { service, words } = reader;
  const card = await service.moderation.card(reader.accountId, orderId);
  if (card === null) return null;
  const { order } = card;
  const checker = await service.orders.botToAdd(order);
  const html = inLines([
    words.html('card-title', { id: String(order.orderId), name: order.name }),
    words.html('card-state', { state: words.text(`status-${order.status}`), owner: String(order.accountId) }),
    pauseLine(order, words),
    '',
    await describeOrder(order, reader, service.settings.SERVICE_TIMEZONE),
    '',
    ...reportLines(card, words),
    checker !== '' && words.html('report-checker', { bot: checker }),
  ]);
  return {
    html,
    rows: [
      [link(words.text('button-open-link'), order.link)],
      ...decisions(card, words),
      [
        button(words.text('button-trust-person'), 'mod:person', { accountId: order.accountId }),
        toQueue(words),
      ],
    ],
  };
}

export async function cardScreen(ctx: OperatorContext, orderId: number): Promise<Screen> {
  const card = await moderationCard(ctx, orderId);
  return card ?? { html: ctx.words.html('decision-gone'), rows: [[toQueue(ctx.words)]] };
}

function decisions({ order, isLinkBlocked }: ModerationCard, words: Words): Screen['rows'] {
  const { orderId, revision } = order;
  const what = { orderId, revision };
  const ban = isLinkBlocked
    ? button(words.text('button-unblock-link'), 'mod:unban', { orderId })
    : button(words.text('button-block-link'), 'mod:ban', { orderId });
  const again = button(words.text('button-refresh'), 'mod:card', { orderId });
  if (order.decision !== 'waiting')
    return [
      [
        order.pauseReason !== null &&
          button(words.text('button-resume'), 'mod:go', { orderId, seen: readPause(order.pauseReason).code }),
        order.decision === 'approved' &&
          !isByModerator(order.pauseReason) &&
          button(words.text('button-pause'), 'mod:hold', { orderId }),
      ],
      [ban, again],
    ];
  return [
    [
      button(words.text('button-approve'), 'mod:ok', what),
      button(words.text('button-reject'), 'mod:no', what),
    ],
    [button(words.text('button-approve-as'), 'mod:as', what)],
    [ban, again],
  ];
}

export function toQueue(words: Words) {
  return button(words.text('button-queue'), 'queue');
}

function reportLines({ report }: ModerationCard, words: Words): (string | false)[] {
  const { title, username, members, isAdministrator, problems } = report;
  return [
    title !== '' && words.html('report-title', { title, username: username === '' ? '—' : `@${username}` }),
    members !== null && words.html('report-members', { members }),
    isAdministrator !== null && words.html(isAdministrator ? 'report-rights' : 'report-no-rights'),
    ...problems.map((problem) => `⛔️ ${words.html(`problem-${problem.replaceAll('_', '-')}`)}`),
  ];
}

/** A decision in one line. */
export function sayOutcome(outcome: ModerationOutcome, words: Words): string {
  if (outcome.kind === 'gone') return words.text('decision-gone');
  const id = String(outcome.order.orderId);
  const state = words.text(`status-${outcome.order.status}`);
  if (outcome.kind === 'missing_rights') {
    const problems = outcome.missing.map((problem) => words.text(`problem-${problem.replaceAll('_', '-')}`));
    return words.text('decision-missing', { id, problems: problems.join(' ') });
  }
  if (outcome.kind === 'blocked') return words.text('decision-link-blocked', { id });
  return words.text(outcome.kind === 'already' ? 'decision-already' : `decision-${outcome.order.decision}`, {
    id,
    state,
  });
}

/** Null where another moderator was first. */
export function unlessDecided<T>(decided: Promise<T>): Promise<T | null> {
  return decided.catch((error: unknown) => {
    if (error instanceof ServiceError && error.kind === 'conflict') return null;
    throw error;
  });
}
