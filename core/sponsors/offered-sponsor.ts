/** An offer of another network as a caller sees it. */
import { kindOf } from '../kinds/index.js';
import { adsTypeOf, type NamedOffer } from '../networks/index.js';
import type { Words } from '../ports/words.js';
import { PASSES_AFTER_MS, type Sponsor } from './sponsor.js';
import { buttonText } from './words.js';

/** One that its network says nothing of holds a user up no longer once they have had time to do it. */
export function offeredSponsor(words: Words, offer: NamedOffer, language: string, nowMs: number): Sponsor {
  const { adsId, link, chat, title, state, isUnknown = false, listedAtMs, network } = offer;
  const adsType = adsTypeOf(link);
  const isStale = isUnknown && nowMs - listedAtMs >= PASSES_AFTER_MS;
  return {
    orderId: adsId,
    link,
    resourceId: chat,
    type: adsType,
    status: state === 'done' || state === 'held' ? 'subscribed' : 'unsubscribed',
    availableNow: state !== 'gone' && !isStale,
    buttonText: buttonText(words, kindOf({ adsType }).button.plain, language),
    resourceLogo: '',
    resourceName: title,
    network,
  };
}
