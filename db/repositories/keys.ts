import { ServiceError } from '../../core/errors.js';
import type { KeyKind, KeyOwner, KeyStore } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Parts } from '../parts.js';

type KeyValues = [
  hash: string,
  kind: KeyKind,
  accountId: number,
  botId: number,
  cipher: string,
  createdAtMs: number,
];
type OwnerValues = [accountId: number, kind: KeyKind, botId: number];

export function insertKeyStatement(connection: Connection) {
  return connection.prepare<KeyValues>(
    'INSERT INTO keys (hash, kind, account_id, bot_id, cipher, created_at_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
}

export function createKeyStore({ connection, executor, versions }: Parts): KeyStore {
  const byHash = connection.prepare<[string], { kind: KeyKind; account_id: number; bot_id: number }>(
    `SELECT keys.kind, keys.account_id, keys.bot_id FROM keys JOIN accounts USING (account_id)
     WHERE keys.hash = ? AND accounts.is_blocked = 0`,
  );
  const ofOwner = connection.prepare<OwnerValues, { cipher: string; last_used_at_ms: number | null }>(
    'SELECT cipher, last_used_at_ms FROM keys WHERE account_id = ? AND kind = ? AND bot_id = ?',
  );
  const remove = connection.prepare<OwnerValues>(
    'DELETE FROM keys WHERE account_id = ? AND kind = ? AND bot_id = ?',
  );
  const insert = insertKeyStatement(connection);
  const ownerOfBot = connection.prepare<[number], { account_id: number }>(
    'SELECT account_id FROM bots WHERE bot_id = ?',
  );
  const writeUse = connection.prepare<[number, string]>('UPDATE keys SET last_used_at_ms = ? WHERE hash = ?');

  const valuesOf = (owner: KeyOwner): OwnerValues => [owner.accountId, owner.kind, owner.botId ?? 0];

  return {
    find: async (hash) => {
      const row = await executor.ask(() => byHash.get(hash));
      if (row === undefined) return null;
      return { kind: row.kind, accountId: row.account_id, botId: row.bot_id === 0 ? null : row.bot_id };
    },
    cipher: (owner) => executor.ask(() => ofOwner.get(...valuesOf(owner))?.cipher ?? null),
    replace: (owner, key, nowMs) =>
      executor.run(
        'keys.replace',
        () => {
          const [accountId, kind, botId] = valuesOf(owner);
          // Since the caller looked, its owner may have proved themselves: their bot has no key of another's.
          const bot = botId === 0 ? undefined : ownerOfBot.get(botId);
          if (bot !== undefined && bot.account_id !== accountId)
            throw new ServiceError('conflict', `Bot ${String(botId)} is another account's by now.`);
          remove.run(accountId, kind, botId);
          insert.run(key.hash, kind, accountId, botId, key.cipher, nowMs);
          versions.bump('keys');
        },
        { durable: true },
      ),
    touch: (hash, nowMs) => executor.run('keys.touch', () => void writeUse.run(nowMs, hash)),
    lastUsedAtMs: (owner) => executor.ask(() => ofOwner.get(...valuesOf(owner))?.last_used_at_ms ?? null),
    version: () => versions.ask('keys'),
  };
}
