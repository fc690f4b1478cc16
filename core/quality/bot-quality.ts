/** The quality of a publisher's bot, for its owner. */
import { ownedBot } from '../accounts/index.js';
import type { Ports } from '../ports.js';
import type { Quality } from './quality.js';

export interface BotQuality {
  /** As it was read last; null: the bot brought nobody in the weeks before. @throws ServiceError `forbidden` */
  of(accountId: number, botId: number): Promise<(Quality & { readAtMs: number }) | null>;
}

export function createBotQuality({ store }: Pick<Ports, 'store'>): BotQuality {
  return {
    of: async (accountId, botId) => {
      await ownedBot(store, accountId, botId);
      return store.quality.find(botId);
    },
  };
}
