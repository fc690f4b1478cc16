/**
 * What the platform reports to our bots unasked: who joined, left or asked to join, and where a bot gained or lost its rights.
 * Stored first, then settled; every step can be repeated, so an update delivered twice, or to two bots, does no harm.
 */
import { createPlatformWord } from '../audience/index.js';
import { botIdOf, type Checkers, checkerToken, type OurBot, updatesBeat } from '../checkers/index.js';
import { UPDATES_KEPT_MS } from '../evidence/index.js';
import { isChat, kindOf } from '../kinds/index.js';
import type { PlatformUser } from '../platform.js';
import { ORDER_TOKEN_PURPOSE } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';
import type { Membership } from '../ports/sponsor-store.js';
import type { Observation } from '../ports/subscription-store.js';
import { createCheckerMoves } from './checker-moves.js';
import { countsAsIn } from './membership.js';
import { createRecognition, type LinkParts } from './recognition.js';
import { rightsBack, rightsLost } from './rights-notifications.js';
import type { Settler } from './settle.js';
import { asShown, targetOf } from './targets.js';
import { createUnseenStay } from './unseen-stay.js';
import { updateOrder } from './update-order.js';

export interface MembershipUpdate extends Observation {
  /** The invite link they came by, as the platform shows it: whole where our bot made it, else half of it. */
  inviteLink?: string;
  /** `username` as the update shows it, `""` where the chat has none; absent: the update says nothing of it. */
  chat: { title: string; username?: string; takesJoinRequests?: boolean };
  /** The user as the update names them. */
  user?: PlatformUser;
  /** Which of our bots it came to; absent or null: the operator bot. */
  checkerBotId?: number | null;
}

/** What an update says in addition to the rights of our bot. */
export interface RightsUpdate {
  /** The chat's, as the update shows it. */
  username?: string;
  title?: string;
  /** The person who changed them; absent: not known. */
  byUserId?: number;
  /** Whether the bot may invite users. */
  mayInvite?: boolean;
  /** Whose rights; absent or null: the operator bot's. */
  checkerBotId?: number | null;
  /** When they changed, in whole seconds of the platform's clock; absent: now. */
  atMs?: number;
}

export interface Watch {
  /** A chat_member or chat_join_request update. When this resolves it is stored and settled. */
  observe(update: MembershipUpdate): Promise<void>;
  /**
   * One of our bots gained or lost its rights in a channel: the orders there that are its own pause, or come back by
   * themselves, or go to another of ours that is administrator there. Orders of the person who made it an administrator
   * may be on that channel; where it may not invite any more, the links that it made are dead.
   */
  rights(chatId: number, isAdministrator: boolean, update?: RightsUpdate): Promise<void>;
  /**
   * Every update of before then has been observed, or is deferred: the silence of updates about a user says that they did
   * not join, up to the oldest of what is deferred.
   * @param checkerBotId those of this bot of ours; absent or null: of the operator bot
   */
  heard(untilMs: number, checkerBotId?: number | null): Promise<void>;
  /**
   * Asks again where checks were lost, in case no update said that they work again, and moves orders of bots that the settings
   * do not hold any more; resolves to the number of those that came back.
   */
  sweep(): Promise<number>;
}

/**
 * What comes so late was held up, and what happened to our other bots meanwhile may be, too: that one of them is
 * administrator now does not say that it was then, so no join could be seen since.
 */
const LATE_MS = 60_000;

/** How many lost orders one sweep asks about. */
const SWEEP_LIMIT = 50;

