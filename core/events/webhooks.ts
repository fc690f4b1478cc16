/**
 * Where a publisher's events go, how their delivery stands, and what can be done about it: for their owner alone. With what their
 * receiver is sent (`decisions.md`, Events to publishers).
 */
import { createHmac } from 'node:crypto';
import { type KeyRing, ownedBot } from '../accounts/index.js';
import { dayNumberOf, formatDay } from '../days.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { PublisherEvent } from '../ports/event-store.js';
import type { UrlFault } from '../ports/outgoing.js';
import { takeTurn } from '../rate-limit.js';

export const WEBHOOK_PURPOSE = 'webhook';

/** Resent at once; who has more asks again. */
const RESEND_MAX = 1_000;
const RECENT_MAX = 10;
/** A test is posted at once and waited for: a person may have one in so long, over all processes. */
const TESTS = { max: 1, windowMs: 5_000 };
/** The subject of a test while there is no order. */
const EXAMPLE = { orderId: 1, link: 'https://t.me/example' };

export type WebhookView = Awaited<ReturnType<ReturnType<typeof createWebhooks>['view']>>;

type Reported = Pick<
  PublisherEvent,
  'webhookId' | 'adsId' | 'link' | 'network' | 'userId' | 'botId' | 'status' | 'subscribeDay'
> & { isTest?: true };

/**
 * A batch of one bot's events as JSON, with the Bot Key in `Api-Key` and the HMAC-SHA256 of the body under that key, in
 * small hexadecimal digits, in `X-Signature`.
 */
export function eventMessage(events: readonly Reported[], botKey: string) {
  const webhooks = events.map((event) => ({
    webhook_id: event.webhookId,
    ads_id: String(event.adsId),
    link: event.link,
    user_id: event.userId,
    bot_id: event.botId,
    status: event.status,
    subscribe_date: formatDay(event.subscribeDay),
    ...(event.network === null ? {} : { network: event.network }),
    ...(event.isTest === true ? { test: true } : {}),
  }));
  const body = JSON.stringify({ webhooks });
  const signature = createHmac('sha256', botKey).update(body).digest('hex');
  return { body, headers: { 'Api-Key': botKey, 'X-Signature': signature } };
}

/** What an address lacks, in words for its owner. */
export function urlFaultMeaning(
  fault: UrlFault,
  { OUTGOING_PORTS: ports }: Pick<Ports['settings'], 'OUTGOING_PORTS'>,
): string {
  const meanings: Record<UrlFault, string> = {
    not_a_url: 'It must be an address such as https://example.org/events, of at most 500 characters.',
    scheme: 'It must begin with https://.',
    credentials: 'It must hold no user name and no password.',
    port: `Its port must be one of ${(ports ?? []).join(', ')}.`,
    not_allowed: 'It leads to a private, local or reserved address.',
    not_found: 'Its name cannot be resolved.',
  };
  return meanings[fault];
}

