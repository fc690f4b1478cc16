/** The quality of a publisher's bot, for its owner. */
import { ownedBot } from '../accounts/index.js';
import { dayOf } from '../days.js';
import type { Ports } from '../ports.js';
import type { Quality } from './quality.js';

/** By what a bot's owner is paid. */
export interface Paying {
  /** By which their share is multiplied for sponsors that are shown now. */
  factor: number;
  /** What follows: from this day on (`YYYY-MM-DD`), by this factor; null: nothing is announced. */
  announced: { from: string; factor: number } | null;
}

export interface BotQuality {
  /** As it was read last; null: the bot brought nobody in the weeks before. @throws ServiceError `forbidden` */
  of(accountId: number, botId: number): Promise<(Quality & { readAtMs: number }) | null>;
  /** Null where the service does not pay by quality. @throws ServiceError `forbidden` */
  paying(accountId: number, botId: number): Promise<Paying | null>;
}

export function createBotQuality({
  store,
  settings,
  clock,
}: Pick<Ports, 'store' | 'settings' | 'clock'>): BotQuality {
  return {
    of: async (accountId, botId) => {
      await ownedBot(store, accountId, botId);
      return store.quality.find(botId);
    },
    paying: async (accountId, botId) => {
      await ownedBot(store, accountId, botId);
      if (!settings.QUALITY_PRICE) return null;
      const { pays, announced } = await store.payingFactors.of(botId, clock.now());
      const from = dayOf(announced?.fromMs ?? 0, settings.SERVICE_TIMEZONE);
      return { factor: pays, announced: announced === null ? null : { from, factor: announced.factor } };
    },
  };
}
