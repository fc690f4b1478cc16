import { ServiceError } from '../../core/errors.js';
import type {
  AccountTrust,
  HeldForTrust,
  Releases,
  TakenOver,
  TrustStore,
} from '../../core/ports/trust-store.js';
import { isUnpaidReason } from '../../core/terms/index.js';
import { accountTrust, decideAccountTrust } from '../../core/trust/index.js';
import { type AccountRow, toAccount } from './accounts.js';
import { botColumns, type BotRow, toBot } from './bot-row.js';
import { money, type RowOf, rowsOf } from './rows.js';
import { boundedLimit, present, toFlag } from './values.js';
import { durableCommands, durably, type Parts, type Reader } from './database.js';
import { lockOrder } from './order-writes.js';
import { noteModeration } from './moderation-log.js';
import { queueNotifications } from './notifications.js';
import type { SettlementWrites } from './settling.js';
import { lockSubscriptionStatus } from './subscription-row.js';
import type { Bot } from '../../core/ports/bot-store.js';
import { statement, together, type Work } from './statement.js';

type HeldRow = RowOf<HeldForTrust>;
type TakenOverRow = RowOf<TakenOver>;
type WaitingBotRow = BotRow & HeldRow & { total: number };
type SaidRow = Pick<AccountRow, 'is_trusted'> & { untrusted: number };
type WaitingAccountRow = AccountRow & SaidRow & { held_micros: string; total: number };

/**
 * Bots with subscribers held for trust, one after the other: each step finds the next bot by the index of what is held,
 * so the walk costs as many steps as there are bots, however many subscribers they brought.
 */
const HELD_BOTS = `RECURSIVE held (bot_id) AS (
    SELECT min(bot_id) FROM subscriptions WHERE held_for_trust = 1
    UNION ALL
    SELECT (SELECT min(bot_id) FROM subscriptions WHERE held_for_trust = 1 AND bot_id > held.bot_id)
    FROM held WHERE held.bot_id IS NOT NULL)`;

/** The line of the publisher's part that waits; there is none of a part of 0. */
const HOLD_LINE = `postings JOIN ledger_accounts
       ON ledger_accounts.ledger_account_id = postings.ledger_account_id AND ledger_accounts.kind = 'hold'`;
/** Whether it is another account's: who had the bot that `botId` names before its owner claimed it. */
const isOfFormer = (entryId: string, botId: string): string => `EXISTS (SELECT 1 FROM ${HOLD_LINE}
       WHERE postings.entry_id = ${entryId}
         AND owner_id <> (SELECT account_id FROM bots AS owned WHERE owned.bot_id = ${botId}))`;
/** What is held of the bot that `botId` names, for the account that has it now. */
const heldForOwner = (botId: string): string => `subscriptions.bot_id = ${botId} AND held_for_trust = 1
       AND NOT ${isOfFormer('subscriptions.entry_id', botId)}`;

/** How many subscribers are held for the bot's owner, and the publisher's part of what they cost. */
const heldSums = (botId: string): string => `
    (SELECT count(*) FROM subscriptions WHERE ${heldForOwner(botId)}) AS subscribers,
    (SELECT CAST(coalesce(sum(postings.amount_micros), 0) AS TEXT) FROM ${HOLD_LINE}
       JOIN subscriptions ON subscriptions.entry_id = postings.entry_id WHERE ${heldForOwner(botId)}) AS micros`;

const toHeld = rowsOf<HeldForTrust>()('subscribers, micros', { micros: money });

function toHeldBot(row: BotRow & HeldRow): { bot: Bot } & HeldForTrust {
  return { bot: toBot(row), ...toHeld(row) };
}

/** Of a row of `accounts`: how often a moderator has said that it is not trusted. */
const UNTRUSTED = `(SELECT count(*) FROM moderation_log
       WHERE moderation_log.account_id = accounts.account_id AND action = 'account_untrusted') AS untrusted`;

