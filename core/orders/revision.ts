/**
 * What stands in the way of making or changing an order, and what of the order a change ends (`decisions.md`, Orders). The
 * store reads the facts and asks, under the locks that keep them as they are.
 */
import type { Order, OrderFields, OrderRevision, PauseReason, Resource } from '../ports/order-store.js';
import type { LinkFinding } from '../ports/order-watch-store.js';

/** The facts that a revision needs. */
export function revisionNeeds(order: Order, fields: OrderFields) {
  const isUpForModeration = order.decision !== 'waiting' && fields.decision === 'waiting';
  return {
    /** It changes what subscribers freeze: there may be none. */
    unfrozen: touchesFrozen(order, fields),
    /** It brings the order to another link, or to the moderators again: the link may not be blocked. */
    freeLink: fields.linkKey !== order.linkKey || isUpForModeration,
    /** It adds the order to those that wait for a moderator: there must be room for one more. */
    room: isQueued(fields) && !isQueued(order),
  };
}

/** Why an order cannot be revised so; null when it can. Facts that are not needed may be anything. */
export function revisionHindrance(
  needs: ReturnType<typeof revisionNeeds>,
  facts: { hasSubscribers: boolean; isBlocked: boolean; hasRoom: boolean },
): (OrderRevision & { kind: 'frozen' | 'blocked' | 'too_many' }) | null {
  if (needs.unfrozen && facts.hasSubscribers) return { kind: 'frozen' };
  if (needs.freeLink && facts.isBlocked) return { kind: 'blocked' };
  return needs.room && !facts.hasRoom ? { kind: 'too_many' } : null;
}

/** Whether a change touches what subscribers freeze. */
export function touchesFrozen(
  order: Pick<Order, 'link' | 'adsType'>,
  fields: Pick<OrderFields, 'link' | 'adsType'>,
): boolean {
  return order.link !== fields.link || order.adsType !== fields.adsType;
}

/** It stands among those that wait for a moderator. */
function isQueued({ decision, inArchive }: Pick<OrderFields, 'decision' | 'inArchive'>): boolean {
  return decision === 'waiting' && !inArchive;
}

/** Why a moderator's decision is not made; null: it is. */
export function decisionHindrance(
  { revision, decision }: Pick<Order, 'revision' | 'decision'>,
  seenRevision: number,
  made: 'approved' | 'rejected',
  isLinkBlocked: boolean,
): 'already' | 'blocked' | null {
  if (revision !== seenRevision || decision !== 'waiting') return 'already';
  return made === 'approved' && isLinkBlocked ? 'blocked' : null;
}

/** Whether a change ends bots' own invite links: the order is archived, or leads to another chat. */
export function endsOwnLinks(order: Order, { inArchive, resource }: OrderFields): boolean {
  return (inArchive && !order.inArchive) || resource.resourceId !== order.resource.resourceId;
}

/** Whether another bot checks from now on: joins by links of others reach it without the link. */
export function changesChecker(before: Resource, after: Resource): boolean {
  return before.checkerBotId !== after.checkerBotId;
}

/** What an approval leaves of a pause: the moderators have seen where the link leads now. */
export function pauseAfterApproval(reason: PauseReason | null): PauseReason | null {
  return isOfLink(reason) ? null : reason;
}

/** The order goes on by itself once its link is mended. */
export function isOfLink(reason: PauseReason | null): boolean {
  return reason === 'link_moved' || reason === 'link_dead';
}

/** A pause for the link begins only where there is no other pause, and ends no other. */
export function pauseAfterLook(reason: PauseReason | null, finding: LinkFinding): PauseReason | null {
  if (finding === 'there') return pauseAfterApproval(reason);
  return reason ?? (finding === 'dead' ? 'link_dead' : 'link_moved');
}
