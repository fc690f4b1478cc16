/** What the slow model of the simulation says at the edges, where it and the service were once apart. */
import { describe, expect, it } from 'vitest';
import { usualTerms } from '../tools/simulation/holding.js';
import { ATTRIBUTION_MS } from '../tools/simulation/impressions.js';
import { DAY_MS, settlementOf, type SettlementCase } from '../tools/simulation/rules.js';

const SHOWN_MS = 1_768_467_601_107;
const LOST_MS = SHOWN_MS + 467_033;
const BACK_MS = SHOWN_MS + 2 * DAY_MS;
const BOT = 7_007;

/** Shown a channel, found in it long after; our rights were away in between for two days. */
function foundAfterSpan(over: Partial<SettlementCase>): SettlementCase {
  return {
    kind: 'channel',
    member: {
      state: 'in',
      hadLeft: false,
      sinceMs: 0,
      checkedAtMs: BACK_MS + 1,
      updateId: null,
      updatedAtMs: null,
      join: null,
      wasRemoved: false,
      isBarred: false,
      isUnreported: false,
    },
    takesJoinRequests: false,
    opening: null,
    impressions: [
      {
        botId: BOT,
        target: '-1000000000014',
        firstMs: SHOWN_MS,
        newerMs: SHOWN_MS,
        seenMs: SHOWN_MS,
        priceMicros: 1_600_000n,
        proof: 'contact',
        replaced: [],
      },
    ],
    others: [],
    allOthers: [],
    ofSameLink: [],
    shower: () => ({
      accountId: 2,
      hasToken: true,
      trust: 'unknown',
      isAccountTrusted: true,
      today: 0,
      contact: null,
    }),
    quantityAll: 10,
    quantityDay: null,
    quantityNow: 0,
    today: 0,
    walletMicros: 100_000_000n,
    withdrawingMicros: 0n,
    isFree: false,
    isWatched: true,
    isSuspicious: false,
    isPaidFor: false,
    advertiserId: 1,
    holdMs: DAY_MS,
    newPublisherHoldMs: DAY_MS,
    termsOf: () => usualTerms,
    untrustedMost: 100,
    addressMost: 3,
    unseenSinceMs: LOST_MS,
    unheard: [{ fromMs: LOST_MS, toMs: BACK_MS }],
    heardUntilMs: BACK_MS + DAY_MS,
    atMs: BACK_MS + DAY_MS,
    ...over,
  };
}

describe('the slow model', () => {
  it('counts a join at the last moment at which the impression counted, where a span without rights outlasts it', () => {
    expect(settlementOf(foundAfterSpan({}))).toMatchObject({ kind: 'counted', botId: BOT });
    const later = SHOWN_MS + ATTRIBUTION_MS + 1;
    const unheard = [{ fromMs: later, toMs: BACK_MS }];
    expect(settlementOf(foundAfterSpan({ unheard }))).toMatchObject({ kind: 'free', why: 'member_before' });
  });

  it('has an old yes said again, where another bot has shown another order for the same link', () => {
    const atMs = SHOWN_MS + ATTRIBUTION_MS - 1;
    const plain = foundAfterSpan({ kind: 'resource', member: null, atMs });
    const contact = { state: 'yes', atMs: SHOWN_MS - DAY_MS, untilMs: SHOWN_MS } as const;
    const shower: SettlementCase['shower'] = (botId) => ({ ...plain.shower(botId), contact });
    const opening = { botId: BOT, ranAtMs: atMs, isSigned: false, paidToday: 0 };
    const alone = { ...plain, shower, opening };
    expect(settlementOf(alone)).toMatchObject({ kind: 'counted', botId: BOT });
    const ofSameLink = alone.impressions.map((show) => ({ ...show, botId: BOT + 1 }));
    expect(settlementOf({ ...alone, ofSameLink })).toEqual({ kind: 'waits' });
  });
});
