/**
 * Notifies moderators, while the quality of bots is read, of bots that are out of line: a card with figures and curves, once a bot
 * and week.
 */
import { toEach } from '../notifications.js';
import type { Settings } from '../config.js';
import type { Day } from '../days.js';
import type { NewNotification, Notification } from '../ports/notification-store.js';
import type { CurvePoint, Quality } from '../ports/quality-store.js';
import { type Anomaly, anomaliesOf } from './anomalies.js';
import { type Delays, usualDelays } from './delays.js';
import type { Ports } from '../ports.js';
import type { BotReading, NetworkReading } from './quality.js';

/** The most notifications in a day; the rest follows on the next days. */
const BOTS_A_DAY = 20;
/** Days for which nothing more is said of a bot. */
const QUIET_DAYS = 7;
const PERCENT = 100;

/** What a card is made of, as it was when the bot was read. */
export interface AnomalyCard {
  anomalies: Anomaly[];
  /** Joins by day, the oldest first; `lastDay` is the last one's. */
  joins: number[];
  lastDay: Day;
  /** By mark, of a hundred subscribers: of the bot, and of others on the same orders. Empty: no subscriber was followed. */
  stayed: number[];
  stayedOthers: number[];
  /** By stretch, of a hundred joins: of the bot, and of all. */
  delays: number[];
  delaysOfAll: number[];
}

interface FoundBot {
  botId: number;
  factor: number;
  card: AnomalyCard;
}

/** A bot as it was read. */
export interface JudgedBot {
  botId: number;
  bot: BotReading;
  quality: Quality;
}

/**
 * Queues a notification for each moderator and bot that is out of line and without a notification for a week, those of the
 * lowest factor first. Returns the days of the bots' last notifications, of those of this week alone.
 * @param notifiedDays as the last reading returned them
 */
export async function notifyAnomalies(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  { judged, network }: { judged: readonly JudgedBot[]; network: NetworkReading },
  notifiedDays: ReadonlyMap<number, Day>,
  { today, nowMs }: { today: Day; nowMs: number },
): Promise<Map<number, Day>> {
  const notified = new Map([...notifiedDays].filter(([, day]) => Math.abs(today - day) < QUIET_DAYS));
  const found = foundIn(
    judged.filter(({ botId }) => !notified.has(botId)),
    judged,
    network,
    today - 1,
  );
  const worst = found.toSorted((a, b) => a.factor - b.factor).slice(0, BOTS_A_DAY);
  if (worst.length > 0) await store.notifications.queue(anomalyNotifications(settings, worst, today), nowMs);
  for (const { botId } of worst) notified.set(botId, today);
  return notified;
}

function foundIn(
  bots: readonly JudgedBot[],
  all: readonly JudgedBot[],
  network: NetworkReading,
  lastDay: Day,
): FoundBot[] {
  const delays = usualDelays(all.map(({ bot }) => bot.delays));
  return bots.flatMap(({ botId, bot, quality }) => {
    const anomalies = anomaliesOf(bot, { network, delays }, quality);
    if (anomalies.length === 0) return [];
    const shares = sharesOf(quality.curve, bot.delays, delays);
    return [{ botId, factor: quality.factor, card: { anomalies, joins: bot.days, lastDay, ...shares } }];
  });
}

/** The parts of a card that are parts of a hundred. */
function sharesOf(
  curve: readonly CurvePoint[],
  delays: Readonly<Delays>,
  delaysOfAll: Readonly<Delays>,
): Pick<AnomalyCard, 'stayed' | 'stayedOthers' | 'delays' | 'delaysOfAll'> {
  const followed = curve.filter((point) => point.followed > 0);
  return {
    stayed: followed.map(({ stayed }) => Math.round(PERCENT * stayed)),
    stayedOthers: followed.map(({ others }) => Math.round(PERCENT * others)),
    delays: ofHundred(delays),
    delaysOfAll: ofHundred(delaysOfAll),
  };
}

/** One for each moderator and bot of that day. */
function anomalyNotifications(
  { MODERATOR_IDS }: Pick<Settings, 'MODERATOR_IDS'>,
  bots: readonly FoundBot[],
  today: Day,
): NewNotification[] {
  return bots.flatMap(({ botId, card }) => {
    const facts = { botId, card: JSON.stringify(card) };
    // A reading that was broken off and made again the same day notifies each moderator once.
    return toEach(MODERATOR_IDS, 'bot_anomaly', facts, `bot_anomaly:${String(botId)}:${String(today)}`);
  });
}

export function anomalyCardOf({ facts }: Pick<Notification, 'facts'>): AnomalyCard {
  // Written by `anomalyNotifications` alone.
  return JSON.parse(String(facts['card'])) as AnomalyCard;
}

function ofHundred(counts: Readonly<Delays>): number[] {
  const sum = counts.reduce((so, count) => so + count, 0);
  return counts.map((count) => (sum === 0 ? 0 : Math.round((PERCENT * count) / sum)));
}
