/**
 * Brings events to publishers, one bot a batch, in their order. What fails comes again with growing delays; what is refused
 * comes in smaller batches, until the refused event stands alone and waits apart. After a day an event is dead: kept, reported
 * to the owner, and sent again when they ask for it.
 */
import type { KeyRing } from '../accounts/index.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { ClaimedEvents, PublisherEvent } from '../ports/event-store.js';
import { botNotification } from '../notifications.js';
import { dayNumberOf } from '../days.js';
import type { SliceSet } from '../slices.js';
import { eventMessage, WEBHOOK_PURPOSE } from './webhooks.js';

/** For so long an event is tried, from when it happened or was sent again by hand. */
const TRIED_FOR_MS = 24 * 3_600_000;
const FIRST_DELAY_MS = 5_000;
const LAST_DELAY_MS = 3_600_000;

const LIMITS = { events: 100, perAccount: 4 };
/** Longer than a post may take: what is not ended by then was lost with its worker. */
export const DELIVERY_LEASE_MS = 60_000;

/** How long after so many failures in a row the next attempt is made. */
export function eventDelayMs(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures, 20), LAST_DELAY_MS);
}

/** Answers of 4xx that say nothing of what was posted, but that it came at the wrong time. */
const NOT_NOW: ReadonlySet<string> = new Set(['status:408', 'status:425', 'status:429']);

/** The receiver understood the post, and will not have it. */
function isRefusal(reason: string): boolean {
  return /^status:4\d\d$/.test(reason) && !NOT_NOW.has(reason);
}

export function createEventDelivery(ports: Ports, keys: Pick<KeyRing, 'reveal'>) {
  const { store, clock, vault, webhookSender, log, settings } = ports;

  const addressOf = async ({ accountId, botId }: Bot): Promise<string | null> => {
    const { events } = store;
    const found = (await events.webhook(accountId, botId)) ?? (await events.webhook(accountId, 0));
    return found === null ? null : vault.open(found, WEBHOOK_PURPOSE);
  };

  /** Once a day suffices: the list of the dead shows the rest. */
  const deadNotification = (bot: Bot, nowMs: number) =>
    botNotification(bot, 'webhook_dead', dayNumberOf(nowMs, settings.SERVICE_TIMEZONE));

  const fail = async (
    claimed: ClaimedEvents,
    bot: Bot,
    { reason, retryAfterMs }: { reason: string; retryAfterMs: number | null },
  ): Promise<number> => {
    const nowMs = clock.now();
    const retryAtMs = nowMs + Math.max(retryAfterMs ?? 0, eventDelayMs(claimed.failures));
    const failure = { reason, retryAtMs, giveUpBeforeMs: nowMs - TRIED_FOR_MS };
    const dead = await store.events.failed(claimed, failure, nowMs, () => [deadNotification(bot, nowMs)]);
    log.warn(
      { botId: claimed.botId, reason, failures: claimed.failures + 1, dead },
      'events were not delivered',
    );
    return retryAtMs;
  };

  /** Returns when to look again; null when what comes next is due at once, which the store says by itself. */
  const reject = async (
    claimed: ClaimedEvents,
    bot: Bot,
    { reason, retryAfterMs }: { reason: string; retryAfterMs: number | null },
  ): Promise<number | null> => {
    const nowMs = clock.now();
    const after = (failures: number) => nowMs + Math.max(retryAfterMs ?? 0, eventDelayMs(failures));
    const failure = {
      reason,
      retryAtMs: after(claimed.failures),
      apartUntilMs: after(claimed.refusals),
      giveUpBeforeMs: nowMs - TRIED_FOR_MS,
    };
    const { dead, isHeld } = await store.events.rejected(claimed, failure, nowMs, () => [
      deadNotification(bot, nowMs),
    ]);
    const { botId, events } = claimed;
    log.warn({ botId, reason, events: events.length, isHeld, dead }, 'events were refused');
    if (isHeld) return failure.retryAtMs;
    return events.length === 1 ? failure.apartUntilMs : null;
  };

  const refuse = async (claimed: ClaimedEvents, reason: string): Promise<null> => {
    await store.events.refused(claimed, reason, clock.now());
    return null;
  };

  /** The first events that happened under the same owner: those of another are a batch of their own. */
  const ofOneOwner = (claimed: ClaimedEvents): ClaimedEvents => {
    const accountId = claimed.events[0]?.accountId;
    const end = claimed.events.findIndex((event) => event.accountId !== accountId);
    return end === -1 ? claimed : { ...claimed, events: claimed.events.slice(0, end) };
  };

  const prepare = async (bot: Bot, events: PublisherEvent[]) => {
    const url = await addressOf(bot);
    if (url === null) return null;
    // The key of this moment, not of the event's: it is the one that the receiver knows.
    const botKey = await keys.reveal({ kind: 'bot', accountId: bot.accountId, botId: bot.botId });
    return { url, message: eventMessage(events, botKey) };
  };

  return {
    /** Takes the events of at most so many bots of these slices; default of all. */
    claim: (worker: string, queues: number, slices?: SliceSet) =>
      store.events.claim(worker, { ...LIMITS, queues }, DELIVERY_LEASE_MS, clock.now(), slices),
    /**
     * Posts a batch and writes down what became of it; answers when the bot's queue is due next because it failed. Broken
     * off by the signal, nothing is written: `release` gives the batch back.
     */
    deliver: async (whole: ClaimedEvents, signal?: AbortSignal) => {
      const claimed = ofOneOwner(whole);
      const { botId, events } = claimed;
      const bot = await store.bots.find(botId);
      if (bot === null || bot.accountId !== events[0]?.accountId) return refuse(claimed, 'other_owner');
      const post = await prepare(bot, events).catch((error: unknown) => {
        log.error({ botId, error: String(error) }, 'an address or a key could not be read');
        return 'unreadable' as const;
      });
      if (post === 'unreadable') return fail(claimed, bot, { reason: post, retryAfterMs: null });
      if (post === null) return refuse(claimed, 'no_address');
      const delivery = await webhookSender.post(post.url, post.message, signal);
      if (delivery.ok) await store.events.delivered(claimed, clock.now());
      else if (isRefusal(delivery.reason)) return reject(claimed, bot, delivery);
      else if (delivery.reason !== 'aborted') return fail(claimed, bot, delivery);
      return null;
    },
    release: (worker: string, slices?: SliceSet) => store.events.release(worker, clock.now(), slices),
  };
}
