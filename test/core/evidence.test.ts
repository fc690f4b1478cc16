/** What holds of every decision about a join, over random facts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUntrusted } from '../../core/bot-trust.js';
import { weighEvidence } from '../../core/evidence/index.js';
import type { ImpressionFacts, SettlementFacts } from '../../core/ports/subscription-store.js';
import { decideSettlement } from '../../core/subscriptions/settlement.js';
import { type Case, factsOf, impressionOf, NOW, NOW_MS, rules, type Shown } from './settlement-world.js';

const minutes = fc.integer({ min: 940, max: 1_000 });

const shown: fc.Arbitrary<Omit<Shown, 'bot'>> = fc.record(
  {
    at: minutes,
    seen: minutes,
    newer: minutes,
    proof: fc.constantFrom('list', 'block', 'delivered', 'contact'),
    contact: fc.constantFrom('yes', 'no', 'unknown', 'unasked'),
    waitsUntil: fc.constantFrom(999, 2_000),
    price: fc.integer({ min: 0, max: 20 }),
    token: fc.boolean(),
    trust: fc.constantFrom('unknown', 'trusted', 'refused'),
    own: fc.boolean(),
    isNewPublisher: fc.boolean(),
    broughtToday: fc.constantFrom(0, 99, 100),
  },
  { requiredKeys: ['at'] },
);

const opening = fc.record(
  {
    bot: fc.integer({ min: 1, max: 3 }),
    ranAt: fc.oneof(minutes, fc.constant(null)),
    isSigned: fc.boolean(),
    paidFromAddress: fc.integer({ min: 0, max: 4 }),
  },
  { requiredKeys: ['bot', 'ranAt'] },
);

const order: fc.Arbitrary<Partial<SettlementFacts['order']>> = fc.record(
  {
    adsType: fc.constantFrom('channel', 'channel', 'bot', 'resource'),
    isFree: fc.boolean(),
    takesJoinRequests: fc.boolean(),
    tracksUnsubscriptions: fc.boolean(),
    quantityNow: fc.constantFrom(3, 99, 100),
    quantityDay: fc.constantFrom(null, 1, 5),
  },
  { requiredKeys: ['adsType'] },
);

const seldom = fc.integer({ min: 0, max: 9 }).map((number) => number === 0);

const story: fc.Arbitrary<Case> = fc.record(
  {
    name: fc.constant(''),
    expect: fc.constant(null),
    shown: fc
      .array(shown, { maxLength: 5 })
      .map((all) => all.map((each, index): Shown => ({ ...each, bot: index + 1 }))),
    joined: fc.oneof({ weight: 5, arbitrary: minutes }, fc.constant(null)),
    joinedAgain: seldom,
    joinedBy: fc.integer({ min: 1, max: 6 }),
    state: fc.constantFrom('in', 'out', 'requested'),
    wasNeverIn: fc.boolean(),
    order,
    opening,
    wallet: fc.integer({ min: 0, max: 30 }),
    withdrawing: fc.dictionary(fc.constantFrom('11', '12'), fc.integer({ min: 1, max: 10 })),
    isSettled: seldom,
    isSuspicious: seldom,
    isPaidFor: seldom,
  },
  { requiredKeys: ['name', 'expect', 'shown', 'joined'] },
);

const RUNS = { numRuns: 3_000 };
const weigh = (facts: SettlementFacts) => weighEvidence(facts, rules, NOW);
const isPossible = ({ proof, bot, contact }: ImpressionFacts): boolean => {
  if (bot.trust === 'refused') return false;
  if (!bot.hasToken || proof === 'delivered' || proof === 'contact') return true;
  if (contact === null) return true;
  if (contact.state === 'no') return false;
  return (proof === 'list' && contact.state === 'yes') || NOW_MS < contact.untilMs;
};

/** How often each kind of decision was met: a property over none of a kind says nothing of it. */
function meets(kinds: readonly string[], seen: ReadonlyMap<string, number>): void {
  for (const kind of kinds) expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0);
}

function counter() {
  const seen = new Map<string, number>();
  return { seen, count: (kind: string) => seen.set(kind, (seen.get(kind) ?? 0) + 1) };
}

