import type { OddsStore } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Executor } from '../executor.js';
import { createGathered } from '../gathered.js';
import { AUDIENCE_MAX, FADING_FROM, type OddsRow, toOdds } from './odds-row.js';

/** Users come one after the other, and the same chats are asked about for most of them. */
const REST_MS = 1_000;

interface Counts {
  resourceId: string;
  asked: number;
  found: number;
}

export function createOddsStore(
  connection: Connection,
  executor: Executor,
): OddsStore & { flush(): Promise<void> } {
  const byId = connection.prepare<[string], OddsRow>(
    'SELECT resource_id, members, counted_at_ms, asked, found FROM chat_odds WHERE resource_id = ?',
  );
  const size = connection.prepare<[string, number, number]>(
    `INSERT INTO chat_odds (resource_id, members, counted_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (resource_id) DO UPDATE SET members = excluded.members, counted_at_ms = excluded.counted_at_ms`,
  );
  const add = connection.prepare<[string, number, number]>(
    `INSERT INTO chat_odds (resource_id, asked, found) VALUES (?, ?, ?)
     ON CONFLICT (resource_id) DO UPDATE SET asked = asked + excluded.asked, found = found + excluded.found`,
  );
  const fade = connection.prepare<[string]>(
    `UPDATE chat_odds SET asked = asked / 2, found = found / 2
     WHERE resource_id = ? AND asked > ${String(FADING_FROM)}`,
  );
  const users = connection.prepare<[], { users: number }>(
    `SELECT count(*) AS users FROM (SELECT 1 FROM users LIMIT ${String(AUDIENCE_MAX)})`,
  );
  const gathered = createGathered<Counts>(executor, {
    name: 'odds.count',
    restMs: REST_MS,
    make: (resourceId) => ({ resourceId, asked: 0, found: 0 }),
    write: ({ resourceId, asked, found }) => {
      add.run(resourceId, asked, found);
      fade.run(resourceId);
    },
  });
  return {
    read: (resourceIds) =>
      executor.ask(() => {
        const rows = resourceIds.flatMap((resourceId) => byId.get(resourceId) ?? []);
        return new Map(rows.map((row) => [row.resource_id, toOdds(row)]));
      }),
    noteSize: (resourceId, members, atMs) =>
      executor.run('odds.size', () => void size.run(resourceId, members, atMs)),
    count: (resourceId, wasIn) => {
      const counts = gathered.of(resourceId);
      counts.asked += 1;
      counts.found += wasIn ? 1 : 0;
    },
    audience: () => executor.ask(() => users.get()?.users ?? 0),
    flush: () => gathered.flush(),
  };
}
