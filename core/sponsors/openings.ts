/**
 * Openings of resources that nothing proves: any bot can open its own links for a user by a script. They are done in that
 * bot alone, and take the user from no other (`evidence.md`, Resources and smart links).
 */
import type { Bot, Membership, RequestContext } from '../ports.js';
import { openedIn } from '../subscriptions/index.js';

/** What the user opened through this bot. */
export function openedHere(
  { memberships }: Pick<RequestContext, 'memberships'>,
  botId: number,
): Membership[] {
  return memberships.flatMap((membership) => openedIn(membership, botId) ?? []);
}

/** The request context as this bot sees it: what was opened through it is done. */
export function withOpenings<Seen extends Pick<RequestContext, 'memberships'>>(
  context: Seen,
  { botId }: Pick<Bot, 'botId'>,
): Seen {
  const opened = openedHere(context, botId);
  return opened.length === 0 ? context : { ...context, memberships: [...opened, ...context.memberships] };
}