describe('whatever the facts', () => {
  it('nobody is paid but for evidence: a bot that may be, shown before the join, once, within its limits', () => {
    const { seen, count } = counter();
    fc.assert(
      fc.property(story, (row) => {
        const facts = factsOf(row);
        const evidence = weigh(facts);
        count(evidence.kind);
        if (evidence.kind !== 'paid') return;
        const { impression, isHeldForTrust } = evidence;
        const { hasToken, trust } = impression.bot;
        const joinedAtMs =
          facts.opening !== null && facts.membership === null
            ? facts.opening.ranAtMs
            : facts.membership?.join?.atMs;
        expect(facts.impressions).toContain(impression);
        expect(isPossible(impression)).toBe(true);
        expect(impression.firstShownAtMs).toBeLessThanOrEqual((joinedAtMs ?? 0) + 2_000);
        expect(facts.subscriptionStatus).toBeNull();
        expect([
          (joinedAtMs ?? 0) < (facts.suspiciousUntilMs ?? 0),
          facts.isPaidFor,
          facts.membership?.join?.isAgain ?? false,
        ]).toEqual([false, false, false]);
        expect(facts.order.quantityNow).toBeLessThan(facts.order.quantityAll);
        expect(facts.order.today).toBeLessThan(facts.order.quantityDay ?? Infinity);
        expect(isHeldForTrust).toBe(!hasToken && trust !== 'trusted');
        if (hasToken) {
          const told = impression.proof === 'delivered' || impression.proof === 'contact';
          expect(told || (impression.proof === 'list' && impression.contact?.state === 'yes')).toBe(true);
        }
      }),
      RUNS,
    );
    meets(['none', 'waits', 'unpaid', 'paid'], seen);
  });

  it('the parts of a charge are its price, and it takes no more than is there', () => {
    const { seen, count } = counter();
    fc.assert(
      fc.property(story, (row) => {
        const facts = factsOf(row);
        const settlement = decideSettlement(facts, rules, NOW);
        if (settlement.kind !== 'counted') return;
        count(settlement.takenFrom.length > 0 ? 'taken' : 'of the balance');
        const { priceMicros, publisherMicros, feeMicros, takenFrom } = settlement;
        const taken = takenFrom.reduce((sum, each) => sum + each.amountMicros, 0n);
        expect(publisherMicros + feeMicros).toBe(priceMicros);
        expect(priceMicros - taken).toBeLessThanOrEqual(facts.walletMicros);
        expect(taken === 0n || priceMicros - taken === facts.walletMicros).toBe(true);
        for (const { withdrawalId, amountMicros } of takenFrom) {
          const asked = facts.withdrawing.find((each) => each.withdrawalId === withdrawalId);
          expect(amountMicros > 0n && amountMicros <= (asked?.amountMicros ?? 0n)).toBe(true);
        }
      }),
      RUNS,
    );
    meets(['taken', 'of the balance'], seen);
  });

  it('the order in which impressions are told changes nothing', () => {
    const { seen, count } = counter();
    const turned = story.chain((row) =>
      fc.tuple(
        fc.constant(row),
        fc.shuffledSubarray(row.shown, { minLength: row.shown.length, maxLength: row.shown.length }),
      ),
    );
    fc.assert(
      fc.property(turned, ([row, shuffled]) => {
        const evidence = weigh(factsOf(row));
        count(evidence.kind);
        expect(weigh(factsOf({ ...row, shown: shuffled }))).toEqual(evidence);
      }),
      RUNS,
    );
    meets(['waits', 'unpaid', 'paid'], seen);
  });

  it('an impression of a bot without contact changes nothing where there is another, and earns nothing alone', () => {
    const { seen, count } = counter();
    const denied = shown.chain((each) =>
      fc.constantFrom<Shown>(
        { ...each, bot: 6, token: true, proof: 'list', contact: 'no' },
        { ...each, bot: 6, token: true, proof: 'block', contact: 'no' },
        { ...each, bot: 6, token: true, proof: 'block', contact: 'unknown', waitsUntil: 999 },
        { ...each, bot: 6, trust: 'refused' },
      ),
    );
    fc.assert(
      fc.property(story, denied, fc.nat({ max: 5 }), (row, stranger, place) => {
        const facts = factsOf(row);
        const impressions = facts.impressions.toSpliced(place, 0, impressionOf(stranger));
        const after = weigh({ ...facts, impressions });
        if (facts.impressions.some(isPossible)) {
          count(after.kind);
          expect(after).toEqual(weigh(facts));
        } else {
          count('alone');
          expect(['none', 'unpaid']).toContain(after.kind);
        }
      }),
      RUNS,
    );
    meets(['waits', 'unpaid', 'paid', 'alone'], seen);
  });
});

it.each([
  { hasToken: false, trust: 'unknown', expected: true },
  { hasToken: false, trust: 'refused', expected: true },
  { hasToken: false, trust: 'trusted', expected: false },
  { hasToken: true, trust: 'unknown', expected: false },
  { hasToken: true, trust: 'refused', expected: false },
  { hasToken: true, trust: 'trusted', expected: false },
] as const)('a bot with a token ($hasToken), $trust, is untrusted: $expected', ({ expected, ...bot }) => {
  expect(isUntrusted(bot)).toBe(expected);
});
