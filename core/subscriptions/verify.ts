/**
 * Is the user in? (`decisions.md`, Subscriptions)
 *
 * A membership that an update told is trusted when it says `in`. Whoever is out is asked about again: they may have
 * joined a moment ago, and waiting for the update would hold them back. When the platform does not answer, what was
 * known a short while ago still holds; then nothing is known, which is never held against the user.
 */
import { ORDER_TOKEN_PURPOSE } from '../orders/index.js';
import type { CallOptions, Membership, Observation, Order, PlatformAnswer, Ports } from '../ports.js';
import { membershipKey } from './membership-key.js';
import { createRechecks } from './rechecks.js';

/** For how long an `out` still counts while the platform does not answer. */
const OUT_HOLDS_MS = 60_000;

export type CheckState = 'in' | 'out' | 'requested' | 'unknown';

export interface Check {
  order: Order;
  state: CheckState;
  /** What is known now; null when nothing is. */
  membership: Membership | null;
}

export interface Verifier {
  /** Whether somebody who is known to be out would be asked about again just now. */
  wouldRecheck(): boolean;
  /**
   * Checks a user against some orders, in parallel, until the deadline; what is not answered by then is `unknown`, and
   * is finished in the background, so that the next request knows it.
   */
  check(
    orders: readonly Order[],
    userId: number,
    known: ReadonlyMap<string, Membership>,
    deadlineMs: number,
  ): Promise<Check[]>;
}

/** Whether this membership makes the user a subscriber: in, or waiting where the channel takes join requests. */
export function countsAsIn(order: Pick<Order, 'resource'>, membership: Membership | null): boolean {
  if (membership === null) return false;
  return membership.state === 'in' || (membership.state === 'requested' && order.resource.takesJoinRequests);
}

export function createVerifier(ports: Ports): Verifier {
  const rechecks = createRechecks(ports);

  /** What is known already, where nobody needs to be asked. */
  const knownCheck = (order: Order, known: Membership | null): Check | null => {
    if (countsAsIn(order, known) || order.adsType === 'resource') return toCheck(order, known);
    // Under our own pacing: who is known to be out is asked about at once, or what updates told stands; nobody waits for
    // a turn that comes after their answer.
    return known === null || rechecks.take() ? null : toCheck(order, known);
  };

  const checkNow = async (
    order: Order,
    userId: number,
    known: Membership | null,
    deadlineMs: number,
  ): Promise<Check> => {
    const nowMs = ports.clock.now();
    const patienceMs = known === null ? Math.max(0, deadlineMs - nowMs) : 0;
    const asked = ask(ports, order, userId, { deadlineMs: nowMs + BACKGROUND_MS, patienceMs });
    const settled = asked.then((answer) => learn(ports, order, userId, known, answer));
    const answer = await withinDeadline(settled, deadlineMs - ports.clock.now());
    if (answer === 'late') {
      settled.catch((error: unknown) => {
        ports.log.warn({ orderId: order.orderId, error: String(error) }, 'a background check failed');
      });
      return stillKnown(ports, order, known, false);
    }
    return answer;
  };

  return {
    wouldRecheck: () => rechecks.isFree(),
    check: async (orders, userId, known, deadlineMs) => {
      const checks = orders.map((order) => {
        const membership = known.get(membershipKey(order)) ?? null;
        return knownCheck(order, membership) ?? checkNow(order, userId, membership, deadlineMs);
      });
      // Most requests ask nobody: then there is nothing to wait for.
      return checks.every(isKnown) ? checks : Promise.all(checks.map(async (check) => check));
    },
  };
}

function isKnown(check: Check | Promise<Check>): check is Check {
  return !(check instanceof Promise);
}

/** A check that misses its request's deadline goes on for this long in the background. */
const BACKGROUND_MS = 10_000;

async function withinDeadline<T>(work: Promise<T>, remainingMs: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, remainingMs), 'late');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function ask(
  ports: Ports,
  order: Order,
  userId: number,
  options: CallOptions,
): Promise<PlatformAnswer<boolean>> {
  const { platform, membershipService, settings, vault } = ports;
  if (order.adsType === 'channel') {
    const { resourceId } = order.resource;
    // Nobody who joins could be recognised, so nobody would be charged: the order must not go on being shown.
    if (resourceId === '') return notAsked('chat_gone', 'the channel behind the link is not known');
    return platform.isMember(settings.BOT_TOKEN, Number(resourceId), userId, options);
  }
  if (order.botTokenCipher === null) return notAsked('unavailable', 'the order has no token');
  const secret = vault.open(order.botTokenCipher, ORDER_TOKEN_PURPOSE);
  return order.toBotMember
    ? membershipService.isMember(secret, userId, options)
    : platform.hasStarted(secret, userId, options);
}

function notAsked(kind: 'chat_gone' | 'unavailable', description: string): PlatformAnswer<boolean> {
  return { ok: false, failure: { kind, description, retryAfterMs: null } };
}

const definiteFailures: ReadonlySet<string> = new Set(['rights_lost', 'chat_gone', 'token_refused']);

/** Stores what the platform said, and counts definite errors against the order's check. */
async function learn(
  ports: Ports,
  order: Order,
  userId: number,
  known: Membership | null,
  answer: PlatformAnswer<boolean>,
): Promise<Check> {
  const { store, clock } = ports;
  const nowMs = clock.now();
  if (!answer.ok) {
    const { kind } = answer.failure;
    if (definiteFailures.has(kind)) await noteError(ports, order);
    return stillKnown(ports, order, known, kind === 'limited');
  }
  await store.orders.noteCheckWorked(order.orderId, rightsBack, nowMs);
  const state = answer.value ? 'in' : 'out';
  // A request that waits for approval reads as `left` on the platform: it must not wipe out what the update told.
  if (known?.state === 'requested' && state === 'out') return toCheck(order, known);
  const observation: Observation = {
    userId,
    resourceId: membershipKey(order),
    state,
    updateId: null,
    atMs: nowMs,
  };
  const [observed] = await store.memberships.observe([observation]);
  return toCheck(order, observed?.membership ?? null);
}

async function noteError(ports: Ports, order: Order): Promise<void> {
  await ports.store.orders.noteCheckError(order.orderId, rightsLost, ports.clock.now());
}

/** What an owner is told when the service can no longer tell who subscribes, and when it can again. */
export const rightsLost = (order: Order) => [rightsNotice(order, 'order_rights_lost')];
export const rightsBack = (order: Order) => [rightsNotice(order, 'order_rights_back')];

function rightsNotice(order: Order, kind: 'order_rights_lost' | 'order_rights_back') {
  return {
    accountId: order.accountId,
    kind,
    facts: { orderId: order.orderId, name: order.name, link: order.link },
    dedupeKey: `${kind}:${String(order.orderId)}:${String(order.revision)}`,
  };
}

function stillKnown(ports: Ports, order: Order, known: Membership | null, isOurPacing: boolean): Check {
  const holds = known !== null && (isOurPacing || ports.clock.now() - known.checkedAtMs < OUT_HOLDS_MS);
  return holds ? toCheck(order, known) : { order, state: 'unknown', membership: known };
}

function toCheck(order: Order, membership: Membership | null): Check {
  if (membership === null)
    return { order, state: order.adsType === 'resource' ? 'out' : 'unknown', membership };
  if (countsAsIn(order, membership)) return { order, state: 'in', membership };
  return { order, state: membership.state === 'in' ? 'in' : 'out', membership };
}
