/**
 * Updates of our bots that stand in the store, to be worked off by the bot process that holds the stream: those that the
 * platform brings by its webhook instead of being asked for them (`UPDATES=webhook`), stored before it learns that we have
 * them; and, however they came, those that are deferred, since what they are about cannot be stored now while the rest can.
 */
import { botIdOf, ourBots } from './checkers/index.js';
import { publicUrl } from './config.js';
import { ServiceError } from './errors.js';
import type { Ports } from './ports.js';
import type { DeferredUpdate } from './ports/update-store.js';

/** The path of the api that the platform posts to. */
export const UPDATES_PATH = '/platform/updates';

/** The updates of one bot of ours. */
export type UpdateStream = ReturnType<typeof streamOf>;
export type DeferredUpdates = UpdateStream['deferred'];
/** Of the operator bot, and of all by `of`. */
export type Updates = ReturnType<typeof createUpdates>;

const subjectOf = (botId: number) => `updates:${String(botId)}`;

function streamOf({ store: { updates }, settings, vault, clock }: Ports, botId: number) {
  return {
    /** Where and with which secret the platform is to bring them; null while they are asked for by polling. */
    webhook: () =>
      settings.UPDATES === 'webhook'
        ? { url: `${publicUrl(settings)}${UPDATES_PATH}`, secretToken: vault.sign(subjectOf(botId)) }
        : null,
    /** Those that are neither done with nor deferred, lowest id first; at most 500. */
    waiting: (limit: number) => updates.waiting(botId, limit),
    /** Deferred ones stay. */
    done: (updateIds: readonly number[]) => updates.done(botId, updateIds, clock.now()),
    /** See `core/ports/update-store.ts`, whose words these are, for one bot. */
    deferred: {
      add: (update: DeferredUpdate) => updates.defer(botId, update, clock.now()),
      among: (queues: readonly string[]) => updates.deferredAmong(botId, queues),
      /** @param untilMs epoch ms; Infinity: all that are deferred */
      dueQueues: (untilMs: number, limit: number) =>
        updates.dueQueues(botId, Math.min(untilMs, Number.MAX_SAFE_INTEGER), limit),
      ofQueue: (queue: string, limit: number) => updates.ofQueue(botId, queue, limit),
      putOff: (queue: string, dueAtMs: number) => updates.putOff(botId, queue, dueAtMs),
      done: (updateId: number) => updates.doneDeferred(botId, updateId, clock.now()),
      oldestMs: () => updates.oldestDeferredMs(botId, 'all'),
    },
  };
}

export function createUpdates(ports: Ports) {
  const { store, settings, vault, clock } = ports;
  const bots = ourBots(settings);
  /** @param checkerBotId null: of the operator bot */
  const of = (checkerBotId: number | null): UpdateStream =>
    streamOf(ports, checkerBotId ?? botIdOf(settings.BOT_TOKEN));
  return {
    ...of(null),
    of,
    /**
     * Each bot has a secret of its own, which shows whose update it is.
     * @returns the bot's id
     * @throws ServiceError `not_found` while updates are polled, `unauthorized` without a secret
     */
    admit: (secretToken: string): number => {
      if (settings.UPDATES !== 'webhook') throw new ServiceError('not_found', 'There is no such path.');
      const bot = bots.find(({ botId }) => vault.verify(subjectOf(botId), secretToken));
      if (bot === undefined) throw new ServiceError('unauthorized', 'The secret token is missing or wrong.');
      return bot.botId;
    },
    /**
     * Stores an update that was let in. When it resolves, the update is on the disk; one that came before is left as it is.
     * @param botId as `admit` returned
     * @param update the parsed body
     * @throws ServiceError `invalid` where it has no id
     */
    keep: async (botId: number, update: Record<string, unknown>): Promise<void> => {
      const { update_id: updateId } = update;
      if (typeof updateId !== 'number' || !Number.isSafeInteger(updateId))
        throw new ServiceError('invalid', 'update_id: must be a whole number.');
      await store.updates.keep(botId, { updateId, body: JSON.stringify(update) }, clock.now());
    },
  };
}
