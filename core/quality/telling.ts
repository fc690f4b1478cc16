/** Tells moderators, while the quality of bots is read, which of them are out of line. */
import type { Day } from '../days.js';
import type { Ports } from '../ports.js';
import type { Quality } from '../ports/quality-store.js';
import { anomaliesOf } from './anomalies.js';
import { anomalyNotifications, type FoundBot, sharesOf } from './anomaly-notifications.js';
import { usualDelays } from './delays.js';
import type { BotReading, NetworkReading } from './quality.js';

/** More than this in a day nobody looks at; the rest is told on the next days. */
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
 * Queues a notification for each moderator and bot that is out of line and of which nothing was told for a week, those of the
 * lowest factor first. Returns the days on which the bots were told of last, of those of this week alone.
 * @param toldDays as the last reading returned them
 */
export async function tellAnomalies(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  { judged, network }: { judged: readonly JudgedBot[]; network: NetworkReading },
  toldDays: ReadonlyMap<number, Day>,
  { today, nowMs }: { today: Day; nowMs: number },
): Promise<Map<number, Day>> {
  const told = new Map([...toldDays].filter(([, day]) => today - day < QUIET_DAYS));
  const found = foundIn(
    judged.filter(({ botId }) => !told.has(botId)),
    judged,
    network,
    today - 1,
  );
  const worst = found.toSorted((a, b) => a.factor - b.factor).slice(0, BOTS_A_DAY);
  if (worst.length > 0) await store.notifications.queue(anomalyNotifications(settings, worst, today), nowMs);
  for (const { botId } of worst) told.set(botId, today);
  return told;
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
