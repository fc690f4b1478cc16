/**
 * Who joined while our rights in a chat were gone, or a bot's token was refused or changed (`evidence.md`, Leaving): nothing reported it, so when the rights are back
 * the users who were shown its orders are asked about, within the platform's pace, and settled. The walk goes by user
 * id in bounded steps, since impressions have no index by order; where it stands is kept, so that a restart goes on.
 */
import type { Span } from '../evidence/index.js';
import { hasJoinUpdates } from '../kinds/index.js';
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';
import type { UnseenOrder } from '../ports/order-watch-store.js';
import type { Membership } from '../ports/sponsor-store.js';
import { askWhetherIn } from './asking.js';
import type { Settler } from './settle.js';
import { countsAsIn, MARGIN_MS, observedOf } from './membership.js';
import { asShown, membershipKey } from './targets.js';
import { createUnheardJoin } from './unheard-join.js';

/** Impressions that one step looks through: some 10 ms of the database's time. */
const WINDOW = 20_000;
/** Users that one step asks about: within the bot process's share of the pace, a few seconds. */
const USERS = 50;
const ORDERS = 20;
const CALL_MS = 10_000;
/** Users about which the platform says nothing so often are left to their own next request. */
const TRIES_MAX = 5;

/** `waits`: they are in, and an update of how may be under way; they are looked at again, and not asked about. */
type Checked = 'done' | 'waits' | 'unanswered';

export function createUnseen(ports: Ports, settler: Settler) {
  const { store, clock, settings } = ports;
  const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;
  const dateJoin = createUnheardJoin(ports);
  /** How often the step at hand was tried, by order and place. */
  const tries = new Map<string, number>();

  const settle = async (
    order: Order,
    userId: number,
    membership: Membership,
    lostAtMs: number,
  ): Promise<Checked> => {
    if (await settler.waits(order, membership)) return 'waits';
    if (countsAsIn(order, membership)) await settler.settle(order, userId, { joinedAtMs: lostAtMs });
    return 'done';
  };

  /**
   * From the loss on they may have joined at any moment. Counted from now, all would be free where the rights are kept away for
   * as long as a join counts for an impression.
   */
  const cameAtMs = async (order: Order, userId: number, known: Membership, lost: Span): Promise<number> => {
    // By more than the margin after the update of a leaving, or the answer would yield to it.
    const outAtMs = known.checkedAtMs + MARGIN_MS;
    const { resourceId, checkerBotId } = order.resource;
    const unheard = hasJoinUpdates(order)
      ? await store.orderWatch.unheard(resourceId, checkerBotId, outAtMs)
      : [lost];
    const joinedAtMs = await dateJoin([order], userId, { fromMs: outAtMs, toMs: lost.toMs }, unheard);
    return joinedAtMs ?? Math.min(Math.max(lost.fromMs, outAtMs), lost.toMs);
  };

  const checkUser = async (order: Order, userId: number, lostAtMs: number): Promise<Checked> => {
    const resourceId = membershipKey(order);
    const known = (await store.memberships.known(userId, [resourceId])).get(resourceId);
    // Who starts a bot was asked about before it was shown: of others nobody could say that they had not started it before.
    if (!hasJoinUpdates(order) && known === undefined) return 'done';
    // Found in since then, and not settled as long as an update may tell of the join.
    if (known?.state === 'in' && known.checkedAtMs >= lostAtMs) return settle(order, userId, known, lostAtMs);
    const askedAtMs = clock.now();
    const answer = await askWhetherIn(ports, order, userId, { deadlineMs: askedAtMs + CALL_MS });
    if (!answer.ok) return 'unanswered';
    const seen = observedOf(answer.value);
    const atMs =
      seen.state === 'in' && known !== undefined
        ? await cameAtMs(order, userId, known, { fromMs: lostAtMs, toMs: askedAtMs })
        : askedAtMs;
    const [observed] = await store.memberships.observe([
      { userId, resourceId, ...seen, updateId: null, atMs },
    ]);
    return observed === undefined ? 'done' : settle(order, userId, observed.membership, lostAtMs);
  };

  /** Returns whether there is more to do for this order, and it can be done at once. */
  const step = async (unseen: UnseenOrder): Promise<boolean> => {
    const { sinceMs } = unseen;
    const [order, key] = [orderAt(unseen), keyOf(unseen)];
    const walk = { seenSinceMs: sinceMs - attributionMs, window: WINDOW, limit: USERS };
    const { userIds, nextCursor } = await store.orderWatch.unseenUsers(unseen, walk);
    const answers = await Promise.all(userIds.map((userId) => checkUser(order, userId, sinceMs)));
    if (answers.includes('waits')) return false;
    const tried = (tries.get(key) ?? 0) + 1;
    if (answers.includes('unanswered') && tried < TRIES_MAX) {
      tries.set(key, tried);
      return false;
    }
    tries.delete(key);
    await store.orderWatch.noteUnseen(unseen, nextCursor);
    return nextCursor !== null;
  };

  return {
    /** One step for each order whose rights are back; returns how many orders can go on at once. */
    check: async () => {
      let going = 0;
      for (const unseen of await store.orderWatch.unseen(ORDERS)) if (await step(unseen)) going += 1;
      return going;
    },
  };
}

function keyOf({ order, place }: UnseenOrder): string {
  return `${String(order.orderId)} ${place?.target ?? ''}`;
}

/** The order as it led where its users may have joined. */
function orderAt({ order, place }: UnseenOrder): Order {
  if (place === null) return order;
  const shown = asShown(order, place);
  return { ...shown, resource: { ...shown.resource, checkerBotId: place.checkerBotId } };
}
