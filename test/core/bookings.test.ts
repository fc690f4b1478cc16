/** What each event books, and what may be set aside, as tables anybody can check. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addedUp,
  type Booking,
  chargeBooking,
  depositBooking,
  earnsTrust,
  type EntryLine,
  refundBooking,
  refundDecisionBooking,
  refundEnd,
  refundHindrance,
  releaseBooking,
  reversalBooking,
  unaskedRefundBooking,
  withdrawalBooking,
  withdrawalDecisionBooking,
  withdrawalHindrance,
} from '../../core/ledger/index.js';
import type { RefundState, StarPayment } from '../../core/ports/star-payment-store.js';
import type { Settlement } from '../../core/ports/subscription-store.js';
import type { Withdrawal } from '../../core/ports/withdrawal-store.js';
import { holdTerms } from '../../core/subscriptions/holds.js';
import { factsOf } from './settlement-world.js';

const NOW_MS = 1_000;
const ADVERTISER = 501;
const PUBLISHER = 502;
const subscriber = { orderId: 7, botId: 8, userId: 9 };
type Counted = Settlement & { kind: 'counted' };

const facts = (accountId = ADVERTISER) => {
  const made = factsOf({ name: 'a join', shown: [], joined: null, expect: 'nothing' });
  return { ...made, order: { ...made.order, orderId: 7, accountId } };
};
const counted = (more: Partial<Counted> = {}): Counted => ({
  kind: 'counted',
  botId: 8,
  botAccountId: PUBLISHER,
  isTakenOver: false,
  isOwn: false,
  priceMicros: 10n,
  publisherMicros: 7n,
  feeMicros: 3n,
  takenFrom: [],
  holdUntilMs: null,
  holdMs: null,
  isHeldForTrust: false,
  isBlockTested: false,
  ...more,
});
const charge = (more: Partial<Counted> = {}, accountId = ADVERTISER): Booking => {
  const booking = chargeBooking(facts(accountId), counted(more), 9, NOW_MS);
  if (booking === null) throw new TypeError('it costs something');
  return booking;
};
const withdrawal: Withdrawal = {
  withdrawalId: 1,
  accountId: PUBLISHER,
  amountMicros: 40n,
  takenMicros: 0n,
  detailsCipher: '',
  rail: 'manual',
  state: 'waiting',
  askedAtMs: 0,
  decidedAtMs: null,
  decidedBy: null,
  note: '',
};
const payment: StarPayment = {
  paymentId: 1,
  chargeId: 'c1',
  accountId: ADVERTISER,
  stars: 5,
  amountMicros: 50n,
  paidAtMs: 0,
  refundState: 'none',
  refundNote: '',
};
const taken = [{ withdrawalId: 1, amountMicros: 4n }];
const decision = (state: 'paid' | 'refused' | 'cancelled', decidedBy: number | null = 901) => ({
  state,
  decidedBy,
  note: 'sent',
});

/** The lines that reach an account, in short. */
const inShort = ({ lines }: Booking) =>
  Object.fromEntries(
    addedUp(lines).map((line) => [`${line.kind}:${String(line.ownerId)}`, Number(line.amountMicros)]),
  );

