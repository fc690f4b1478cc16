/** Bots that are on and have not asked for sponsors lately. One that was just added has had no time to ask. */
import { addDays, dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import { sumOfRequests } from './requests.js';

/** Today, and the days before it. */
export const SILENT_DAYS = 3;
/** Of an account, the newest: each is a read. */
const LOOKED_AT_MAX = 50;

export async function silentBots(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  accountId: number,
): Promise<Bot[]> {
  const dayOf = (ms: number) => dayNumberOf(ms, settings.SERVICE_TIMEZONE);
  const toDay = dayOf(clock.now());
  const range = { fromDay: addDays(toDay, 1 - SILENT_DAYS), toDay };
  const page = { search: '', inArchive: false, offset: 0, limit: LOOKED_AT_MAX };
  const { bots } = await store.bots.list(accountId, page);
  const figures = await Promise.all(
    bots
      .filter(({ isOn, isBlocked, createdAtMs }) => isOn && !isBlocked && dayOf(createdAtMs) < range.fromDay)
      .map(async (bot) => ({ bot, days: await store.statistics.botDays({ botId: bot.botId }, range) })),
  );
  return figures.filter(({ days }) => sumOfRequests(days).total === 0).map(({ bot }) => bot);
}
