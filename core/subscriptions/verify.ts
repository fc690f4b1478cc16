/**
 * Is the user in? (`decisions.md`, Subscriptions; `docs/decisions.md`, Spending the platform's calls)
 *
 * The platform's patience is limited, so a question is asked where only an answer can tell. Updates tell every join in a
 * chat where our bot is administrator: while they come in, a user of a channel is asked about at most once in
 * `RECHECK_SECONDS`, and before a sponsor is shown only where members from before are likely (`odds.ts`). No update tells
 * who starts a bot, so those users are asked about each time. When the platform does not answer, what was known a short
 * while ago still holds; then nothing is known, which is never held against the user.
 */
import { LRUCache } from 'lru-cache';
import type { Checkers } from '../checkers/index.js';
import { isOpened, hasJoinUpdates } from '../kinds/index.js';
import type { PlatformAnswer, Presence } from '../platform.js';
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';
import type { Membership } from '../ports/sponsor-store.js';
import type { Observation } from '../ports/subscription-store.js';
import { latest } from '../remembered.js';
import { within } from '../within.js';
import { askWhetherIn } from './asking.js';
import { type CheckerMoves, createCheckerMoves } from './checker-moves.js';
import { createHearing } from './hearing.js';
import { membershipKey } from './targets.js';
import { countsAsIn, observedOf } from './membership.js';
import { createOdds, type Worth } from './odds.js';
import { createRechecks } from './rechecks.js';
import { rightsBack, rightsLost } from './rights-notifications.js';

/** For how long an `out` still counts while the platform does not answer. */
const OUT_HOLDS_MS = 60_000;

/** `unasked`: nothing is known, and asking before the sponsor is shown does not pay. */
export type CheckState = 'in' | 'out' | 'requested' | 'unknown' | 'unasked';

/**
 * What for: a new list is made, or the user says that they are done with one that was made then. What was asked to make it
 * does not count: the first press is answered by what the platform says, even where its update is a moment late.
 */
export type CheckPurpose = { kind: 'choosing' } | { kind: 'done'; listedAtMs: number };

export interface Check {
  order: Order;
  state: CheckState;
  /** What is known now; null when nothing is. */
  membership: Membership | null;
}

/** A user of a new list does not wait longer for a turn under our pace: a sponsor they are in already does less harm. */
const CHOOSING_PATIENCE_MS = 20;

/** Who starts a bot is reported by no update: a press on "done" soon after another is answered by the first one's answer. */
const BOT_RECHECK_MS = 2_000;

/** Users whose last check is remembered; of others the store knows when an answer said something new. */
const REMEMBERED = 20_000;
/** Chats of one of them; then they are forgotten. */
const REMEMBERED_OF_USER = 50;

/** A list that is made is there by then, and what was asked for it answered. */
const LISTING_MS = 1_000;
/** So long somebody who says to be done waits for a turn: their join may be reported a moment later than they press. */
const DONE_PATIENCE_MS = 200;

export type Verifier = ReturnType<typeof createVerifier>;

