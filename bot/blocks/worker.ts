/**
 * Delivers queued blocks as they come, in parallel over users, one at a time for each of them. A token that is limited
 * or out of order holds up its own blocks alone.
 *
 * Before a message is sent, that is written down. When this process dies before the answer is stored, the next one finds
 * the mark and gives the block up as uncertain: a user may miss a block until they press again, but never sees two.
 */
import type { BlockTask } from '../../core/sponsors/index.js';
import type { PlatformFailure } from '../../core/platform.js';
import type { Log } from '../../core/ports.js';
import type { ShownBlock } from '../../core/ports/block-store.js';
import type { Service } from '../../core/service.js';
import { type RunningOutbox, type SliceWorker, startOutbox } from '../outbox.js';
import { type Delivery, deliver, type DeliveryParts, wasBeingSent } from './deliver.js';

/** One name for all time: a process that starts takes back at once what the one before it held. */
const WORKER = 'blocks';
const LEASE_MS = 60_000;
const AT_ONCE = 64;
/** Blocks of one token at once; the rest of them wait their turn outside. */
const AT_ONCE_A_TOKEN = 12;
/** What the pace of a token allows, to spread what has to wait. */
const TOKEN_INTERVAL_MS = 40;
/** A block that comes this late would only surprise. */
const USEFUL_MS = 10 * 60_000;
const NO_WORD = 'the platform does not say whether the user is in the group';
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export interface BlockWorkerParts {
  service: Pick<Service, 'blocks' | 'movedChats' | 'settings'>;
  platform: DeliveryParts['platform'];
  log: Log;
  nowMs?: () => number;
}

export function startBlockWorker(parts: BlockWorkerParts): SliceWorker {
  const { service, log } = parts;
  const { blocks } = service;
  const fulfiller = new Fulfiller(parts, (timeMs) => outbox.dueAt(timeMs));
  const outbox: RunningOutbox = startOutbox<BlockTask>({
    name: 'blocks',
    atOnce: AT_ONCE,
    log,
    claim: (room, slices) => blocks.claim(WORKER, room, LEASE_MS, slices),
    idOf: ({ botId }) => botId,
    keyOf: ({ botId, userId }) => `${String(botId)}:${String(userId)}`,
    leaseMs: LEASE_MS,
    perform: (task) => fulfiller.fulfil(task),
    changed: (signal) => blocks.changed(signal),
    release: (slices) => blocks.release(WORKER, slices),
  });
  return outbox;
}

class Fulfiller {
  readonly #delivery: DeliveryParts;
  readonly #perToken = new Map<number, number>();
  /** Until when a token's surplus is spread already. */
  readonly #spreadUntilMs = new Map<number, number>();

  constructor(
    private readonly parts: BlockWorkerParts,
    private readonly dueAt: (timeMs: number) => void,
  ) {
    const { service, platform, nowMs = Date.now } = parts;
    const { CALLBACK_PREFIX: prefix, BLOCK_PRIVACY_URL: privacyUrl } = service.settings;
    this.#delivery = { blocks: service.blocks, platform, nowMs, prefix, privacyUrl };
  }

