/** Many counted subscribers of one order, put into the database at once: what would take an hour over HTTP. */
import { databaseKind } from '../../db/index.js';
import { sqlOver } from './database.js';

const LANGUAGES =
  "CASE i % 5 WHEN 0 THEN 'ru' WHEN 1 THEN 'en' WHEN 2 THEN 'uz' WHEN 3 THEN 'kk' ELSE '' END";
const FIRST_ID = 5_000_000_000;

/**
 * One subscriber every `apartMs` up to `untilMs`, all brought by one bot, some of whom left. Their charges are not in
 * the ledger, so that money tests are not for such a database.
 */
export async function addSubscribers(
  databaseUrl: string,
  orderId: number,
  botId: number,
  { count, untilMs, apartMs }: { count: number; untilMs: number; apartMs: number },
): Promise<void> {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${String(count)})`;
  const atMs = `${String(untilMs)} - (${String(count)} - i) * ${String(apartMs)}`;
  const userId = `${String(FIRST_ID)} + i`;
  await sqlOver(
    databaseUrl,
    `INSERT INTO users (user_id, first_name, language_code, is_premium, seen_at_ms) ${numbers}
     SELECT ${userId}, 'Иван', ${LANGUAGES}, CASE i % 7 WHEN 0 THEN 1 ELSE 0 END, ${atMs} FROM n`,
  );
  await sqlOver(
    databaseUrl,
    `INSERT INTO subscriptions (user_id, order_id, bot_id, state, charge, price_micros, at_ms) ${numbers}
     SELECT ${userId}, ${String(orderId)}, ${String(botId)}, CASE i % 11 WHEN 0 THEN 1 ELSE 0 END, 1,
       2500000 + i % 3, ${atMs} FROM n`,
  );
  await sqlOver(
    databaseUrl,
    'UPDATE orders SET quantity_now = quantity_now + ? WHERE order_id = ?',
    count,
    orderId,
  );
  // As the server does by itself within a minute. Without it the planner takes the tables for empty.
  if (databaseKind(databaseUrl) === 'postgres') await sqlOver(databaseUrl, 'ANALYZE users, subscriptions');
}