export function createVerifier(ports: Ports & { checkers: Checkers }) {
  const rechecks = createRechecks(ports);
  const hearing = createHearing(ports);
  const odds = createOdds(ports);
  const moves = createCheckerMoves(ports);
  const checked = createCheckTimes();
  const recheckMs = ports.settings.RECHECK_SECONDS * 1_000;

  const recheckAtMs = (order: Order, userId: number, known: Membership, listedAtMs: number): number => {
    const { checkedAtMs } = known;
    const reportedAtMs = checkedAtMs > listedAtMs + LISTING_MS ? checkedAtMs : 0;
    const askedAtMs = Math.max(checked.at(userId, order), reportedAtMs);
    return askedAtMs + (isReportedByUpdates(order) ? recheckMs : BOT_RECHECK_MS);
  };

  /** Whether what is known of somebody who is out stands without a question. */
  const stands = (order: Order, userId: number, known: Membership, purpose: CheckPurpose): boolean => {
    const nowMs = ports.clock.now();
    // Under our own pacing: who is known to be out is asked about at once, or what updates said stands; no request waits for
    // a turn that comes after their answer.
    if (isReportedByUpdates(order) && !hearing.isUpToDate(nowMs, order.resource.checkerBotId))
      return !rechecks.take();
    if (purpose.kind === 'choosing') return isReportedByUpdates(order);
    const atMs = recheckAtMs(order, userId, known, purpose.listedAtMs);
    // A clock that was set back must not put the question off.
    return nowMs < atMs && atMs - nowMs <= recheckMs;
  };

  const noteFailed = (order: Order) => (error: unknown) => {
    ports.log.warn({ orderId: order.orderId, error: String(error) }, 'a background check failed');
  };

  const checkNow = async (
    order: Order,
    userId: number,
    known: Membership | null,
    { deadlineMs, purpose }: { deadlineMs: number; purpose: CheckPurpose },
  ): Promise<Check> => {
    const nowMs = ports.clock.now();
    const remainingMs = Math.max(0, deadlineMs - nowMs);
    const isChoosing = purpose.kind === 'choosing';
    const patienceMs = isChoosing ? Math.min(CHOOSING_PATIENCE_MS, remainingMs) : remainingMs;
    const turnMs = known === null ? patienceMs : isChoosing ? 0 : Math.min(DONE_PATIENCE_MS, remainingMs);
    const options = { deadlineMs: nowMs + BACKGROUND_MS, patienceMs: turnMs };
    const settled = askWhetherIn(ports, order, userId, options).then((answer) => {
      if (answer.ok && !isChoosing) checked.note(userId, order, ports.clock.now());
      if (answer.ok && known === null && isReportedByUpdates(order)) odds.note(order, answer.value === 'in');
      return learn({ ...ports, moves }, order, userId, { known, answer, askedAtMs: nowMs });
    });
    const answer = await within(settled, deadlineMs - ports.clock.now());
    if (answer === null) {
      settled.catch(noteFailed(order));
      return stillKnown(ports, order, known, false);
    }
    return answer;
  };

  const isHeard = ({ resource }: Order) => hearing.isUpToDate(ports.clock.now(), resource.checkerBotId);

  /** Of the orders whose user is not known, those whose user is asked about before they are shown. */
  const worthAsking = async (orders: readonly Order[], purpose: CheckPurpose) => {
    const heard = orders.filter((order) => isReportedByUpdates(order) && isHeard(order));
    return purpose.kind === 'choosing' && heard.length > 0 ? odds.worthAsking(heard) : null;
  };

  /** Whether the order is shown without an answer; a sample is asked about all the same, without waiting. */
  const spares = (
    order: Order,
    userId: number,
    membership: Membership | null,
    worth: ReadonlyMap<string, Worth> | null,
  ): boolean => {
    if (membership !== null || worth === null || !isReportedByUpdates(order)) return false;
    const value = worth.get(membershipKey(order));
    // Its deadline has passed already: all of it is done in the background.
    if (value === 'sample')
      checkNow(order, userId, null, { deadlineMs: 0, purpose: { kind: 'choosing' } }).catch(
        noteFailed(order),
      );
    return value === 'sample' || value === 'skip';
  };

  return {
    /** From when a user that a check found out would be asked about again while updates come in; null: never. */
    recheckAtMs: ({ order, state, membership }: Check, userId: number, listedAtMs: number) => {
      if (state === 'in' || isOpened(order)) return null;
      return membership === null ? 0 : recheckAtMs(order, userId, membership, listedAtMs);
    },
    /** Whether a user of one of these would be asked about again just now, since its chat's updates do not come in. */
    wouldRecheck: (orders: readonly Order[]) =>
      orders.some((order) => isReportedByUpdates(order) && !isHeard(order)) && rechecks.isFree(),
    /**
     * Checks a user against some orders, in parallel, until the deadline; what is not answered by then is `unknown`, and
     * is finished in the background, so that the next request knows it.
     */
    check: async (
      orders: readonly Order[],
      userId: number,
      known: ReadonlyMap<string, Membership>,
      deadlineMs: number,
      purpose: CheckPurpose,
    ) => {
      const knownOf = (order: Order) => known.get(membershipKey(order)) ?? null;
      const isSure = (order: Order) => isOpened(order) || countsAsIn(order, knownOf(order));
      if (orders.every(isSure)) return orders.map((order) => toCheck(order, knownOf(order)));
      await hearing.refresh();
      const strange = orders.filter((order) => !isSure(order) && knownOf(order) === null);
      const worth = await worthAsking(strange, purpose);
      const checks = orders.map((order): Check | Promise<Check> => {
        const membership = knownOf(order);
        if (isSure(order)) return toCheck(order, membership);
        const isSpared = spares(order, userId, membership, worth);
        if (isSpared) return { order, state: 'unasked', membership };
        if (membership !== null && stands(order, userId, membership, purpose))
          return toCheck(order, membership);
        return checkNow(order, userId, membership, { deadlineMs, purpose });
      });
      // Most requests ask nothing: then there is nothing to wait for.
      return checks.every(isKnown) ? checks : Promise.all(checks.map(async (check) => check));
    },
  };
}

