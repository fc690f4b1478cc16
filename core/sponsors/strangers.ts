/**
 * A user who, as the platform says, does not use the bot that asks about them is a stranger to it: it is answered as if
 * nothing were known of them but what it did and said itself (`evidence.md`, Who may say what).
 */
import type { Bot, RequestContext } from '../ports.js';
import { openedHere } from './openings.js';

/** What is left of a request context: no status, no omission and no trait tells what other bots or the platform told. */
export function withoutOthers<Seen extends RequestContext>(
  context: Seen,
  { botId }: Pick<Bot, 'botId'>,
): Seen {
  const own = async () => (await context.impressions()).filter((impression) => impression.botId === botId);
  return {
    ...context,
    user: null,
    subscriptionStatuses: [],
    memberships: openedHere(context, botId),
    impressions: own,
  };
}
