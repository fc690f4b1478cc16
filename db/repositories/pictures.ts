import type { PictureStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';

export function createPictureStore({ connection, executor }: Parts): PictureStore {
  const save = connection.prepare<[number, string, string, number]>(
    `INSERT INTO bot_pictures (bot_id, secret, body, at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (bot_id) DO UPDATE SET secret = excluded.secret, body = excluded.body, at_ms = excluded.at_ms`,
  );
  const byBot = connection.prepare<[number, string], { body: string }>(
    'SELECT body FROM bot_pictures WHERE bot_id = ? AND secret = ?',
  );
  const remove = connection.prepare<[number]>('DELETE FROM bot_pictures WHERE bot_id = ?');
  return {
    put: (botId, { secret, jpeg }, nowMs) =>
      executor.run(
        'pictures.put',
        () => void save.run(botId, secret, Buffer.from(jpeg).toString('base64'), nowMs),
        { durable: true },
      ),
    find: async (botId, secret) => {
      const row = await executor.ask(() => byBot.get(botId, secret));
      return row === undefined ? null : Buffer.from(row.body, 'base64');
    },
    remove: (botId) => executor.run('pictures.remove', () => void remove.run(botId)),
  };
}
