import type { SessionStore } from '../../core/ports/job-store.js';
import { sessions } from '../schema/maintenance.js';
import { durably, type Parts } from './database.js';
import { insertInto } from './inserts.js';
import { boundedLimit, endOf } from './values.js';
import { statement } from './statement.js';

const byKey = statement<[key: string], { value: string }>('SELECT value FROM sessions WHERE key = $1');
const save = insertInto(sessions, 'key, value, atMs', { there: 'replaced' });
const replace = statement<[key: string, before: string, value: string, nowMs: number]>(
  'UPDATE sessions SET value = $3, at_ms = $4 WHERE key = $1 AND value = $2',
);
const claim = insertInto(sessions, 'key, value, atMs', { there: 'stays' });
const remove = statement<[key: string]>('DELETE FROM sessions WHERE key = $1');
const beginning = statement<[from: string, to: string, limit: number], { key: string }>(
  'SELECT key FROM sessions WHERE key >= $1 AND key < $2 ORDER BY key LIMIT $3',
);
const MAX_KEYS = 1_000;

export function createSessionStore({ db }: Parts): SessionStore {
  return {
    read: async (key) => (await db.read(byKey.get(key)))?.value ?? null,
    write: (key, value, nowMs) => db.run('sessions.write', save.do({ key, value, atMs: nowMs })),
    replace: async (key, before, value, nowMs) =>
      (await db.run('sessions.replace', replace.run(key, before, value, nowMs))) === 1,
    claim: (key, value, nowMs) =>
      durably(db, 'sessions.claim', function* () {
        yield* claim.run({ key, value, atMs: nowMs });
        return (yield* byKey.get(key))?.value ?? value;
      }),
    keys: async (prefix, limit) => {
      const most = boundedLimit(limit, MAX_KEYS);
      const rows = await db.read(beginning.all(prefix, endOf(prefix), most));
      return rows.map(({ key }) => key);
    },
    delete: (key) => db.run('sessions.delete', remove.do(key)),
  };
}
