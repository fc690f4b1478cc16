/**
 * The moderators' side of orders: what waits, what stands behind each, and the decision (`interface.md`, Order status;
 * `decisions.md`, Orders). Decisions name the revision that the moderator saw: of two moderators, or a moderator and
 * an owner who changes the order, one comes first and the other is notified.
 */
import { assertModerator, type Operator, TERMINAL_ID } from '../accounts/index.js';
import type { Checkers } from '../checkers/index.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { ModerationPage } from '../ports/moderation-log.js';
import type { Order, PauseCode, Resource } from '../ports/order-store.js';
import type { LinksWatch } from './links-watch.js';
import { parseLink } from './links.js';
import {
  decisionNotification,
  heldNotifications,
  resumeNotifications,
  waitingNotification,
} from './notifications.js';
import { reasonText } from '../reason.js';
import { pausedByModerator, pausedElse, readPause } from './pause.js';
import { inspectResource, type ResourceProblem, type ResourceReport } from './resource.js';
import { isOfLink } from './revision.js';
import { shownLink } from './shown-link.js';
import { type OrderInfo, statusOf, toInfo } from './status.js';

/** Ready reasons for a rejection, `reject-<code>` in the words. A moderator may also write one. The owner reads the text. */
export const rejectionReasons = [
  'unreachable',
  'no_rights',
  'wrong_type',
  'empty',
  'adult',
  'gambling',
  'fraud',
  'drugs_weapons',
  'violence_hate',
  'copyright',
  'law',
] as const;

/** How long a moderator waits for the platform. */
const LOOK_MS = 4_000;

/** An order with what the platform says of it at this moment. */
export interface ModerationCard {
  order: OrderInfo;
  /** The link that users see; where it leads to a private chat it is not the order's. */
  shownLink: string;
  /** Its problems must be mended before the order can be approved. */
  report: ResourceReport;
  /** This link cannot be ordered. */
  isLinkBlocked: boolean;
}

/** `already`: another moderator, or the owner who changed the order, was first; `blocked`: its link cannot be ordered. */
export type ModerationOutcome =
  | { kind: 'decided' | 'already' | 'blocked'; order: OrderInfo }
  | { kind: 'gone' }
  /** Not approved: the service could not see who subscribes. */
  | { kind: 'missing_rights'; order: OrderInfo; missing: ResourceProblem[] };

/** What became of a pause by a moderator; `already`: a moderator has paused it, and that reason stays. */
export type Pausing = { kind: 'paused' | 'already'; order: OrderInfo } | { kind: 'gone' };

/**
 * What became of letting a paused order go on; `still_moved`: its link does not lead to its chat, so it stays paused, and goes
 * on by itself when the link leads there again.
 */
export type Resumption =
  | { kind: 'resumed' | 'not_paused' | 'still_moved'; order: OrderInfo }
  | { kind: 'gone' };

/** While more orders wait, moderators get no cards, but their number, and that once in a while. */
const CARDS_MAX = 10;
const COUNT_WINDOW_MS = 10 * 60_000;

