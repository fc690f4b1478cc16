/**
 * Updates of our bots that stand in the store, to be worked off by the bot process that holds the stream: those that the
 * platform brings by its webhook instead of being asked for them (`UPDATES=webhook`), stored before it learns that we have
 * them; and, however they came, those that are deferred, since what they are about cannot be stored now while the rest can.
 */
import { botIdOf, ourBots } from './checkers/index.js';
import { publicUrl } from './config.js';
import { ServiceError } from './errors.js';
import type { Ports } from './ports.js';
import type { DeferredUpdate, StoredUpdate } from './ports/update-store.js';

/** The path of the api that the platform posts to. */
export const UPDATES_PATH = '/platform/updates';

/** The updates of one bot of ours. */
export interface UpdateStream {
  /** Where and with which secret the platform is to bring them; null while they are asked for by polling. */
  webhook(): { url: string; secretToken: string } | null;
  /** Those that are neither done with nor deferred, lowest id first; at most 500. */
  waiting(limit: number): Promise<StoredUpdate[]>;
  /** Deferred ones stay. */
  done(updateIds: readonly number[]): Promise<void>;
  readonly deferred: DeferredUpdates;
}

/** See `core/ports/update-store.ts`, whose words these are, for one bot. */
export interface DeferredUpdates {
  add(update: DeferredUpdate): Promise<void>;
  among(queues: readonly string[]): Promise<string[]>;
  /** @param untilMs epoch ms; Infinity: all that are deferred */
  dueQueues(untilMs: number, limit: number): Promise<string[]>;
  ofQueue(queue: string, limit: number): Promise<(StoredUpdate & { atMs: number })[]>;
  putOff(queue: string, dueAtMs: number): Promise<void>;
  done(updateId: number): Promise<void>;
  oldestMs(): Promise<number | null>;
}

/** Of the operator bot, and of all by `of`. */
export interface Updates extends UpdateStream {
  /** @param checkerBotId null: of the operator bot */
  of(checkerBotId: number | null): UpdateStream;
  /**
   * Each bot has a secret of its own, which shows whose update it is.
   * @returns the bot's id
   * @throws ServiceError `not_found` while updates are polled, `unauthorized` without a secret
   */
  admit(secretToken: string): number;
  /**
   * Stores an update that was let in. When it resolves, the update is on the disk; one that came before is left as it is.
   * @param botId as `admit` returned
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
    deferred: {
      add: (update) => store.updates.defer(botId, update, clock.now()),
      among: (queues) => store.updates.deferredAmong(botId, queues),
      dueQueues: (untilMs, limit) =>
        store.updates.dueQueues(botId, Math.min(untilMs, Number.MAX_SAFE_INTEGER), limit),
      ofQueue: (queue, limit) => store.updates.ofQueue(botId, queue, limit),
      putOff: (queue, dueAtMs) => store.updates.putOff(botId, queue, dueAtMs),
      done: (updateId) => store.updates.doneDeferred(botId, updateId, clock.now()),
      oldestMs: () => store.updates.oldestDeferredMs(botId, 'all'),
    },
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
