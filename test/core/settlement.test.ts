/** The rules of the one charge, as a table anybody can check. */
import { describe, expect, it } from 'vitest';
import { decideLeaving, isLost } from '../../core/subscriptions/leaving.js';
import { decideSettlement, settlementNotifications } from '../../core/subscriptions/settlement.js';
import type { LeavingFacts, Settlement } from '../../core/ports/subscription-store.js';
import table from '../cases/settlement.json' with { type: 'json' };
import {
  at,
  type Case,
  factsOf,
  inWords,
  momentOf,
  rules,
  subscriptionStatus,
  units,
} from './settlement-world.js';

interface LeavingCase {
  name: string;
  joined: number | null;
  left: number;
  settled?: number;
  price?: number;
  state?: LeavingFacts['state'];
  isOnHold?: boolean;
  /** The hold of the charge, where it is not everybody's 60 minutes. */
  hold?: number;
  isWatched?: boolean;
  expect: 'paid back' | 'lost' | 'nothing';
}

const cases = table.cases as unknown as Case[];

/** What is paid is 10, of which the publisher gets 7, unless the row says otherwise. */
function inFull(expected: unknown): unknown {
  const isPaid = typeof expected === 'object' && expected !== null && 'paid' in expected;
  return isPaid ? { price: 10, publisher: 7, fee: 3, ...expected } : expected;
}

function decide(row: Case, more: Partial<typeof rules> = {}): Settlement {
  return decideSettlement(factsOf(row), { ...rules, ...more }, momentOf(row));
}

const plain: Case = { name: '', shown: [{ bot: 1, at: 990 }], joined: 995, expect: null };

describe('settling', () => {
  it.each(cases)('$name', (row) => {
    expect(inWords(decide(row))).toEqual(inFull(row.expect));
  });

  it('leaves members from before in as subscribers of no order, and lets everybody else through', () => {
    const free = cases.map((row) => decide(row)).filter((settlement) => settlement.kind === 'free');
    const states = new Map(free.map(({ reason, state }) => [reason, state]));
    expect(states.get('member_before')).toBe('subscribed');
    states.delete('member_before');
    expect(new Set(states.values())).toEqual(new Set(['notgetted']));
    expect([...states.keys()].sort()).toEqual([
      'came_back',
      'no_contact',
      'no_money',
      'order_full',
      'paid_elsewhere',
      'shared_address',
      'suspicious',
      'untrusted',
    ]);
  });

  it('holds nothing for those who leave an order that does not track them', () => {
    const rules = { holdMs: 60_000, holdsByQuality: true };
    const untracked = { tracksUnsubscriptions: false };
    const shown = [{ bot: 1, at: 990, holdFactor: 0.5 }];
    const settled = decide({ ...plain, shown, order: untracked }, rules);
    expect(settled).toMatchObject({ kind: 'counted', holdUntilMs: null, holdMs: null });
    // New publishers and untrusted bots wait by their own rules; leaving takes nothing of that back.
    const byNew = { ...plain, shown: [{ bot: 1, at: 990, isNewPublisher: true }], order: untracked };
    expect(decide(byNew, rules)).toMatchObject({ holdUntilMs: at(1_000 + 72 * 60), holdMs: 0 });
    const untrusted = { ...plain, shown: [{ bot: 1, at: 990, token: false }], order: untracked };
    expect(decide(untrusted, rules)).toMatchObject({ isHeldForTrust: true, holdMs: 0 });
  });

  it('holds the publisher’s part while leaving can still take it back, of a new one for longer', () => {
    const holdMs = 60_000;
    expect(decide(plain, { holdMs })).toMatchObject({ kind: 'counted', holdUntilMs: at(1_001) });
    const byNew = { ...plain, shown: [{ bot: 1, at: 990, isNewPublisher: true }] };
    expect(decide(byNew, { holdMs })).toMatchObject({ holdUntilMs: at(1_000 + 72 * 60) });
  });

  it.each([
    { factor: 0.5, minutes: 30 * 60, lasts: 30 * 60 },
    { factor: 0.9, minutes: 14 * 60, lasts: 14 * 60 },
    { factor: 1, minutes: null, lasts: 10 * 60 },
    // The longer of the two counts for when it is paid out, its own for when leaving takes it back.
    { factor: 0.5, minutes: 30 * 60, lasts: 72 * 60, isNewPublisher: true },
    { factor: 0.5, minutes: null, lasts: 10 * 60, off: true },
    { factor: 0.5, minutes: null, lasts: 10 * 60, own: true },
  ])('holds by the quality that was announced: %o', (row) => {
    const { factor, minutes, lasts, isNewPublisher = false, off = false, own = false } = row;
    const shown = [{ bot: 1, at: 990, isNewPublisher, own, holdFactor: factor }];
    const settled = decide({ ...plain, shown }, { holdMs: 10 * 3_600_000, holdsByQuality: !off });
    const holdMs = minutes === null ? null : minutes * 60_000;
    expect(settled).toMatchObject({ kind: 'counted', holdMs, holdUntilMs: at(1_000 + lasts) });
  });

  it('waits for an answer as long as the attribution lives', () => {
    const asked: Case = { ...plain, shown: [{ bot: 1, at: 990, contact: 'unasked' }] };
    expect(decide(asked)).toMatchObject({ kind: 'waits', untilMs: at(1_000 + 24 * 60) });
  });
});

