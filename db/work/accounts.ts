import { insertInto } from './inserts.js';
import { accounts } from '../schema/accounts.js';
import type { Account, AccountStore, Stopped } from '../../core/ports/account-store.js';
import { boundedLimit, present, searchPattern, searchText, toFlag } from './values.js';
import { durableCommands, type Parts } from './database.js';
import { putKey } from './keys.js';
import { noteModeration } from './moderation-log.js';
import { queueNotifications } from './notifications.js';
import type { OrderRow } from './order-row.js';
import { orderChanged } from './shortfalls.js';
import { lock, statement, touchOrders, type Work } from './statement.js';
import { bumpVersion } from './versions.js';
import { flag, type RowOf, rowsOf } from './rows.js';

type KeptAccount = Omit<Account, 'wantsSummary'>;

export type AccountRow = RowOf<KeptAccount> & { summary_day: number | null };

const readAccount = rowsOf<KeptAccount>()(
  'account_id, first_name, username, language, is_blocked, is_trusted, time_zone, created_at_ms',
  { isBlocked: flag, isTrusted: flag },
);

export function toAccount(row: AccountRow): Account {
  return { ...readAccount(row), wantsSummary: row.summary_day !== null };
}

const MAX_PAGE = 1_000;

const byId = statement<[number], AccountRow>('SELECT * FROM accounts WHERE account_id = $1');
const insert = insertInto(accounts, 'accountId, firstName, username, searchText, language, createdAtMs', {
  there: 'stays',
  returning: '*',
});
/** Where the code is that of an account's link. */
const refer = statement<[accountId: number, code: string, percent: number, nowMs: number, untilMs: number]>(
  `INSERT INTO referrals (account_id, referrer_id, percent, made_at_ms, until_ms)
   SELECT $1::bigint, referral_links.account_id, $3::bigint, $4::bigint, $5::bigint FROM referral_links
   JOIN accounts ON accounts.account_id = referral_links.account_id
   WHERE code = $2 AND accounts.is_blocked = 0 AND accounts.account_id <> $1::bigint`,
);
const writeLanguage = statement<[string, number]>('UPDATE accounts SET language = $1 WHERE account_id = $2');
const writeName = statement<[string, string, string, number]>(
  'UPDATE accounts SET first_name = $1, username = $2, search_text = $3 WHERE account_id = $4',
);
const writeTimeZone = statement<[string, number]>('UPDATE accounts SET time_zone = $1 WHERE account_id = $2');
/** Changes nothing where it stands so already. */
const writeBlocked = statement<[number, number]>(
  'UPDATE accounts SET is_blocked = $1 WHERE account_id = $2 AND is_blocked <> $1',
);
/** Orders of the account that the block stops ($2 = 1) or lets go on ($2 = 0), held before their version moves. */
const holdOrders = statement<[accountId: number, isBlocked: number], OrderRow>(
  `SELECT * FROM orders WHERE account_id = $1
     AND ((is_on = 1 AND $2::bigint = 1) OR (stopped_by_block = 1 AND $2::bigint = 0))
   ORDER BY order_id FOR NO KEY UPDATE`,
);
const switchOrders = statement<[orderIds: readonly number[], isBlocked: number, catalogVersion: number]>(
  `UPDATE orders SET is_on = 1 - $2, stopped_by_block = $2, revision = revision + 1, catalog_version = $3
   WHERE order_id = ANY($1::bigint[])`,
);
const switchBots = statement<[accountId: number, isBlocked: number]>(
  `UPDATE bots SET is_on = 1 - $2, stopped_by_block = $2
   WHERE account_id = $1 AND ((is_on = 1 AND $2 = 1) OR (stopped_by_block = 1 AND $2 = 0))`,
);
const writeSummary = statement<[number | null, number]>(
  'UPDATE accounts SET summary_day = $1 WHERE account_id = $2',
);
/** Who looks for the same people at once waits, and finds them done. They are looked for once, which an array is for. */
const DUE = `SELECT account_id FROM accounts
  WHERE summary_day IS NOT NULL AND summary_day < $1 ORDER BY summary_day, account_id LIMIT $2`;
const summarizeOf = (due: string) =>
  `UPDATE accounts SET summary_day = $1 WHERE account_id ${due} RETURNING account_id, is_blocked`;
