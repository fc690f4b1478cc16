import type { Account, AccountStore, Person, SealedKey } from '../../../core/ports.js';
import { type AccountRow, toAccount } from '../../repositories/account-row.js';
import { boundedLimit, present, searchPattern, searchText, toFlag } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import { putKey } from './keys.js';
import type { ModerationWrites } from './moderation-log.js';
import type { NoticeQueue } from './notice-queue.js';

const MAX_PAGE = 1_000;

const byId = statement<[number], AccountRow>('SELECT * FROM accounts WHERE account_id = $1');
const insert = statement<[number, string, string, string, string, number], AccountRow>(
  `INSERT INTO accounts (account_id, first_name, username, search_text, language, created_at_ms)
   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account_id) DO NOTHING RETURNING *`,
);
const writeLanguage = statement<[string, number]>('UPDATE accounts SET language = $1 WHERE account_id = $2');
const writeTimeZone = statement<[string, number]>('UPDATE accounts SET time_zone = $1 WHERE account_id = $2');
const writeName = statement<[string, string, string, number]>(
  'UPDATE accounts SET first_name = $1, username = $2, search_text = $3 WHERE account_id = $4',
);
/** Changes nothing where it stands so already. */
const writeBlocked = statement<[number, number]>(
  'UPDATE accounts SET is_blocked = $1 WHERE account_id = $2 AND is_blocked <> $1',
);
const writeSummary = statement<[number | null, number]>(
  'UPDATE accounts SET summary_day = $1 WHERE account_id = $2',
);
/** Whoever looks for the same people at once waits, and finds them done. */
const summarize = statement<[day: number, limit: number], { account_id: number; is_blocked: number }>(
  `UPDATE accounts SET summary_day = $1 WHERE account_id = ANY (ARRAY(SELECT account_id FROM accounts
     WHERE summary_day IS NOT NULL AND summary_day < $1 ORDER BY summary_day, account_id LIMIT $2 FOR UPDATE))
   RETURNING account_id, is_blocked`,
);
const page = statement<[string, number, number], AccountRow>(
  `SELECT * FROM accounts WHERE search_text LIKE $1 ESCAPE '\\'
   ORDER BY created_at_ms DESC, account_id DESC LIMIT $2 OFFSET $3`,
);
const count = statement<[string], { total: number }>(
  `SELECT count(*) AS total FROM accounts WHERE search_text LIKE $1 ESCAPE '\\'`,
);

async function find(transaction: Transaction, accountId: number): Promise<Account | null> {
  const row = await byId.get(transaction, accountId);
  return row === undefined ? null : toAccount(row);
}

async function open(
  transaction: Transaction,
  { accountId, firstName, username, language }: Person,
  keys: { access: SealedKey; statistics: SealedKey },
  nowMs: number,
): Promise<{ account: Account; isNew: boolean }> {
  const search = searchText(accountId, firstName, username);
  const row = await insert.get(transaction, accountId, firstName, username, search, language, nowMs);
  if (row === undefined)
    return { account: present(await find(transaction, accountId), 'the account'), isNew: false };
  for (const kind of ['access', 'statistics'] as const)
    await putKey.run(transaction, keys[kind].hash, kind, accountId, 0, keys[kind].cipher, nowMs);
  return { account: toAccount(row), isNew: true };
}

export function createAccountStore(
  { deeds, versions }: Parts,
  { notices, log }: { notices: NoticeQueue; log: ModerationWrites },
): AccountStore {
  return {
    open: (person, keys, nowMs) =>
      deeds.run('accounts.open', (transaction) => open(transaction, person, keys, nowMs), { durable: true }),
    find: (accountId) => deeds.askOnce((transaction) => find(transaction, accountId)),
    setLanguage: (accountId, language) =>
      deeds.runOnce('accounts.setLanguage', async (transaction) => {
        await writeLanguage.run(transaction, language, accountId);
      }),
    setTimeZone: (accountId, timeZone) =>
      deeds.runOnce('accounts.setTimeZone', async (transaction) => {
        await writeTimeZone.run(transaction, timeZone, accountId);
      }),
    setName: (accountId, { firstName, username }) =>
      deeds.runOnce('accounts.setName', async (transaction) => {
        const search = searchText(accountId, firstName, username);
        await writeName.run(transaction, firstName, username, search, accountId);
      }),
    setBlocked: (accountId, isBlocked, moderatorId, nowMs) =>
      deeds.run(
        'accounts.setBlocked',
        async (transaction) => {
          if ((await writeBlocked.run(transaction, toFlag(isBlocked), accountId)) === 0) return;
          const action = isBlocked ? 'account_blocked' : 'account_unblocked';
          await log.note(transaction, { moderatorId, action, accountId }, nowMs);
          await versions.bump(transaction, 'keys');
        },
        { durable: true },
      ),
    setSummary: (accountId, afterDay) =>
      deeds.runOnce('accounts.setSummary', async (transaction) => {
        await writeSummary.run(transaction, afterDay, accountId);
      }),
    queueSummaries: (day, limit, notice, nowMs) =>
      deeds.run('accounts.queueSummaries', async (transaction) => {
        const due = await summarize.all(transaction, day, boundedLimit(limit, MAX_PAGE));
        const queued = due.flatMap((row) => (row.is_blocked === 1 ? [] : notice(row.account_id)));
        await notices.queue(transaction, queued, nowMs);
        return due.length;
      }),
    list: ({ search, offset, limit }) =>
      deeds.ask(async (transaction) => {
        const pattern = searchPattern(search);
        const rows = await page.all(transaction, pattern, boundedLimit(limit, MAX_PAGE), offset);
        return {
          accounts: rows.map(toAccount),
          total: (await count.get(transaction, pattern))?.total ?? 0,
        };
      }),
  };
}