/** `botId` 0 is the account itself: all its bots that have no address of their own. */
export function createWebhooks(ports: Ports, keys: Pick<KeyRing, 'reveal'>) {
  const { store, clock, vault, webhookSender, settings } = ports;

  const own = async (accountId: number, botId: number): Promise<void> => {
    if (botId !== 0) await ownedBot(store, accountId, botId);
  };
  const addressOf = async (accountId: number, botId: number): Promise<string | null> => {
    const found = await store.events.webhook(accountId, botId);
    // One that a lost secret sealed is given again.
    return found === null || !vault.knows(found) ? null : vault.open(found, WEBHOOK_PURPOSE);
  };
  const newestBot = async (accountId: number): Promise<number> => {
    const { bots } = await store.bots.list(accountId, { search: '', inArchive: false, offset: 0, limit: 1 });
    const bot = bots[0];
    if (bot === undefined)
      throw new ServiceError('invalid', 'There is no bot to send a test as: add one first.', {
        topic: 'test_needs_bot',
      });
    return bot.botId;
  };

  /** The subject of a test: the latest event's order or offer, or an order of the bot's owner, or the first of all. */
  const exampleFor = async (accountId: number, botId: number) => {
    const [latest] = await store.events.recent(accountId, botId, 1);
    if (latest !== undefined) return { adsId: latest.adsId, link: latest.link, network: latest.network };
    const page = { search: '', inArchive: false, status: null, offset: 0, limit: 1 };
    const { orders } = await store.orders.list(accountId, page);
    const [order = EXAMPLE] = orders.length > 0 ? orders : await store.orders.findMany([EXAMPLE.orderId]);
    return { adsId: order.orderId, link: order.link, network: null };
  };

  return {
    /**
     * The address that is set here, and how its queue stands. A bot without one has what is posted to its account's
     * (`isInherited`). `recent`: its latest events, latest first; `dead`: how many could be sent again.
     * @throws ServiceError `forbidden` unless the bot is this account's
     */
    view: async (accountId: number, botId: number) => {
      await own(accountId, botId);
      const url = await addressOf(accountId, botId);
      const isInherited = url === null && botId !== 0 && (await store.events.webhook(accountId, 0)) !== null;
      const { total: dead } = await store.events.dead(accountId, botId, { offset: 0, limit: 0 });
      const queue = await store.events.queue(accountId, botId);
      const recent = botId === 0 ? [] : await store.events.recent(accountId, botId, RECENT_MAX);
      return { url, isInherited, queue, recent, dead };
    },
    /**
     * What waits is tried at the address at once.
     * @throws ServiceError `invalid` saying what is wrong with the address; `forbidden` unless the bot is this account's
     */
    set: async (accountId: number, botId: number, url: string) => {
      await own(accountId, botId);
      const fault = await webhookSender.fault(url);
      if (fault !== null)
        throw new ServiceError('invalid', urlFaultMeaning(fault, settings), { topic: `address_${fault}` });
      const urlCipher = vault.seal(url, WEBHOOK_PURPOSE);
      await store.events.setWebhook(accountId, botId, urlCipher, clock.now());
      // How the server at another address failed says nothing of this one.
      await store.events.hurry(accountId, botId, clock.now());
    },
    clear: async (accountId: number, botId: number) => {
      await own(accountId, botId);
      await store.events.clearWebhook(accountId, botId);
    },
    /**
     * Posts a test to the address at once, outside of the queue: like a real event, but with `test`; when it arrives, what waits is tried
     * again too. For an account it is sent as its newest bot. One in five seconds an account.
     * @throws ServiceError `invalid` when there is no address, or no bot to send as; `limited` when it comes too soon
     */
    test: async (accountId: number, botId: number) => {
      await own(accountId, botId);
      const url = (await addressOf(accountId, botId)) ?? (await addressOf(accountId, 0));
      if (url === null)
        throw new ServiceError('invalid', 'There is no address yet.', { topic: 'address_missing' });
      const asBotId = botId === 0 ? await newestBot(accountId) : botId;
      const botKey = await keys.reveal({ kind: 'bot', accountId, botId: asBotId });
      const subscribeDay = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
      const say = () => `One test in ${String(TESTS.windowMs / 1_000)} s.`;
      await takeTurn(ports, `webhook_test:${String(accountId)}`, TESTS, say);
      const about = { ...(await exampleFor(accountId, asBotId)), userId: accountId, botId: asBotId };
      const webhookId = await store.events.takeId();
      const event = { ...about, webhookId, subscribeDay, status: 'subscribed', isTest: true } as const;
      const message = eventMessage([event], botKey);
      const delivery = await webhookSender.post(url, message);
      if (delivery.ok) await store.events.hurry(accountId, botId, clock.now());
      return delivery;
    },
    /** Tries what waits at once, of all bots where `botId` is 0. */
    hurry: async (accountId: number, botId: number) => {
      await own(accountId, botId);
      await store.events.hurry(accountId, botId, clock.now());
    },
    dead: async (accountId: number, botId: number, page: { offset: number; limit: number }) => {
      await own(accountId, botId);
      return store.events.dead(accountId, botId, page);
    },
    /**
     * Sends dead events again: one, or all (at most 1,000 at a time) of a bot (0: of the account).
     * @returns how many there were
     */
    resend: async (accountId: number, which: { botId: number } | { webhookId: number }) => {
      if ('botId' in which) await own(accountId, which.botId);
      return store.events.resend(accountId, which, clock.now(), RESEND_MAX);
    },
    /** For the operator: queues that fail, longest first, and what there is in all. */
    failing: (limit: number) => store.events.failing(limit),
    backlog: () => store.events.backlog(clock.now()),
  };
}
