/** Asks for a bot's own invite links to what it shows in a new list (`evidence.md`, Joins). */
import type { OwnLinks } from '../orders/index.js';
import { isTrustedBot } from '../bot-trust.js';
import type { Listener } from './request-events.js';

/** By a link of its own an untrusted bot proves nothing: it must not take the place of one that does. */
export function wantsOwnLinks(ownLinks: Pick<OwnLinks, 'want'>): Listener {
  return {
    served: ({ of: { bot }, list, assessed, holdsBack }) => {
      if (list.pin === null && holdsBack && isTrustedBot(bot)) ownLinks.want(assessed, bot.botId);
    },
  };
}
