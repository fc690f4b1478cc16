/**
 * Answers that are given again. Bots ask about a user at every step, and mostly nothing has happened since: a request
 * that wrote nothing, asked nobody, and comes again as it was gets the same answer, while all that it came from is the
 * same. Marks and versions tell what other processes did; what moves by itself, such as money, quantity and schedules, is
 * looked at each time.
 */
import type { AsOf, Bot, Order } from '../ports.js';
import type { Verifier } from '../subscriptions/index.js';
import type { Chooser } from './choosing/index.js';
import type { Assessed, List } from './listing.js';
import type { SponsorAnswer } from './answer.js';
import type { SponsorRequest } from './request.js';

const REMEMBERED = 10_000;

/** Who asks for whom, and what is known of that before anything of the user is read. */
export interface Asking {
  bot: Bot;
  request: SponsorRequest;
  /** See `SponsorStore.contextMark`. */
  mark: number;
  nowMs: number;
  today: number;
  /** When the request came in. */
  asOf: AsOf;
}

export interface ResponseCache {
  /** Whether an answer for this user is kept at all. */
  has(botId: number, userId: number): boolean;
  /** The answer, when it would be the same again; the snapshot must be in step with the store. */
  find(asking: Asking): Promise<SponsorAnswer | null>;
  /**
   * Keeps an answer to a request that wrote nothing, where only what `find` looks at can change it.
   * @param untilMs when time alone would make something to write, or another list
   */
  keep(
    asking: Asking,
    list: List,
    assessed: readonly Assessed[],
    answer: SponsorAnswer,
    untilMs: number,
  ): void;
}

interface Kept extends Omit<Asking, 'asOf'> {
  orders: readonly Order[];
  orderIds: readonly number[];
  availableIds: ReadonlySet<number>;
  /** The user is known to be out of some of them: while updates do not come in, the platform is asked again. */
  isOpen: boolean;
  /** From when the platform is asked again in any case. */
  recheckAtMs: number;
  untilMs: number;
  answer: SponsorAnswer;
}

export function createResponseCache(
  chooser: Pick<Chooser, 'order' | 'available'>,
  verifier: Pick<Verifier, 'wouldRecheck'>,
): ResponseCache {
  const answers = new Map<string, Kept>();
  const keyOf = (botId: number, userId: number) => `${String(botId)}:${String(userId)}`;

  const isCurrent = (order: Order) => chooser.order(order.orderId) === order;

  const isSame = (kept: Kept, { bot, request, mark, nowMs, today }: Asking): boolean =>
    kept.mark === mark &&
    kept.bot === bot &&
    kept.today === today &&
    nowMs >= kept.nowMs &&
    nowMs < kept.untilMs &&
    nowMs < kept.recheckAtMs &&
    kept.orders.every(isCurrent) &&
    isAlike(kept.request, request) &&
    !(kept.isOpen && verifier.wouldRecheck(kept.orders));

  return {
    has: (botId, userId) => answers.has(keyOf(botId, userId)),
    find: async (asking) => {
      const { bot, request, nowMs, asOf } = asking;
      const kept = answers.get(keyOf(bot.botId, request.user.userId));
      if (kept === undefined || !isSame(kept, asking)) return null;
      const available = await chooser.available(kept.orderIds, nowMs, bot, asOf);
      return areAlike(available, kept.availableIds) ? kept.answer : null;
    },
    keep: ({ bot, request, mark, nowMs, today }, list, assessed, answer, untilMs) => {
      const orders = assessed.flatMap(({ order }) => order ?? []);
      const isSettled = list.pin !== null && list.places.length === assessed.length;
      if (!isSettled || assessed.some(({ state }) => state === 'unknown') || !orders.every(isCurrent)) return;
      const available = assessed.filter(({ order, sponsor }) => order !== null && sponsor.availableNow);
      const key = keyOf(bot.botId, request.user.userId);
      // What is made anew is the youngest, and takes nobody's place.
      answers.delete(key);
      const [oldest] = answers.size >= REMEMBERED ? answers.keys() : [];
      if (oldest !== undefined) answers.delete(oldest);
      answers.set(key, {
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
        untilMs,
        answer: { ...answer, isRepeated: true },
      });
    },
  };
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
