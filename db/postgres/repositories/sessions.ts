import type { SessionStore } from '../../../core/ports.js';
import type { Parts } from '../parts.js';
import { boundedLimit, endOf } from '../../repositories/values.js';
import { statement } from '../statement.js';

const byKey = statement<[key: string], { value: string }>('SELECT value FROM sessions WHERE key = $1');
const save = statement<[key: string, value: string, nowMs: number]>(
  `INSERT INTO sessions (key, value, at_ms) VALUES ($1, $2, $3)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, at_ms = excluded.at_ms`,
);
const remove = statement<[key: string]>('DELETE FROM sessions WHERE key = $1');
const beginning = statement<[from: string, to: string, limit: number], { key: string }>(
  'SELECT key FROM sessions WHERE key >= $1 AND key < $2 ORDER BY key LIMIT $3',
);
const MAX_KEYS = 1_000;

export function createSessionStore({ deeds }: Parts): SessionStore {
  return {
    read: async (key) => (await deeds.askOnce((transaction) => byKey.get(transaction, key)))?.value ?? null,
    write: async (key, value, nowMs) => {
      await deeds.run('sessions.write', (transaction) => save.run(transaction, key, value, nowMs));
    },
    keys: async (prefix, limit) => {
      const most = boundedLimit(limit, MAX_KEYS);
      const rows = await deeds.askOnce((transaction) =>
        beginning.all(transaction, prefix, endOf(prefix), most),
      );
      return rows.map(({ key }) => key);
    },
    delete: async (key) => {
      await deeds.run('sessions.delete', (transaction) => remove.run(transaction, key));
    },
  };
}
