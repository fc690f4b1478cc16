import type { Account, AccountStore, Person, SealedKey } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { type AccountRow, toAccount } from './account-row.js';
import { insertKeyStatement } from './keys.js';
import type { ModerationWrites } from './moderation-log.js';
import type { NoticeQueue } from './notice-queue.js';
import { boundedLimit, present, searchPattern, searchText, toFlag } from './values.js';

const MAX_PAGE = 1_000;

export function createAccountStore(
  { connection, executor, versions }: Parts,
  { notices, log }: { notices: NoticeQueue; log: ModerationWrites },
): AccountStore {
  const byId = connection.prepare<[number], AccountRow>('SELECT * FROM accounts WHERE account_id = ?');
  const insert = connection.prepare<[number, string, string, string, string, number]>(
    `INSERT INTO accounts (account_id, first_name, username, search_text, language, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const insertKey = insertKeyStatement(connection);
  const writeLanguage = connection.prepare<[string, number]>(
    'UPDATE accounts SET language = ? WHERE account_id = ?',
  );
  const writeTimeZone = connection.prepare<[string, number]>(
    'UPDATE accounts SET time_zone = ? WHERE account_id = ?',
  );
  const writeName = connection.prepare<[string, string, string, number]>(
    'UPDATE accounts SET first_name = ?, username = ?, search_text = ? WHERE account_id = ?',
  );
  const writeBlocked = connection.prepare<[number, number]>(
    'UPDATE accounts SET is_blocked = ? WHERE account_id = ?',
  );
  const writeSummary = connection.prepare<[number | null, number]>(
    'UPDATE accounts SET summary_day = ? WHERE account_id = ?',
  );
  const summarize = connection.prepare<[number, number, number], { account_id: number; is_blocked: number }>(
    `UPDATE accounts SET summary_day = ? WHERE account_id IN (SELECT account_id FROM accounts
       WHERE summary_day IS NOT NULL AND summary_day < ? ORDER BY summary_day, account_id LIMIT ?)
     RETURNING account_id, is_blocked`,
  );
  const page = connection.prepare<[string, number, number], AccountRow>(
    `SELECT * FROM accounts WHERE search_text LIKE ? ESCAPE '\\'
     ORDER BY created_at_ms DESC, account_id DESC LIMIT ? OFFSET ?`,
  );
  const count = connection.prepare<[string], { total: number }>(
    `SELECT count(*) AS total FROM accounts WHERE search_text LIKE ? ESCAPE '\\'`,
  );

  const find = (accountId: number): Account | null => {
    const row = byId.get(accountId);
    return row === undefined ? null : toAccount(row);
  };

  const open = (person: Person, keys: { access: SealedKey; statistics: SealedKey }, nowMs: number) => {
    const { accountId, firstName, username, language } = person;
    const known = find(accountId);
    if (known !== null) return { account: known, isNew: false };
    insert.run(accountId, firstName, username, searchText(accountId, firstName, username), language, nowMs);
    insertKey.run(keys.access.hash, 'access', accountId, 0, keys.access.cipher, nowMs);
    insertKey.run(keys.statistics.hash, 'statistics', accountId, 0, keys.statistics.cipher, nowMs);
    return { account: present(find(accountId), 'the new account'), isNew: true };
  };

  return {
    open: (person, keys, nowMs) =>
      executor.run('accounts.open', () => open(person, keys, nowMs), { durable: true }),
    find: (accountId) => executor.ask(() => find(accountId)),
    setLanguage: (accountId, language) =>
      executor.run('accounts.setLanguage', () => void writeLanguage.run(language, accountId)),
    setTimeZone: (accountId, timeZone) =>
      executor.run('accounts.setTimeZone', () => void writeTimeZone.run(timeZone, accountId)),
    setName: (accountId, { firstName, username }) =>
      executor.run(
        'accounts.setName',
        () => void writeName.run(firstName, username, searchText(accountId, firstName, username), accountId),
      ),
    setBlocked: (accountId, isBlocked, moderatorId, nowMs) =>
      executor.run(
        'accounts.setBlocked',
        () => {
          if ((find(accountId)?.isBlocked ?? isBlocked) === isBlocked) return;
          writeBlocked.run(toFlag(isBlocked), accountId);
          versions.bump('keys');
          log.note(
            { moderatorId, action: isBlocked ? 'account_blocked' : 'account_unblocked', accountId },
            nowMs,
          );
        },
        { durable: true },
      ),
    setSummary: (accountId, afterDay) =>
      executor.run('accounts.setSummary', () => void writeSummary.run(afterDay, accountId)),
    queueSummaries: (day, limit, notice, nowMs) =>
      executor.run('accounts.queueSummaries', () => {
        const due = summarize.all(day, day, boundedLimit(limit, MAX_PAGE));
        notices.queue(
          due.flatMap((row) => (row.is_blocked === 1 ? [] : notice(row.account_id))),
          nowMs,
        );
        return due.length;
      }),
    list: ({ search, offset, limit }) =>
      executor.ask(() => {
        const pattern = searchPattern(search);
        const rows = page.all(pattern, boundedLimit(limit, MAX_PAGE), offset);
        return { accounts: rows.map(toAccount), total: count.get(pattern)?.total ?? 0 };
      }),
  };
}
