/** What the store knows of a user and an order at the moment of settling. */
import { hasJoinUpdates, isOpened, LINK_TARGET } from '../../core/kinds/index.js';
import { isUntrusted } from '../../core/bot-trust.js';
import type { ShownOrder } from '../../core/ports/sponsor-store.js';
import type { ChargedOrder, SettlementFacts } from '../../core/ports/subscription-store.js';
import { updatesBeat } from '../../core/checkers/index.js';
import { isGuess, membershipKeyAt, paidTarget } from '../../core/subscriptions/index.js';
import { type MembershipRow, membershipIn } from './memberships.js';
import { present, type ResourceKey, toResourceKey } from './values.js';
import { type SubscriptionStatusColumns, toSubscriptionStatus } from './subscription-row.js';
import { unheardSpansOf } from './unheard-spans.js';
import type { Pseudonyms } from './pseudonyms.js';
import { lock, statement, together, type Work } from './statement.js';
import type { LedgerWrites } from './ledger-writes.js';
import type { OrderRow } from './order-row.js';
import type { Names } from './rows.js';
import {
  impressionColumns,
  type ImpressionFactsRow,
  impressionOrder,
  toImpressionFacts,
} from './impressions.js';

/** Bots that showed one order to one user; more are none of an honest user's. */
export const MAX_IMPRESSIONS = 100;
/** An account may have fewer waiting. */
export const MAX_WITHDRAWING = 100;

interface Moment {
  impressionsSinceMs: number;
  day: number;
}

type About = [shown: ShownOrder, userId: number, at: Moment];

export type FactsReader = ReturnType<typeof createFactsReader>;

export const settledColumns =
  `account_id, is_free, quantity_all, quantity_day, quantity_now, name, resource_id, ads_type, to_bot_member,
  takes_join_requests, track_unsubscriptions, link_key, checker_bot_id` as const;

export type SettledColumns = Pick<OrderRow, Names<typeof settledColumns>>;

const orderOf = statement<[orderId: number], SettledColumns>(
  `SELECT ${settledColumns} FROM orders WHERE order_id = $1`,
);
export const lockOrder = statement<[orderId: number], SettledColumns>(
  `SELECT ${settledColumns} FROM orders WHERE order_id = $1 FOR UPDATE`,
);
export const lockBots = lock<[botIds: number[]]>(
  'SELECT 1 FROM bots WHERE bot_id = ANY($1::bigint[]) ORDER BY bot_id FOR NO KEY UPDATE',
);
export interface WithdrawingRow {
  withdrawal_id: number;
  amount: string;
}

/** As text, since an amount may be more than a double holds exactly. */
export const withdrawing = statement<[accountId: number], WithdrawingRow>(
  `SELECT withdrawal_id, CAST(amount_micros AS text) AS amount FROM withdrawals WHERE account_id = $1 AND state = 'waiting'
   ORDER BY withdrawal_id DESC LIMIT ${String(MAX_WITHDRAWING)}`,
);

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** The columns of what is not there are null. */
export type KnownColumns = Nullable<Omit<SubscriptionStatusColumns, 'order_id'>> &
  Nullable<Omit<MembershipRow, 'state'>> & {
    member_state: number | null;
    today: number | null;
    wallet: string | null;
    user_language: string | null;
    suspicious_until_ms: number | null;
    paid_by_order: number | null;
    opened_by_bot: number | null;
    ran_at_ms: number | null;
    is_signed: number | null;
    address: string | null;
    address_paid: number | null;
  };

export type KnownAsk = [
  orderId: number,
  userId: number,
  day: number,
  membershipKey: ResourceKey,
  advertiserId: number,
  target: string,
];

/** What is kept by user. */
export const userKnownColumns = `users.language_code AS user_language, users.suspicious_until_ms,
  opened.bot_id AS opened_by_bot, opened.ran_at_ms, opened.is_signed, opened.address,
  member.resource_id, member.state AS member_state, member.had_left, member.since_ms, member.checked_at_ms,
  member.update_id, member.joined_at_ms, member.joined_again, member.joined_by_bot, member.was_removed`;
/** What is not. */
export const wholeKnownColumns = `today.subscribers AS today, CAST(wallet.balance_micros AS text) AS wallet,
  paid.order_id AS paid_by_order, address.times AS address_paid,
  standing.bot_id AS standing_bot_id, standing.state, standing.price_micros AS paid_micros, standing.at_ms,
  standing.changed_at_ms`;
/** What of a subscriber and an order is found by key: the columns, and where they are. */
export const knownColumns = `${userKnownColumns}, ${wholeKnownColumns}`;

/** Placeholders, or columns of what is asked about. */
type KnownParameters = Record<keyof typeof placeholders, string>;

export const userKnownJoins = ({ orderId, userId, membershipKey }: KnownParameters): string => `
  LEFT JOIN users ON users.user_id = ${userId}
  LEFT JOIN memberships AS member ON member.user_id = ${userId} AND member.resource_id = ${membershipKey}
  LEFT JOIN openings AS opened ON opened.user_id = ${userId} AND opened.order_id = ${orderId}`;

