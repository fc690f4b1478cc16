import type { OddsStore } from '../../core/ports/odds-store.js';
import { AUDIENCE_MAX, FADING_FROM, type OddsRow, toOdds } from './odds-row.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

/** Users come one after the other, and the same chats are asked about for most of them. */
const REST_MS = 1_000;

interface Counts {
  resourceId: string;
  asked: number;
  found: number;
}

const byIds = statement<[resourceIds: readonly string[]], OddsRow>(
  'SELECT resource_id, members, counted_at_ms, asked, found FROM chat_odds WHERE resource_id = ANY($1::text[])',
);
const size = statement<[resourceId: string, members: number, atMs: number]>(
  `INSERT INTO chat_odds (resource_id, members, counted_at_ms) VALUES ($1, $2, $3)
   ON CONFLICT (resource_id) DO UPDATE SET members = excluded.members, counted_at_ms = excluded.counted_at_ms`,
);
const add = statement<[resourceIds: readonly string[], asked: readonly number[], found: readonly number[]]>(
  `INSERT INTO chat_odds (resource_id, asked, found)
   SELECT resource_id, asked, found FROM unnest($1::text[], $2::bigint[], $3::bigint[])
     AS counted (resource_id, asked, found) WHERE true ORDER BY resource_id
   ON CONFLICT (resource_id) DO UPDATE SET
     asked = chat_odds.asked + excluded.asked, found = chat_odds.found + excluded.found`,
);
/** Of rows that the same command has locked by then. */
const fade = statement<[resourceIds: readonly string[]]>(
  `UPDATE chat_odds SET asked = asked / 2, found = found / 2
   WHERE resource_id = ANY($1::text[]) AND asked > ${String(FADING_FROM)}`,
);
const users = statement<[], { users: number }>(
  `SELECT count(*) AS users FROM (SELECT 1 FROM users LIMIT ${String(AUDIENCE_MAX)}) AS counted`,
);

export function createOddsStore({
  db,
  createCounters,
}: Pick<Parts, 'db' | 'createCounters'>): OddsStore & { flush(): Promise<void> } {
  const writeBehind = createCounters<Counts>({
    name: 'odds.count',
    restMs: REST_MS,
    make: (resourceId) => ({ resourceId, asked: 0, found: 0 }),
    *write(counts) {
      const resourceIds = counts.map(({ resourceId }) => resourceId);
      yield* add.run(
        resourceIds,
        counts.map(({ asked }) => asked),
        counts.map(({ found }) => found),
      );
      yield* fade.run(resourceIds);
    },
  });
  return {
    read: async (resourceIds) => {
      const rows = await db.read(byIds.all(resourceIds));
      return new Map(rows.map((row) => [row.resource_id, toOdds(row)]));
    },
    noteSize: (resourceId, members, atMs) => db.run('odds.size', size.do(resourceId, members, atMs)),
    count: (resourceId, wasIn) => {
      const counts = writeBehind.of(resourceId);
      counts.asked += 1;
      counts.found += wasIn ? 1 : 0;
    },
    audience: async () => (await db.read(users.get()))?.users ?? 0,
    flush: () => writeBehind.flush(),
  };
}
