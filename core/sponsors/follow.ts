/**
 * A user opens one of our links (`decisions.md`, Smart link; /get-sponsors on `resource`). Opening a resource's link is
 * what counts as its subscription. Opening a smart link tells where and on what device the user is; then the best order
 * is found for them and takes the smart link's place in the list.
 */
import { hasOwnLinks, type OwnLinks } from '../orders/index.js';
import type { EndUser, Order, Ports } from '../ports.js';
import { membershipKey, type Settler } from '../subscriptions/index.js';
import { viewOf, type Audience, type PageVisit } from '../audience/index.js';
import type { BotDirectory } from './bot-directory.js';
import type { Chooser } from './choosing/index.js';
import type { Picker } from './picking.js';
import { readOrders } from './pins.js';
import type { LinkTarget, TrackedLinks } from './tracked-links.js';

export type Following =
  | { kind: 'redirect'; url: string; opensInside: boolean }
  /** A smart link that waits for what a page can tell: ask, then follow again with `visit`. */
  | { kind: 'collect'; opensInside: boolean }
  /** Nothing suits this user: the place counts as done. */
  | { kind: 'nothing' }
  /** The link is forged, expired, or its order is no longer there. */
  | { kind: 'gone' };

interface FollowParts {
  audience: Audience;
  bots: BotDirectory;
  chooser: Chooser;
  picker: Picker;
  settler: Settler;
  links: TrackedLinks;
  ownLinks: Pick<OwnLinks, 'want'>;
}

export function createFollow(ports: Ports, parts: FollowParts) {
  const { store, clock, settings } = ports;
  const { audience, bots, chooser, picker, settler, links, ownLinks } = parts;

  /** As it is now: its link may have been changed a moment ago, in another process. */
  const read = async (orderId: number): Promise<Order | undefined> => {
    await chooser.sync();
    return (await readOrders(store, chooser, [orderId])).get(orderId);
  };

  const openResource = async (
    target: LinkTarget & { kind: 'resource' },
    visit: PageVisit | null,
  ): Promise<Following> => {
    const order = await read(target.orderId);
    if (order === undefined) return { kind: 'gone' };
    if (visit !== null) {
      await audience.noteVisit(target.userId, visit);
      const atMs = clock.now();
      // The link is only ever given with a show, so opening it is joining: from out to in, now.
      const resourceId = membershipKey(order);
      await store.memberships.observe([
        { userId: target.userId, resourceId, state: 'in', wasIn: false, updateId: atMs, atMs },
      ]);
      await settler.settle(order, target.userId);
    }
    return { kind: 'redirect', url: order.link, opensInside: false };
  };

  const fill = async (target: LinkTarget & { kind: 'smart' }, known: EndUser): Promise<Following> => {
    const { botId, userId, slotIndex } = target;
    const bot = await bots.get(botId);
    const nowMs = clock.now();
    const visit = await store.sponsors.visit(
      botId,
      userId,
      nowMs - settings.ATTRIBUTION_HOURS * 3_600_000,
      nowMs,
    );
    const terms = {
      nowMs,
      contactMs: settings.CONTACT_DAYS * 86_400_000,
      defaultLanguage: settings.DEFAULT_LANGUAGE,
    };
    const { user, isInContact } = viewOf(bot, { ...visit, user: known }, { userId }, terms);
    const pinned = (visit.pin?.slots ?? []).flatMap((slot) => slot.orderId ?? []);
    const request = { maxSponsors: 1, excludeResourceIds: [], excludeOrderIds: pinned };
    const deadlineMs = nowMs + settings.SPONSORS_DEADLINE_MS;
    const { checks } = await picker.pick(
      { bot: { ...bot, settings: { ...bot.settings, useSmartLink: false } }, user, visit, nowMs, request },
      deadlineMs,
    );
    const order = checks[0]?.order;
    const choice = {
      orderId: order?.orderId ?? 0,
      priceMicros: order?.realPriceMicros ?? 0n,
      proof: isInContact ? ('contact' as const) : ('list' as const),
    };
    const filled = await store.sponsors.fillSlot(botId, userId, slotIndex, choice, nowMs);
    // No pin holds this slot (mode `newtask`): the show still says whose the subscriber will be.
    const orderId = filled ?? choice.orderId;
    return orderId === 0
      ? { kind: 'nothing' }
      : redirect(orderId, botId, bot.settings.redirectOpenType === 'miniapp');
  };

  const redirect = async (orderId: number, botId: number, opensInside: boolean): Promise<Following> => {
    const order = await read(orderId);
    if (order === undefined) return { kind: 'gone' };
    if (!hasOwnLinks(order)) return { kind: 'redirect', url: order.link, opensInside };
    ownLinks.want([{ order }], botId);
    const own = await store.inviteLinks.linksAt(botId, [orderId], clock.now());
    return { kind: 'redirect', url: own.get(orderId) ?? order.link, opensInside };
  };

  const openSmart = async (
    target: LinkTarget & { kind: 'smart' },
    visit: PageVisit | null,
  ): Promise<Following> => {
    const bot = await bots.get(target.botId);
    const opensInside = bot.settings.redirectOpenType === 'miniapp';
    const nowMs = clock.now();
    const { pin } = await store.sponsors.visit(target.botId, target.userId, nowMs, nowMs);
    const slot = pin?.slots[target.slotIndex];
    if (slot?.kind === 'smart' && slot.orderId === 0) return { kind: 'nothing' };
    if (slot?.kind === 'smart' && slot.orderId !== null)
      return redirect(slot.orderId, bot.botId, opensInside);
    if (visit === null) return { kind: 'collect', opensInside };
    await chooser.sync();
    const user = await audience.noteVisit(target.userId, visit);
    return fill(target, user);
  };

  /**
   * @param visit what the page could tell; null for whatever is no person looking (HEAD, prefetch, link previews): that
   *   counts as nothing and changes nothing
   */
  return async (token: string, visit: PageVisit | null): Promise<Following> => {
    const target = links.read(token, clock.now());
    if (target === null || target.kind === 'form') return { kind: 'gone' };
    return target.kind === 'resource' ? openResource(target, visit) : openSmart(target, visit);
  };
}