const summarize = statement<[day: number, limit: number], { account_id: number; is_blocked: number }>({
  sqlite: summarizeOf(`IN (${DUE})`),
  postgres: summarizeOf(`= ANY (ARRAY(${DUE} FOR UPDATE))`),
});
/** Days to come are those of a clock that was ahead: until then nothing would be due. */
const unsummarize = statement<[day: number]>(
  'UPDATE accounts SET summary_day = $1 - 1 WHERE summary_day IS NOT NULL AND summary_day > $1',
);
const page = statement<[string, number, number], AccountRow>(
  `SELECT * FROM accounts WHERE search_text LIKE $1 ESCAPE '\\'
   ORDER BY created_at_ms DESC, account_id DESC LIMIT $2 OFFSET $3`,
);
const count = statement<[string], { total: number }>(
  `SELECT count(*) AS total FROM accounts WHERE search_text LIKE $1 ESCAPE '\\'`,
);

/** Those who take this lock of an account come one after the other: what each decides by, the next sees. */
export const holdAccount = lock<[accountId: number]>(
  'SELECT 1 FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE',
);

function* find(accountId: number): Work<Account | null> {
  const row = yield* byId.get(accountId);
  return row === undefined ? null : toAccount(row);
}

/** Stops what is on, or gives back what was on: all orders and bots of the account. */
function* switchAll(accountId: number, isBlocked: boolean, nowMs: number): Work<Stopped> {
  const flag = toFlag(isBlocked);
  const orders = yield* holdOrders.all(accountId, flag);
  if (!isBlocked) for (const row of orders) yield* orderChanged({ ...row, is_on: 1 }, nowMs);
  const orderIds = orders.map((row) => row.order_id);
  const bots = yield* switchBots.run(accountId, flag);
  yield* touchOrders();
  yield* bumpVersion('keys');
  yield* bumpVersion('bots');
  if (orderIds.length > 0) yield* switchOrders.run(orderIds, flag, yield* bumpVersion('catalog'));
  return { orders: orderIds.length, bots };
}

export function createAccountStore({ db }: Parts): AccountStore {
  return {
    ...durableCommands<AccountStore>()(db, 'accounts', {
      *open(person, keys, nowMs, invitation) {
        const { accountId, firstName, username } = person;
        const search = searchText(accountId, firstName, username);
        const row = yield* insert.get({ ...person, searchText: search, createdAtMs: nowMs });
        if (row === undefined)
          return { account: present(yield* find(accountId), 'the account'), isNew: false };
        for (const kind of ['access', 'statistics'] as const)
          yield* putKey.run({ ...keys[kind], kind, accountId, botId: 0, createdAtMs: nowMs });
        if (invitation !== undefined) {
          const { code, percent, untilMs } = invitation;
          yield* refer.run(accountId, code, percent, nowMs, untilMs);
        }
        return { account: toAccount(row), isNew: true };
      },
      *setBlocked(accountId, isBlocked, made, nowMs) {
        if ((yield* writeBlocked.run(toFlag(isBlocked), accountId)) === 0) return;
        const action = isBlocked ? 'account_blocked' : 'account_unblocked';
        yield* noteModeration(
          { moderatorId: made.moderatorId, action, accountId, reason: made.reason },
          nowMs,
        );
        const stopped = yield* switchAll(accountId, isBlocked, nowMs);
        yield* queueNotifications(made.notifications(stopped), nowMs);
      },
    }),
    find: (accountId) => db.read(() => find(accountId)),
    setLanguage: (accountId, language) =>
      db.run('accounts.setLanguage', writeLanguage.do(language, accountId)),
    setTimeZone: (accountId, timeZone) =>
      db.run('accounts.setTimeZone', writeTimeZone.do(timeZone, accountId)),
    setName: async (accountId, { firstName, username }) => {
      const search = searchText(accountId, firstName, username);
      await db.run('accounts.setName', writeName.run(firstName, username, search, accountId));
    },
    setSummary: (accountId, afterDay) => db.run('accounts.setSummary', writeSummary.do(afterDay, accountId)),
    queueSummaries: (day, limit, notification, nowMs) =>
      db.run('accounts.queueSummaries', function* () {
        yield* unsummarize.run(day);
        const due = yield* summarize.all(day, boundedLimit(limit, MAX_PAGE));
        const queued = due.flatMap((row) => (row.is_blocked === 1 ? [] : notification(row.account_id)));
        yield* queueNotifications(queued, nowMs);
        return due.length;
      }),
    list: ({ search, offset, limit }) =>
      db.read(function* () {
        const pattern = searchPattern(search);
        const rows = yield* page.all(pattern, boundedLimit(limit, MAX_PAGE), offset);
        return {
          accounts: rows.map(toAccount),
          total: (yield* count.get(pattern))?.total ?? 0,
        };
      }),
  };
}
