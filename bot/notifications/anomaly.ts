/** The card by which a moderator learns that a bot's joins are out of line. */
import { formatDay } from '../../core/days.js';
import { escapeHtml } from '../../core/html-text.js';
import type { Notification } from '../../core/ports/notification-store.js';
import {
  type Anomaly,
  type AnomalyCard,
  anomalyCardOf,
  DELAYS_END_MS,
  MARKS_MS,
} from '../../core/quality/index.js';
import { button, columnScreen, inLines, type Reader, type Screen } from '../operator/index.js';
import type { Words } from '../words.js';
import { comparedBars, risingBars } from './curves.js';
import { sayQuality } from '../../words/reasons.js';

const SECOND_MS = 1_000;
/** The largest first: a time is named in the first of them that it has one of. */
const units = [
  { ms: 86_400_000, words: 'anomaly-days' },
  { ms: 3_600_000, words: 'anomaly-hours' },
  { ms: 60_000, words: 'anomaly-minutes' },
  { ms: SECOND_MS, words: 'anomaly-seconds' },
] as const;

/** Null where a moderator has seen to the bot meanwhile: it gets no sponsors any more. */
export async function anomaly(
  notification: Notification,
  { service, accountId, words }: Reader,
): Promise<Screen | null> {
  const card = anomalyCardOf(notification);
  const { bot } = await service.trust.botCard(accountId, Number(notification.facts['botId']));
  if (bot.isBlocked || bot.trust === 'refused') return null;
  const html = inLines([
    words.html('notification-bot-anomaly', { nickname: bot.nickname }),
    ...card.anomalies.map((found) => `• ${escapeHtml(say(found, card, words))}`),
    '',
    ...drawn(card, words),
    words.html('anomaly-advice'),
  ]);
  return columnScreen(html, button(words.text('button-bot'), 'mod:trust-bot', { botId: bot.botId }));
}

function say({ reason, share, others }: Anomaly, { lastDay }: AnomalyCard, words: Words): string {
  if (reason === 'jump')
    return words.text('anomaly-jump', { date: formatDay(lastDay), joins: share, usual: others });
  return sayQuality({ reason, share, others }, words.language);
}

/** The joins of the last weeks always; how long subscribers stay and when they join where that is what is wrong. */
function drawn(card: AnomalyCard, words: Words): (string | false)[] {
  const { anomalies, joins, stayed, stayedOthers, delays, delaysOfAll } = card;
  const heads = [words.text('anomaly-bot'), words.text('anomaly-others')] as const;
  const is = (test: (reason: Anomaly['reason']) => boolean) => anomalies.some(({ reason }) => test(reason));
  const rows = (values: readonly number[], others: readonly number[], labels: readonly string[]) =>
    values.map((share, at) => ({ label: labels[at] ?? '', share, others: others[at] ?? 0 }));
  const ends = DELAYS_END_MS.map((ms) => `<${time(ms, words)}`);
  const last = `>${time(DELAYS_END_MS.at(-1) ?? 0, words)}`;
  const marks = MARKS_MS.map((ms) => time(ms, words));
  return [
    block(words.text('anomaly-joins', { most: Math.max(...joins) }), [risingBars(joins)]),
    is((reason) => reason.startsWith('leave_')) &&
      block(words.text('anomaly-stayed'), comparedBars(rows(stayed, stayedOthers, marks), heads)),
    is((reason) => reason === 'unusual_delays') &&
      block(words.text('anomaly-delays'), comparedBars(rows(delays, delaysOfAll, [...ends, last]), heads)),
  ];
}

function block(title: string, lines: readonly string[]): string {
  return `${escapeHtml(title)}\n<pre>${escapeHtml(lines.join('\n'))}</pre>`;
}

function time(ms: number, words: Words): string {
  const unit = units.find((each) => ms >= each.ms) ?? units[3];
  return words.text(unit.words, { count: ms / unit.ms });
}