/** @param address that of the opening */
export const wholeKnownJoins = (
  { orderId, userId, day, advertiserId, target }: KnownParameters,
  address: string,
): string => `
  LEFT JOIN order_days AS today ON today.order_id = ${orderId} AND today.day = ${day}
  LEFT JOIN subscriptions AS standing ON standing.user_id = ${userId} AND standing.order_id = ${orderId}
  LEFT JOIN ledger_accounts AS wallet ON wallet.owner_id = ${advertiserId} AND wallet.kind = 'wallet'
  LEFT JOIN paid_joins AS paid ON paid.user_id = ${userId} AND paid.target = ${target}
  LEFT JOIN paid_addresses AS address ON address.day = ${day} AND address.order_id = ${orderId}
    AND address.address = ${address}`;

export const knownJoins = (parameters: KnownParameters): string =>
  `${userKnownJoins(parameters)} ${wholeKnownJoins(parameters, 'opened.address')}`;

export const placeholders = {
  orderId: '$1',
  userId: '$2',
  day: '$3',
  membershipKey: '$4',
  advertiserId: '$5',
  target: '$6',
};

const known = statement<KnownAsk, KnownColumns>(
  `SELECT ${knownColumns} FROM (SELECT 1 AS row) AS one ${knownJoins(placeholders)}`,
);
/** Where the order led when it was shown: by its id, and by its link. */
export type ShownKeys = [target: ResourceKey, linkTarget: ResourceKey];

const impressions = statement<
  [...where: ShownKeys, userId: number, impressionsSinceMs: number, day: number],
  ImpressionFactsRow
>(
  `SELECT ${impressionColumns}
   FROM impressions JOIN bots ON bots.bot_id = impressions.bot_id JOIN accounts ON accounts.account_id = bots.account_id
   LEFT JOIN bot_days AS bot_day ON bot_day.bot_id = impressions.bot_id AND bot_day.day = $5
   LEFT JOIN contacts ON contacts.user_id = impressions.user_id AND contacts.bot_id = impressions.bot_id
   LEFT JOIN subscriptions AS settled ON settled.user_id = impressions.user_id AND settled.order_id = impressions.order_id
   WHERE impressions.user_id = $3 AND impressions.target IN ($1, $2) AND impressions.seen_at_ms >= $4
   ORDER BY ${impressionOrder} LIMIT ${String(MAX_IMPRESSIONS)}`,
);

/** Reads what is known of a subscriber and an order, and where the user was shown it. */
export type AskFacts = (
  ask: KnownAsk,
  shown: ShownKeys,
  impressionsSinceMs: number,
) => Work<readonly [KnownColumns | undefined, ImpressionFactsRow[]]>;

const askWhole: AskFacts = (ask, shown, impressionsSinceMs) => {
  const [, userId, day] = ask;
  return together(known.get(...ask), impressions.all(...shown, userId, impressionsSinceMs, day));
};

/** @param ask where it is not asked by two statements */
export function createFactsReader(ledger: LedgerWrites, pseudonyms: Pseudonyms, ask: AskFacts = askWhole) {
  function* readOf([order, userId, { impressionsSinceMs, day }]: About, row: SettledColumns) {
    const { orderId, target } = order;
    const key = toResourceKey(membershipKeyAt(order));
    const keys: ShownKeys = [toResourceKey(target), toResourceKey(linkTargetOf(order, row))];
    const [[found, shown], waiting] = yield* together(
      ask([orderId, userId, day, key, row.account_id, target], keys, impressionsSinceMs),
      withdrawing.all(row.account_id),
    );
    const facts = toFacts(order, row, present(found, 'the row'), { shown, waiting });
    if (!isFoundIn(facts)) return facts;
    const beat = updatesBeat(row.checker_bot_id);
    return { ...facts, unheard: yield* unheardSpansOf(target, beat, impressionsSinceMs) };
  }

  /** Of bots that wait for a moderator's word: it must not come while their subscriber is being settled. */
  function* readHeld(about: About, row: SettledColumns) {
    const facts = yield* readOf(about, row);
    const untrusted = facts.impressions.filter(({ bot }) => isUntrusted(bot)).map(({ botId }) => botId);
    if (untrusted.length === 0) return facts;
    // Where one writes at a time nothing has to be locked: what was read still holds.
    const locked = yield* lockBots.run(untrusted);
    return locked === 0 ? facts : yield* readOf(about, row);
  }

  return {
    /** As they are just now: enough to foresee that nothing is to be done. Null when there is no such order. */
    *read(...about: About): Work<SettlementFacts | null> {
      const row = yield* orderOf.get(about[0].orderId);
      return row === undefined ? null : yield* readOf(about, row);
    },
    /**
     * As they stay until the work ends. The order is locked before anything of it is read: its place, its day and who
     * stands how with it change under that lock only. Then bots that wait for a moderator's word, then what the advertiser
     * and those who may be paid have: withdrawals of the advertiser are asked for, and decided, under that lock.
     */
    *lock(...about: About): Work<SettlementFacts | null> {
      const row = yield* lockOrder.get(about[0].orderId);
      if (row === undefined) return null;
      const facts = yield* readHeld(about, row);
      const join = { userId: about[1], target: about[0].target };
      if (!ledger.isShared)
        return { ...facts, isPaidFor: facts.isPaidFor || (yield* pseudonyms.wasPaid(join)) };
      const payees = facts.impressions.map(({ bot }) => bot.accountId);
      // They go together: what waits is read once the accounts are locked.
      const [wasPaid, balanceOf, waiting] = yield* together(
        pseudonyms.wasPaid(join),
        ledger.lock([row.account_id, ...payees]),
        withdrawing.all(row.account_id),
      );
      return {
        ...facts,
        isPaidFor: facts.isPaidFor || wasPaid,
        walletMicros: balanceOf(row.account_id).availableMicros,
        withdrawing: waiting.map(toWithdrawing),
      };
    },
  };
}

