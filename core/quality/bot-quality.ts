/** The quality of a publisher's bot, for its owner. */
import { ownedBot } from '../accounts/index.js';
import { dayOf } from '../days.js';
import type { Ports } from '../ports.js';
import { holdHoursByQuality } from './paying.js';

/** What a bot's quality makes of its owner's money. */
export interface Terms {
  /** By which their share is multiplied; null where the service does not pay by quality. */
  factor: number | null;
  /** For so many hours what the bot earns is held; null where the service does not hold by quality. */
  holdHours: number | null;
}

/** By what a bot's owner is paid for sponsors that are shown now. */
export interface Paying extends Terms {
  /** What follows, from this day on (`YYYY-MM-DD`); null: nothing is announced. */
  announced: (Terms & { from: string }) | null;
}

export function createBotQuality(ports: Pick<Ports, 'store' | 'settings' | 'clock'>) {
  const { store, settings, clock } = ports;
  const termsOf = (factor: number, holdFactor: number): Terms => ({
    factor: settings.QUALITY_PRICE ? factor : null,
    holdHours: settings.QUALITY_HOLD ? holdHoursByQuality(settings.HOLD_HOURS, holdFactor) : null,
  });

  return {
    /** As it was read last; null: the bot brought no subscriber in the weeks before. @throws ServiceError `forbidden` */
    of: async (accountId: number, botId: number) => {
      await ownedBot(store, accountId, botId);
      return store.quality.find(botId);
    },
    /** Null where the service neither pays nor holds by quality. @throws ServiceError `forbidden` */
    paying: async (accountId: number, botId: number): Promise<Paying | null> => {
      await ownedBot(store, accountId, botId);
      if (!settings.QUALITY_PRICE && !settings.QUALITY_HOLD) return null;
      const { pays, holds, announced } = await store.payingFactors.of(botId, clock.now());
      const now = termsOf(pays, holds);
      if (announced === null) return { ...now, announced: null };
      const from = dayOf(announced.fromMs, settings.SERVICE_TIMEZONE);
      return { ...now, announced: { from, ...termsOf(announced.factor, announced.holdFactor) } };
    },
  };
}
