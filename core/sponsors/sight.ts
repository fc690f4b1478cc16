/**
 * A user as the bot that asks may see them: all that a request works on. A stranger is seen by the bot's own claims, its own
 * lists, and joins that an update reported after those (`evidence.md`, Strangers): no status, no omission and no trait reveals
 * what other bots or the platform reported.
 */
import { listOf } from '../collections.js';
import type { Audience, BotView } from '../audience/index.js';
import { CLOCK_TOLERANCE_MS } from '../evidence/index.js';
import type { Ports } from '../ports.js';
import type { ReportedProfile } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { Membership, RequestContext } from '../ports/sponsor-store.js';
import { membershipKey, openedIn } from '../subscriptions/index.js';
import type { Chooser } from '../choosing/index.js';
import { readOrders } from './pins.js';

/** Of all that a bot showed a user, the latest: more than any list that still lives. */
const SHOWN_LIMIT = 500;

export interface Sight<Seen extends RequestContext = RequestContext> {
  view: BotView;
  context: Seen;
}

export type Sights = ReturnType<typeof createSights>;

export function createSights(
  { store }: Pick<Ports, 'store'>,
  { audience, chooser }: { audience: Pick<Audience, 'view'>; chooser: Pick<Chooser, 'order'> },
) {
  /** When this bot first listed each resource that it showed the user. */
  const firstShown = async (botId: number, userId: number, nowMs: number): Promise<Map<string, number>> => {
    const rows = await store.sponsors.shownBy(botId, userId, { fromMs: 0, toMs: nowMs }, SHOWN_LIMIT);
    const orderIds = rows.map(({ impression }) => impression.orderId);
    const orders = await readOrders(store, chooser, orderIds);
    const times = new Map<string, number>();
    for (const { impression } of rows) {
      const order = orders.get(impression.orderId);
      if (order === undefined) continue;
      const key = membershipKey(order);
      times.set(key, Math.min(times.get(key) ?? Infinity, impression.firstShownAtMs));
    }
    return times;
  };

  const joinedSince = async (
    { memberships, isKnownToBot }: RequestContext,
    botId: number,
    userId: number,
    nowMs: number,
  ): Promise<Membership[]> => {
    const joined = memberships.filter(({ join }) => join !== null);
    if (!isKnownToBot || joined.length === 0) return [];
    const shownAtMs = await firstShown(botId, userId, nowMs);
    const since = listOf(joined, (membership) =>
      joinAfter(membership, shownAtMs.get(membership.resourceId) ?? Infinity),
    );
    if (since.length === 0) return [];
    // What an answer found, other bots asked about, perhaps long after the join.
    const reported = await store.memberships.reported(
      userId,
      since.map(({ resourceId }) => resourceId),
    );
    return since.filter(({ resourceId }) => reported.has(resourceId));
  };

  const asStranger = async <Seen extends RequestContext>(
    found: Seen,
    botId: number,
    userId: number,
    nowMs: number,
  ): Promise<Seen> => ({
    ...found,
    user: null,
    subscriptionStatuses: [],
    memberships: [...openedHere(found, botId), ...(await joinedSince(found, botId, userId, nowMs))],
    impressions: async () => (await found.impressions()).filter((impression) => impression.botId === botId),
  });

  const see = <Seen extends RequestContext>(
    view: BotView,
    bot: Bot,
    found: Seen,
    nowMs: number,
  ): Sight<Seen> | Promise<Sight<Seen>> => {
    if (!view.isStranger) return { view, context: withOpenings(found, bot) };
    return asStranger(found, bot.botId, view.user.userId, nowMs).then((context) => ({ view, context }));
  };

  return {
    /** At once, where nothing has to be read or counted for it. */
    of: <Seen extends RequestContext>(bot: Bot, found: Seen, said: ReportedProfile, nowMs: number) => {
      const view = audience.view(bot, found, said, nowMs);
      return view instanceof Promise
        ? view.then((one) => see(one, bot, found, nowMs))
        : see(view, bot, found, nowMs);
    },
  };
}

/** The membership as far as it is a join, or a request to join, after the sponsor was first listed; null where it is none. */
function joinAfter(membership: Membership, shownAtMs: number): Membership | null {
  const { resourceId, state, hadLeft, join } = membership;
  if (join === null || join.atMs + CLOCK_TOLERANCE_MS < shownAtMs) return null;
  // What is kept as the join of a user who was never let in is the request.
  if (state === 'out' && !hadLeft) return null;
  return {
    resourceId,
    state: state === 'requested' ? 'requested' : 'in',
    hadLeft: false,
    sinceMs: join.atMs,
    checkedAtMs: join.atMs,
    join: { atMs: join.atMs, isAgain: false, byBotId: null },
    wasRemoved: false,
    isBarred: false,
    isUnreported: false,
  };
}

/**
 * What the user opened through this bot. Nothing proves it, since any bot can open its own links for a user by a script: it is
 * done in that bot alone, and takes the user from no other (`evidence.md`, Resources and smart links).
 */
function openedHere({ memberships }: Pick<RequestContext, 'memberships'>, botId: number): Membership[] {
  return listOf(memberships, (membership) => openedIn(membership, botId));
}

/** The request context as this bot sees it: what was opened through it is done. */
function withOpenings<Seen extends Pick<RequestContext, 'memberships'>>(
  context: Seen,
  { botId }: Pick<Bot, 'botId'>,
): Seen {
  const opened = openedHere(context, botId);
  return opened.length === 0 ? context : { ...context, memberships: [...opened, ...context.memberships] };
}
