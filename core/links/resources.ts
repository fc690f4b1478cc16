/**
 * Resources (`evidence.md`, Resources and smart links). Opening a resource's link shows a page of ours and makes the
 * sponsor done for the user. It is a join only once the page's script has reported that it ran: then the opening is noted and
 * settled.
 */
import type { PageVisit, Vouching } from '../audience/index.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { Order } from '../ports/order-store.js';
import type { Contact } from '../ports/sponsor-store.js';
import { membershipKey, openedKey } from '../subscriptions/index.js';
import { standingContact } from '../contacts/index.js';
import { linkEndMs, type LinkTarget } from '../tracked-links.js';
import type { FollowParts } from './follow.js';

type Target = LinkTarget & { kind: 'resource' };

export function createResources(
  { store, clock }: Ports,
  parts: Pick<FollowParts, 'audience' | 'bots' | 'contexts' | 'settler' | 'links'>,
  publicUrl: string,
) {
  const { audience, bots, contexts, settler, links } = parts;
  /** The platform's word of whether the user uses the bot, as far as it holds for an opening. */
  const contactOf = async (bot: Bot, userId: number): Promise<Contact | null> => {
    const nowMs = clock.now();
    const contact = await store.contacts.find(bot.botId, userId);
    const shown = async () => (await contexts.read(bot, userId, nowMs)).impressions();
    return standingContact(bot, contact, shown, nowMs);
  };

  const open = async (
    order: Order,
    { botId, userId }: Pick<Target, 'botId' | 'userId'>,
    vouching: Vouching = 'nobody',
  ): Promise<void> => {
    const bot = await bots.get(botId);
    const isProven = vouching === 'platform' || isProvenIn(bot, await contactOf(bot, userId));
    const resourceId = isProven ? membershipKey(order) : openedKey(order.orderId, botId);
    // Found in, with no word of when they joined: that is reported by the page's script alone.
    await store.memberships.observe([{ userId, resourceId, state: 'in', updateId: null, atMs: clock.now() }]);
  };

  return {
    /** Our own link to a resource, through this bot. */
    link: ({ botId, userId, orderId }: Omit<Target, 'kind'>) => {
      const target: LinkTarget = { kind: 'resource', botId, userId, orderId };
      return `${publicUrl}/r/${links.token(target, linkEndMs(clock.now()))}`;
    },
    /**
     * The user opened the link: the sponsor is done for them, in all bots where the platform says that they use this one,
     * else in this one. Nothing is paid yet.
     */
    open: (order: Order, target: Target) => open(order, target),
    /** The page's script ran: the opening is noted, unless it was settled before, and settled. */
    ran: async (
      order: Order,
      { botId, userId, orderId }: Target,
      { visit, vouching }: { visit: PageVisit; vouching: Vouching },
    ) => {
      // First, since it may show that the user is suspicious, and such are never paid for.
      await audience.noteVisit({ botId, userId }, visit, vouching);
      await open(order, { botId, userId }, vouching);
      const isSigned = vouching === 'platform';
      const opening = { userId, orderId, botId, ranAtMs: clock.now(), network: visit.network, isSigned };
      await store.openings.note(opening);
      await settler.settle(order, userId);
    },
  };
}

/** Whether somebody other than the bot itself says that the user uses it. */
function isProvenIn({ hasToken, trust }: Bot, contact: Contact | null): boolean {
  if (trust === 'refused') return false;
  return hasToken ? contact?.state === 'yes' : trust === 'trusted';
}
