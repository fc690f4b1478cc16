import type { ChatOdds, OddsStore } from '../../core/ports/odds-store.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';
import { sumsOf } from './sums.js';
import { type RowOf, rowsOf } from './rows.js';

/** Beyond so many answers the sums are halved: what was so long ago weighs less. */
const FADING_FROM = 400;

/** Users are counted up to here: a count looks at each of them. */
const AUDIENCE_MAX = 200_000;

const toOdds = rowsOf<ChatOdds>()('resource_id, members, counted_at_ms, asked, found', {});

/** Users come one after the other, and the same chats are asked about for most of them. */
const REST_MS = 1_000;

const byIds = statement<[resourceIds: readonly string[]], RowOf<ChatOdds>>(
  'SELECT resource_id, members, counted_at_ms, asked, found FROM chat_odds WHERE resource_id = ANY($1::text[])',
);
const size = statement<[resourceId: string, members: number, atMs: number]>(
  `INSERT INTO chat_odds (resource_id, members, counted_at_ms) VALUES ($1, $2, $3)
   ON CONFLICT (resource_id) DO UPDATE SET members = excluded.members, counted_at_ms = excluded.counted_at_ms`,
);
const answers = sumsOf('chat_odds', ['asked', 'found']);
/** Of rows that the same command has locked by then. */
const fade = statement<[resourceIds: readonly string[]]>(
  `UPDATE chat_odds SET asked = asked / 2, found = found / 2
   WHERE resource_id = ANY($1::text[]) AND asked > ${String(FADING_FROM)}`,
);
const users = statement<[], { users: number }>(
  `SELECT count(*) AS users FROM (SELECT 1 FROM users LIMIT ${String(AUDIENCE_MAX)}) AS counted`,
);

export function createOddsStore({ db, createCounters }: Pick<Parts, 'db' | 'createCounters'>): OddsStore {
  const counted = answers.behind(createCounters, {
    name: 'odds.count',
    restMs: REST_MS,
    also: (rows) => fade.run(rows.map((row) => String(row['resource_id']))),
  });
  return {
    read: async (resourceIds) => {
      const rows = await db.read(byIds.all(resourceIds));
      return new Map(rows.map((row) => [row.resource_id, toOdds(row)]));
    },
    noteSize: (resourceId, members, atMs) => db.run('odds.size', size.do(resourceId, members, atMs)),
    count: (resourceId, wasIn) => {
      const counts = counted.of(resourceId);
      counts.asked += 1;
      counts.found += wasIn ? 1 : 0;
    },
    audience: async () => (await db.read(users.get()))?.users ?? 0,
  };
}
