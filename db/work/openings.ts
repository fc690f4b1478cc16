import type { OpeningStore } from '../../core/ports/opening-store.js';
import { toFlag } from './values.js';
import type { Parts } from './database.js';
import { lock, statement } from './statement.js';

/** Settlements of the order lock it, too: what is settled meanwhile is seen here, and an opening is not moved after it. */
const holdOrder = lock<[orderId: number]>('SELECT FROM orders WHERE order_id = $1 FOR SHARE');
const note = statement<
  [userId: number, orderId: number, botId: number, ranAtMs: number, network: string, isSigned: number]
>(
  `INSERT INTO openings AS known (user_id, order_id, bot_id, ran_at_ms, address, is_signed)
   SELECT $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::text, $6::bigint WHERE NOT EXISTS
     (SELECT FROM subscriptions WHERE user_id = $1 AND order_id = $2)
   ON CONFLICT (user_id, order_id) DO UPDATE SET bot_id = excluded.bot_id, ran_at_ms = excluded.ran_at_ms,
     address = excluded.address,
     is_signed = GREATEST(excluded.is_signed,
       CASE WHEN known.bot_id = excluded.bot_id THEN known.is_signed ELSE 0 END)`,
);

export function createOpeningStore({ db }: Parts): OpeningStore {
  return {
    note: ({ userId, orderId, botId, ranAtMs, network, isSigned }) =>
      db.run('openings.note', function* () {
        yield* holdOrder.get(orderId);
        return (yield* note.run(userId, orderId, botId, ranAtMs, network, toFlag(isSigned))) > 0;
      }),
  };
}
