/** What a request leaves behind, in one step: the reported profile, the pin, impressions (`evidence.md`, Joins), the block. */
import { languageOf, saysNew } from '../audience/index.js';
import { setOf } from '../collections.js';
import { isProven } from '../evidence/index.js';
import type { Impression, Pin, RequestContext, RequestRecord } from '../ports/sponsor-store.js';
import { membershipKey, targetOf } from '../subscriptions/index.js';
import type { Assessed, List } from './listing.js';
import type { OngoingRequest } from './ongoing.js';
import { isActionable, type Sponsor } from './sponsor.js';

/** What one request adds to what each leaves behind. */
export type Writing = Partial<Omit<RequestRecord, 'botId' | 'nowMs'>>;

export function recordOf(ongoing: OngoingRequest, writing: Writing): RequestRecord {
  const { bot, request, context, view, notesUser, nowMs, showsItself } = ongoing;
  return {
    botId: bot.botId,
    nowMs,
    notesUser,
    isFirstForBot: !context.isKnownToBot,
    claims: saysNew(context.claims, request.user) ? view.claims : null,
    pin: null,
    unpin: false,
    impressions: [],
    proof: showsItself ? 'block' : view.isStranger ? 'list' : 'contact',
    counts: !view.isStranger,
    isDenied: bot.hasToken && context.contact?.state === 'no' && (writing.contact ?? null) === null,
    contact: null,
    block: undefined,
    askedOnDay: null,
    askedHereOnDay: null,
    ...writing,
  };
}

export function changesNothing(record: RequestRecord): boolean {
  const { claims, isFirstForBot, pin, unpin, impressions, contact, block, askedOnDay, askedHereOnDay } =
    record;
  const isQuiet = claims === null && !isFirstForBot && pin === null && !unpin && contact === null;
  return (
    isQuiet && impressions.length === 0 && block === undefined && (askedOnDay ?? askedHereOnDay) === null
  );
}

export function newPin({ request, bot, nowMs }: OngoingRequest, { places }: List): Pin {
  return {
    mode: request.action === 'task' ? 'task' : 'subscribe',
    slots: places.map((place) => place.slot),
    pinnedAtMs: nowMs,
    expiresAtMs: nowMs + bot.settings.timePurgeMinutes * 60_000,
  };
}

export function blockFor(ongoing: OngoingRequest, waiting: readonly Sponsor[]): RequestRecord['block'] {
  const { showsItself, context, request, bot } = ongoing;
  const { chatId } = request;
  // A bot may ask for links in one place and have a block shown in another: the block is not about this request.
  if (!showsItself) return undefined;
  if (waiting.length === 0) return context.hasBlock ? { chatId, content: null } : undefined;
  const opensInside = bot.settings.redirectOpenType === 'miniapp';
  const buttons = waiting.map(({ type, resourceName, buttonText, link: url }) => {
    if (type !== 'smart_link') return { text: resourceName || buttonText, url };
    // Where it leads is not known yet: its host is no name for a button.
    return { text: buttonText, url, ...(opensInside ? { opensInside } : {}) };
  });
  return { chatId, content: { kind: 'sponsors', language: languageOf(ongoing.view), buttons } };
}

/** That a list was seen again is written down after this long; more often would only cost writes. */
export const SEEN_AGAIN_MS = 600_000;

/**
 * All of a list to be pinned; of one that was shown before only what was seen a while ago, or what is newer now since the
 * user has joined one of its sponsors. Mode `newtask` pins nothing: what it shows at another price is listed again.
 * @param shown to this user before; none where the list is new
 */
export function impressionsToRecord(
  { context, view, bot, nowMs, request }: OngoingRequest,
  assessed: readonly Assessed[],
  isNew: boolean,
  shown: readonly Impression[],
): RequestRecord['impressions'] {
  const known = shown.filter((impression) => impression.botId === bot.botId);
  const joinedAtMs = lastJoinAmong(assessed, context);
  const isNewtask = request.action === 'newtask';
  const impressions: RequestRecord['impressions'] = [];
  for (const { order, sponsor, hasOwnLink } of assessed) {
    if (order === null || !isActionable(sponsor)) continue;
    const { orderId, realPriceMicros: priceMicros } = order;
    const { target, adsType } = targetOf(order);
    const before = known.find((one) => one.orderId === orderId && one.target === target);
    const isFresh = before !== undefined && nowMs - before.seenAtMs < SEEN_AGAIN_MS;
    // What was proven becomes no newer by a list to a stranger.
    const mayRenew = !view.isStranger || before === undefined || !isProven(before);
    const isEngaged = before !== undefined && mayRenew && joinedAtMs > before.shownAtMs;
    const isListed =
      isNew || before === undefined || (isNewtask && !(isFresh && before.priceMicros === priceMicros));
    const again = isEngaged ? 'engaged' : isFresh ? null : 'repeated';
    const how = isListed ? (view.isStranger ? 'unconfirmed' : 'listed') : again;
    if (how === null) continue;
    const price = isListed ? priceMicros : before.priceMicros;
    // Field by field: for each sponsor of each new list a copy of parts would take six times as long.
    impressions.push({ orderId, target, adsType, hasOwnLink, priceMicros: price, how });
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
