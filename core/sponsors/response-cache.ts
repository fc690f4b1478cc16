/**
 * Answers that are given again. Bots ask about a user at every step, and mostly nothing has happened since: a request
 * that wrote nothing, asked no question, and comes again as it was gets the same answer, while all that it came from is the
 * same. One from another chat, with another action or another filter, gets that list by its own filter. Marks and versions
 * show what other processes did; what moves by itself, such as money, quantity and schedules, is looked at each time.
 */
import { LRUCache } from 'lru-cache';
import { listOf, setOf } from '../collections.js';
import { hasWorkingToken } from '../bot-trust.js';
import type { Order } from '../ports/order-store.js';
import { latest } from '../remembered.js';
import type { Verifier } from '../subscriptions/index.js';
import { answer as answerOf, narrow, type SponsorAnswer } from './answer.js';
import type { Chooser } from '../choosing/index.js';
import { passesAtMs, sponsorsOf } from './listing.js';
import { type Arriving, isTurnkey } from './ongoing.js';
import { SEEN_AGAIN_MS } from './record.js';
import type { Served } from './request-events.js';
import { isActionable, type Sponsor } from './sponsor.js';

const REMEMBERED = 10_000;

interface Kept extends Omit<Arriving, 'asOf' | 'waitsUntil'> {
  orders: readonly Order[];
  orderIds: readonly number[];
  availableIds: ReadonlySet<number>;
  /** The user is known to be out of some of them: while updates do not come in, the platform is asked again. */
  isOpen: boolean;
  /** From when the platform is asked again in any case. */
  recheckAtMs: number;
  /** When time alone would make something to write, or another list. */
  untilMs: number;
  answer: SponsorAnswer;
  /** Of the list, those too that the answer leaves out. */
  sponsors: readonly Sponsor[];
}

export function createResponseCache(
  chooser: Pick<Chooser, 'sync' | 'order' | 'available'>,
  verifier: Pick<Verifier, 'wouldRecheck'>,
) {
  const answers = new LRUCache<string, Kept>(latest(REMEMBERED));
  const keyOf = (botId: number, userId: number) => `${String(botId)}:${String(userId)}`;

  const isCurrent = (order: Order) => chooser.order(order.orderId) === order;

  const isSame = (kept: Kept, { bot, mark, nowMs, today }: Arriving): boolean =>
    kept.mark === mark &&
    kept.bot === bot &&
    kept.today === today &&
    nowMs >= kept.nowMs &&
    nowMs < kept.untilMs &&
    nowMs < kept.recheckAtMs &&
    kept.orders.every(isCurrent) &&
    !(kept.isOpen && verifier.wouldRecheck(kept.orders));

  const keep = (served: Served) => {
    const { list, assessed, answer } = served;
    const { bot, request, mark, nowMs, today } = served.of;
    const orders = listOf(assessed, ({ order }) => order);
    // Another network says when an offer is done only when it is asked.
    if (assessed.some(({ offer }) => offer?.state === 'pending')) return;
    const isSettled = list.pin !== null && list.places.length === assessed.length;
    if (!isSettled || assessed.some(({ state }) => state === 'unknown') || !orders.every(isCurrent)) return;
    const available = assessed.filter(({ order, sponsor }) => order !== null && sponsor.availableNow);
    answers.set(keyOf(bot.botId, request.user.userId), {
      bot,
      request,
      mark,
      nowMs,
      today,
      orders,
      orderIds: orders.map(({ orderId }) => orderId),
      availableIds: new Set(available.map(({ sponsor }) => sponsor.orderId)),
      isOpen: assessed.some(({ recheckAtMs }) => recheckAtMs !== null),
      recheckAtMs: Math.min(...assessed.map(({ recheckAtMs }) => recheckAtMs ?? Infinity)),
      untilMs: repeatsUntil(served),
      answer: { isRepeated: true, ...answer },
      sponsors: sponsorsOf(assessed),
    });
  };

  const find = async (kept: Kept, arriving: Arriving): Promise<SponsorAnswer | null> => {
    const { bot, nowMs, asOf } = arriving;
    await chooser.sync(asOf);
    const given = isSame(kept, arriving) ? answerTo(arriving, kept) : null;
    if (given === null) return null;
    const available = await chooser.available(kept.orderIds, nowMs, bot, asOf);
    return areAlike(available, kept.availableIds) ? given : null;
  };

  return {
    /** The answer of a moment ago, when it would be the same; null at once where none is kept. */
    repeat: (arriving: Arriving) => {
      const kept = answers.get(keyOf(arriving.bot.botId, arriving.request.user.userId));
      return kept === undefined ? null : find(kept, arriving);
    },
    /** Keeps answers to requests that wrote nothing, where only what `repeat` looks at can change them. */
    listener: {
      served: (served: Served) => {
        const { bot, view, mark } = served.of;
        // With a token that works, the platform is asked about a stranger again soon, which a repeated answer would put off.
        const isAsked = view.isStranger && hasWorkingToken(bot);
        if (served.wroteNothing && mark !== null && !isAsked) keep(served);
      },
    },
  };
}

/**
 * Null where the request may have to be noted otherwise, or says something else. While something is still to be done, the
 * list stands whatever the chat and the action; `newtask` chooses another.
 */
function answerTo(
  { bot, request }: Arriving,
  { answer, sponsors, request: before }: Kept,
): SponsorAnswer | null {
  if (isAlike(before, request)) return answer;
  const isOfList = answer.status === 'warning' && answer.sponsors !== null && request.action !== 'newtask';
  if (!isOfList || isTurnkey(bot, request) || !isAlike(before.user, request.user)) return null;
  const narrowed = narrow(sponsors, request);
  return narrowed.some(isActionable) ? answerOf('warning', answer, narrowed) : null;
}

/** When the pin ends, an impression of what the user has still to do is to be made the latest again, or a stranger passes. */
function repeatsUntil({ of: { bot, view }, list, assessed, waiting, shown }: Served): number {
  const orderIds = setOf(assessed, ({ sponsor }) => (isActionable(sponsor) ? sponsor.orderId : undefined));
  const endsAtMs = shown
    .filter((impression) => impression.botId === bot.botId && orderIds.has(impression.orderId))
    .map((impression) => impression.seenAtMs + SEEN_AGAIN_MS);
  const passes =
    view.isStranger && waiting.length > 0 ? list.places.map((place) => passesAtMs(place, list)) : [];
  return Math.min(list.pin?.expiresAtMs ?? 0, ...endsAtMs, ...passes);
}

function areAlike(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  if (one.size !== other.size) return false;
  for (const value of one) if (!other.has(value)) return false;
  return true;
}

/** Values, and lists and objects of them. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isAlike(one[key], other[key]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
