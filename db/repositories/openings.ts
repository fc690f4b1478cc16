import type { OpeningStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { toFlag } from './values.js';

export function createOpeningStore({ connection, executor }: Parts): OpeningStore {
  const note = connection.prepare<Record<string, number | string>[]>(
    `INSERT INTO openings (user_id, order_id, bot_id, ran_at_ms, address, is_signed)
     SELECT @userId, @orderId, @botId, @ranAtMs, @network, @isSigned WHERE NOT EXISTS
       (SELECT 1 FROM subscriptions WHERE user_id = @userId AND order_id = @orderId)
     ON CONFLICT (user_id, order_id) DO UPDATE SET bot_id = excluded.bot_id, ran_at_ms = excluded.ran_at_ms,
       address = excluded.address,
       is_signed = max(excluded.is_signed, is_signed * (openings.bot_id = excluded.bot_id))`,
  );
  return {
    note: ({ isSigned, ...opening }) =>
      executor.run('openings.note', () => note.run({ ...opening, isSigned: toFlag(isSigned) }).changes > 0),
  };
}
