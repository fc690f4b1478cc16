/** Openings of resources, as the documents say what they mean before anybody has settled them. */
import type { Contact, Shower } from './impressions.js';

/**
 * Under which name it is kept that a user opened a resource through a bot: for all bots where somebody other than the bot
 * says that the user uses it, else for this one alone.
 */
export function openingName(
  { orderId, botId }: { orderId: number; botId: number },
  { hasToken, trust }: Pick<Shower, 'hasToken' | 'trust'>,
  said: { contact: Contact['state'] | null; isSigned: boolean },
): string {
  const isVouchedFor = hasToken ? said.contact === 'yes' : trust === 'trusted';
  const isProven = said.isSigned || (isVouchedFor && trust !== 'refused');
  return isProven ? `order:${String(orderId)}` : openedName(orderId, botId);
}

export function openedName(orderId: number, botId: number): string {
  return `opened:${String(botId)}:order:${String(orderId)}`;
}
