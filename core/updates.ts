/**
 * Updates that the platform brings by its webhook instead of being asked for them (`UPDATES=webhook`): stored before the
 * platform is told that we have them, worked off by the bot process that holds the stream.
 */
import { botIdOf, ourBots } from './checkers/index.js';
import { publicUrl } from './config.js';
import { ServiceError } from './errors.js';
import type { Ports, StoredUpdate } from './ports.js';

/** The path of the api that the platform posts to. */
export const UPDATES_PATH = '/platform/updates';

/** The updates of one bot of ours. */
export interface UpdateStream {
  /** Where and with which secret the platform is to bring them; null while they are asked for by polling. */
  webhook(): { url: string; secretToken: string } | null;
  /** Those that are not done with, lowest id first; at most 500. */
  waiting(limit: number): Promise<StoredUpdate[]>;
  done(updateIds: readonly number[]): Promise<void>;
}

/** Of the operator bot, and of all by `of`. */
export interface Updates extends UpdateStream {
  /** @param checkerBotId null: of the operator bot */
  of(checkerBotId: number | null): UpdateStream;
  /**
   * Each bot has a secret of its own, which tells whose update it is.
   * @returns the bot's id
   * @throws ServiceError `not_found` while updates are polled, `unauthorized` without a secret
   */
  admit(secretToken: string): number;
  /**
   * Stores an update that was let in. When it resolves, the update is on the disk; one that came before is left as it is.
   * @param botId as `admit` told
   * @param update the parsed body
   * @throws ServiceError `invalid` where it has no id
   */
  keep(botId: number, update: Record<string, unknown>): Promise<void>;
}

export function createUpdates({ store, settings, vault, clock }: Ports): Updates {
  const bots = ourBots(settings);
  const isWebhook = settings.UPDATES === 'webhook';
  const subjectOf = (botId: number) => `updates:${String(botId)}`;
  const streamOf = (botId: number): UpdateStream => ({
    webhook: () =>
      isWebhook
        ? { url: `${publicUrl(settings)}${UPDATES_PATH}`, secretToken: vault.sign(subjectOf(botId)) }
        : null,
    waiting: (limit) => store.updates.waiting(botId, limit),
    done: (updateIds) => store.updates.done(botId, updateIds, clock.now()),
  });
  const idOf = (checkerBotId: number | null) => checkerBotId ?? botIdOf(settings.BOT_TOKEN);
  return {
    ...streamOf(idOf(null)),
    of: (checkerBotId) => streamOf(idOf(checkerBotId)),
    admit: (secretToken) => {
      if (!isWebhook) throw new ServiceError('not_found', 'There is no such path.');
      const bot = bots.find(({ botId }) => vault.verify(subjectOf(botId), secretToken));
      if (bot === undefined) throw new ServiceError('unauthorized', 'The secret token is missing or wrong.');
      return bot.botId;
    },
    keep: async (botId, update) => {
      const { update_id: updateId } = update;
      if (typeof updateId !== 'number' || !Number.isSafeInteger(updateId))
        throw new ServiceError('invalid', 'update_id: must be a whole number.');
      await store.updates.keep(botId, { updateId, body: JSON.stringify(update) }, clock.now());
    },
  };
}
