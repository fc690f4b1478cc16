/**
 * What the platform tells the operator bot unasked: who joined, left or asked to join, and where the bot gained or lost
 * its rights. Stored first, then settled; every step can be repeated, so an update delivered twice does no harm.
 */
import { createPlatformWord } from '../audience/index.js';
import type { PlatformUser } from '../platform-user.js';
import { type LinksWatch, ORDER_TOKEN_PURPOSE, parseLink, resourceOf } from '../orders/index.js';
import type { Membership, Observation, Order, Ports, Resource } from '../ports.js';
import type { Settler } from './settle.js';
import { countsAsIn, rightsBack, rightsLost } from './verify.js';

export interface MembershipUpdate extends Observation {
  /** The invite link they came by, when the platform says so: how a private channel is recognised. */
  inviteLink?: string;
  /** `username` as the update shows it, `""` where the chat has none; absent: the update says nothing of it. */
  chat: { title: string; username?: string; takesJoinRequests?: boolean };
  /** The user as the update names them. */
  user?: PlatformUser;
}

export interface Watch {
  /** A chat_member or chat_join_request update. When this resolves it is stored and settled. */
  observe(update: MembershipUpdate): Promise<void>;
  /**
   * The operator bot gained or lost its rights in a channel: its orders pause, or come back by themselves. As an
   * administrator it sees the channel's invite link, by which a private one is recognised.
   * @param username the chat's, as the update shows it
   */
  rights(chatId: number, isAdministrator: boolean, username?: string): Promise<void>;
  /** An invite link of this chat's is known: orders on it, made or yet to be made, are orders for this chat. */
  learnLink(link: string, chatId: number): Promise<void>;
  /** Asks again where checks were lost, in case nobody told that they work again; answers how many came back. */
  sweep(): Promise<number>;
}

/** How many lost orders one sweep asks about. */
const SWEEP_LIMIT = 50;

/** How long an update waits for the platform to show a chat's invite link. */
const LINK_MS = 3_000;

export function createWatch(ports: Ports, settler: Settler, links: Pick<LinksWatch, 'seen'>): Watch {
  const { store, clock, platform, settings } = ports;
  const learn = createPlatformWord(ports);
  const showsSinceMs = () => clock.now() - 2 * settings.ATTRIBUTION_HOURS * 3_600_000;

  /** By the update's own content: an answer may have told something newer, which means nothing in money by itself. */
  const follow = async (order: Order, update: MembershipUpdate, known: Membership): Promise<void> => {
    const { userId, state, atMs, isRemoved = false } = update;
    const told: Membership = { ...known, state, sinceMs: atMs, wasRemoved: state === 'out' && isRemoved };
    if (countsAsIn(order, told)) await settler.settle(order, userId);
    else if (state === 'out') await settler.leave(order, userId, told);
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
    for (const { orderId, resource } of orders.filter((order) => !order.resource.takesJoinRequests)) {
      await store.orders.setResource(orderId, { ...resource, takesJoinRequests: true }, clock.now());
    }
  };

  /** Gives the orders on an invite link the chat that is behind it; those that knew it already stay as they are. */
  const connect = async (linkKey: string, resource: (order: Order) => Resource): Promise<void> => {
    const onLink = await store.orders.ofLinkKey(linkKey);
    for (const order of onLink.filter(({ resource: { resourceId } }) => resourceId === '')) {
      await store.orders.setResource(order.orderId, resource(order), clock.now());
      await store.orders.noteCheckWorked(order.orderId, rightsBack, clock.now());
    }
  };

  const recognise = async (update: MembershipUpdate): Promise<void> => {
    const link = update.inviteLink === undefined ? null : parseLink(update.inviteLink);
    if (link?.kind !== 'invite') return;
    await connect(link.key, ({ resource }) => ({
      ...resource,
      resourceId: update.resourceId,
      name: resource.name || update.chat.title,
      takesJoinRequests: update.chat.takesJoinRequests ?? update.state === 'requested',
    }));
  };

  const learnLink = async (link: string, resource: Resource): Promise<void> => {
    const parsed = parseLink(link);
    if (parsed.kind !== 'invite') return;
    await store.orders.noteChatLink(parsed.key, resource.resourceId, clock.now());
    await connect(parsed.key, () => resource);
  };

  const chatOf = async (chatId: number) => {
    const found = await platform.chat(settings.BOT_TOKEN, chatId, { deadlineMs: clock.now() + LINK_MS });
    return found.ok ? found.value : null;
  };

  const worksAgain = async (order: Order): Promise<boolean> => {
    if (order.adsType === 'channel') {
      if (order.resource.resourceId === '') return false;
      const answer = await platform.isAdministrator(settings.BOT_TOKEN, Number(order.resource.resourceId));
      return answer.ok && answer.value;
    }
    if (order.botTokenCipher === null || order.toBotMember) return false;
    return (await platform.me(ports.vault.open(order.botTokenCipher, ORDER_TOKEN_PURPOSE))).ok;
  };

  return {
    observe: async (update) => {
      const { userId, resourceId, state, updateId, atMs } = update;
      const { wasIn, isRemoved = false } = update;
      const byBotId = await ownerOf(update);
      const told = { userId, resourceId, state, updateId, atMs, isRemoved, byBotId };
      const [observed] = await store.memberships.observe([
        { ...told, ...(wasIn === undefined ? {} : { wasIn }) },
      ]);
      // A later update of this user is stored only when this one is done with: nothing is left to do.
      if (observed === undefined || observed.isOutdated) return;
      if (update.user !== undefined) await learn(userId, update.user);
      await recognise(update);
      await noteRequests(update);
      const orderIds = await store.subscriptions.concerned(userId, resourceId, showsSinceMs());
      for (const order of await store.orders.findMany(orderIds)) {
        await follow(order, update, observed.membership);
      }
      if (update.chat.username !== undefined) await links.seen(resourceId, update.chat.username);
    },
    rights: async (chatId, isAdministrator, username) => {
      const [state, notices] = isAdministrator
        ? (['ok', rightsBack] as const)
        : (['lost', rightsLost] as const);
      await store.orders.setCheckState(String(chatId), state, notices, clock.now());
      const chat = isAdministrator ? await chatOf(chatId) : null;
      if (chat !== null) await learnLink(chat.inviteLink, resourceOf(chat));
      if (username !== undefined) await links.seen(String(chatId), username);
    },
    learnLink: async (link, chatId) => {
      const chat = await chatOf(chatId);
      const unseen = { resourceId: String(chatId), name: '', logoFileId: '', takesJoinRequests: false };
      await learnLink(link, chat === null ? unseen : resourceOf(chat));
    },
    sweep: async () => {
      let back = 0;
      for (const order of await store.orders.lost(SWEEP_LIMIT)) {
        if (!(await worksAgain(order))) continue;
        await store.orders.noteCheckWorked(order.orderId, rightsBack, clock.now());
        back += 1;
      }
      return back;
    },
  };
}
