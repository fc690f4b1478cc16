/** Promise: the order in which updates and answers arrive changes nothing of what is known of a membership in the end. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Membership } from '../../core/ports/sponsor-store.js';
import type { Observation } from '../../core/ports/subscription-store.js';
import { applyObservation, type KnownMembership } from '../../core/subscriptions/index.js';
import { updateOrder } from '../../core/subscriptions/update-order.js';

type Seen = Omit<Observation, 'userId' | 'resourceId'>;
type Change = 'joins' | 'leaves' | 'asks' | 'is removed';
/** What happened in the chat, `afterMs` after what happened before. */
interface Event {
  change: Change;
  afterMs: number;
}
/** A question to the platform. The answer says how it was when the platform answered, `latencyMs` after the question. */
interface Question {
  askedMs: number;
  latencyMs: number;
}

const START_MS = Date.UTC(2026, 0, 1);
const RUNS = Number(process.env['ORDER_RUNS'] ?? 500);

const event: fc.Arbitrary<Event> = fc.record({
  change: fc.constantFrom<Change[]>('joins', 'leaves', 'asks', 'is removed'),
  afterMs: fc.integer({ min: 2_100, max: 90_000 }),
});
const question: fc.Arbitrary<Question> = fc.record({
  askedMs: fc.integer({ min: 0, max: 400_000 }),
  latencyMs: fc.integer({ min: 0, max: 60_000 }),
});

/** How the user stands after each change; a change that cannot happen is left out. */
function history(isIn: boolean, events: readonly Event[]) {
  let state: Observation['state'] = isIn ? 'in' : 'out';
  let atMs = START_MS;
  const states: { atMs: number; state: Observation['state'] }[] = [{ atMs: -Infinity, state }];
  const updates: { dueMs: number; seen: Seen }[] = [];
  for (const { change, afterMs } of events) {
    const next: Observation['state'] = change === 'joins' ? 'in' : change === 'asks' ? 'requested' : 'out';
    const isPossible = next === 'out' ? state === 'in' : state !== 'in' && state !== next;
    if (!isPossible) continue;
    atMs += afterMs;
    const second = Math.floor(atMs / 1_000) * 1_000;
    const wasIn = state === 'in';
    const more = change === 'asks' ? {} : { wasIn };
    const updateId = updateOrder(second, updates.length + 1, 0);
    const seen = { state: next, updateId, atMs: second, isRemoved: change === 'is removed', ...more };
    updates.push({ dueMs: atMs, seen });
    state = next;
    states.push({ atMs, state });
  }
  return { states, updates };
}

/**
 * Two questions at once of which a leaving in between makes the later answer `out`: where that one arrives first, nothing
 * says that `in` was before it. Only then the order matters, to a join that no update will report.
 */
function straddlesLeaving(
  one: Question,
  others: readonly Question[],
  states: ReturnType<typeof history>['states'],
) {
  const endMs = one.askedMs + one.latencyMs;
  return others.some((other) => {
    const otherEndMs = other.askedMs + other.latencyMs;
    const overlaps = one.askedMs <= otherEndMs && other.askedMs <= endMs && endMs <= otherEndMs;
    return (
      overlaps && answerTo(one, states).seen.state === 'in' && answerTo(other, states).seen.state === 'out'
    );
  });
}

/** The platform answers `left` while a request waits. */
function answerTo({ askedMs, latencyMs }: Question, states: ReturnType<typeof history>['states']) {
  const dueMs = START_MS + askedMs + latencyMs;
  const { state } = states.findLast(({ atMs }) => atMs <= dueMs) ?? { state: 'out' };
  const seen: Seen = { state: state === 'in' ? 'in' : 'out', updateId: null, atMs: START_MS + askedMs };
  return { dueMs, seen };
}

function fold(all: readonly Seen[]): Membership | null {
  let known: KnownMembership | null = null;
  for (const seen of all) {
    const applied = applyObservation({ userId: 1, resourceId: '-1001', ...seen }, known);
    if (applied.isChanged) known = applied;
  }
  return known?.membership ?? null;
}

/** What money depends on. */
const told = (membership: Membership | null) =>
  membership && {
    state: membership.state,
    hadLeft: membership.hadLeft,
    wasRemoved: membership.wasRemoved,
    join: membership.join,
  };

it('ends the same whenever updates and answers arrive', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(event, { maxLength: 6 }),
      fc.array(question, { maxLength: 5 }),
      fc.integer({ min: 0, max: 86_400_000 }),
      fc.array(fc.nat(300_000), { minLength: 5, maxLength: 5 }),
      (isIn, events, questions, behindMs, delays) => {
        const { states, updates } = history(isIn, events);
        const asked = questions.filter((each) => !straddlesLeaving(each, questions, states));
        const answers = asked.map((each) => answerTo(each, states));
        // Updates of one bot keep their order, however far they are behind; answers come whenever they come.
        const late = updates.map(({ dueMs, seen }) => ({ dueMs: dueMs + behindMs, seen }));
        const slow = answers.map(({ dueMs, seen }, index) => ({ dueMs: dueMs + (delays[index] ?? 0), seen }));
        const byDue = (all: { dueMs: number; seen: Seen }[]) =>
          fold(all.toSorted((one, other) => one.dueMs - other.dueMs).map(({ seen }) => seen));
        const prompt = asked.map((each) => answerTo({ ...each, latencyMs: 0 }, states));
        expect(told(byDue([...late, ...slow]))).toEqual(told(byDue([...updates, ...prompt])));
      },
    ),
    { numRuns: RUNS },
  );
});
