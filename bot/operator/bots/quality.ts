/** What a bot's subscribers are worth compared with other bots', and why. */
import { type Paying } from '../../../core/quality/index.js';
import type { QualityCause } from '../../../core/ports/quality-store.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { moment } from '../figures.js';
import { button, type Screen } from '../screen.js';
import { sayQuality } from '../../../words/reasons.js';

/** @throws ServiceError `forbidden` when the bot is not the visitor's */
export async function qualityScreen(ctx: OperatorContext, botId: number): Promise<Screen> {
  const { words, accountId, service } = ctx;
  const { bot } = await service.bots.info(accountId, botId);
  const quality = await service.quality.of(accountId, botId);
  const title = words.html('quality', { name: bot.name, nickname: bot.nickname });
  const found =
    quality === null
      ? words.html('quality-none')
      : words.html('quality-found', {
          factor: quality.factor.toFixed(2),
          joins: quality.joins,
          at: moment(ctx, quality.readAtMs),
          reasons: quality.causes.map((cause) => sayCause(cause, words.language)).join('\n'),
        });
  const paying = await service.quality.paying(accountId, botId);
  const pays = paying === null ? [] : [sayPaying(paying, words)];
  return {
    html: [title, found, ...pays, words.html('quality-hint')].join('\n\n'),
    rows: [[button(words.text('button-back'), 'bot', { botId }), button(words.text('button-home'), 'home')]],
  };
}

/** The owner's share next to the usual one, the hold, and what is announced of each. */
function sayPaying({ factor, holdHours, announced }: Paying, words: Words): string {
  const lines: string[] = [];
  const say = (now: string, then: string | null) => lines.push(then === null ? now : `${now} ${then}`);
  if (factor !== null) {
    const next = announced?.factor ?? factor;
    const then = { day: announced?.from ?? '', percent: toPercent(next) };
    say(
      words.html('quality-pays', { percent: toPercent(factor) }),
      next === factor ? null : words.html('quality-announced', then),
    );
  }
  if (holdHours !== null) {
    const hours = announced?.holdHours ?? holdHours;
    say(
      words.html('quality-hold', { hours: String(holdHours) }),
      hours === holdHours
        ? null
        : words.html('quality-hold-announced', { day: announced?.from ?? '', hours: String(hours) }),
    );
  }
  return lines.join('\n');
}

/** As text: a factor has three decimals at most, so that nothing is rounded away. */
function toPercent(factor: number): string {
  return String(Math.round(1_000 * factor) / 10);
}

function sayCause(cause: QualityCause, language: string): string {
  const { effect } = cause;
  const sign = effect > 0 ? '+' : '−';
  return `• ${sayQuality(cause, language)}${effect === 0 ? '' : ` (${sign}${Math.abs(effect).toFixed(2)})`}`;
}
