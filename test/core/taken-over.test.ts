/** Joins that a bot took over from another publisher's: which count, and when moderators are told. */
import { describe, expect, it } from 'vitest';
import { isMuchTakenOver, takenOverBounds } from '../../core/evidence/index.js';
import type { SettlementFacts } from '../../core/ports/subscription-store.js';
import { decideSettlement, settlementNotifications } from '../../core/subscriptions/settlement.js';
import { type Case, factsOf, impressionOf, NOW, rules } from './settlement-world.js';

type Shown = Case['shown'][number];

const RIVAL = 90_001;
const joined: Case = { name: 'joined', shown: [], joined: 990, joinedBy: 2, expect: null };
/** They came by its own link: that is stronger than a list, also than a later one. */
const mine: Shown = { bot: 2, at: 960, newer: 980, proof: 'delivered' };

/** One bot that showed the sponsor and gets the join, and others of another publisher. */
function factsWith(
  others: readonly Shown[],
  { publisher = RIVAL, today = { subscribersToday: 0, takenOverToday: 0 } } = {},
): SettlementFacts {
  const rivals = others.map((shown) => {
    const impression = impressionOf(shown);
    return { ...impression, bot: { ...impression.bot, accountId: publisher } };
  });
  const winner = impressionOf(mine);
  return {
    ...factsOf(joined),
    impressions: [{ ...winner, bot: { ...winner.bot, ...today } }, ...rivals],
  };
}

const decided = (facts: SettlementFacts) => decideSettlement(facts, rules, NOW);
const ownPublisher = impressionOf(mine).bot.accountId;

describe('a join is taken over', () => {
  it.each<[string, Shown[], boolean]>([
    ['where nobody else showed the sponsor', [], false],
    ['where another bot showed it in between', [{ bot: 1, at: 970 }], true],
    ['where another bot showed it first', [{ bot: 1, at: 950 }], false],
    ['where another bot showed it last', [{ bot: 1, at: 985 }], false],
    ['where the other bot is not known to be used', [{ bot: 1, at: 970, contact: 'no' }], false],
    ['where the other is nobody’s whom moderators trust', [{ bot: 1, at: 970, token: false }], false],
  ])('%s', (_, others, expected) => {
    expect(decided(factsWith(others))).toMatchObject({ kind: 'counted', botId: 2, isTakenOver: expected });
  });

  it('not where the winner showed the sponsor again only after the join', () => {
    const facts = factsWith([{ bot: 1, at: 970 }]);
    const winner = impressionOf({ ...mine, newer: 995, was: [{ until: 995, newer: 960 }] });
    const impressions = [winner, ...facts.impressions.slice(1)];
    expect(decided({ ...facts, impressions })).toMatchObject({
      kind: 'counted',
      botId: 2,
      isTakenOver: false,
    });
  });

  it('not by a bot of the same publisher', () => {
    const facts = factsWith([{ bot: 1, at: 970 }], { publisher: ownPublisher });
    expect(decided(facts)).toMatchObject({ kind: 'counted', botId: 2, isTakenOver: false });
  });

  it('not where the other impression was over when the user joined', () => {
    const facts = factsWith([{ bot: 1, at: 970 }]);
    const quarter = { ...rules, attributionMs: 15 * 60_000 };
    expect(decideSettlement(facts, quarter, NOW)).toMatchObject({ botId: 2, isTakenOver: false });
  });
});

describe('moderators are told', () => {
  const { leastJoins, share } = takenOverBounds;
  const before = (subscribersToday: number, takenOverToday: number) => ({ subscribersToday, takenOverToday });
  const tell = (facts: SettlementFacts) =>
    settlementNotifications(facts, decided(facts), { moderatorIds: [901, 902], day: 5 });
  const most = Math.ceil(share * leastJoins);

  it('with the join that makes the share high over enough joins of the day, each of them once a day', () => {
    const facts = factsWith([{ bot: 1, at: 970 }], { today: before(leastJoins - 1, most - 1) });
    const told = { botId: 2, subscribers: leastJoins, takenOver: most };
    expect(tell(facts)).toEqual([
      { accountId: 901, kind: 'bot_taken_over', facts: told, dedupeKey: 'bot_taken_over:2:5:901' },
      { accountId: 902, kind: 'bot_taken_over', facts: told, dedupeKey: 'bot_taken_over:2:5:902' },
    ]);
  });

  it.each([
    ['of too few joins', before(leastJoins - 2, leastJoins - 2)],
    ['of a lower share', before(leastJoins - 1, most - 2)],
  ])('not %s', (_, today) => {
    expect(tell(factsWith([{ bot: 1, at: 970 }], { today }))).toEqual([]);
  });

  it('not with a join that is the bot’s own', () => {
    expect(tell(factsWith([], { today: before(leastJoins, leastJoins) }))).toEqual([]);
  });

  it('at the very bounds, and not below', () => {
    expect(isMuchTakenOver({ subscribers: leastJoins, takenOver: most })).toBe(true);
    expect(isMuchTakenOver({ subscribers: leastJoins, takenOver: most - 1 })).toBe(false);
    expect(isMuchTakenOver({ subscribers: leastJoins - 1, takenOver: leastJoins - 1 })).toBe(false);
  });
});
