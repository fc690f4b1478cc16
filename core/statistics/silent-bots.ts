/** Bots that are on and have not asked for sponsors lately. */
import { addDays, dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';

/** Today, and the days before it. */
export const SILENT_DAYS = 3;
/** The bots of an account that are looked at: each is a read. */
const BOTS_MAX = 25;

export async function silentBots(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  accountId: number,
): Promise<Bot[]> {
  const toDay = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
  const range = { fromDay: addDays(toDay, 1 - SILENT_DAYS), toDay };
  const page = { search: '', inArchive: false, offset: 0, limit: BOTS_MAX };
  const { bots } = await store.bots.list(accountId, page);
  const figures = await Promise.all(
    bots
      .filter(({ isOn, isBlocked }) => isOn && !isBlocked)
      .map(async (bot) => ({ bot, ...(await store.statistics.requests({ botId: bot.botId }, range)) })),
  );
  return figures.filter(({ total }) => total === 0).map(({ bot }) => bot);
}
