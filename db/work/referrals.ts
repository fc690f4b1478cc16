import {
  type Booking,
  type EntryLine,
  type Party,
  partiesOf,
  referralBooking,
  referralReference,
  referralReversalBooking,
} from '../../core/ledger/index.js';
import type { ReferralPage, ReferralStore } from '../../core/ports/referral-store.js';
import { durably, type Parts } from './database.js';
import type { LedgerWrites } from './ledger-writes.js';
import { type ExactRowOf, money, rowsOf } from './rows.js';
import { exactStatement, statement, together, type Work } from './statement.js';
import { boundedLimit, present, listsOf } from './values.js';

const MAX_PAGE = 1_000;
const MAX_BOOKED = 500;

const codeOf = statement<[accountId: number], { code: string }>(
  'SELECT code FROM referral_links WHERE account_id = $1',
);
/** Who asks at the same time gets the code that was first. */
const makeCode = statement<[accountId: number, code: string, nowMs: number], { code: string }>(
  `INSERT INTO referral_links (account_id, code, made_at_ms) VALUES ($1, $2, $3)
   ON CONFLICT (account_id) DO UPDATE SET code = referral_links.code RETURNING code`,
);
type Referral = ReferralPage['referrals'][number];
const REFERRAL = 'percent, made_at_ms, until_ms, ended_at_ms, earned_micros';
const toReferral = rowsOf<Referral>()(REFERRAL, { earnedMicros: money });
const pageOf = exactStatement<[referrerId: number, limit: number, offset: number], ExactRowOf<Referral>>(
  `SELECT ${REFERRAL} FROM referrals WHERE referrer_id = $1
   ORDER BY made_at_ms DESC, account_id DESC LIMIT $2 OFFSET $3`,
);
const sumOf = exactStatement<[referrerId: number], { total: bigint; earned: bigint | null }>(
  `SELECT count(*) AS total, CAST(sum(earned_micros) AS bigint) AS earned FROM referrals WHERE referrer_id = $1`,
);

const isDue = statement('SELECT 1 FROM referral_dues WHERE entry_id > 0 ORDER BY entry_id LIMIT 1');
/** A process that books the same waits here, and finds them gone. */
const lockDues = statement<[limit: number], { entry_id: number }>(
  'SELECT entry_id FROM referral_dues WHERE entry_id > 0 ORDER BY entry_id LIMIT $1 FOR UPDATE',
);
const removeDues = statement<[entryIds: readonly number[]]>(
  'DELETE FROM referral_dues WHERE entry_id = ANY($1::bigint[])',
);
/** The charge that each is about: a reversal may name the charge's release. */
const chargesOf = statement<
  [entryIds: readonly number[]],
  { kind: string; charge_id: number; charged_at_ms: number }
>(
  `SELECT due.kind, charge.entry_id AS charge_id, charge.at_ms AS charged_at_ms FROM ledger_entries AS due
   LEFT JOIN ledger_entries AS about ON about.entry_id = due.about_entry_id
   JOIN ledger_entries AS charge ON charge.entry_id = CASE WHEN due.kind = 'charge' THEN due.entry_id
     WHEN about.kind = 'release' THEN about.about_entry_id ELSE due.about_entry_id END
   WHERE due.entry_id = ANY($1::bigint[]) ORDER BY due.entry_id`,
);
const sharesOf = statement<[references: readonly string[]], { entry_id: number; reference: string }>(
  'SELECT entry_id, reference FROM ledger_entries WHERE reference = ANY($1::text[])',
);
/** Those that may earn. */
const referralsOf = statement<
  [accountIds: readonly number[]],
  { account_id: number; referrer_id: number; percent: number; until_ms: number }
>(
  `SELECT referrals.account_id, referrer_id, percent, until_ms FROM referrals
   JOIN accounts ON accounts.account_id = referrals.referrer_id
   WHERE referrals.account_id = ANY($1::bigint[]) AND ended_at_ms IS NULL AND accounts.is_blocked = 0`,
);
const countEarned = statement<[accountIds: number[], amounts: bigint[]]>(
  `UPDATE referrals SET earned_micros = earned_micros + added.micros
   FROM (SELECT account_id, sum(micros)::bigint AS micros
     FROM unnest($1::bigint[], $2::bigint[]) AS each (account_id, micros) GROUP BY account_id) AS added
   WHERE referrals.account_id = added.account_id`,
);

/** A party of a charge, and what its referrer has of it. */
interface Side extends Party {
  chargeId: number;
  chargedAtMs: number;
  charged: readonly EntryLine[];
  isReversal: boolean;
  reference: string;
}

/** What is to be booked for a side. */
interface Share {
  accountId: number;
  amountMicros: bigint;
  booking: Booking;
}