/** Every method throws ServiceError `forbidden` for who is no moderator. What is done at the terminal has no moderator: null. */
export function createModeration(ports: Ports & { checkers: Checkers }, links: Pick<LinksWatch, 'look'>) {
  const { store, clock, settings } = ports;

  const look = async (order: Order): Promise<{ order: Order; report: ResourceReport }> => {
    const report = await inspectResource(ports, order, { deadlineMs: clock.now() + LOOK_MS });
    const { resource } = report;
    if (resource === null || JSON.stringify(resource) === JSON.stringify(order.resource))
      return { order, report };
    // What moderators approved is a chat: where its name leads by now is not approved by being looked at.
    if (order.decision === 'approved' && hasMoved(order, resource)) return { order, report };
    // Of an order that was changed meanwhile, this says nothing, and the revision that was looked at is not approved.
    if (!(await store.orders.setResource(order.orderId, resource, clock.now(), order.revision)))
      return { order, report };
    // The moderator saw the same chat: that its title is another by now, or another of our bots checks there, is no matter.
    const isSame = order.resource.resourceId === resource.resourceId;
    return { order: { ...order, resource, revision: order.revision + (isSame ? 1 : 0) }, report };
  };

  const { decide, takeOut } = createDecisions(ports);

  /** The order if it still waits at that revision, or else what to answer. */
  const waiting = async (orderId: number, revision: number): Promise<Order | ModerationOutcome> => {
    const order = await store.orders.find(orderId);
    if (order === null) return { kind: 'gone' };
    const isWaiting = order.decision === 'waiting' && order.revision === revision;
    return isWaiting ? order : { kind: 'already', order: toInfo(order) };
  };

  return {
    /** Orders that wait, oldest first. */
    queue: async (operator: Operator, page: { offset: number; limit: number }) => {
      assertModerator(settings, operator);
      const { orders, total } = await store.orders.waiting(page);
      return { orders: orders.map(toInfo), total };
    },
    /**
     * Whether a moderator gets this order's card now. While many orders wait they get the number of those instead, in one
     * notification for a while; of an order that does not wait any more they get nothing.
     */
    wantsCard: async (moderatorId: number, orderId: number) => {
      assertModerator(settings, moderatorId);
      const order = await store.orders.find(orderId);
      if (order === null || statusOf(order) !== 'Moderation') return false;
      const { total } = await store.orders.waiting({ offset: 0, limit: 1 });
      if (total <= CARDS_MAX) return true;
      const nowMs = clock.now();
      const window = Math.floor(nowMs / COUNT_WINDOW_MS);
      await store.notifications.queue([waitingNotification(moderatorId, window)], nowMs);
      return false;
    },
    /** Null when there is no such order. */
    card: async (operator: Operator, orderId: number): Promise<ModerationCard | null> => {
      assertModerator(settings, operator);
      const order = await store.orders.find(orderId);
      if (order === null) return null;
      const looked = await look(order);
      const isLinkBlocked = await store.orders.isLinkBlocked(order.linkKey);
      const { report } = looked;
      return { order: toInfo(looked.order), shownLink: shownLink(looked.order), report, isLinkBlocked };
    },
    /** Approves the order as it was at `revision`; `theme` absent keeps what the advertiser proposed. */
    approve: async (
      operator: Operator,
      orderId: number,
      revision: number,
      theme?: string | null,
    ): Promise<ModerationOutcome> => {
      assertModerator(settings, operator);
      const found = await waiting(orderId, revision);
      if ('kind' in found) return found;
      const { order, report } = await look(found);
      const missing = report.problems;
      if (missing.length > 0) return { kind: 'missing_rights', order: toInfo(order), missing };
      const kept = theme === undefined ? order.theme : theme;
      return decide(order, operator ?? TERMINAL_ID, { decision: 'approved', reason: null, theme: kept });
    },
    /** @throws ServiceError `invalid` for a reason that is empty or too long */
    reject: async (
      operator: Operator,
      orderId: number,
      revision: number,
      reason: string,
    ): Promise<ModerationOutcome> => {
      assertModerator(settings, operator);
      const text = reasonText(reason);
      const found = await waiting(orderId, revision);
      if ('kind' in found) return found;
      const made = { decision: 'rejected', reason: text, theme: found.theme } as const;
      return decide(found, operator ?? TERMINAL_ID, made);
    },
    /** Blocks the link for further orders; this order is rejected, also when it runs already. */
    blockLink: async (moderatorId: number, orderId: number): Promise<ModerationOutcome> => {
      assertModerator(settings, moderatorId);
      const order = await store.orders.find(orderId);
      if (order === null) return { kind: 'gone' };
      await store.orders.setLinkBlocked(order.linkKey, true, moderatorId, clock.now());
      return takeOut(order, moderatorId);
    },
    /** The link of this order can be ordered again; the order itself stays rejected. Returns whether it was blocked. */
    unblockLink: async (moderatorId: number, orderId: number) => {
      assertModerator(settings, moderatorId);
      const order = await store.orders.find(orderId);
      if (order === null) return false;
      return store.orders.setLinkBlocked(order.linkKey, false, moderatorId, clock.now());
    },
    /**
     * Blocks the link for further orders, in whatever way it is written; orders on it are rejected, also those that run.
     * Returns how many were.
     * @throws ServiceError `invalid` when it is no link
     */
    blockLinkOf: async (operator: Operator, link: string) => {
      assertModerator(settings, operator);
      const linkKey = keyOf(link);
      const moderatorId = operator ?? TERMINAL_ID;
      await store.orders.setLinkBlocked(linkKey, true, moderatorId, clock.now());
      let count = 0;
      for (const order of await store.orders.ofLinkKey(linkKey))
        if ((await takeOut(order, moderatorId)).kind === 'decided') count += 1;
      return count;
    },
    /** The link can be ordered again; orders on it stay rejected. Returns whether it was blocked. */
    unblockLinkOf: async (operator: Operator, link: string) => {
      assertModerator(settings, operator);
      return store.orders.setLinkBlocked(keyOf(link), false, operator ?? TERMINAL_ID, clock.now());
    },
    /**
     * Pauses an order until a moderator lets it go on, and notifies its owner why; logged. No change of the order ends it, and
     * copies of the order are paused, too.
     * @throws ServiceError `invalid` for a reason that is empty or too long
     */
    pause: async (operator: Operator, orderId: number, text: string): Promise<Pausing> => {
      assertModerator(settings, operator);
      const made = { moderatorId: operator ?? TERMINAL_ID, reason: pausedByModerator(reasonText(text)) };
      const isNew = await store.orderWatch.hold(orderId, made, heldNotifications, clock.now());
      const order = await store.orders.find(orderId);
      if (order === null) return { kind: 'gone' };
      return { kind: isNew ? 'paused' : 'already', order: toInfo(order) };
    },
    /** Lets a paused order go on, and notifies its owner; logged. @throws ServiceError `conflict` unless it is paused for what was seen */
    resume: async (operator: Operator, orderId: number, seen?: PauseCode): Promise<Resumption> => {
      assertModerator(settings, operator);
      const order = await store.orders.find(orderId);
      if (order === null) return { kind: 'gone' };
      if (order.pauseReason === null) return { kind: 'not_paused', order: toInfo(order) };
      if (seen !== undefined && seen !== readPause(order.pauseReason).code) throw pausedElse();
      if (isOfLink(order.pauseReason) && (await links.look(order)) !== 'there')
        return { kind: 'still_moved', order: toInfo(order) };
      const by = operator ?? TERMINAL_ID;
      await store.orderWatch.resume(orderId, by, resumeNotifications, clock.now(), order.pauseReason);
      const now = await store.orders.find(orderId);
      return { kind: 'resumed', order: toInfo(now ?? order) };
    },
    /** Who decided what, latest first; of one moderator, or of all. */
    log: async (operator: Operator, page: ModerationPage) => {
      assertModerator(settings, operator);
      const lines = await store.moderationLog.page(page);
      const ids = [...new Set(lines.map((line) => line.moderatorId))];
      const people = await Promise.all(ids.map((id) => store.accounts.find(id)));
      const names = new Map(people.flatMap((one) => (one === null ? [] : [[one.accountId, one.firstName]])));
      return lines.map((line) => ({ ...line, moderatorName: names.get(line.moderatorId) ?? '' }));
    },
  };
}

