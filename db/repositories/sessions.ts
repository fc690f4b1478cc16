import type { SessionStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { boundedLimit, endOf } from './values.js';

const MAX_KEYS = 1_000;

export function createSessionStore({ connection, executor }: Parts): SessionStore {
  const byKey = connection.prepare<[string], { value: string }>('SELECT value FROM sessions WHERE key = ?');
  const save = connection.prepare<[string, string, number]>(
    `INSERT INTO sessions (key, value, at_ms) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, at_ms = excluded.at_ms`,
  );
  const remove = connection.prepare<[string]>('DELETE FROM sessions WHERE key = ?');
  const beginning = connection.prepare<[string, string, number], { key: string }>(
    'SELECT key FROM sessions WHERE key >= ? AND key < ? ORDER BY key LIMIT ?',
  );
  return {
    read: (key) => executor.ask(() => byKey.get(key)?.value ?? null),
    write: (key, value, nowMs) => executor.run('sessions.write', () => void save.run(key, value, nowMs)),
    delete: (key) => executor.run('sessions.delete', () => void remove.run(key)),
    keys: (prefix, limit) =>
      executor.ask(() =>
        beginning.all(prefix, endOf(prefix), boundedLimit(limit, MAX_KEYS)).map(({ key }) => key),
      ),
  };
}