const bookings: { name: string; booking: Booking; lines: Record<string, number>; entry: object }[] = [
  {
    name: 'a charge',
    booking: charge(),
    lines: { 'wallet:501': -10, 'wallet:502': 7, 'fee:0': 3 },
    entry: { kind: 'charge', ...subscriber },
  },
  {
    name: 'a charge whose part waits',
    booking: charge({ holdUntilMs: 5_000 }),
    lines: { 'wallet:501': -10, 'hold:502': 7, 'fee:0': 3 },
    entry: { kind: 'charge' },
  },
  {
    name: 'a charge that takes of a withdrawal',
    booking: charge({ takenFrom: taken }),
    lines: { 'wallet:501': -6, 'reserve:501': -4, 'wallet:502': 7, 'fee:0': 3 },
    entry: { kind: 'charge' },
  },
  {
    name: 'a charge in an own bot: the fee alone leaves',
    booking: charge({ isOwn: true }, PUBLISHER),
    lines: { 'wallet:502': -3, 'fee:0': 3 },
    entry: { kind: 'charge' },
  },
  {
    name: 'a reversal of what was on hold',
    booking: reversalBooking(subscriber, 3, charge({ holdUntilMs: 5_000 }).lines, NOW_MS),
    lines: { 'wallet:501': 10, 'hold:502': -7, 'fee:0': -3 },
    entry: { kind: 'reversal', aboutEntryId: 3, ...subscriber },
  },
  {
    name: 'a reversal: what it took of a withdrawal comes back into the wallet',
    booking: reversalBooking(subscriber, 3, charge({ takenFrom: taken }).lines, NOW_MS),
    lines: { 'wallet:501': 10, 'wallet:502': -7, 'fee:0': -3 },
    entry: { kind: 'reversal' },
  },
  {
    name: 'a release',
    booking: releaseBooking(subscriber, 3, charge({ holdUntilMs: 5_000 }).lines, NOW_MS),
    lines: { 'hold:502': -7, 'wallet:502': 7 },
    entry: { kind: 'release', aboutEntryId: 3, ...subscriber },
  },
  {
    name: 'a deposit of a payment',
    booking: depositBooking(ADVERTISER, 50n, { reference: 'r1', note: 'n', bookedBy: null }, NOW_MS),
    lines: { 'wallet:501': 50, 'world:0': -50 },
    entry: { kind: 'deposit', reference: 'r1', note: 'n' },
  },
  {
    name: 'an adjustment that an administrator books',
    booking: depositBooking(ADVERTISER, 50n, { reference: 'r1', note: 'n', bookedBy: 901 }, NOW_MS),
    lines: { 'wallet:501': 50, 'world:0': -50 },
    entry: { kind: 'deposit', bookedBy: 901 },
  },
  {
    name: 'a withdrawal that is asked for',
    booking: withdrawalBooking(PUBLISHER, 40n, NOW_MS),
    lines: { 'wallet:502': -40, 'reserve:502': 40 },
    entry: { kind: 'withdrawal_reserve' },
  },
  {
    name: 'a withdrawal that is paid',
    booking: withdrawalDecisionBooking(withdrawal, decision('paid'), 3, NOW_MS),
    lines: { 'reserve:502': -40, 'world:0': 40 },
    entry: { kind: 'withdrawal_paid', aboutEntryId: 3, bookedBy: 901, note: 'sent' },
  },
  {
    name: 'a withdrawal that is refused',
    booking: withdrawalDecisionBooking(withdrawal, decision('refused'), 3, NOW_MS),
    lines: { 'reserve:502': -40, 'wallet:502': 40 },
    entry: { kind: 'withdrawal_refused', aboutEntryId: 3 },
  },
  {
    name: 'a withdrawal that its owner takes back',
    booking: withdrawalDecisionBooking(withdrawal, decision('cancelled', null), 3, NOW_MS),
    lines: { 'reserve:502': -40, 'wallet:502': 40 },
    entry: { kind: 'withdrawal_cancelled', aboutEntryId: 3 },
  },
  {
    name: 'a refund that is asked for',
    booking: refundBooking(payment, 901, NOW_MS),
    lines: { 'wallet:501': -50, 'reserve:501': 50 },
    entry: { kind: 'refund', bookedBy: 901, note: '5 ⭐️' },
  },
  {
    name: 'a refund that the platform pays',
    booking: refundDecisionBooking(payment, 'done', 3, NOW_MS),
    lines: { 'reserve:501': -50, 'world:0': 50 },
    entry: { kind: 'refund_paid', aboutEntryId: 3, reference: 'refund:c1' },
  },
  {
    name: 'a refund that the platform refuses',
    booking: refundDecisionBooking(payment, 'refused', 3, NOW_MS),
    lines: { 'reserve:501': -50, 'wallet:501': 50 },
    entry: { kind: 'refund_refused', aboutEntryId: 3 },
  },
  {
    name: 'a refund that nobody asked for',
    booking: unaskedRefundBooking(payment, 80n, NOW_MS).booking,
    lines: { 'wallet:501': -50, 'world:0': 50 },
    entry: { kind: 'refund_paid', reference: 'refund:c1' },
  },
  {
    name: 'a refund that nobody asked for, of what is spent in part: the service bears the rest',
    booking: unaskedRefundBooking(payment, 20n, NOW_MS).booking,
    lines: { 'wallet:501': -20, 'fee:0': -30, 'world:0': 50 },
    entry: { kind: 'refund_paid' },
  },
];

describe('what is booked', () => {
  it.each(bookings)('$name', ({ booking, lines, entry }) => {
    expect(inShort(booking)).toEqual(lines);
    expect(booking.entry).toMatchObject({ atMs: NOW_MS, ...entry });
  });

  it('of a charge of nothing is nothing', () => {
    const free = counted({ priceMicros: 0n, publisherMicros: 0n, feeMicros: 0n });
    expect(chargeBooking(facts(), free, 9, NOW_MS)).toBeNull();
  });

  it('of a charge and its reversal leaves everybody what they had, but for what a withdrawal gives back', () => {
    const amount = fc.bigInt({ min: 0n, max: 100n });
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.boolean(),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (publisherMicros, feeMicros, isHeld, isOwn, part) => {
          const priceMicros = publisherMicros + feeMicros;
          fc.pre(priceMicros > 0n);
          const fromReserve = BigInt(Math.floor(part * Number(priceMicros)));
          const settlement: Partial<Counted> = {
            priceMicros,
            publisherMicros,
            feeMicros,
            holdUntilMs: isHeld ? 5_000 : null,
            takenFrom: fromReserve === 0n ? [] : [{ withdrawalId: 1, amountMicros: fromReserve }],
          };
          const charged = charge(settlement, isOwn ? PUBLISHER : ADVERTISER);
          const reversed = reversalBooking(subscriber, 3, charged.lines, NOW_MS);
          const both: EntryLine[] = [...charged.lines, ...reversed.lines];
          const accountId = isOwn ? PUBLISHER : ADVERTISER;
          const moved =
            fromReserve === 0n
              ? {}
              : {
                  [`wallet:${String(accountId)}`]: Number(fromReserve),
                  [`reserve:${String(accountId)}`]: -Number(fromReserve),
                };
          expect(inShort({ entry: charged.entry, lines: both })).toEqual(moved);
        },
      ),
    );
  });

  it('is what the parts of a price are, or nothing', () => {
    expect(() => charge({ feeMicros: 4n })).toThrow(RangeError);
    expect(() => charge({ publisherMicros: -1n, feeMicros: 11n })).toThrow(RangeError);
    expect(() => depositBooking(1, 0n, { reference: 'r', note: '', bookedBy: null }, 0)).toThrow(RangeError);
  });
});