const toTrust = ({ is_trusted, untrusted }: SaidRow): AccountTrust =>
  accountTrust(is_trusted === 1, untrusted > 0);

function toWaitingAccount(row: WaitingAccountRow) {
  return { account: toAccount(row), trust: toTrust(row), heldMicros: BigInt(row.held_micros) };
}

const TAKEN_OVER_SUMS =
  'coalesce(sum(subscribers), 0) AS subscribers, coalesce(sum(taken_over), 0) AS taken_over';

const toTakenOver = rowsOf<TakenOver>()('subscribers, taken_over', {});

const MAX_PAGE = 100;
/** Subscribers of a trusted bot at once; each is one row. */
const FREED_AT_ONCE = 500;

/** As it stays until the work ends; others may read it so too. */
const keepBot = statement<[botId: number], { trust: string }>(
  'SELECT trust FROM bots WHERE bot_id = $1 FOR SHARE',
);
const formerOf = statement<[entryId: number | null, botId: number], { found: number }>(
  `SELECT 1 AS found WHERE ${isOfFormer('$1::bigint', '$2')}`,
);
const lockAccount = statement<[accountId: number], AccountRow>(
  'SELECT * FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE',
);
const trustOf = statement<[accountId: number], SaidRow>(
  `SELECT is_trusted, ${UNTRUSTED} FROM accounts WHERE account_id = $1`,
);
const setAccount = statement<[isTrusted: number, accountId: number]>(
  'UPDATE accounts SET is_trusted = $1 WHERE account_id = $2',
);
const decided = statement<[], { bot_id: number }>(
  `WITH ${HELD_BOTS} SELECT bot_id FROM (SELECT held.bot_id,
       (SELECT trust FROM bots WHERE bots.bot_id = held.bot_id) AS trust FROM held) AS of_bot
   WHERE trust <> 'unknown'`,
);
/** When the charge was booked. The row does not say it of those who came back and left again. */
const CHARGED_AT_SQL = `(SELECT ledger_entries.at_ms FROM ledger_entries WHERE ledger_entries.entry_id = subscriptions.entry_id)`;
/**
 * Once its bot is trusted, money waits for nothing but the hold from then on, counted from the charge; what an account pays to
 * itself waits for no trust in it. Those to be freed are looked for once: as a part of a join more might be found.
 */
const free = statement<[botId: number, holdMs: number, newMs: number, limit: number]>(
  `WITH freed AS MATERIALIZED (SELECT user_id, order_id FROM subscriptions
     WHERE ${heldForOwner('$1')} LIMIT $4 FOR UPDATE SKIP LOCKED)
   UPDATE subscriptions SET held_for_trust = 0, hold_until_ms = ${CHARGED_AT_SQL} + (SELECT
       CASE WHEN accounts.is_trusted = 1 OR accounts.account_id =
           (SELECT orders.account_id FROM orders WHERE orders.order_id = subscriptions.order_id)
         THEN coalesce(subscriptions.hold_ms, $2::bigint)
         ELSE GREATEST(coalesce(subscriptions.hold_ms, $2::bigint), $3::bigint) END
       FROM bots JOIN accounts ON accounts.account_id = bots.account_id WHERE bots.bot_id = $1)
   FROM freed
   WHERE subscriptions.user_id = freed.user_id AND subscriptions.order_id = freed.order_id`,
);
const someHeld = statement<
  [botId: number, limit: number, offset: number],
  { user_id: number; order_id: number }
