/** Which impressions of its list a request leaves behind, and what is new of them (`evidence.md`, Joins). */
import { setOf } from '../collections.js';
import type { Bot, RequestContext, RequestRecord } from '../ports.js';
import { membershipKey, targetOf } from '../subscriptions/index.js';
import type { Assessed } from './listing.js';
import type { SponsorRequest } from './request.js';
import { isActionable } from './sponsor.js';

/** That a list was seen again is written down after this long; more often would only cost writes. */
export const SEEN_AGAIN_MS = 600_000;

interface Impressing {
  bot: Bot;
  context: RequestContext;
  request: Pick<SponsorRequest, 'action'>;
  nowMs: number;
}

/**
 * All of a list to be pinned; of one that was shown before only what was seen a while ago, or what is newer now since the
 * user has joined one of its sponsors. Mode `newtask` pins nothing: what it shows at another price is listed anew.
 */
export async function impressionsToRecord(
  { context, bot, nowMs, request }: Impressing,
  assessed: readonly Assessed[],
  isNew: boolean,
): Promise<RequestRecord['impressions']> {
  const known = isNew
    ? []
    : (await context.impressions()).filter((impression) => impression.botId === bot.botId);
  const joinedAtMs = lastJoinAmong(assessed, context);
  const isNewtask = request.action === 'newtask';
  const impressions: RequestRecord['impressions'] = [];
  for (const { order, sponsor, hasOwnLink } of assessed) {
    if (order === null || !isActionable(sponsor)) continue;
    const { orderId, realPriceMicros: priceMicros } = order;
    const shown = { orderId, priceMicros, hasOwnLink, ...targetOf(order) };
    const before = known.find(
      (impression) => impression.orderId === orderId && impression.target === shown.target,
    );
    const isFresh = before !== undefined && nowMs - before.seenAtMs < SEEN_AGAIN_MS;
    const isEngaged = before !== undefined && joinedAtMs > before.shownAtMs;
    const isListed =
      isNew || before === undefined || (isNewtask && !(isFresh && before.priceMicros === priceMicros));
    if (isListed) impressions.push({ ...shown, how: 'listed' });
    else if (isEngaged) impressions.push({ ...shown, priceMicros: before.priceMicros, how: 'engaged' });
    else if (!isFresh) impressions.push({ ...shown, priceMicros: before.priceMicros, how: 'repeated' });
  }
  return impressions;
}

/** When the user last joined one of the sponsors of this list. */
function lastJoinAmong(assessed: readonly Assessed[], { memberships }: RequestContext): number {
  const keys = setOf(assessed, ({ order }) => (order === null ? undefined : membershipKey(order)));
  return memberships.reduce(
    (latest, { resourceId, join }) => (keys.has(resourceId) ? Math.max(latest, join?.atMs ?? 0) : latest),
    0,
  );
}
