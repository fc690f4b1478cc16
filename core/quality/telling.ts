/** Notifies moderators, while the quality of bots is read, of bots that are out of line. */
import type { Day } from '../days.js';
import type { Ports } from '../ports.js';
import type { Quality } from '../ports/quality-store.js';
import { anomaliesOf } from './anomalies.js';
import { anomalyNotifications, type FoundBot, sharesOf } from './anomaly-notifications.js';
import { usualDelays } from './delays.js';
import type { BotReading, NetworkReading } from './quality.js';

/** The most notifications in a day; the rest follows on the next days. */
const BOTS_A_DAY = 20;
/** Days for which nothing more is said of a bot. */
const QUIET_DAYS = 7;

/** A bot as it was read. */
export interface JudgedBot {
  botId: number;
  bot: BotReading;
  quality: Quality;
}

/**
 * Queues a notification for each moderator and bot that is out of line and without a notification for a week, those of the
 * lowest factor first. Returns the days of the bots' last notifications, of those of this week alone.
 * @param toldDays as the last reading returned them
 */
export async function tellAnomalies(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  { judged, network }: { judged: readonly JudgedBot[]; network: NetworkReading },
  toldDays: ReadonlyMap<number, Day>,
  { today, nowMs }: { today: Day; nowMs: number },
): Promise<Map<number, Day>> {
  const notified = new Map([...toldDays].filter(([, day]) => today - day < QUIET_DAYS));
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
