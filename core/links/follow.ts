/**
 * A user opens one of our links (`decisions.md`, Smart link; `evidence.md`, Resources and smart links). A resource's page
 * says that its script ran, which is what counts as its subscription. Opening a smart link shows where and on what device
 * the user is; then the best order is found for them and takes the smart link's place in the list.
 */
import { listOf } from '../collections.js';
import { isOpened } from '../kinds/index.js';
import { NEWER_AFTER_MS } from '../evidence/index.js';
import { hasOwnLinks, type OwnLinks, shownLink } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { EndUser } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { Order } from '../ports/order-store.js';
import type { SlotFill } from '../ports/sponsor-store.js';
import { type Settler, targetOf } from '../subscriptions/index.js';
import { type Contacts, standingContact } from '../contacts/index.js';
import type { Audience, BotView, PageVisit, Vouching } from '../audience/index.js';
import { offerReader, orderIdOf, readOrders, type Steps } from '../sponsors/index.js';
import { createResources } from './resources.js';
import { createSmartPlaces, shownLately } from './smart-places.js';
import { isTrustedBot } from '../bot-trust.js';
import type { LinkTarget } from '../tracked-links.js';
import { unknownUser } from '../unknown-user.js';

export type Following =
  | { kind: 'redirect'; url: string; opensInside: boolean }
  /** A smart link that waits for what a page can show: ask, then follow again with `visit`. */
  | { kind: 'collect'; opensInside: boolean }
  /**
   * A resource, which is done for the user now. Its page says with `pass` that its script ran (see `ran`); who reads no
   * pages, or runs no scripts, goes to `url` at once.
   */
  | { kind: 'resource'; url: string; opensInside: boolean; pass: string }
  /** Nothing suits this user: the place counts as done. */
  | { kind: 'nothing' }
  /** The link is forged, expired, or its order is no longer there. */
  | { kind: 'gone' };

/** What a page's script reports. */
export interface PageReport {
  visit: PageVisit;
  /** What the page carried. */
  pass: string;
  /** The messenger's word of who is looking; `''` outside. */
  initData: string;
}

export type Reported =
  | Following
  /** The messenger names somebody else, or what it is said to have said is forged or too old. */
  | { kind: 'not_theirs' }
  /** It does not come from a page of ours, or from one that was served too long ago. */
  | { kind: 'no_pass' };

export interface FollowParts extends Steps {
  settler: Settler;
  audience: Audience;
  contacts: Pick<Contacts, 'tell'>;
  ownLinks: Pick<OwnLinks, 'want'>;
}

type FillProof = Pick<SlotFill, 'proof' | 'question'>;