describe('how long a charge waits', () => {
  it.each([
    { name: 'paid at once', more: {}, hold: { holdUntilMs: null, holdMs: null, isHeldForTrust: false } },
    {
      name: 'by time',
      more: { waitMs: 4_000, ownHoldMs: 400 },
      hold: { holdUntilMs: 5_000, holdMs: 400, isHeldForTrust: false },
    },
    {
      name: "for a moderator's word, which no time ends",
      more: { waitMs: 4_000, isHeldForTrust: true },
      hold: { holdUntilMs: null, holdMs: null, isHeldForTrust: true },
    },
    {
      name: 'of nothing, not at all',
      more: { priceMicros: 0n, waitMs: 4_000, ownHoldMs: 400, isHeldForTrust: true },
      hold: { holdUntilMs: null, holdMs: null, isHeldForTrust: false },
    },
  ])('$name', ({ more, hold }) => {
    const held = { priceMicros: 10n, waitMs: 0, ownHoldMs: 0, isHeldForTrust: false, ...more };
    expect(holdTerms(held, { holdMs: 0 }, NOW_MS)).toEqual(hold);
  });

  it.each([
    { more: {}, to: 'wallet' },
    { more: { holdUntilMs: 5_000 }, to: 'hold' },
    { more: { isHeldForTrust: true }, to: 'hold' },
  ])('goes to the $to: $more', ({ more, to }) => {
    const publishers = charge(more).lines.filter(({ ownerId }) => ownerId === PUBLISHER);
    expect(publishers).toEqual([{ kind: to, ownerId: PUBLISHER, amountMicros: 7n }]);
  });
});

describe('what may be set aside', () => {
  const balance = { availableMicros: 50n, heldMicros: 900n, reservedMicros: 900n };

  it.each([
    { amount: 50n, waiting: 4, then: null },
    { amount: 51n, waiting: 0, then: 'short' },
    { amount: 51n, waiting: 5, then: 'too_many' },
    { amount: 1n, waiting: 5, then: 'too_many' },
  ])('of 50 available, $amount while $waiting of 5 wait: $then', ({ amount, waiting, then }) => {
    expect(withdrawalHindrance(balance, amount, { waiting, waitingMax: 5 })?.kind ?? null).toBe(then);
  });

  it('is above zero', () => {
    expect(() => withdrawalHindrance(balance, 0n, { waiting: 0, waitingMax: 5 })).toThrow(RangeError);
  });

  it.each<{ state: RefundState; available: bigint; then: string | null }>([
    { state: 'none', available: 50n, then: null },
    { state: 'refused', available: 50n, then: null },
    { state: 'none', available: 49n, then: 'spent' },
    { state: 'waiting', available: 0n, then: 'waiting' },
    { state: 'done', available: 50n, then: 'done' },
  ])(
    'for a refund of 50 in state $state with $available in the wallet: $then',
    ({ state, available, then }) => {
      expect(refundHindrance({ ...payment, refundState: state }, available)?.kind ?? null).toBe(then);
    },
  );

  it.each<{ state: RefundState; word: 'done' | 'refused'; then: string }>([
    { state: 'waiting', word: 'done', then: 'decided' },
    { state: 'waiting', word: 'refused', then: 'decided' },
    { state: 'none', word: 'done', then: 'unasked' },
    { state: 'refused', word: 'done', then: 'unasked' },
    { state: 'none', word: 'refused', then: 'nothing' },
    { state: 'refused', word: 'refused', then: 'nothing' },
    { state: 'done', word: 'done', then: 'nothing' },
    { state: 'done', word: 'refused', then: 'nothing' },
  ])('of a refund in state $state of which the platform says $word: $then', ({ state, word, then }) => {
    expect(refundEnd({ refundState: state }, word)).toBe(then);
  });

  it.each([
    { state: 'paid', earned: 40n, wasUntrusted: false, then: true },
    { state: 'paid', earned: 39n, wasUntrusted: false, then: false },
    { state: 'paid', earned: 40n, wasUntrusted: true, then: false },
    { state: 'refused', earned: 40n, wasUntrusted: false, then: false },
  ] as const)(
    '40, $state, of $earned earned makes trusted: $then',
    ({ state, earned, wasUntrusted, then }) => {
      expect(earnsTrust({ ...withdrawal, state }, { earnedMicros: earned, wasUntrusted })).toBe(then);
    },
  );
});
