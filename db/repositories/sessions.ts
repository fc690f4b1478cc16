import type { SessionStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';

export function createSessionStore({ connection, executor }: Parts): SessionStore {
  const byKey = connection.prepare<[string], { value: string }>('SELECT value FROM sessions WHERE key = ?');
  const save = connection.prepare<[string, string, number]>(
    `INSERT INTO sessions (key, value, at_ms) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, at_ms = excluded.at_ms`,
  );
  const remove = connection.prepare<[string]>('DELETE FROM sessions WHERE key = ?');
  return {
    read: (key) => executor.ask(() => byKey.get(key)?.value ?? null),
    write: (key, value, nowMs) => executor.run('sessions.write', () => void save.run(key, value, nowMs)),
    delete: (key) => executor.run('sessions.delete', () => void remove.run(key)),
  };
}
