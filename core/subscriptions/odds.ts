/**
 * Whether asking before showing pays. Updates tell every join since our bot became administrator, so only members from
 * before are unknown; a question finds them as often as the chat's odds say. The odds come from answers about this chat,
 * and before there are enough of them from the chat's size and the number of users the service knows.
 */
import { checkerToken } from '../checkers/index.js';
import type { Ports } from '../ports.js';
import type { ChatOdds } from '../ports/odds-store.js';
import type { Order } from '../ports/order-store.js';
import { membershipKey } from './targets.js';

const DAY_MS = 86_400_000;
/** Answers of other processes are seen this late. */
const READ_AGAIN_MS = 60_000;
const AUDIENCE_AGAIN_MS = 3_600_000;
/** Chats whose odds are remembered; more are read again. */
const REMEMBERED = 20_000;

/** A larger chance than this is not concluded from sizes alone: members may be other people than users. */
const PRIOR_MAX = 0.5;
/** So many answers the prior weighs at most. A high one weighs less, so that a few dozen answers can refute it. */
const PRIOR_WEIGHT = 100;
/** Of chats where asking does not seem to pay, a few users are asked about all the same, so that a change is noticed. */
const SAMPLED = 0.02;
/** And of one chat no more often, however many are shown it: a change is noticed within minutes all the same. */
const SAMPLE_AGAIN_MS = 10_000;

/** A size that could not be had is asked for again after this long. */
const SIZE_AGAIN_MS = 600_000;
const SIZES_AT_ONCE = 5;
const SIZE_CALL_MS = 10_000;

/**
 * - `pays`: the user is likely to be in; the answer is waited for
 * - `sample`: asked in the background, so that a change of the odds is noticed
 * - `skip`: not asked
 */
export type Worth = 'pays' | 'sample' | 'skip';

/**
 * The chance that an unknown user is in the chat, from 0 to 1.
 * @param odds null, or without a size: the chat counts as large until answers say otherwise
 * @param audience how many users the service knows
 */
export function chanceOf(odds: ChatOdds | null, audience: number): number {
  const members = odds?.members ?? Infinity;
  const prior = Math.min(PRIOR_MAX, members / Math.max(1, audience));
  const weight = prior === 0 ? PRIOR_WEIGHT : Math.min(PRIOR_WEIGHT, PRIOR_MAX / prior);
  return (prior * weight + (odds?.found ?? 0)) / (weight + (odds?.asked ?? 0));
}

type OddsPorts = Pick<Ports, 'store' | 'clock' | 'platform' | 'random' | 'settings' | 'log'>;