/** Whether an update reports each join: our bot is administrator in a channel. Of other people's bots there are no updates. */
function isReportedByUpdates(order: Order): boolean {
  return hasJoinUpdates(order) && order.resource.resourceId !== '';
}

/** When users were last asked about, by this process: that an answer says nothing new is not written down. */
function createCheckTimes() {
  // By user first: most were not asked about, and then no key has to be made up.
  const times = new LRUCache<number, Map<string, number>>(latest(REMEMBERED));
  return {
    at: (userId: number, order: Order) => times.get(userId)?.get(membershipKey(order)) ?? 0,
    note: (userId: number, order: Order, atMs: number) => {
      const known = times.get(userId);
      const ofUser =
        known !== undefined && known.size < REMEMBERED_OF_USER ? known : new Map<string, number>();
      ofUser.set(membershipKey(order), atMs);
      times.set(userId, ofUser);
    },
  };
}

function isKnown(check: Check | Promise<Check>): check is Check {
  return !(check instanceof Promise);
}

/** A check that misses its request's deadline goes on for this long in the background. */
const BACKGROUND_MS = 10_000;

const definiteFailures: ReadonlySet<string> = new Set(['rights_lost', 'chat_gone', 'token_refused']);

type LearningPorts = Ports & { moves: CheckerMoves };

interface Learned {
  known: Membership | null;
  answer: PlatformAnswer<Presence>;
  /** The answer is as old as its question: what happened since overrides it. */
  askedAtMs: number;
}

/** Stores what the platform said, and counts definite errors against the order's check. */
async function learn(
  ports: LearningPorts,
  order: Order,
  userId: number,
  { known, answer, askedAtMs }: Learned,
): Promise<Check> {
  const { store } = ports;
  if (!answer.ok) {
    const { kind } = answer.failure;
    if (definiteFailures.has(kind) && order.isAsShown !== true) await noteError(ports, order, askedAtMs);
    return stillKnown(ports, order, known, kind === 'limited');
  }
  if (order.isAsShown !== true) await store.orders.noteCheckWorked(order.orderId, rightsBack, askedAtMs);
  const observation: Observation = {
    userId,
    resourceId: membershipKey(order),
    ...observedOf(answer.value),
    updateId: null,
    atMs: askedAtMs,
  };
  const [observed] = await store.memberships.observe([observation]);
  return toCheck(order, observed?.membership ?? null);
}

/** Where another bot of ours is administrator, the order goes there, and nothing is lost. */
async function noteError(
  { store, settings, moves }: LearningPorts,
  order: Order,
  askedAtMs: number,
): Promise<void> {
  if (await moves.lookElsewhere(order)) return;
  await store.orders.noteCheckError(order.orderId, rightsLost(settings), askedAtMs);
}

function stillKnown(ports: Ports, order: Order, known: Membership | null, isOurPacing: boolean): Check {
  const holds = known !== null && (isOurPacing || ports.clock.now() - known.checkedAtMs < OUT_HOLDS_MS);
  return holds ? toCheck(order, known) : { order, state: 'unknown', membership: known };
}

function toCheck(order: Order, membership: Membership | null): Check {
  if (membership === null) return { order, state: isOpened(order) ? 'out' : 'unknown', membership };
  if (countsAsIn(order, membership)) return { order, state: 'in', membership };
  return { order, state: membership.state === 'in' ? 'in' : 'out', membership };
}
