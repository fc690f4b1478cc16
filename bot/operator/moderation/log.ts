/** Who decided what, page by page, latest first. */
import type { Composer } from 'grammy';
import { TERMINAL_ID } from '../../../core/accounts/index.js';
import type { ModerationLine } from '../../../core/ports/moderation-log.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { moment, shorten } from '../figures.js';
import { onPress } from '../press.js';
import { button, type Screen } from '../screen.js';
import { toQueue } from './card.js';

const PAGE = 10;

export function addLog(composer: Composer<OperatorContext>): void {
  onPress(composer, 'mod:log', (ctx, { before = null }) => logScreen(ctx, before));
}

function whoOf(line: { moderatorId: number; moderatorName: string }, words: Words): string {
  if (line.moderatorId === TERMINAL_ID) return words.text('log-terminal');
  return line.moderatorName === '' ? String(line.moderatorId) : line.moderatorName;
}

async function logScreen(ctx: OperatorContext, beforeId: number | null): Promise<Screen> {
  const { words, accountId } = ctx;
  // One more than is shown: so it is known whether there is another page.
  const lines = await ctx.service.moderation.log(accountId, { beforeId, limit: PAGE + 1 });
  const shown = lines.slice(0, PAGE);
  const last = shown.at(-1);
  const said = shown.map((line) =>
    words.html('log-line', {
      when: moment(ctx, line.atMs),
      who: whoOf(line, words),
      what: words.text(`log-${line.action.replaceAll('_', '-')}`),
      about: aboutOf(line),
      reason: line.reason === null ? '' : `: ${shorten(line.reason, 60)}`,
    }),
  );
  const turns = [
    ...(beforeId === null ? [] : [button(words.text('button-latest'), 'mod:log')]),
    ...(lines.length > PAGE && last !== undefined
      ? [button(words.text('button-older'), 'mod:log', { before: last.moderationId })]
      : []),
  ];
  return {
    html: shown.length === 0 ? words.html('log-empty') : [words.html('log'), '', ...said].join('\n'),
    rows: [...(turns.length > 0 ? [turns] : []), [toQueue(words)]],
  };
}

function aboutOf({ orderId, botId, accountId, userId, linkKey }: ModerationLine): string {
  if (orderId !== null) return `#${String(orderId)} ${shorten(linkKey, 40)}`;
  return shorten(String(botId ?? accountId ?? userId ?? linkKey), 50);
}
