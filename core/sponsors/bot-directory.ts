/** Bots by id, remembered while no bot changes. */
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { Bot } from '../ports/bot-store.js';
import { createRemembered } from '../remembered.js';

const REMEMBERED_BOTS = 10_000;

export interface BotDirectory {
  /** @throws ServiceError `forbidden` when there is no such bot */
  get(botId: number, asOf?: AsOf): Promise<Bot>;
}

export function createBotDirectory({ store }: Pick<Ports, 'store'>): BotDirectory {
  const remembered = createRemembered(
    (asOf) => store.bots.version(asOf),
    (botId: number) => store.bots.find(botId),
    REMEMBERED_BOTS,
  );
  return {
    get: async (botId, asOf) => {
      const bot = await remembered.get(botId, asOf);
      if (bot === null) throw new ServiceError('forbidden', `There is no bot ${String(botId)}.`);
      return bot;
    },
  };
}