/** @param publicUrl where our own pages are reached, without a slash at the end */
export function createFollow(ports: Ports, parts: FollowParts, publicUrl: string) {
  const { store, clock, settings } = ports;
  const { audience, bots, contexts, chooser, contacts, links, ownLinks, sights } = parts;
  const resources = createResources(ports, parts, publicUrl);
  const smartPlaces = createSmartPlaces(ports, parts);

  /** As it is now: its link may have been changed a moment ago, in another process. */
  const read = async (orderId: number): Promise<Order | undefined> => {
    await chooser.sync();
    return (await readOrders(store, chooser, [orderId])).get(orderId);
  };

  const opensInside = async (botId: number): Promise<boolean> =>
    (await bots.get(botId)).settings.redirectOpenType === 'miniapp';

  const openResource = async (
    token: string,
    target: LinkTarget & { kind: 'resource' },
  ): Promise<Following> => {
    const order = await read(target.orderId);
    if (order === undefined) return { kind: 'gone' };
    await resources.open(order, target);
    const pass = links.pass(token, clock.now());
    return { kind: 'resource', url: order.link, opensInside: await opensInside(target.botId), pass };
  };

  const fillOf = async (order: Order, botId: number, proof: FillProof): Promise<SlotFill> => ({
    orderId: order.orderId,
    priceMicros: order.realPriceMicros,
    ...proof,
    hasOwnLink: (await linkOf(order, botId)) !== order.link,
    ...targetOf(order),
  });

  const fill = async (target: LinkTarget & { kind: 'smart' }, known: EndUser): Promise<Following> => {
    const { botId, userId, slotIndex } = target;
    const bot = await bots.get(botId);
    const nowMs = clock.now();
    const found = await contexts.read(bot, userId, nowMs);
    const contact = await standingContact(bot, found.contact, found.impressions, nowMs);
    const { view, context } = await sights.of(bot, { ...found, contact, user: known }, { userId }, nowMs);
    // Of a stranger, what is known is this page, and what the bot says.
    const user = view.isStranger ? known : view.user;
    const isPinned = context.pin?.slots[slotIndex]?.kind === 'smart';
    const listed = listOf(context.pin?.slots ?? [], orderIdOf);
    // Outside of a pinned list, what was shown of late may still be on the user's screen.
    if (!isPinned) listed.push(...(await shownLately(context, bot, nowMs)));
    const request = { maxSponsors: 1, excludeResourceIds: [], excludeOrderIds: listed };
    const deadlineMs = nowMs + settings.SPONSORS_DEADLINE_MS;
    const reader = readerOf(bot, view.user, nowMs);
    const taken = await smartPlaces.taken(reader);
    const order = await smartPlaces.order(
      {
        bot: { ...bot, settings: { ...bot.settings, useSmartLink: false } },
        user,
        view,
        context,
        nowMs,
        request,
      },
      taken,
      deadlineMs,
    );
    const isDoubted = contact !== found.contact;
    const proof = fillProof(view, isDoubted, { nowMs, settings });
    const choice = order === null ? null : await fillOf(order, botId, proof);
    const smartLink = isPinned ? null : slotIndex;
    const offer = choice === null ? await smartPlaces.offer(reader, taken, listed, smartLink) : null;
    const filled = await store.sponsors.fillSlot(botId, userId, slotIndex, choice ?? offer, nowMs);
    // No pin holds this slot (mode `newtask`): the impression still says whose the subscriber will be, or the offer itself.
    const adsId = filled ?? choice?.orderId ?? offer?.adsId ?? 0;
    if (adsId < 0) return leadToOffer(bot, userId, adsId);
    return adsId === 0 ? { kind: 'nothing' } : redirect({ botId, userId, orderId: adsId });
  };

  const readerOf = (bot: Bot, user: EndUser, nowMs: number) => {
    const deadlineMs = nowMs + settings.SPONSORS_DEADLINE_MS;
    return offerReader({ bot, user, request: { chatId: user.userId }, nowMs, deadlineMs });
  };

  /** An order that may be shown, and no offer that was listed since leads there; or an offer that is left to do. */
  const mayStillLeadTo = async (bot: Bot, userId: number, orderId: number, nowMs: number) => {
    if (orderId < 0) {
      const offer = await smartPlaces.found(readerOf(bot, unknownUser(userId), nowMs), orderId);
      return offer?.state === 'pending';
    }
    if (!(await chooser.available([orderId], nowMs, bot)).has(orderId)) return false;
    const taken = await smartPlaces.taken(readerOf(bot, unknownUser(userId), nowMs));
    if (taken.size === 0) return true;
    const order = await read(orderId);
    return order !== undefined && !smartPlaces.leadsTo(order, taken);
  };

  /** To what a smart link has become, where that is an offer of another network. */
  const leadToOffer = async (bot: Bot, userId: number, adsId: number): Promise<Following> => {
    const offer = await smartPlaces.found(readerOf(bot, unknownUser(userId), clock.now()), adsId);
    if (offer === null) return { kind: 'gone' };
    return { kind: 'redirect', url: offer.link, opensInside: bot.settings.redirectOpenType === 'miniapp' };
  };

  /** A bot's own invite link, where it has one for this order; else the order's. */
  const linkOf = async (order: Order, botId: number): Promise<string> => {
    if (!hasOwnLinks(order) || !isTrustedBot(await bots.get(botId))) return shownLink(order);
    ownLinks.want([{ order }], botId);
    const own = await store.inviteLinks.linksAt(botId, [order.orderId], clock.now());
    return own.get(order.orderId) ?? shownLink(order);
  };

  /** To an order that a smart link has become. A resource has a page of its own, where it counts as opened. */
  const redirect = async (target: Omit<LinkTarget & { kind: 'resource' }, 'kind'>): Promise<Following> => {
    const order = await read(target.orderId);
    if (order === undefined) return { kind: 'gone' };
    const url = isOpened(order) ? resources.link(target) : await linkOf(order, target.botId);
    return { kind: 'redirect', url, opensInside: await opensInside(target.botId) };
  };

  const openSmart = async (
    target: LinkTarget & { kind: 'smart' },
    visit: PageVisit | null,
    vouching?: Vouching,
  ): Promise<Following> => {
    const { botId, userId, slotIndex } = target;
    const nowMs = clock.now();
    const { pin } = await store.sponsors.requestContext(botId, userId, nowMs, nowMs);
    const slot = pin?.slots[slotIndex];
    if (slot?.kind === 'offer') return leadToOffer(await bots.get(botId), userId, slot.adsId);
    if (slot?.kind === 'smart' && slot.orderId === 0) return { kind: 'nothing' };
    if (slot?.kind === 'smart' && slot.orderId !== null)
      return redirect({ botId, userId, orderId: slot.orderId });
    if (visit === null) return { kind: 'collect', opensInside: await opensInside(botId) };
    await chooser.sync();
    // Outside of a pinned list the link leads, again and again, to what it became, while that may be shown.
    const before =
      slot === undefined ? await store.sponsors.adsIdOfSmartLink(botId, userId, slotIndex) : null;
    const bot = await bots.get(botId);
    if (before !== null && (await mayStillLeadTo(bot, userId, before, nowMs)))
      return before < 0 ? leadToOffer(bot, userId, before) : redirect({ botId, userId, orderId: before });
    const user = await audience.noteVisit({ botId, userId }, visit, vouching);
    return fill(target, user);
  };

  /** Where the link leads; changes nothing. */
  const look = async (target: LinkTarget): Promise<Following> => {
    if (target.kind === 'smart') return openSmart(target, null);
    const order = target.kind === 'resource' ? await read(target.orderId) : undefined;
    return order === undefined ? { kind: 'gone' } : { kind: 'redirect', url: order.link, opensInside: false };
  };

  const behind = (token: string) => {
    const target = links.read(token, clock.now());
    return target === null || target.kind === 'form' ? null : target;
  };

  return {
    /** Whose one of our links is, and what for; null when it is forged or has expired. */
    readLink: (token: string) => links.read(token, clock.now()),
    /**
     * @param visit what the request could show; null for whatever is no person looking (HEAD, prefetch, link previews):
     *   that counts as nothing and changes nothing
     */
    follow: async (token: string, visit: PageVisit | null): Promise<Following> => {
      const target = behind(token);
      if (target === null) return { kind: 'gone' };
      if (visit === null) return look(target);
      return target.kind === 'resource' ? openResource(token, target) : openSmart(target, visit);
    },
    /** The script of a page behind this link reports that it ran, and on what device. Idempotent. */
    ran: async (token: string, { visit, pass, initData }: PageReport): Promise<Reported> => {
      const target = behind(token);
      if (target === null) return { kind: 'gone' };
      // A smart link is not paid for by itself: programs that read no pages may report, too.
      if (target.kind === 'resource' && !links.admits(token, pass, clock.now())) return { kind: 'no_pass' };
      const vouching = await audience.vouch(target, initData);
      if (vouching === 'refused') return { kind: 'not_theirs' };
      if (vouching === 'platform' && (await bots.get(target.botId)).hasToken) {
        const { botId, userId } = target;
        await contacts.tell({ botId, userId, chatId: userId }, 'yes');
      }
      if (target.kind === 'smart') return openSmart(target, visit, vouching);
      const order = await read(target.orderId);
      if (order === undefined) return { kind: 'gone' };
      await resources.ran(order, target, { visit, vouching });
      return { kind: 'redirect', url: order.link, opensInside: false };
    },
  };
}

function fillProof(
  { isStranger }: BotView,
  isDoubted: boolean,
  { nowMs, settings }: { nowMs: number; settings: Pick<Ports['settings'], 'ATTRIBUTION_HOURS'> },
): FillProof {
  if (!isStranger) return { proof: 'contact' };
  if (!isDoubted) return { proof: 'list' };
  const untilMs = nowMs + settings.ATTRIBUTION_HOURS * 3_600_000;
  return { proof: 'list', question: { untilMs, staleAtMs: nowMs - NEWER_AFTER_MS } };
}