/** What is decided of orders, and takes them out where their link is blocked. */
function createDecisions({ store, clock, words }: Ports) {
  const decide = async (
    order: Order,
    moderatorId: number,
    made: { decision: 'approved' | 'rejected'; reason: string | null; theme: string | null },
  ): Promise<ModerationOutcome> => {
    const notification = decisionNotification({ ...order, ...made });
    const decision = { ...made, moderatorId };
    const outcome = await store.orders.decide(
      order.orderId,
      order.revision,
      decision,
      [notification],
      clock.now(),
    );
    return outcome.kind === 'gone' ? outcome : { kind: outcome.kind, order: toInfo(outcome.order) };
  };

  /** Takes an order that was decided already out of the running. */
  const revoke = async (order: Order, reason: string): Promise<ModerationOutcome> => {
    const fields = { ...order, decision: 'rejected' as const, reason };
    const next = { ...fields, revision: order.revision + 1 };
    const outcome = await store.orders.revise(
      order.orderId,
      order.revision,
      fields,
      [decisionNotification(next)],
      clock.now(),
    );
    if (outcome.kind === 'revised') return { kind: 'decided', order: toInfo(outcome.order) };
    const now = await store.orders.find(order.orderId);
    if (now === null) return { kind: 'gone' };
    // Its owner changed something meanwhile: it must not go on running for that.
    const isStillRunning = now.decision === 'approved' && now.linkKey === order.linkKey;
    return isStillRunning ? revoke(now, reason) : { kind: 'already', order: toInfo(now) };
  };

  /** Takes an order on a blocked link out, whatever was decided of it. */
  const takeOut = async (order: Order, moderatorId: number): Promise<ModerationOutcome> => {
    if (order.decision === 'rejected') return { kind: 'already', order: toInfo(order) };
    const owner = await store.accounts.find(order.accountId);
    const reason = words.text(owner?.language ?? 'en', 'reject-link-blocked');
    if (order.decision === 'approved') return revoke(order, reason);
    return decide(order, moderatorId, { decision: 'rejected', reason, theme: order.theme });
  };

  return { decide, takeOut };
}

function hasMoved(order: Order, { resourceId }: Resource): boolean {
  return order.resource.resourceId !== '' && order.resource.resourceId !== resourceId;
}

function keyOf(link: string): string {
  const parsed = parseLink(link);
  if (parsed.kind === 'invalid')
    throw new ServiceError('invalid', `link: ${parsed.reason}.`, { topic: 'link_unknown' });
  return parsed.key;
}