  async fulfil(task: BlockTask): Promise<void> {
    if (wasBeingSent(task)) {
      await this.#giveUp(task, 'the bot process ended while it was sent; it may have been shown', null);
      return;
    }
    const busy = this.#perToken.get(task.botId) ?? 0;
    if (busy >= AT_ONCE_A_TOKEN) {
      await this.#postpone(task, 'the bot sends as fast as it may', this.#spread(task.botId), task.shown);
      return;
    }
    this.#perToken.set(task.botId, busy + 1);
    try {
      if (await this.#mayGo(task)) await this.#settle(task, await this.#deliver(task));
    } finally {
      const left = (this.#perToken.get(task.botId) ?? 1) - 1;
      if (left > 0) this.#perToken.set(task.botId, left);
      else this.#perToken.delete(task.botId);
    }
  }

  /** A group that became a supergroup has another id; what was shown before that stands where no call reaches it. */
  async #deliver(task: BlockTask): Promise<Delivery> {
    const { movedChats } = this.parts.service;
    const chatId = await movedChats.idNow(task.chatId);
    const delivery = await deliver({ ...task, chatId }, this.#delivery);
    if (delivery.kind === 'shown' || delivery.failure.movedTo === undefined) return delivery;
    const { movedTo } = delivery.failure;
    await movedChats.note(chatId, movedTo);
    return deliver({ ...task, chatId: movedTo, shown: delivery.shown }, this.#delivery);
  }

  async #settle(task: BlockTask, delivery: Delivery): Promise<void> {
    const { blocks } = this.parts.service;
    if (delivery.kind === 'shown') {
      await blocks.fulfilled(task, delivery.shown);
      return;
    }
    const { failure, shown } = delivery;
    const nowMs = this.#delivery.nowMs();
    if (failure.kind === 'token_refused') {
      await blocks.noteAnswer(task, { ok: false, failure });
      await this.#giveUp(task, 'the platform refuses the token', shown);
    } else if (failure.kind === 'limited') {
      const atMs = nowMs + (failure.retryAfterMs ?? FIRST_RETRY_MS);
      await this.#postpone(task, failure.description, Math.max(this.#spread(task.botId), atMs), shown);
    } else if (failure.kind === 'unavailable') {
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (task.attempts - 1), LAST_RETRY_MS);
      await this.#postpone(
        task,
        failure.description,
        nowMs + Math.max(waitMs, failure.retryAfterMs ?? 0),
        shown,
      );
    } else {
      await this.#giveUp(task, sayReason(failure), shown);
      if (failure.kind === 'blocked' || failure.kind === 'chat_gone') await blocks.denied(task);
    }
  }

  /** Into a group a block goes only where its user is, too. */
  async #mayGo(task: BlockTask): Promise<boolean> {
    if (task.chatId >= 0 || task.content === null) return true;
    const isThere = await this.parts.service.blocks.isInGroup(task);
    if (isThere === 'yes') return true;
    if (isThere === 'unknown') {
      await this.#postpone(task, NO_WORD, this.#delivery.nowMs() + FIRST_RETRY_MS, task.shown);
      return false;
    }
    await this.#giveUp(task, 'the user is not in the group', task.shown);
    await this.parts.service.blocks.denied(task);
    return false;
  }

  async #postpone(
    task: BlockTask,
    reason: string,
    retryAtMs: number,
    shown: ShownBlock | null,
  ): Promise<void> {
    if (retryAtMs - task.queuedAtMs > USEFUL_MS) {
      await this.#giveUp(task, `${reason}; it would come too late`, shown);
      return;
    }
    this.dueAt(retryAtMs);
    await this.parts.service.blocks.failed(task, { reason, retryAtMs, shown });
  }

  async #giveUp(task: BlockTask, reason: string, shown: ShownBlock | null): Promise<void> {
    const { botId, userId } = task;
    this.parts.log.warn({ botId, userId, reason }, 'a block is given up');
    await this.parts.service.blocks.failed(task, { reason, retryAtMs: null, shown });
  }

  /** A time of its own for each block that waits for the pace of its token. */
  #spread(botId: number): number {
    const nowMs = this.#delivery.nowMs();
    for (const [other, untilMs] of this.#spreadUntilMs)
      if (untilMs < nowMs) this.#spreadUntilMs.delete(other);
    const atMs = Math.max(nowMs + FIRST_RETRY_MS, (this.#spreadUntilMs.get(botId) ?? 0) + TOKEN_INTERVAL_MS);
    this.#spreadUntilMs.set(botId, atMs);
    return atMs;
  }
}

/** What is kept with a block that was given up. */
function sayReason(failure: PlatformFailure): string {
  if (failure.kind === 'blocked') return 'the user blocked the bot';
  if (failure.kind === 'chat_gone') return 'there is no such chat';
  if (failure.kind === 'uncertain') return 'the reply was lost; it may have been shown';
  return failure.description;
}