>(
  `SELECT user_id, order_id FROM subscriptions WHERE bot_id = $1 AND held_for_trust = 1
   ORDER BY user_id, order_id LIMIT $2 OFFSET $3`,
);
/** By the index of each reason: together they would walk through all subscribers. */
const returnableOf = statement<[botIds: readonly number[]], HeldRow>(
  `SELECT count(*) AS subscribers, CAST(coalesce(sum(price_micros), 0) AS TEXT) AS micros FROM
     (SELECT price_micros FROM subscriptions WHERE bot_id = ANY($1::bigint[]) AND held_for_trust = 1
      UNION ALL SELECT price_micros FROM subscriptions
        WHERE bot_id = ANY($1::bigint[]) AND held_for_trust = 0 AND hold_until_ms IS NOT NULL) AS held`,
);
const heldOf = statement<[botId: number], HeldRow>(`SELECT ${heldSums('$1')}`);
const heldOfAccount = statement<[accountId: number], BotRow & HeldRow>(
  `SELECT ${botColumns}, ${heldSums('bots.bot_id')} FROM bots WHERE account_id = $1 AND EXISTS (SELECT 1
     FROM subscriptions WHERE subscriptions.bot_id = bots.bot_id AND held_for_trust = 1)
   ORDER BY bots.bot_id LIMIT ${String(MAX_PAGE)}`,
);
const waitingBots = statement<[sinceDay: number, limit: number, offset: number], WaitingBotRow>(
  `WITH ${HELD_BOTS}, waiting (bot_id) AS (SELECT bot_id FROM held UNION SELECT bot_id FROM bots
     WHERE token_cipher IS NULL AND EXISTS (SELECT 1 FROM bot_days WHERE bot_days.bot_id = bots.bot_id AND day >= $1
       AND requests_sponsors > 0))
   SELECT ${botColumns}, ${heldSums('bots.bot_id')}, count(*) OVER () AS total
   FROM waiting JOIN bots ON bots.bot_id = waiting.bot_id WHERE trust = 'unknown'
   ORDER BY subscribers DESC, bots.bot_id LIMIT $2 OFFSET $3`,
);
const waitingAccounts = statement<[limit: number, offset: number], WaitingAccountRow>(
  `SELECT accounts.*, CAST(balance_micros AS TEXT) AS held_micros, ${UNTRUSTED},
     count(*) OVER () AS total
   FROM ledger_accounts JOIN accounts ON account_id = owner_id
   WHERE kind = 'hold' AND balance_micros > 0 AND is_trusted = 0
   ORDER BY balance_micros DESC, account_id LIMIT $1 OFFSET $2`,
);
const takenOver = statement<[botId: number, sinceDay: number], TakenOverRow>(
  `SELECT ${TAKEN_OVER_SUMS} FROM bot_days WHERE bot_id = $1 AND day >= $2`,
);
const takenOverBots = statement<
  [sinceDay: number, leastJoins: number, share: number, limit: number],
  BotRow & TakenOverRow
>(
  `WITH sums AS (SELECT bot_id, ${TAKEN_OVER_SUMS} FROM bot_days WHERE day >= $1 GROUP BY bot_id)
   SELECT ${botColumns}, sums.subscribers, sums.taken_over FROM sums JOIN bots ON bots.bot_id = sums.bot_id
   WHERE subscribers >= $2 AND taken_over >= $3::double precision * subscribers
   ORDER BY taken_over * 1.0 / subscribers DESC, bots.bot_id LIMIT $4`,
);
const unpaid = statement<[botId: number, sinceDay: number], { reason: string; joins: number }>(
  `SELECT reason, sum(joins) AS joins FROM unpaid_days WHERE bot_id = $1 AND day >= $2 GROUP BY reason
   ORDER BY sum(joins) DESC, reason`,
);

const BOTS_MAX = 100;
/** Subscribers whose money is added up for one answer, shared among the bots: 15 ms over SQLite. */
const ADDED_MAX = 5_000;

interface SumsRow {
  subscribers: number;
  day_micros: string | null;
  week_micros: string | null;
}