describe('leaving', () => {
  it.each(table.leaving as LeavingCase[])('$name', (row) => {
    const { joined, left, settled = 970, price = 10, state = 'subscribed' } = row;
    const { isOnHold = true, isWatched = true } = row;
    const facts: LeavingFacts = {
      ...subscriptionStatus,
      state,
      priceMicros: units(price),
      atMs: at(settled),
      hasLeft: false,
      isCounted: true,
      isOnHold,
      holdMs: row.hold === undefined ? null : at(row.hold) - at(0),
    };
    const stay = { leftAtMs: at(left), joinedAtMs: joined === null ? null : at(joined) };
    const leaving = decideLeaving(facts, isWatched, stay, 60 * 60_000);
    const word = leaving.kind === 'none' ? 'nothing' : leaving.reverse ? 'paid back' : 'lost';
    expect(word).toBe(row.expect);
  });
});

describe('a subscriber who leaves', () => {
  it.each([
    ['is lost', { hasLeft: false }, true],
    ['is lost once, also where they came back', { hasLeft: true }, false],
    ['is not lost where the charge was taken back', { hasLeft: false, isCounted: false }, false],
    ['is not lost where they are out already', { hasLeft: false, state: 'unsubscribed' as const }, false],
  ])('%s', (_, facts, lost) => {
    expect(isLost({ state: 'subscribed', isCounted: true, ...facts })).toBe(lost);
  });
});

describe('what the advertiser is told', () => {
  const tell = (row: Case) =>
    settlementNotifications(factsOf(row), decide(row), { moderatorIds: [901], day: 0 });

  it('is that the order is finished with its last subscriber', () => {
    expect(tell({ ...plain, order: { quantityNow: 99 } })).toMatchObject([{ kind: 'order_finished' }]);
  });
  it('is nothing before that, nor of what was not paid for', () => {
    expect(tell({ ...plain, order: { quantityNow: 98 } })).toEqual([]);
    expect(tell({ ...plain, order: { quantityNow: 99 }, isSuspicious: true })).toEqual([]);
  });
  it('is each withdrawal that a charge takes of, once', () => {
    const row: Case = { ...plain, wallet: 3, withdrawing: { '12': 4, '11': 50 } };
    expect(tell(row)).toMatchObject([
      { kind: 'withdrawal_reduced', accountId: 77, dedupeKey: 'withdrawal_reduced:12' },
      { kind: 'withdrawal_reduced', accountId: 77, dedupeKey: 'withdrawal_reduced:11' },
    ]);
  });
});
