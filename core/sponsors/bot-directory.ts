/** Bots by id, remembered while no bot changes. */
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import { createRemembered } from '../remembered.js';

const REMEMBERED_BOTS = 10_000;

export type BotDirectory = ReturnType<typeof createBotDirectory>;

export function createBotDirectory({ store }: Pick<Ports, 'store'>) {
  const remembered = createRemembered(
    (asOf) => store.bots.version(asOf),
    (botId: number) => store.bots.find(botId),
    REMEMBERED_BOTS,
  );
  return {
    /** @throws ServiceError `forbidden` when there is no such bot */
    get: async (botId: number, asOf?: AsOf) => {
      const bot = await remembered.get(botId, asOf);
      if (bot === null) throw new ServiceError('forbidden', `There is no bot ${String(botId)}.`);
      return bot;
    },
  };
}
