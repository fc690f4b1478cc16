/** Which joins a reversal is about, and the walk through them. */
import { setImmediate as turn } from 'node:timers/promises';
import {
  assertAdministrator,
  everyBot,
  knownAccount,
  knownBot,
  type Operator,
  TERMINAL_ID,
} from '../accounts/index.js';
import { dayNumberOf, formatDay, lastDay, rangeOfDays } from '../days.js';
import { ServiceError } from '../errors.js';
import { BOOKING_NOTE_LENGTH_MAX } from '../ledger/index.js';
import type { Ports } from '../ports.js';
import { textWithin } from '../reason.js';
import type { FoundJoin, JoinPlace, Pair, ReversalMade } from '../ports/reversal-store.js';

const ORDERS_AT_ONCE = 500;
/** Days before and after all others. */
const [FIRST_DAY, LAST_DAY] = [0, 100_000_000];

export interface WantedReversal {
  /** A bot, or all bots of an account. */
  of: { botId: number } | { accountId: number };
  orderId: number | null;
  /** Joins of these days alone, both included; null: from the first, up to now. */
  fromDay: number | null;
  toDay: number | null;
  /** Its people read it. */
  reason: string;
}

/** What is wanted, as the store is asked for it. */
export interface Scope {
  botIds: number[];
  days: { fromDay: number; toDay: number };
  range: { fromMs: number; toMs: number };
  made: ReversalMade;
  reason: string;
}

export type FoundJoins = ReturnType<typeof createFoundJoins>;

export function createFoundJoins(ports: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const { store, clock, settings } = ports;
  const zone = settings.SERVICE_TIMEZONE;

  const botsOf = async (of: WantedReversal['of']): Promise<{ accountId: number; botIds: number[] }> => {
    if ('botId' in of) {
      const { accountId, botId } = await knownBot(store, of.botId);
      return { accountId, botIds: [botId] };
    }
    const { accountId } = await knownAccount(store, of.accountId);
    const bots = await everyBot(store, settings, accountId);
    return { accountId, botIds: bots.map(({ botId }) => botId) };
  };

  const scopeOf = async (operator: Operator, wanted: WantedReversal): Promise<Scope> => {
    assertAdministrator(settings, operator);
    const { of, orderId } = wanted;
    const [fromDay, toDay] = [wanted.fromDay ?? FIRST_DAY, wanted.toDay ?? dayNumberOf(clock.now(), zone)];
    if (fromDay > toDay)
      throw new ServiceError('invalid', `from: must not be after ${lastDay(wanted.toDay, 'to')}.`, {
        topic: 'days_reversed',
      });
    const { accountId, botIds } = await botsOf(of);
    if (orderId !== null && (await store.orders.find(orderId)) === null)
      throw new ServiceError('forbidden', `There is no order ${String(orderId)}.`);
    const reason = textWithin('reason', wanted.reason, { max: BOOKING_NOTE_LENGTH_MAX });
    return {
      botIds,
      reason,
      // A join counts on the day of its settlement, by the zone of that time.
      days: { fromDay: fromDay - 1, toDay: wanted.toDay === null ? LAST_DAY : toDay + 1 },
      range: rangeOfDays(fromDay, toDay, zone),
      made: {
        moderatorId: operator ?? TERMINAL_ID,
        publisherId: accountId,
        orderId,
        botId: 'botId' in of ? of.botId : null,
        accountId: 'accountId' in of ? of.accountId : null,
        reason: `${reason}${periodOf(wanted)}`,
      },
    };
  };

  async function* ordersOf(botId: number, { made: { orderId }, days }: Scope): AsyncGenerator<number> {
    for (let after = orderId === null ? 0 : orderId - 1; ;) {
      const found = await store.reversals.orders(botId, days, after, orderId === null ? ORDERS_AT_ONCE : 1);
      yield* found.filter((each) => orderId === null || each === orderId);
      const last = found.at(-1);
      if (last === undefined || orderId !== null) return;
      after = last;
    }
  }

  async function* pagesOf(
    scope: Scope,
    signal?: AbortSignal,
  ): AsyncGenerator<{ pair: Pair; joins: FoundJoin[] }> {
    for (const botId of scope.botIds)
      for await (const orderId of ordersOf(botId, scope)) {
        const pair = { orderId, botId };
        for (let after: JoinPlace | null = null; ;) {
          const { joins, next } = await store.reversals.joins(pair, scope.range, after);
          // Of an account, joins that paid it alone.
          const { accountId } = scope.made;
          yield { pair, joins: joins.filter(({ payeeId }) => accountId === null || payeeId === accountId) };
          await turn();
          signal?.throwIfAborted();
          if (next === null) break;
          after = next;
        }
      }
  }

  return {
    /** @throws ServiceError `forbidden` for others than administrators, or when there is no such bot, account or order; `invalid` for the reason or the days */
    scopeOf,
    /** All joins of a scope, a page at a time, between which others have their turn. @throws the reason of an aborted signal */
    pagesOf,
  };
}

/** Such as ` (2026-01-05 – 2026-01-09)`. */
function periodOf({ fromDay, toDay }: WantedReversal): string {
  if (fromDay === null && toDay === null) return '';
  const [from, to] = [fromDay, toDay].map((day) => (day === null ? '…' : formatDay(day)));
  return ` (${String(from)} – ${String(to)})`;
}
