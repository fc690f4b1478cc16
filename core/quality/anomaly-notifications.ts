/** The notification to moderators about bots that are out of line: a card with figures and curves, once a bot and week. */
import type { Settings } from '../config.js';
import type { Day } from '../days.js';
import type { NewNotification, Notification } from '../ports/notification-store.js';
import type { CurvePoint } from '../ports/quality-store.js';
import type { Anomaly } from './anomalies.js';
import type { Delays } from './delays.js';

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

export interface FoundBot {
  botId: number;
  factor: number;
  card: AnomalyCard;
}

/** The parts of a card that are parts of a hundred. */
export function sharesOf(
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
export function anomalyNotifications(
  { MODERATOR_IDS }: Pick<Settings, 'MODERATOR_IDS'>,
  bots: readonly FoundBot[],
  today: Day,
): NewNotification[] {
  return bots.flatMap(({ botId, card }) =>
    MODERATOR_IDS.map((moderatorId) => ({
      accountId: moderatorId,
      kind: 'bot_anomaly' as const,
      facts: { botId, card: JSON.stringify(card) },
      // A reading that was broken off and made again the same day notifies each moderator once.
      dedupeKey: `bot_anomaly:${String(botId)}:${String(today)}:${String(moderatorId)}`,
    })),
  );
}

/** The card of a notification. */
export function anomalyCardOf({ facts }: Pick<Notification, 'facts'>): AnomalyCard {
  // Written by `anomalyNotifications` alone.
  return JSON.parse(String(facts['card'])) as AnomalyCard;
}

function ofHundred(counts: Readonly<Delays>): number[] {
  const sum = counts.reduce((so, count) => so + count, 0);
  return counts.map((count) => (sum === 0 ? 0 : Math.round((PERCENT * count) / sum)));
}
