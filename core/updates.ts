/**
 * Updates that the platform brings by its webhook instead of being asked for them (`UPDATES=webhook`): stored before the
 * platform is told that we have them, worked off by the bot process that holds the stream.
 */
import { publicUrl } from './config.js';
import { ServiceError } from './errors.js';
import type { Ports, StoredUpdate } from './ports.js';

/** The path of the api that the platform posts to. */
export const UPDATES_PATH = '/platform/updates';

export interface Updates {
  /** Where and with which secret the platform is to bring them; null while they are asked for by polling. */
  webhook(): { url: string; secretToken: string } | null;
  /** @throws ServiceError `not_found` while updates are polled, `unauthorized` without the secret */
  admit(secretToken: string): void;
  /**
   * Stores an update that was let in. When it resolves, the update is on the disk; one that came before is left as it is.
   * @param update the parsed body
   * @throws ServiceError `invalid` where it has no id
   */
  keep(update: Record<string, unknown>): Promise<void>;
  /** Those that are not done with, lowest id first; at most 500. */
  waiting(limit: number): Promise<StoredUpdate[]>;
  done(updateIds: readonly number[]): Promise<void>;
}

export function createUpdates({ store, settings, vault, clock }: Ports): Updates {
  const botId = Number(settings.BOT_TOKEN.split(':')[0]);
  const isWebhook = settings.UPDATES === 'webhook';
  const subject = `updates:${String(botId)}`;
  return {
    webhook: () =>
      isWebhook ? { url: `${publicUrl(settings)}${UPDATES_PATH}`, secretToken: vault.sign(subject) } : null,
    admit: (secretToken) => {
      if (!isWebhook) throw new ServiceError('not_found', 'There is no such path.');
      if (!vault.verify(subject, secretToken))
        throw new ServiceError('unauthorized', 'The secret token is missing or wrong.');
    },
    keep: async (update) => {
      const { update_id: updateId } = update;
      if (typeof updateId !== 'number' || !Number.isSafeInteger(updateId))
        throw new ServiceError('invalid', 'update_id: must be a whole number.');
      await store.updates.keep(botId, { updateId, body: JSON.stringify(update) }, clock.now());
    },
    waiting: (limit) => store.updates.waiting(botId, limit),
    done: (updateIds) => store.updates.done(botId, updateIds, clock.now()),
  };
}
