/** Asks whether a user did what an order asks for, or cannot. */
import { checkerToken } from '../checkers/index.js';
import { type Askers, kindOf } from '../kinds/index.js';
import { ORDER_TOKEN_PURPOSE } from '../orders/index.js';
import type { CallOptions, PlatformAnswer, Presence } from '../platform.js';
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';

export async function askWhetherIn(
  { platform, membershipService, settings, vault }: Ports,
  order: Order,
  userId: number,
  options: CallOptions,
): Promise<PlatformAnswer<Presence>> {
  const { resourceId, checkerBotId } = order.resource;
  const by: Askers = {
    platform,
    membershipService,
    inChat: async (question) => {
      // Joins could not be recognised, so none would be charged: the order must not go on being shown.
      if (resourceId === '') return notAsked('chat_gone', 'the channel behind the link is not known');
      const token = checkerToken(settings, checkerBotId);
      if (token === null)
        return notAsked('rights_lost', 'the bot that asked is not in the settings any more');
      return question(token, Number(resourceId));
    },
    withSecret: async (question) => {
      if (order.botTokenCipher === null) return notAsked('unavailable', 'the order has no token');
      const answer = await question(vault.open(order.botTokenCipher, ORDER_TOKEN_PURPOSE));
      return answer.ok ? { ok: true, value: answer.value ? 'in' : 'out' } : answer;
    },
  };
  const answer = await kindOf(order).ask?.(by, order, userId, options);
  return answer ?? notAsked('unavailable', 'such an order cannot be asked about');
}

function notAsked(
  kind: 'chat_gone' | 'rights_lost' | 'unavailable',
  description: string,
): PlatformAnswer<Presence> {
  return { ok: false, failure: { kind, description, retryAfterMs: null } };
}
