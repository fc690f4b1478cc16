/** What the store knows of a user and an order at the moment of settling. */
import type { Impression, SettlementFacts } from '../../../core/ports.js';
import { type MembershipRow, toMembership } from '../../repositories/membership-row.js';
import {
  impressionColumns,
  impressionOrder,
  type ImpressionRow,
  type SettledColumns,
  settledColumns,
  toImpression,
  toMembershipKey,
  toSettledOrder,
} from '../../repositories/settled-row.js';
import { type StandingRow, toStanding } from '../../repositories/standing-row.js';
import { statement, type Transaction } from '../statement.js';
import type { LedgerWrites } from './ledger-writes.js';

/** Bots that showed one order to one user; more are none of an honest user's. */
const MAX_IMPRESSIONS = 100;
/** An account may have fewer waiting. */
const MAX_WITHDRAWING = 100;

interface Moment {
  showsSinceMs: number;
  day: number;
}

type About = [orderId: number, userId: number, at: Moment];

type Read = (transaction: Transaction, ...about: About) => Promise<SettlementFacts | null>;

export interface FactsReader {
  /** As they are just now: enough to foresee that nothing is to be done. Null when there is no such order. */
  read: Read;
  /**
   * As they stay until the deed ends. The order is locked before anything of it is read: its place, its day and who
   * stands how with it change under that lock only. Then bots that wait for a moderator's word, then what the advertiser
   * and those who may be paid have: withdrawals of the advertiser are asked for, and decided, under that lock.
   */
  lock: Read;
}

const orderOf = statement<[orderId: number], SettledColumns>(
  `SELECT ${settledColumns} FROM orders WHERE order_id = $1`,
);
const lockOrder = statement<[orderId: number], SettledColumns>(
  `SELECT ${settledColumns} FROM orders WHERE order_id = $1 FOR UPDATE`,
);
const lockBots = statement<[botIds: number[]]>(
  'SELECT 1 FROM bots WHERE bot_id = ANY($1::bigint[]) ORDER BY bot_id FOR NO KEY UPDATE',
);
/** As text, since an amount may be more than a double holds exactly. */
const withdrawing = statement<[accountId: number], { withdrawal_id: number; amount: string }>(
  `SELECT withdrawal_id, amount_micros::text AS amount FROM withdrawals WHERE account_id = $1 AND state = 'waiting'
   ORDER BY withdrawal_id DESC LIMIT ${String(MAX_WITHDRAWING)}`,
);

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** The same in every row; the columns of what is not there are null. */
type KnownColumns = Nullable<Omit<StandingRow, 'order_id'>> &
  Nullable<Omit<MembershipRow, 'state'>> & {
    member_state: number | null;
    today: number | null;
    wallet: string | null;
    user_language: string | null;
    is_suspicious: number | null;
    paid_by_order: number | null;
    opened_by_bot: number | null;
    ran_at_ms: number | null;
    is_signed: number | null;
    address: string | null;
    address_paid: number | null;
  };

type Parameters = [
  orderId: number,
  userId: number,
  showsSinceMs: number,
  day: number,
  membershipKey: string,
  advertiserId: number,
  target: string,
];

/** A row for each impression, latest first, and one where there is none. */
const known = statement<Parameters, KnownColumns & Nullable<Omit<ImpressionRow, 'order_id'>>>(
  `SELECT today.subscribers AS today, users.language_code AS user_language, users.is_suspicious,
     wallet.balance_micros::text AS wallet, paid.order_id AS paid_by_order,
     opened.bot_id AS opened_by_bot, opened.ran_at_ms, opened.is_signed, opened.address, address.times AS address_paid,
     standing.bot_id AS standing_bot_id, standing.state, standing.price_micros AS paid_micros, standing.at_ms,
     standing.changed_at_ms, standing.hold_until_ms, standing.held_for_trust,
     member.resource_id, member.state AS member_state, member.had_left, member.since_ms, member.checked_at_ms,
     member.update_id, member.joined_at_ms, member.joined_again, member.joined_by_bot, member.was_removed,
     shown.bot_id, shown.first_shown_at_ms, shown.shown_at_ms, shown.seen_at_ms, shown.price_micros, shown.proof,
     shown.account_id, shown.has_token, shown.trust, shown.is_account_trusted, shown.bot_today, shown.bot_taken_over, shown.contact_state,
     shown.contact_at_ms, shown.contact_until_ms, shown.contact_chat_id
   FROM (VALUES (1)) AS one (row)
   LEFT JOIN order_days AS today ON today.order_id = $1 AND today.day = $4
   LEFT JOIN subscriptions AS standing ON standing.user_id = $2 AND standing.order_id = $1
   LEFT JOIN memberships AS member ON member.user_id = $2 AND member.resource_id = $5
   LEFT JOIN users ON users.user_id = $2
   LEFT JOIN ledger_accounts AS wallet ON wallet.owner_id = $6 AND wallet.kind = 'wallet'
   LEFT JOIN paid_joins AS paid ON paid.user_id = $2 AND paid.target = $7
   LEFT JOIN openings AS opened ON opened.user_id = $2 AND opened.order_id = $1
   LEFT JOIN paid_addresses AS address ON address.day = $4 AND address.order_id = $1 AND address.address = opened.address
   LEFT JOIN LATERAL (
     SELECT ${impressionColumns}
     FROM shows JOIN bots ON bots.bot_id = shows.bot_id JOIN accounts ON accounts.account_id = bots.account_id
     LEFT JOIN bot_days AS bot_day ON bot_day.bot_id = shows.bot_id AND bot_day.day = $4
     LEFT JOIN contacts ON contacts.user_id = shows.user_id AND contacts.bot_id = shows.bot_id
     WHERE shows.user_id = $2 AND shows.order_id = $1 AND shows.seen_at_ms >= $3
     ORDER BY ${impressionOrder} LIMIT ${String(MAX_IMPRESSIONS)}) AS shown ON true
   ORDER BY shown.shown_at_ms DESC`,
);