export function createReferralStore({ db }: Pick<Parts, 'db'>, ledger: LedgerWrites): ReferralStore {
  /** The sides of all charges that these entries are about. */
  function* sidesOf(entryIds: readonly number[]) {
    const charges = yield* chargesOf.all(entryIds);
    const lines = yield* ledger.postingsOf([...new Set(charges.map((row) => row.charge_id))]);
    return charges.flatMap(({ kind, charge_id: chargeId, charged_at_ms: chargedAtMs }): Side[] => {
      const charged = present(lines.get(chargeId), 'the charge');
      const isReversal = kind === 'reversal' || kind === 'fraud_reversal';
      return partiesOf(charged).map((party) => ({
        ...party,
        chargeId,
        chargedAtMs,
        charged,
        isReversal,
        reference: referralReference(chargeId, party.side),
      }));
    });
  }

  function* earn(sides: readonly Side[], nowMs: number) {
    const [booked, rows] = yield* together(
      sharesOf.all(sides.map(({ reference }) => reference)),
      referralsOf.all([...new Set(sides.map(({ accountId }) => accountId))]),
    );
    const isBooked = new Set(booked.map(({ reference }) => reference));
    const referralOf = new Map(rows.map((row) => [row.account_id, row]));
    const shares = sides.flatMap((side): Share[] => {
      const referral = referralOf.get(side.accountId);
      if (referral === undefined || isBooked.has(side.reference)) return [];
      if (side.chargedAtMs >= referral.until_ms) return [];
      const { chargeId: chargeEntryId, charged, side: name, accountId } = side;
      const { referrer_id: referrerId, percent } = referral;
      const booking = referralBooking({ chargeEntryId, charged, side: name }, { referrerId, percent }, nowMs);
      if (booking === null) return [];
      isBooked.add(side.reference);
      return [{ accountId, amountMicros: booking.amountMicros, booking }];
    });
    yield* write(shares, nowMs);
  }

  function* takeBack(sides: readonly Side[], nowMs: number) {
    const rows = yield* sharesOf.all(sides.map(({ reference }) => reference));
    const booked = new Map(rows.map(({ reference, entry_id: entryId }) => [reference, entryId]));
    const lines = yield* ledger.postingsOf([...booked.values()]);
    const shares = sides.flatMap(({ reference, accountId }): Share[] => {
      const entryId = booked.get(reference);
      if (entryId === undefined) return [];
      const earned = present(lines.get(entryId), 'the share');
      const [share] = earned.filter(({ kind }) => kind === 'wallet');
      const amountMicros = -present(share, 'the line of the wallet').amountMicros;
      return [{ accountId, amountMicros, booking: referralReversalBooking(entryId, earned, nowMs) }];
    });
    yield* write(shares, nowMs);
  }

  function* write(shares: readonly Share[], nowMs: number) {
    if (shares.length === 0) return;
    const { falls } = yield* ledger.bookAll(shares.map(({ booking }) => booking));
    // After the ledger, as others who change a referral.
    yield* countEarned.run(...listsOf(shares, 'accountId', 'amountMicros'));
    yield* ledger.notifyFalls(falls, nowMs);
  }

  function* book(limit: number, nowMs: number): Work<number> {
    const dues = yield* lockDues.all(boundedLimit(limit, MAX_BOOKED));
    if (dues.length === 0) return 0;
    const entryIds = dues.map((row) => row.entry_id);
    const sides = yield* sidesOf(entryIds);
    yield* earn(
      sides.filter(({ isReversal }) => !isReversal),
      nowMs,
    );
    // A charge is final before it is taken back, so that its share is there by now.
    yield* takeBack(
      sides.filter(({ isReversal }) => isReversal),
      nowMs,
    );
    yield* removeDues.run(entryIds);
    return dues.length;
  }

  function* page(
    referrerId: number,
    { offset, limit }: { offset: number; limit: number },
  ): Work<ReferralPage> {
    const rows = yield* pageOf.all(referrerId, boundedLimit(limit, MAX_PAGE), Math.max(0, offset));
    const sum = yield* sumOf.get(referrerId);
    return {
      referrals: rows.map(toReferral),
      total: Number(sum?.total ?? 0n),
      earnedMicros: sum?.earned ?? 0n,
    };
  }

  return {
    code: async (accountId, fresh, nowMs) => {
      const known = await db.read(codeOf.get(accountId));
      if (known !== undefined) return known.code;
      const made = await durably(db, 'referrals.code', makeCode.get(accountId, fresh, nowMs));
      return present(made, 'the code').code;
    },
    ofReferrer: (accountId, wanted) => db.read(() => page(accountId, wanted)),
    book: async (limit, nowMs) => {
      if ((await db.read(isDue.get())) === undefined) return 0;
      return durably(db, 'referrals.book', () => book(limit, nowMs));
    },
  };
}