const nextOfBots = statement<[accountId: number], { bot_id: number; next_ms: number }>(
  `SELECT bot_id, next_ms FROM (SELECT bot_id, (SELECT min(hold_until_ms) FROM subscriptions
       WHERE subscriptions.bot_id = bots.bot_id AND hold_until_ms IS NOT NULL) AS next_ms
     FROM bots WHERE account_id = $1) AS of_bot
   WHERE next_ms IS NOT NULL ORDER BY next_ms, bot_id LIMIT ${String(BOTS_MAX)}`,
);
const sumsOf = statement<[botId: number, dayEndMs: number, weekEndMs: number, limit: number], SumsRow>(
  `SELECT count(*) AS subscribers, CAST(sum(amount_micros) AS TEXT) AS week_micros,
     CAST(sum(CASE WHEN hold_until_ms <= $2 THEN amount_micros ELSE 0 END) AS TEXT) AS day_micros
   FROM (SELECT entry_id, hold_until_ms FROM subscriptions
     WHERE bot_id = $1 AND hold_until_ms IS NOT NULL AND hold_until_ms <= $3
     ORDER BY hold_until_ms LIMIT $4) AS due
   JOIN postings ON postings.entry_id = due.entry_id
   JOIN ledger_accounts ON ledger_accounts.ledger_account_id = postings.ledger_account_id AND kind = 'hold'`,
);

/** When money on hold is released, and how much of it soon. What waits for a moderator has no date. */
function createReleases(replica: Reader): Pick<TrustStore, 'releasesOf'> {
  return {
    releasesOf: (accountId, { dayEndMs, weekEndMs }) =>
      replica.read(function* () {
        const bots = yield* nextOfBots.all(accountId);
        const due = bots.filter(({ next_ms }) => next_ms <= weekEndMs);
        const limit = Math.floor(ADDED_MAX / Math.max(1, due.length));
        const sums = yield* together(
          ...due.map(({ bot_id }) => sumsOf.get(bot_id, dayEndMs, weekEndMs, limit)),
        );
        const sum = (of: (row: SumsRow) => string | null) =>
          sums.reduce((total, row) => total + BigInt(row === undefined ? 0 : (of(row) ?? 0)), 0n);
        return {
          nextAtMs: bots[0]?.next_ms ?? null,
          dayMicros: sum((row) => row.day_micros),
          weekMicros: sum((row) => row.week_micros),
          isPartial: bots.length === BOTS_MAX || sums.some((row) => (row?.subscribers ?? 0) >= limit),
        } satisfies Releases;
      }),
  };
}

