/**
 * Bots' own invite links (`evidence.md`, Joins): with `own_links`, each bot that shows an order gets a separate link to
 * the order's chat. Who comes by it comes from that bot. Wanted when the bot first shows the order, made by the bot
 * process with the operator's token, the most shown first, kept, and revoked when the order is archived or leads to
 * another chat.
 */
import { checkerToken, ourBots } from '../checkers/index.js';
import { hasField } from '../kinds/index.js';
import type { PlatformAnswer, PlatformFailureKind } from '../platform.js';
import type { Ports } from '../ports.js';
import type { DueInviteLink } from '../ports/invite-link-store.js';
import type { Order } from '../ports/order-store.js';
import { parseLink } from './links.js';

/** At most so many bots have a link of their own to one order; the others show the order's. */
const BOTS_MAX = 100;
/** The platform's longest name of a link, in characters. */
const NAME_MAX = 32;
const LEASE_MS = 120_000;
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 86_400_000;
/**
 * A link is used in lists that are made this long after it was: a list under way in another process, or on a machine
 * whose clock is a little behind, keeps the order's link for its life.
 */
const USED_AFTER_MS = 10_000;
/** Pairs of order and bot whose lists are counted in memory; then the counting starts again. */
const WANTED_MAX = 50_000;
const WANTED_MS = 10 * 60_000;

/**
 * The platform keeps undelivered updates for a day, and is read again by then: a join by a revoked link may be reported so late
 * and is that bot's all the same.
 */
const KEPT_MS = 2 * 86_400_000;

/** There is nothing to revoke, or no bot that could. */
const irrevocable: ReadonlySet<PlatformFailureKind> = new Set(['chat_gone', 'rights_lost', 'bad_request']);

export type OwnLinks = ReturnType<typeof createOwnLinks>;

/** Whether an order can have links of bots' own: only a chat can be joined by one. */
export function hasOwnLinks(order: Pick<Order, 'adsType' | 'ownLinks'>): boolean {
  return order.ownLinks && hasField(order, 'ownLinks');
}

export function createOwnLinks(ports: Ports) {
  const { store, clock, platform, settings, log } = ports;
  const counted = new Map<string, { lists: number; sinceMs: number }>();

  /** Written with the 1st, 2nd, 4th, 8th … list, so that the links of many lists are made first and few lists cost a write. */
  const want = (orderId: number, botId: number): void => {
    const key = `${String(orderId)}:${String(botId)}`;
    const nowMs = clock.now();
    const before = counted.get(key);
    const isRecent = before !== undefined && nowMs - before.sinceMs < WANTED_MS;
    const now = isRecent ? { ...before, lists: before.lists + 1 } : { lists: 1, sinceMs: nowMs };
    if (counted.size >= WANTED_MAX) counted.clear();
    counted.set(key, now);
    if (!isPowerOfTwo(now.lists)) return;
    const wanted = { orderId, botId, lists: Math.ceil(now.lists / 2) };
    store.inviteLinks.want(wanted, BOTS_MAX, nowMs).catch((error: unknown) => {
      counted.delete(key);
      log.warn({ orderId, botId, error: String(error) }, 'an invite link could not be asked for');
    });
  };

  const retry = (due: DueInviteLink, retryAfterMs: number | null): Promise<void> => {
    const pauseMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(due.attempts - 1, 20));
    return store.inviteLinks.retry(due, clock.now() + Math.max(pauseMs, retryAfterMs ?? 0));
  };

  const make = async (due: DueInviteLink): Promise<void> => {
    const [order, bot] = await Promise.all([store.orders.find(due.orderId), store.bots.find(due.botId)]);
    if (order === null || bot === null || !isWanted(order)) return store.inviteLinks.forget(due);
    const { resourceId, takesJoinRequests, checkerBotId } = order.resource;
    const token = checkerToken(settings, checkerBotId);
    if (token === null) return retry(due, null);
    const name = [...bot.nickname].slice(0, NAME_MAX).join('');
    const link = { name, takesJoinRequests };
    const made = await platform.createInviteLink(token, Number(resourceId), link);
    if (!made.ok) return retry(due, made.failure.retryAfterMs);
    const parsed = parseLink(made.value);
    const nowMs = clock.now();
    // Where the order leads elsewhere by the time it is revoked, this names the chat.
    if (parsed.kind === 'invite') await store.chats.noteLink(parsed.key, resourceId, null, nowMs);
    await store.inviteLinks.made(due, made.value, nowMs + USED_AFTER_MS);
  };

  const revoke = async (due: DueInviteLink): Promise<void> => {
    const parsed = parseLink(due.link);
    const chatId = parsed.kind === 'invite' ? await store.chats.ofLink(parsed.key) : null;
    const done = () => store.inviteLinks.revoked(due, KEPT_MS, clock.now());
    if (chatId === null) return done();
    // Only the bot that made a link can revoke it, and the order may belong to another of ours by now.
    const answers = await Promise.all(
      ourBots(settings).map(({ token }) => platform.revokeInviteLink(token, Number(chatId), due.link)),
    );
    const isFinal = (answer: PlatformAnswer<void>) => answer.ok || irrevocable.has(answer.failure.kind);
    if (answers.some(({ ok }) => ok) || answers.every(isFinal)) return done();
    return retry(
      due,
      Math.max(0, ...answers.map((answer) => (answer.ok ? 0 : (answer.failure.retryAfterMs ?? 0)))),
    );
  };

  return {
    /** This bot shows these orders in one more list. Those with `own_links` get a link of this bot, later. */
    want: (places: readonly { order: Order | null }[], botId: number) => {
      for (const { order } of places) if (order !== null && hasOwnLinks(order)) want(order.orderId, botId);
    },
    /** The platform ended the links to these orders that were made until then; lists of later get others. */
    ended: async (orders: readonly Order[], madeUntilMs: number) => {
      for (const { orderId } of orders)
        await store.inviteLinks.end(orderId, madeUntilMs + USED_AFTER_MS, clock.now());
    },
    /** Makes and revokes links that are due; returns how many there were. */
    work: async (limit: number) => {
      const due = await store.inviteLinks.claim(limit, LEASE_MS, clock.now());
      await Promise.all(due.map((each) => (each.link === '' ? make(each) : revoke(each))));
      return due.length;
    },
  };
}

function isPowerOfTwo(lists: number): boolean {
  return (lists & (lists - 1)) === 0;
}

function isWanted(order: Order): boolean {
  return hasOwnLinks(order) && !order.inArchive && order.resource.resourceId !== '';
}
