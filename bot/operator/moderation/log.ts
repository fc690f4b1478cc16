/** Who decided what, page by page, latest first. */
import type { Composer } from 'grammy';
import { TERMINAL_ID } from '../../../core/accounts/index.js';
import type { ModerationLine } from '../../../core/ports/moderation-log.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { moment, shorten } from '../figures.js';
import { onPress } from '../press.js';
import { pageBefore, type Screen } from '../screen.js';
import { toQueue } from './card.js';

const PAGE = 10;

export function addLog(composer: Composer<OperatorContext>): void {
  onPress(composer, 'mod:log', (ctx, { before = null }) => logScreen(ctx, before));
}

function whoOf(line: { moderatorId: number; moderatorName: string }, words: Words): string {
  if (line.moderatorId === TERMINAL_ID) return words.text('log-terminal');
  return line.moderatorName === '' ? String(line.moderatorId) : line.moderatorName;
}

async function logScreen(ctx: OperatorContext, before: number | null): Promise<Screen> {
  const { words, accountId } = ctx;
  const found = await ctx.service.moderation.log(accountId, { beforeId: before, limit: PAGE + 1 });
  const page = { found, size: PAGE, before };
  const { shown, turns } = pageBefore(words, 'mod:log', page, ({ moderationId }) => moderationId);
  const said = shown.map((line) =>
    words.html('log-line', {
      when: moment(ctx, line.atMs),
      who: whoOf(line, words),
      what: words.text(`log-${line.action.replaceAll('_', '-')}`),
      about: aboutOf(line),
      reason: line.reason === null ? '' : `: ${shorten(line.reason, 60)}`,
    }),
  );
  return {
    html: shown.length === 0 ? words.html('log-empty') : [words.html('log'), '', ...said].join('\n'),
    rows: [turns, [toQueue(words)]],
  };
}

function aboutOf({ orderId, botId, accountId, userId, linkKey }: ModerationLine): string {
  if (orderId !== null) return `#${String(orderId)} ${shorten(linkKey, 40)}`;
  return shorten(String(botId ?? accountId ?? userId ?? linkKey), 50);
}