/** The facts from their rows, whichever way those were read. */
export function toFacts(
  order: ShownOrder,
  row: SettledColumns,
  found: KnownColumns,
  { shown, waiting }: { shown: readonly ImpressionFactsRow[]; waiting: readonly WithdrawingRow[] },
): SettlementFacts {
  return {
    order: toSettledOrder(order, row, found.today ?? 0),
    impressions: shown.map(toImpressionFacts).sort((a, b) => b.shownAtMs - a.shownAtMs),
    subscriptionStatus: hasSubscriptionStatus(found)
      ? toSubscriptionStatus({ ...found, order_id: order.orderId })
      : null,
    unheard: [],
    opening: isOpened(order) ? toOpening(found) : null,
    suspiciousUntilMs: found.suspicious_until_ms,
    isPaidFor: found.paid_by_order !== null,
    walletMicros: BigInt(found.wallet ?? 0),
    withdrawing: waiting.map(toWithdrawing),
    userLanguage: found.user_language ?? '',
    ...membershipFacts(found),
  };
}

export function toWithdrawing(row: WithdrawingRow): SettlementFacts['withdrawing'][number] {
  return { withdrawalId: row.withdrawal_id, amountMicros: BigInt(row.amount) };
}

/** Who is, or was, a member without a known join: whether an update could have reported one matters. */
export function isFoundIn({ order, membership }: SettlementFacts): boolean {
  if (!hasJoinUpdates(order) || membership?.join !== null) return false;
  return membership.state === 'in' || membership.hadLeft;
}

function membershipFacts(found: KnownColumns): Pick<SettlementFacts, 'membership' | 'isJoinFound'> {
  if (!hasMembership(found)) return { membership: null, isJoinFound: false };
  const membership = membershipIn(found.member_state, found);
  const isJoinFound = membership.join !== null && isGuess({ membership, lastUpdateId: found.update_id });
  return { membership, isJoinFound };
}

function toOpening(row: KnownColumns): SettlementFacts['opening'] {
  const { opened_by_bot: botId, ran_at_ms: ranAtMs, is_signed, address } = row;
  if (botId === null || ranAtMs === null || address === null) return null;
  return { botId, ranAtMs, isSigned: is_signed === 1, address, paidToday: row.address_paid ?? 0 };
}

function hasSubscriptionStatus(
  row: KnownColumns,
): row is KnownColumns & Omit<SubscriptionStatusColumns, 'order_id'> {
  return row.standing_bot_id !== null;
}

function hasMembership(
  row: KnownColumns,
): row is KnownColumns & Omit<MembershipRow, 'state'> & { member_state: number } {
  return row.resource_id !== null;
}

export function toChargedOrder(orderId: number, row: SettledColumns): ChargedOrder {
  return {
    orderId,
    accountId: row.account_id,
    name: row.name,
    quantityAll: row.quantity_all,
    quantityNow: row.quantity_now,
  };
}

/** @param today its subscribers of the day */
function toSettledOrder(
  { orderId, target, adsType }: ShownOrder,
  row: SettledColumns,
  today: number,
): SettlementFacts['order'] {
  return {
    adsType,
    isFree: row.is_free === 1,
    quantityDay: row.quantity_day,
    today,
    takesJoinRequests: row.takes_join_requests === 1 && leadsThere(target, row),
    tracksUnsubscriptions: row.track_unsubscriptions === 1,
    target,
    // Last: V8 adds to a literal far sooner than to a copy.
    ...toChargedOrder(orderId, row),
  };
}

/** The target by its link alone, as it was before its id was known; the target itself where that is all that is known. */
export function linkTargetOf({ target }: ShownOrder, row: SettledColumns): string {
  return leadsThere(target, row) ? LINK_TARGET + row.link_key : target;
}

/** Whether that is where the order leads now. */
function leadsThere(target: string, row: SettledColumns): boolean {
  const led = paidTarget({
    orderId: 0,
    adsType: row.ads_type,
    toBotMember: row.to_bot_member === 1,
    linkKey: row.link_key,
    resource: { resourceId: row.resource_id },
  });
  return target === led;
}
