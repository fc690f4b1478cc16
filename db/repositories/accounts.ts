import type { Account, AccountStore, Person, SealedKey } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { insertKeyStatement } from './keys.js';
import { boundedLimit, present, searchPattern, searchText, toFlag } from './values.js';

interface AccountRow {
  account_id: number;
  first_name: string;
  username: string;
  language: string;
  is_blocked: number;
  created_at_ms: number;
}

const MAX_PAGE = 1_000;

export function createAccountStore({ connection, executor, versions }: Parts): AccountStore {
  const byId = connection.prepare<[number], AccountRow>('SELECT * FROM accounts WHERE account_id = ?');
  const insert = connection.prepare<[number, string, string, string, string, number]>(
    `INSERT INTO accounts (account_id, first_name, username, search_text, language, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const insertKey = insertKeyStatement(connection);
  const writeLanguage = connection.prepare<[string, number]>(
    'UPDATE accounts SET language = ? WHERE account_id = ?',
  );
  const writeBlocked = connection.prepare<[number, number]>(
    'UPDATE accounts SET is_blocked = ? WHERE account_id = ?',
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
    setBlocked: (accountId, isBlocked) =>
      executor.run(
        'accounts.setBlocked',
        () => {
          writeBlocked.run(toFlag(isBlocked), accountId);
          versions.bump('keys');
        },
        { durable: true },
      ),
    list: ({ search, offset, limit }) =>
      executor.ask(() => {
        const pattern = searchPattern(search);
        const rows = page.all(pattern, boundedLimit(limit, MAX_PAGE), offset);
        return { accounts: rows.map(toAccount), total: count.get(pattern)?.total ?? 0 };
      }),
  };
}

function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    firstName: row.first_name,
    username: row.username,
    language: row.language,
    isBlocked: row.is_blocked === 1,
    createdAtMs: row.created_at_ms,
  };
}