export function createTrustStore(
  { db, replica }: Parts,
  writes: Pick<SettlementWrites, 'reverse' | 'moveCatalog'>,
): TrustStore {
  /** One charge at a time: the order, then the bot, then the subscriber, as settling does it, and no second order behind. */
  function* reverseOne(
    { user_id: userId, order_id: orderId }: { user_id: number; order_id: number },
    botId: number,
    at: { day: number; nowMs: number },
  ) {
    yield* lockOrder.run(orderId);
    const trust = (yield* keepBot.get(botId))?.trust;
    if (trust === undefined || trust === 'unknown') return 0;
    const charged = yield* lockSubscriptionStatus.get(userId, orderId);
    if (charged?.held_for_trust !== 1) return 0;
    // The word is about the bot's owner: no one vouches for who had it before.
    if (trust === 'trusted' && (yield* formerOf.get(charged.entry_id, botId)) === undefined) return 0;
    const { movesCatalog } = yield* writes.reverse(charged, { userId, ...at });
    if (movesCatalog) yield* writes.moveCatalog(orderId);
    return 1;
  }

  function* freeSome(
    botId: number,
    { holdMs, newPublisherHoldMs }: Parameters<TrustStore['settleHeld']>[1],
    limit: number,
  ) {
    if ((yield* keepBot.get(botId))?.trust !== 'trusted') return 0;
    return yield* free.run(botId, holdMs, newPublisherHoldMs, Math.min(limit, FREED_AT_ONCE));
  }

  /** Of bots whose last page was full: how many charges before the next page could not be taken back. */
  const passedOver = new Map<number, number>();

  /** @param attempt null: it failed */
  const settleSome = async (
    botId: number,
    [at, holds, limit]: Parameters<TrustStore['settleHeld']>,
    attempt: (work: () => Work<number>) => Promise<number | null>,
  ): Promise<number> => {
    const freed = await attempt(() => freeSome(botId, holds, limit));
    if (freed !== 0) return freed ?? 0;
    const passed = passedOver.get(botId) ?? 0;
    const page = await db.read(someHeld.all(botId, limit, passed));
    let reversed = 0;
    for (const held of page) reversed += (await attempt(() => reverseOne(held, botId, at))) ?? 0;
    if (page.length < limit) passedOver.delete(botId);
    else passedOver.set(botId, passed + page.length - reversed);
    return reversed;
  };

  return {
    ...createReleases(replica),
    ...durableCommands<TrustStore>()(db, 'trust', {
      *decideAccount(accountId, isTrusted, made, nowMs) {
        const row = yield* lockAccount.get(accountId);
        if (row === undefined) return null;
        const account = { ...toAccount(row), isTrusted };
        const said = present(yield* trustOf.get(accountId), 'the account');
        const change = decideAccountTrust(toTrust(said), isTrusted, made.seen);
        if (change === null) return account;
        yield* setAccount.run(toFlag(isTrusted), accountId);
        yield* noteModeration({ moderatorId: made.moderatorId, action: change.action, accountId }, nowMs);
        if (change.isNotified) yield* queueNotifications(made.notifications(account), nowMs);
        return account;
      },
    }),
    settleHeld: async (at, holds, limit) => {
      const failures: unknown[] = [];
      const attempt = (work: () => Work<number>) =>
        durably(db, 'trust.settleHeld', work).catch((error: unknown) => {
          // With the database away all would fail.
          if (error instanceof ServiceError && error.kind === 'unavailable') throw error;
          if (failures.length === 0) failures.push(error);
          return null;
        });
      let done = 0;
      for (const { bot_id: botId } of await db.read(decided.all()))
        if (done < limit) done += await settleSome(botId, [at, holds, limit - done], attempt);
      if (failures.length > 0) throw failures[0];
      return done;
    },
    trustOf: async (accountId) => {
      const row = await db.read(trustOf.get(accountId));
      return row === undefined ? 'unknown' : toTrust(row);
    },
    heldOf: async (botId) => toHeld(present(await db.read(heldOf.get(botId)), 'the sums')),
    returnableOf: async (botIds) => toHeld(present(await db.read(returnableOf.get(botIds)), 'the sums')),
    heldOfAccount: async (accountId) => (await db.read(heldOfAccount.all(accountId))).map(toHeldBot),
    waitingBots: async (sinceDay, { offset, limit }) => {
      const page = [boundedLimit(limit, MAX_PAGE), Math.max(0, offset)] as const;
      const rows = await db.read(waitingBots.all(sinceDay, ...page));
      return { bots: rows.map(toHeldBot), total: rows[0]?.total ?? 0 };
    },
    waitingAccounts: async ({ offset, limit }) => {
      const page = [boundedLimit(limit, MAX_PAGE), Math.max(0, offset)] as const;
      const rows = await db.read(waitingAccounts.all(...page));
      return { accounts: rows.map(toWaitingAccount), total: rows[0]?.total ?? 0 };
    },
    unpaid: async (botId, sinceDay) =>
      (await db.read(unpaid.all(botId, sinceDay))).flatMap(({ reason, joins }) =>
        isUnpaidReason(reason) ? [{ reason, joins }] : [],
      ),
    takenOver: async (botId, sinceDay) =>
      toTakenOver(present(await db.read(takenOver.get(botId, sinceDay)), 'the sums')),
    takenOverBots: async ({ day, leastJoins, share }, limit) => {
      const bounds = [Math.max(1, leastJoins), share, boundedLimit(limit, MAX_PAGE)] as const;
      const rows = await db.read(takenOverBots.all(day, ...bounds));
      return rows.map((row) => ({ bot: toBot(row), ...toTakenOver(row) }));
    },
  };
}
