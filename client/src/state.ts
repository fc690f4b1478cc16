/** Where the gate remembers beyond this process: in what the bot has. */
import type { StateStore } from './memory.js';

export { memoryState, type StateStore } from './memory.js';

/** As much of better-sqlite3, of node:sqlite and of bun:sqlite as is used here. */
export interface Sqlite {
  exec(sql: string): unknown;
  prepare(sql: string): { get(...values: unknown[]): unknown; run(...values: unknown[]): unknown };
}

/** In a table of the bot's own SQLite database, which is made where it is not there. Several processes may share it. */
export function sqliteState(database: Sqlite, table = 'sponsorgate_state'): StateStore {
  if (!/^\w+$/.test(table)) throw new TypeError('A table is named by letters, digits and _.');
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${table} (key TEXT PRIMARY KEY, value TEXT NOT NULL, until_ms INTEGER NOT NULL);
     CREATE INDEX IF NOT EXISTS ${table}_until ON ${table} (until_ms)`,
  );
  const get = database.prepare(`SELECT value FROM ${table} WHERE key = ? AND until_ms > ?`);
  const set = database.prepare(`INSERT OR REPLACE INTO ${table} (key, value, until_ms) VALUES (?, ?, ?)`);
  const remove = database.prepare(`DELETE FROM ${table} WHERE key = ?`);
  const claim = database.prepare(
    `INSERT INTO ${table} (key, value, until_ms) VALUES (?, '', ?)
     ON CONFLICT (key) DO UPDATE SET until_ms = excluded.until_ms WHERE ${table}.until_ms <= ? RETURNING key`,
  );
  const expire = database.prepare(
    `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE until_ms <= ? LIMIT 100)`,
  );
  return {
    get: async (key) => (get.get(key, Date.now()) as { value: string } | null | undefined)?.value ?? null,
    set: async (key, value, ttlMs) => {
      expire.run(Date.now());
      set.run(key, value, Date.now() + ttlMs);
    },
    delete: async (key) => {
      remove.run(key);
    },
    claim: async (key, ttlMs) => {
      const nowMs = Date.now();
      return (claim.get(key, nowMs + ttlMs, nowMs) ?? null) !== null;
    },
  };
}

/** As much of the `redis` package as is used here; of ioredis, `{ sendCommand: (words) => redis.call(...words) }`. */
export interface Redis {
  sendCommand(words: string[]): Promise<unknown>;
}

/** In Redis, which lets each entry go by itself. */
export function redisState(redis: Redis, prefix = 'sponsorgate:'): StateStore {
  const ms = (ttlMs: number) => String(Math.max(1, Math.ceil(ttlMs)));
  return {
    get: async (key) => (await redis.sendCommand(['GET', prefix + key])) as string | null,
    set: async (key, value, ttlMs) => {
      await redis.sendCommand(['SET', prefix + key, value, 'PX', ms(ttlMs)]);
    },
    delete: async (key) => {
      await redis.sendCommand(['DEL', prefix + key]);
    },
    claim: async (key, ttlMs) =>
      (await redis.sendCommand(['SET', prefix + key, '', 'NX', 'PX', ms(ttlMs)])) !== null,
  };
}
