/** Openings of resources, as the documents say what they mean before anybody has settled them. */
import { ATTRIBUTION_MS, type Contact, type Impression, type Shower } from './impressions.js';
import { NEWER_AFTER_MS } from './rules.js';

/**
 * Under which name it is kept that a user opened a resource through a bot: for all bots where somebody other than the bot
 * says that the user uses it, else for this one alone.
 */
export function openingName(
  { orderId, botId }: { orderId: number; botId: number },
  { hasToken, trust }: Pick<Shower, 'hasToken' | 'trust'>,
  said: { word: Contact['state'] | null; isSigned: boolean },
): string {
  const isVouchedFor = hasToken ? said.word === 'yes' : trust === 'trusted';
  const isProven = said.isSigned || (isVouchedFor && trust !== 'refused');
  return isProven ? `order:${String(orderId)}` : openedName(orderId, botId);
}

/** What counts as said of a contact: a yes of a day ago does not, where another bot has shown the user a sponsor since. */
export function wordNow(
  { botId, contact }: { botId: number; contact: Contact | undefined },
  shown: Iterable<readonly Impression[]>,
  atMs: number,
): Contact['state'] | null {
  if (contact?.state !== 'yes' || atMs - contact.atMs < NEWER_AFTER_MS) return contact?.state ?? null;
  const others = [...shown].flat().filter((show) => show.botId !== botId);
  return others.some(({ seenMs }) => seenMs >= atMs - ATTRIBUTION_MS) ? 'unknown' : 'yes';
}

export function openedName(orderId: number, botId: number): string {
  return `opened:${String(botId)}:order:${String(orderId)}`;
}
