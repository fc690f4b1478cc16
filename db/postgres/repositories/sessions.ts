import type { SessionStore } from '../../../core/ports.js';
import type { Parts } from '../parts.js';
import { statement } from '../statement.js';

const byKey = statement<[key: string], { value: string }>('SELECT value FROM sessions WHERE key = $1');
const save = statement<[key: string, value: string, nowMs: number]>(
  `INSERT INTO sessions (key, value, at_ms) VALUES ($1, $2, $3)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, at_ms = excluded.at_ms`,
);
const remove = statement<[key: string]>('DELETE FROM sessions WHERE key = $1');

export function createSessionStore({ deeds }: Parts): SessionStore {
  return {
    read: async (key) => (await deeds.askOnce((transaction) => byKey.get(transaction, key)))?.value ?? null,
    write: async (key, value, nowMs) => {
      await deeds.run('sessions.write', (transaction) => save.run(transaction, key, value, nowMs));
    },
    delete: async (key) => {
      await deeds.run('sessions.delete', (transaction) => remove.run(transaction, key));
    },
  };
}
