/** Many counted subscribers of one order, put into the database at once: what would take an hour over HTTP. */
import Database from 'better-sqlite3';

const LANGUAGES = ['ru', 'en', 'uz', 'kk', ''];

/**
 * One subscriber every `apartMs` up to `untilMs`, all brought by one bot, some of whom left. Their charges are not in
 * the ledger, so that money tests are not for such a database.
 */
export function addSubscribers(
  databasePath: string,
  orderId: number,
  botId: number,
  { count, untilMs, apartMs }: { count: number; untilMs: number; apartMs: number },
): void {
  const database = new Database(databasePath);
  try {
    const user = database.prepare(
      'INSERT INTO users (user_id, first_name, language_code, is_premium, seen_at_ms) VALUES (?, ?, ?, ?, ?)',
    );
    const subscription = database.prepare(
      `INSERT INTO subscriptions (user_id, order_id, bot_id, state, charge, price_micros, at_ms)
       VALUES (?, ?, ?, ?, 1, ?, ?)`,
    );
    const order = database.prepare('UPDATE orders SET quantity_now = quantity_now + ? WHERE order_id = ?');
    const firstId = 5_000_000_000;
    database.transaction(() => {
      for (let index = 0; index < count; index++) {
        const userId = firstId + index;
        const atMs = untilMs - (count - index) * apartMs;
        user.run(userId, 'Иван', LANGUAGES[index % LANGUAGES.length], index % 7 === 0 ? 1 : 0, atMs);
        subscription.run(userId, orderId, botId, index % 11 === 0 ? 1 : 0, 2_500_000 + (index % 3), atMs);
      }
      order.run(count, orderId);
    })();
  } finally {
    database.close();
  }
}
