import type { KeyKind } from '../../core/ports.js';
import type { Connection } from '../connection.js';

type KeyValues = [
  hash: string,
  kind: KeyKind,
  accountId: number,
  botId: number,
  cipher: string,
  createdAtMs: number,
];
export function insertKeyStatement(connection: Connection) {
  return connection.prepare<KeyValues>(
    'INSERT INTO keys (hash, kind, account_id, bot_id, cipher, created_at_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
}