export function createFactsReader(ledger: LedgerWrites): FactsReader {
  const readOf = async (
    transaction: Transaction,
    [orderId, userId, { showsSinceMs, day }]: About,
    row: SettledColumns,
  ): Promise<SettlementFacts> => {
    const { target } = toSettledOrder(orderId, row, 0);
    const key = toMembershipKey(orderId, row);
    const wanted = [orderId, userId, showsSinceMs, day, key, row.account_id, target] as const;
    // They go together.
    const [rows, waiting] = await Promise.all([
      known.all(transaction, ...wanted),
      withdrawingOf(transaction, row.account_id),
    ]);
    const [first] = rows;
    return {
      order: toSettledOrder(orderId, row, first?.today ?? 0),
      impressions: rows.flatMap((each) =>
        hasImpression(each) ? toImpression({ ...each, order_id: orderId }) : [],
      ),
      standing:
        first !== undefined && hasStanding(first) ? toStanding({ ...first, order_id: orderId }) : null,
      membership:
        first !== undefined && hasMembership(first)
          ? toMembership({ ...first, state: first.member_state })
          : null,
      opening: first === undefined || row.ads_type !== 'resource' ? null : toOpening(first),
      isSuspicious: first?.is_suspicious === 1,
      isPaidFor: (first?.paid_by_order ?? null) !== null,
      walletMicros: BigInt(first?.wallet ?? 0),
      withdrawing: waiting,
      userLanguage: first?.user_language ?? '',
    };
  };

  /** Of bots that wait for a moderator's word: it must not come while their subscriber is being settled. */
  const readHeld = async (
    transaction: Transaction,
    about: About,
    row: SettledColumns,
  ): Promise<SettlementFacts> => {
    const facts = await readOf(transaction, about, row);
    const untrusted = facts.impressions.filter(isUntrusted).map(({ botId }) => botId);
    if (untrusted.length === 0) return facts;
    await lockBots.run(transaction, untrusted);
    return readOf(transaction, about, row);
  };

  return {
    read: async (transaction, ...about) => {
      const row = await orderOf.get(transaction, about[0]);
      return row === undefined ? null : readOf(transaction, about, row);
    },
    lock: async (transaction, ...about) => {
      const row = await lockOrder.get(transaction, about[0]);
      if (row === undefined) return null;
      const facts = await readHeld(transaction, about, row);
      const payees = facts.impressions.map(({ bot }) => bot.accountId);
      // They go together: what waits is read once the accounts are locked.
      const [balanceOf, waiting] = await Promise.all([
        ledger.lock(transaction, [row.account_id, ...payees]),
        withdrawingOf(transaction, row.account_id),
      ]);
      return { ...facts, walletMicros: balanceOf(row.account_id).availableMicros, withdrawing: waiting };
    },
  };
}

async function withdrawingOf(
  transaction: Transaction,
  accountId: number,
): Promise<SettlementFacts['withdrawing']> {
  const rows = await withdrawing.all(transaction, accountId);
  return rows.map((row) => ({ withdrawalId: row.withdrawal_id, amountMicros: BigInt(row.amount) }));
}

function isUntrusted({ bot }: Impression): boolean {
  return !bot.hasToken && bot.trust !== 'trusted';
}

function toOpening(row: KnownColumns): SettlementFacts['opening'] {
  const { opened_by_bot: botId, ran_at_ms: ranAtMs, is_signed, address } = row;
  if (botId === null || ranAtMs === null || address === null) return null;
  return { botId, ranAtMs, isSigned: is_signed === 1, address, paidToday: row.address_paid ?? 0 };
}

type ShownColumns = Nullable<Omit<ImpressionRow, 'order_id'>>;

function hasImpression(row: ShownColumns): row is Omit<ImpressionRow, 'order_id'> {
  return row.bot_id !== null;
}

function hasStanding(row: KnownColumns): row is KnownColumns & Omit<StandingRow, 'order_id'> {
  return row.standing_bot_id !== null;
}

function hasMembership(
  row: KnownColumns,
): row is KnownColumns & Omit<MembershipRow, 'state'> & { member_state: number } {
  return row.resource_id !== null;
}
