/** The quality of a publisher's bot, for its owner. */
import { ownedBot } from '../accounts/index.js';
import { dayOf } from '../days.js';
import type { Ports } from '../ports.js';
import { holdHoursByQuality } from './paying.js';

/** By what a bot's owner is paid for sponsors that are shown now. */
export type Paying = NonNullable<Awaited<ReturnType<ReturnType<typeof createBotQuality>['paying']>>>;

export function createBotQuality(ports: Pick<Ports, 'store' | 'settings' | 'clock'>) {
  const { store, settings, clock } = ports;
  /** What a bot's quality makes of its owner's money. */
  const termsOf = (factor: number, holdFactor: number) => ({
    /** By which their share is multiplied; null where the service does not pay by quality. */
    factor: settings.QUALITY_PRICE ? factor : null,
    /** For so many hours what the bot earns is held; null where the service does not hold by quality. */
    holdHours: settings.QUALITY_HOLD ? holdHoursByQuality(settings.HOLD_HOURS, holdFactor) : null,
  });

  return {
    /** As it was read last; null: the bot brought no subscriber in the weeks before. @throws ServiceError `forbidden` */
    of: async (accountId: number, botId: number) => {
      await ownedBot(store, accountId, botId);
      return store.quality.find(botId);
    },
    /** Null where the service neither pays nor holds by quality. @throws ServiceError `forbidden` */
    paying: async (accountId: number, botId: number) => {
      await ownedBot(store, accountId, botId);
      if (!settings.QUALITY_PRICE && !settings.QUALITY_HOLD) return null;
      const { pays, holds, announced } = await store.payingFactors.of(botId, clock.now());
      const now = termsOf(pays, holds);
      /** What follows, from this day on (`YYYY-MM-DD`); null: nothing is announced. */
      const next = announced && {
        from: dayOf(announced.fromMs, settings.SERVICE_TIMEZONE),
        ...termsOf(announced.factor, announced.holdFactor),
      };
      return { ...now, announced: next };
    },
  };
}
