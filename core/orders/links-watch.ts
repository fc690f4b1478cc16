/**
 * Where the links of orders lead (`evidence.md`, Links that move). A name may be given to another chat at any time; our
 * invite link into a private chat ends with our right to invite, or when the chat's owner revokes it. Each running order's
 * link is looked at again at least once an hour, and at once when an update shows that it changed. A link of ours that is
 * dead is made again. Where that cannot be done, where a name leads elsewhere, and where our bot does not see who asks to join,
 * the order is paused; it goes on by itself when that is mended.
 *
 * No other administrator can change our links: `EDIT_BOT_INVITE_FORBIDDEN`, "Normal users can't edit invites that were created by
 * bots" (core.telegram.org/method/messages.editExportedChatInvite). So they get no end, no limit, and ask for no approval.
 */
import { checkerToken } from '../checkers/index.js';
import { isChat } from '../kinds/index.js';
import type { Answered, PlatformAnswer, PlatformChat } from '../platform.js';
import type { Ports } from '../ports.js';
import type { Order, Resource } from '../ports/order-store.js';
import type { LinkFinding } from '../ports/order-watch-store.js';
import { parseLink } from './links.js';
import { pauseNotifications, resumeNotifications } from './notifications.js';
import { isOfLink } from './revision.js';
import { withWorkingLink } from './shown-link.js';

/** A round of all orders; less than an hour, so that a round which is held up is still in time. */
const ROUND_MS = 45 * 60_000;
/** `resolveLinks` is called so often: each time it takes its share of the round. */
export const RESOLVE_STEP_MS = 5_000;
/** When the platform said nothing, it is asked again after this long. */
const RETRY_MS = 60_000;
/** How many are asked about at once, next to questions that people wait for. */
const AT_ONCE = 4;
const LOOK_MS = 10_000;
/** Chats whose shown name is remembered, so that an update costs no look at their orders. */
const NAMES_MAX = 20_000;

/** `unknown`: the platform does not say now. */
export type LinkState = LinkFinding | 'unknown';

export type LinksWatch = ReturnType<typeof createLinksWatch>;

