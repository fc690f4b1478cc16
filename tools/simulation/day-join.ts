/** A join in a day of choosing, settled by the service's own rules. */
import type { Order } from '../../core/ports/order-store.js';
import type { Impression } from '../../core/ports/sponsor-store.js';
import type { ImpressionFacts, Settlement } from '../../core/ports/subscription-store.js';
import { decideSettlement } from '../../core/subscriptions/settlement.js';

const DAY_MS = 86_400_000;

const rules = {
  attributionMs: DAY_MS,
  holdMs: 0,
  newPublisherHoldMs: 0,
  publisherShare: '0.7',
  paysByQuality: false,
  holdsByQuality: false,
  untrustedSubscribersDay: Infinity,
  clicksPerAddressDay: Infinity,
};

/** None of the advertiser's own. */
function strangersBot(botId: number): ImpressionFacts['bot'] {
  const accountId = 100_000 + botId;
  const today = { subscribersToday: 0, takenOverToday: 0 };
  return {
    accountId,
    hasToken: true,
    trust: 'unknown',
    isAccountTrusted: true,
    payingFactor: 1,
    holdFactor: 1,
    isBlockTested: false,
    ...today,
  };
}

/** Everything in order: the user uses the bot, joined just now, and was never in before. */
export function settleJoin(
  { orderId, accountId, isFree, quantityAll, quantityDay, name, resource }: Order,
  show: Impression,
  {
    joined,
    today = joined,
    walletMicros,
    nowMs,
  }: { joined: number; today?: number; walletMicros: bigint; nowMs: number },
): Settlement {
  return decideSettlement(
    {
      order: {
        orderId,
        accountId,
        isFree,
        quantityAll,
        quantityDay,
        quantityNow: joined,
        today,
        name,
        // Of whatever kind, people join.
        adsType: 'channel',
        takesJoinRequests: resource.takesJoinRequests,
        tracksUnsubscriptions: true,
        target: resource.resourceId,
      },
      impressions: [
        { ...show, bot: strangersBot(show.botId), contact: null, isSettled: false, replaced: [] },
      ],
      subscriptionStatus: null,
      opening: null,
      suspiciousUntilMs: null,
      isPaidFor: false,
      isJoinFound: false,
      unheard: [],
      membership: {
        resourceId: resource.resourceId,
        state: 'in',
        hadLeft: false,
        sinceMs: nowMs,
        checkedAtMs: nowMs,
        join: { atMs: nowMs, isAgain: false, byBotId: null },
        wasRemoved: false,
        isBarred: false,
        isUnreported: false,
      },
      walletMicros,
      withdrawing: [],
      userLanguage: 'ru',
    },
    rules,
    { nowMs, heardUntilMs: nowMs },
  );
}