export function createOdds(ports: OddsPorts) {
  const { store, clock, random, settings, log } = ports;
  const askFirst = Number(settings.ASK_FIRST_SHARE);
  const known = new Map<string, { odds: ChatOdds | null; readAtMs: number }>();
  const sampled = new Map<string, number>();
  const sizes = createSizes(ports, (resourceId, members, atMs) => {
    const odds = known.get(resourceId)?.odds;
    const before = odds ?? { resourceId, asked: 0, found: 0 };
    known.set(resourceId, { odds: { ...before, members, countedAtMs: atMs }, readAtMs: atMs });
  });
  let audience = { users: 0, readAtMs: -Infinity };

  const isOld = (readAtMs: number, ageMs: number, nowMs: number) => Math.abs(nowMs - readAtMs) >= ageMs;

  /** A count that fails is no reason to fail a request: the last one stands until the chats are read again. */
  const countAudience = async (nowMs: number): Promise<void> => {
    try {
      audience = { users: await store.odds.audience(), readAtMs: nowMs };
    } catch (error) {
      log.warn({ error: String(error) }, 'the users could not be counted');
    }
  };

  const refresh = async (resourceIds: readonly string[], nowMs: number): Promise<void> => {
    const wanted = resourceIds.filter((resourceId) =>
      isOld(known.get(resourceId)?.readAtMs ?? -Infinity, READ_AGAIN_MS, nowMs),
    );
    if (wanted.length === 0) return;
    if (known.size >= REMEMBERED) known.clear();
    const found = await store.odds.read(wanted);
    for (const resourceId of wanted)
      known.set(resourceId, { odds: found.get(resourceId) ?? null, readAtMs: nowMs });
    if (isOld(audience.readAtMs, AUDIENCE_AGAIN_MS, nowMs)) await countAudience(nowMs);
  };

  const worthOf = (resourceId: string, nowMs: number): Worth => {
    const chance = chanceOf(known.get(resourceId)?.odds ?? null, audience.users);
    if (chance >= askFirst) return 'pays';
    const isDue =
      random.next() < SAMPLED && isOld(sampled.get(resourceId) ?? -Infinity, SAMPLE_AGAIN_MS, nowMs);
    if (!isDue) return 'skip';
    if (sampled.size >= REMEMBERED) sampled.clear();
    sampled.set(resourceId, nowMs);
    return 'sample';
  };

  return {
    /**
     * Whether a user is to be asked about before the order is shown, by the order's key (`membershipKey`). A chat whose size
     * is not known yet counts as likely.
     */
    worthAsking: async (orders: readonly Order[]) => {
      const nowMs = clock.now();
      const byKey = new Map(orders.map((order) => [membershipKey(order), order]));
      const resourceIds = [...byKey.keys()];
      await refresh(resourceIds, nowMs);
      for (const [resourceId, { resource }] of byKey) {
        const countedAtMs = known.get(resourceId)?.odds?.countedAtMs ?? 0;
        if (isOld(countedAtMs, DAY_MS, nowMs)) sizes.want(resourceId, resource.checkerBotId, nowMs);
      }
      return new Map(resourceIds.map((resourceId) => [resourceId, worthOf(resourceId, nowMs)]));
    },
    /** An answer about a user who was unknown. */
    note: (order: Order, wasIn: boolean) => {
      const resourceId = membershipKey(order);
      store.odds.count(resourceId, wasIn);
      const entry = known.get(resourceId);
      if (entry === undefined) return;
      const odds = entry.odds ?? { resourceId, members: null, countedAtMs: 0, asked: 0, found: 0 };
      const found = odds.found + (wasIn ? 1 : 0);
      known.set(resourceId, { ...entry, odds: { ...odds, asked: odds.asked + 1, found } });
    },
  };
}

/** Asks how large chats are, a few at a time and in the background: a size is wanted again when the chat is met again. */
function createSizes(
  { store, platform, settings, clock, log }: OddsPorts,
  noteMembers: (resourceId: string, members: number, atMs: number) => void,
) {
  const asking = new Set<string>();
  const againAtMs = new Map<string, number>();

  const ask = async (resourceId: string, token: string): Promise<void> => {
    const options = { deadlineMs: clock.now() + SIZE_CALL_MS };
    const answer = await platform.memberCount(token, Number(resourceId), options);
    const nowMs = clock.now();
    if (!answer.ok) {
      if (againAtMs.size >= REMEMBERED) againAtMs.clear();
      againAtMs.set(resourceId, nowMs + SIZE_AGAIN_MS);
      return;
    }
    await store.odds.noteSize(resourceId, answer.value, nowMs);
    noteMembers(resourceId, answer.value, nowMs);
  };

  return {
    want: (resourceId: string, checkerBotId: number | null, nowMs: number): void => {
      const token = checkerToken(settings, checkerBotId);
      if (token === null) return;
      if (asking.size >= SIZES_AT_ONCE || asking.has(resourceId)) return;
      if (nowMs < (againAtMs.get(resourceId) ?? 0)) return;
      asking.add(resourceId);
      ask(resourceId, token)
        .catch((error: unknown) => {
          log.warn({ resourceId, error: String(error) }, 'the size of a chat could not be kept');
        })
        .finally(() => asking.delete(resourceId));
    },
  };
}