export function createLinksWatch(ports: Ports) {
  const { store, clock, platform, settings } = ports;
  const shownNames = new Map<string, string>();

  const note = async (order: Order, finding: LinkFinding): Promise<void> => {
    const nowMs = clock.now();
    const changes = finding === 'there' ? isOfLink(order.pauseReason) : order.pauseReason === null;
    if (!changes) return store.orderWatch.noteResolved(order.orderId, nowMs);
    const notifications = finding === 'there' ? resumeNotifications : pauseNotifications(settings);
    await store.orderWatch.noteLink(order, finding, notifications, nowMs);
  };

  /** Asks where names lead, each but once. */
  const createResolver = () => {
    const answers = new Map<string, Answered<PlatformChat>>();
    return (username: string, { checkerBotId }: Resource): Answered<PlatformChat> => {
      const name = username.toLowerCase();
      // Any bot learns where a public name leads: each of our bots asks about the orders that are its own.
      const token = checkerToken(settings, checkerBotId) ?? settings.BOT_TOKEN;
      const answer = answers.get(name) ?? platform.chat(token, `@${username}`, within());
      answers.set(name, answer);
      return answer;
    };
  };

  const within = () => ({ deadlineMs: clock.now() + LOOK_MS });

  /** Without the right to invite no link of ours works; without any rights the order's check says so, and notifies the owner. */
  const lookAtInvite = async ({ orderId, link, resource, revision }: Order): Promise<LinkState> => {
    const linked = await withWorkingLink(ports, link, resource, within());
    if (linked.ok) {
      if (linked.value.inviteLink === resource.inviteLink) return 'there';
      // Of an order that was changed meanwhile, this says nothing.
      const isKept = await store.orders.setResource(orderId, linked.value, clock.now(), revision);
      return isKept ? 'there' : 'unknown';
    }
    if (linked.failure.kind !== 'rights_lost' && linked.failure.kind !== 'bad_request') return 'unknown';
    const token = checkerToken(settings, resource.checkerBotId) ?? settings.BOT_TOKEN;
    return (await isOurs(token, resource)) ? 'dead' : 'unknown';
  };

  const isOurs = async (token: string, { resourceId }: Resource): Promise<boolean> => {
    const answer = await platform.isAdministrator(token, Number(resourceId), within());
    return answer.ok && answer.value;
  };

  /** Where users ask to be let in, a bot without the right to invite is not sent that they did: they would wait for ever. */
  const seeingRequests = async ({ resource }: Order, state: LinkState): Promise<LinkState> => {
    const token = checkerToken(settings, resource.checkerBotId);
    if (state !== 'there' || !resource.takesJoinRequests || token === null) return state;
    const mayInvite = await platform.mayInvite(token, Number(resource.resourceId), within());
    const isBlind = mayInvite.ok && !mayInvite.value && (await isOurs(token, resource));
    return isBlind ? 'dead' : state;
  };

  const look = async (order: Order, resolve = createResolver()): Promise<LinkState> => {
    const { resource } = order;
    if (!isChat(order) || resource.resourceId === '') return 'there';
    const username = nameOf(order);
    const state =
      username === null
        ? await lookAtInvite(order)
        : await seeingRequests(order, stateIn(await resolve(username, resource), resource.resourceId));
    const isNoted = state === 'there' || (state !== 'unknown' && order.decision === 'approved');
    if (isNoted) await note(order, state);
    return state;
  };

  const lookNow = async (order: Order, resolve = createResolver()): Promise<void> => {
    if ((await look(order, resolve)) === 'unknown') await store.orderWatch.noteResolved(order.orderId, 0);
  };

  const resolveLinks = async (): Promise<number> => {
    const nowMs = clock.now();
    const limit = Math.ceil(((await store.orderWatch.resolvable()) * RESOLVE_STEP_MS) / ROUND_MS);
    const dueBeforeMs = nowMs - ROUND_MS;
    const times = { dueBeforeMs, leaseMs: dueBeforeMs + RETRY_MS, nowMs };
    const orders = await store.orderWatch.claimToResolve(limit, times);
    const [rest, resolve] = [orders.values(), createResolver()];
    const work = async (): Promise<void> => {
      for (const order of rest) await look(order, resolve);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return orders.length;
  };

  const seen = async (chatId: string, username: string): Promise<void> => {
    const name = username.toLowerCase();
    if (shownNames.get(chatId) === name) return;
    const orders = await store.orders.ofResource(chatId);
    const others = orders.filter((order) => order.decision === 'approved' && isOnOther(order, name));
    const resolve = createResolver();
    for (const order of others) await lookNow(order, resolve);
    if (shownNames.size >= NAMES_MAX) shownNames.clear();
    shownNames.set(chatId, name);
  };

  return {
    /** Looks at the links whose turn it is; one step of many. Returns how many it asked about. */
    resolveLinks,
    /** An update shows a chat under this username (`""`: none): orders that name it otherwise are resolved at once. */
    seen,
    /** Looks at the link of one order now, and pauses it or lets it go on. Orders that lead to no chat are always `there`. */
    look: (order: Order) => look(order),
    /** Like `look`; without an answer now, the next step of the round asks again. */
    lookNow: (order: Order) => lookNow(order),
  };
}

/** Whether the order's link names its chat otherwise than it is shown. */
function isOnOther(order: Order, shownName: string): boolean {
  const username = nameOf(order);
  return username !== null && username.toLowerCase() !== shownName;
}

/** The @username that an order's link names; null for invite links, and for what is no chat. */
function nameOf(order: Order): string | null {
  const parsed = parseLink(order.link);
  return isChat(order) && parsed.kind === 'username' ? parsed.username : null;
}

/** That there is no such chat is a word about the name; any other failure says nothing of it. */
function stateIn(found: PlatformAnswer<PlatformChat>, resourceId: string): LinkState {
  if (found.ok) return String(found.value.chatId) === resourceId ? 'there' : 'moved';
  return found.failure.kind === 'chat_gone' ? 'moved' : 'unknown';
}