export function createWatch(
  ports: Ports & { checkers: Checkers },
  settler: Settler,
  parts: LinkParts,
): Watch {
  const { store, clock, platform, settings, checkers } = ports;
  const moves = createCheckerMoves(ports);
  const recognition = createRecognition(ports, parts);
  const learn = createPlatformWord(ports);
  const settleUnseenStay = createUnseenStay(ports, settler);
  const impressionsSinceMs = () => clock.now() - 2 * settings.ATTRIBUTION_HOURS * 3_600_000;

  /** Orders that led to the chat when the user saw them, as they were then, or lead there now. */
  const concernedOrders = async ({ userId, resourceId }: MembershipUpdate): Promise<Order[]> => {
    const concerned = await store.subscriptions.concerned(userId, resourceId, impressionsSinceMs());
    const kinds = new Map(concerned.map(({ orderId, adsType }) => [orderId, adsType]));
    return (await store.orders.findMany([...kinds.keys()])).map((order) => {
      const adsType = kinds.get(order.orderId) ?? null;
      return adsType === null ? order : asShown(order, { target: resourceId, adsType });
    });
  };

  /** They come back before the platform has said whose their first join is: it is settled as the same one (`evidence.md`, Leaving and returning). */
  const isOfWaitingJoin = async (update: MembershipUpdate): Promise<boolean> => {
    const { userId, resourceId, state, wasIn } = update;
    if (state !== 'in' || wasIn === true) return false;
    const known = (await store.memberships.known(userId, [resourceId])).get(resourceId);
    if (known?.state !== 'out' || known.join?.isAgain !== false) return false;
    let waits = false;
    for (const order of await concernedOrders(update))
      if ((await settler.settleWaiting(order, userId, targetOf(order))) !== null) waits = true;
    return waits;
  };

  /** By the update's own content: an answer may have said something newer, which means nothing in money by itself. */
  const follow = async (order: Order, update: MembershipUpdate, known: Membership): Promise<void> => {
    const { userId, state, wasIn, atMs, isRemoved = false } = update;
    const present: Membership = { ...known, state, sinceMs: atMs, wasRemoved: state === 'out' && isRemoved };
    if (countsAsIn(order, present))
      await settler.settle(order, userId, { isExpected: present.join !== null });
    // A ban of somebody who has left means nothing in money.
    else if (state === 'out' && !(isRemoved && wasIn === false && !known.wasRemoved))
      await settler.leave(order, userId, present);
  };

  /** The bot by whose own invite link they came; null when it was another link, or none. */
  const ownerOf = async ({ state, inviteLink }: MembershipUpdate): Promise<number | null> => {
    if (state === 'out' || inviteLink === undefined) return null;
    return (await store.inviteLinks.ownerOf(inviteLink))?.botId ?? null;
  };

  /** A pending request is how the platform shows that a channel takes them: no other answer of its says so. */
  const noteRequests = async (update: MembershipUpdate): Promise<void> => {
    if (update.state !== 'requested') return;
    const orders = await store.orders.ofResource(update.resourceId);
    for (const { orderId, resource, revision } of orders) {
      if (resource.takesJoinRequests) continue;
      await store.orders.setResource(
        orderId,
        { ...resource, takesJoinRequests: true },
        clock.now(),
        revision,
      );
    }
  };

  const worksAgain = async (order: Order): Promise<boolean> => {
    if (isChat(order))
      return order.resource.resourceId === '' ? recognition.lookBehind(order) : moves.look(order);
    if (order.botTokenCipher === null || !kindOf(order).isAsked(order)) return false;
    if (!(await platform.me(ports.vault.open(order.botTokenCipher, ORDER_TOKEN_PURPOSE))).ok) return false;
    await store.orders.noteCheckWorked(order.orderId, rightsBack, clock.now());
    return true;
  };

  /** Whose own bot lost its rights: another of ours that is administrator there takes the orders over. */
  const handOver = async (chatId: number, checkerBotId: number | null): Promise<void> => {
    const orders = await store.orders.ofResource(String(chatId));
    const own = orders.filter((order) => isChat(order) && order.resource.checkerBotId === checkerBotId);
    for (const order of own) if (!(await moves.lookElsewhere(order))) return;
  };

  /** Orders there whose own bot cannot check go to the one that just became administrator. */
  const takeOver = async (chatId: number, bot: OurBot, sinceMs: number): Promise<void> => {
    const orders = await store.orders.ofResource(String(chatId));
    for (const order of orders) {
      const { checkerBotId } = order.resource;
      if (!isChat(order) || checkerBotId === bot.checkerBotId) continue;
      if (order.checkState === 'lost' || checkerToken(settings, checkerBotId) === null)
        await moves.give(order, bot, sinceMs);
    }
  };

  /** Orders of a bot that the settings do not hold any more: another takes them over, or their check is lost. */
  const leaveGoneBots = async (): Promise<void> => {
    for (const checkerBotId of (await store.orders.checkLoads()).keys()) {
      if (checkerBotId === null || checkerToken(settings, checkerBotId) !== null) continue;
      for (const order of await store.orders.ofChecker(checkerBotId, SWEEP_LIMIT)) {
        if (await moves.look(order)) continue;
        const { resourceId } = order.resource;
        if (resourceId !== '')
          await store.orders.setCheckState(
            resourceId,
            checkerBotId,
            'lost',
            rightsLost(settings),
            clock.now(),
          );
        else {
          const resource = { ...order.resource, checkerBotId: await checkers.forNewOrder() };
          await store.orders.setResource(order.orderId, resource, clock.now(), order.revision);
        }
      }
    }
  };

  const placeOf = ({ checkerBotId = null }: MembershipUpdate): number =>
    Math.max(
      0,
      checkers.bots.findIndex((bot) => bot.checkerBotId === checkerBotId),
    );

  return {
    observe: async (update) => {
      const { userId, resourceId, state, atMs } = update;
      const updateId = update.updateId === null ? null : updateOrder(atMs, update.updateId, placeOf(update));
      const { wasIn, isRemoved = false, isBarred = false } = update;
      if (state === 'out' && wasIn === true) await settleUnseenStay(update, () => concernedOrders(update));
      const before = { byBotId: await ownerOf(update), isOfWaitingJoin: await isOfWaitingJoin(update) };
      const seen = { userId, resourceId, state, updateId, atMs, isRemoved, isBarred, ...before };
      const [observed] = await store.memberships.observe([
        { ...seen, ...(wasIn === undefined ? {} : { wasIn }) },
      ]);
      // A later update of this user is stored only when this one is done with: nothing is left to do.
      if (observed === undefined || observed.isOutdated) return;
      if (update.user !== undefined) await learn(userId, update.user);
      if (update.inviteLink !== undefined) await recognition.ofLink(update.inviteLink, resourceId);
      await noteRequests(update);
      for (const order of await concernedOrders(update)) await follow(order, update, observed.membership);
      if (update.chat.username !== undefined) await parts.links.seen(resourceId, update.chat.username);
    },
    rights: async (chatId, isAdministrator, changed = {}) => {
      const { username, checkerBotId = null, atMs = clock.now() } = changed;
      const [state, notifications] = isAdministrator
        ? (['ok', rightsBack] as const)
        : (['lost', rightsLost(settings)] as const);
      const isLate = clock.now() - atMs > LATE_MS;
      if (!isAdministrator && !isLate) await handOver(chatId, checkerBotId);
      await store.orders.setCheckState(String(chatId), checkerBotId, state, notifications, atMs);
      if (!isAdministrator && isLate) await handOver(chatId, checkerBotId);
      const bot = checkers.bots.find((each) => each.checkerBotId === checkerBotId);
      if (isAdministrator && bot !== undefined) await takeOver(chatId, bot, atMs);
      await recognition.ofRights(String(chatId), isAdministrator, changed);
      if (username !== undefined) await parts.links.seen(String(chatId), username);
    },
    heard: async (untilMs, checkerBotId = null) => {
      const botId = checkerBotId ?? botIdOf(settings.BOT_TOKEN);
      const deferredMs = await store.updates.oldestDeferredMs(botId, 'memberships');
      const heardMs = Math.min(untilMs, deferredMs ?? Infinity);
      const place = updatesBeat(checkerBotId);
      const lastMs = (await store.health.lastBeatMs(place)) ?? heardMs;
      // Before the beat: what is found meanwhile waits for it.
      if (heardMs - lastMs > UPDATES_KEPT_MS)
        await store.orderWatch.noteLostUpdates(checkerBotId, {
          fromMs: lastMs,
          toMs: heardMs - UPDATES_KEPT_MS,
        });
      await store.health.beat(place, heardMs);
    },
    sweep: async () => {
      await leaveGoneBots();
      let back = 0;
      for (const order of await store.orders.lost(SWEEP_LIMIT)) if (await worksAgain(order)) back += 1;
      return back;
    },
  };
}
