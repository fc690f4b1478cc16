/** The rules of the one charge, as a table anybody can check. */
import { describe, expect, it } from 'vitest';
import { decideLeaving, decideSettlement, settlementNotices } from '../../core/subscriptions/settlement.js';
import type { Membership, Settlement, SettlementFacts, Standing } from '../../core/ports.js';
import table from '../cases/settlement.json' with { type: 'json' };

const MINUTE_MS = 60_000;
/** Minutes may be negative: everything is moved far from 1970. */
const EPOCH_MS = 1_700_000_000_000;
const at = (minutes: number) => EPOCH_MS + minutes * MINUTE_MS;
const units = (amount: number) => BigInt(amount) * 1_000_000n;

const rules = { attributionMs: 24 * 60 * MINUTE_MS, holdMs: 0, publisherShare: '0.7' };
const standing: Standing = {
  orderId: 5,
  botId: 1,
  state: 'subscribed',
  priceMicros: units(10),
  atMs: at(995),
};

type Case = (typeof table.cases)[number] & {
  order?: Partial<SettlementFacts['order']>;
  wallet?: number;
  hadLeft?: boolean;
  settled?: boolean;
};

function factsOf({ shows, joined, order, wallet, hadLeft, settled }: Case): SettlementFacts {
  const membership: Membership | null =
    joined === null
      ? null
      : {
          resourceId: '-100',
          state: 'in',
          hadLeft: hadLeft ?? false,
          sinceMs: joined === 0 ? 0 : at(joined),
          checkedAtMs: at(1_000),
        };
  return {
    order: {
      orderId: 5,
      accountId: 77,
      isFree: false,
      quantityAll: 100,
      quantityDay: null,
      quantityNow: 3,
      today: 1,
      name: 'x',
      ...order,
    },
    shows: shows.map((show) => ({
      orderId: 5,
      botId: show.bot,
      botAccountId: 'own' in show ? 77 : 88,
      firstShownAtMs: at(show.first),
      shownAtMs: at(show.last),
      priceMicros: units(10),
    })),
    standing: settled === true ? standing : null,
    membership,
    walletMicros: units(wallet ?? 1_000),
    userLanguage: 'ru',
  };
}

function inUnits(settlement: Settlement): Record<string, unknown> {
  if (settlement.kind === 'none') return { kind: 'none' };
  if (settlement.kind === 'free') return { kind: 'free', state: settlement.state, reason: settlement.reason };
  const { botId, priceMicros, publisherMicros, feeMicros } = settlement;
  const [price, publisher, fee] = [priceMicros, publisherMicros, feeMicros].map(
    (micros) => Number(micros) / 1e6,
  );
  return { kind: 'counted', bot: botId, price, publisher, fee };
}

describe('settling', () => {
  it.each(table.cases as Case[])('$name', (row) => {
    const settlement = decideSettlement(factsOf(row), row.joined !== null, rules, at(1_000));
    expect(inUnits(settlement)).toEqual(row.expect);
  });

  it('holds the publisher’s part while leaving can still take it back', () => {
    const [row] = table.cases as Case[];
    if (row === undefined) throw new Error('The table is empty.');
    const settlement = decideSettlement(factsOf(row), true, { ...rules, holdMs: 60_000 }, at(1_000));
    expect(settlement).toMatchObject({ kind: 'counted', holdUntilMs: at(1_001) });
  });
});

describe('leaving', () => {
  it.each([
    ['watched, no hold', true, null, { kind: 'left', reverse: false }],
    ['watched, within the hold', true, at(1_001), { kind: 'left', reverse: true }],
    ['watched, after the hold', true, at(999), { kind: 'left', reverse: false }],
    ['not watched', false, at(1_001), { kind: 'none' }],
  ] as const)('%s', (_name, isWatched, holdUntilMs, expected) => {
    expect(decideLeaving({ ...standing, holdUntilMs }, isWatched, at(1_000))).toEqual(expected);
  });

  it('never happens twice', () => {
    const left = { ...standing, state: 'unsubscribed' as const, holdUntilMs: at(2_000) };
    expect(decideLeaving(left, true, at(1_000))).toEqual({ kind: 'none' });
  });
});

describe('what the advertiser is told', () => {
  const counted: Settlement = {
    kind: 'counted',
    botId: 1,
    botAccountId: 88,
    isOwn: false,
    priceMicros: units(10),
    publisherMicros: units(7),
    feeMicros: units(3),
    holdUntilMs: null,
  };
  const facts = (order: Partial<SettlementFacts['order']>, wallet: number) =>
    factsOf({
      name: '',
      shows: [],
      joined: null,
      expect: { kind: 'none' },
      order,
      wallet,
    } as unknown as Case);

  it('is that the order is finished with its last subscriber', () => {
    expect(settlementNotices(facts({ quantityNow: 99 }, 1_000), counted)).toMatchObject([
      { kind: 'order_finished' },
    ]);
  });
  it('is nothing before that, nor of what was not counted', () => {
    expect(settlementNotices(facts({ quantityNow: 98 }, 1_000), counted)).toEqual([]);
    const free = { kind: 'free', state: 'subscribed', reason: 'late', botId: 1 } as const;
    expect(settlementNotices(facts({ quantityNow: 99 }, 1_000), free)).toEqual([]);
  });
});
