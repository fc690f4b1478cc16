import type { PictureStore } from '../../core/ports.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

const save = statement<[botId: number, secret: string, body: string, nowMs: number]>(
  `INSERT INTO bot_pictures (bot_id, secret, body, at_ms) VALUES ($1, $2, $3, $4)
   ON CONFLICT (bot_id) DO UPDATE SET secret = excluded.secret, body = excluded.body, at_ms = excluded.at_ms`,
);
const byBot = statement<[botId: number, secret: string], { body: string }>(
  'SELECT body FROM bot_pictures WHERE bot_id = $1 AND secret = $2',
);
const remove = statement<[botId: number]>('DELETE FROM bot_pictures WHERE bot_id = $1');

export function createPictureStore({ db }: Parts): PictureStore {
  return {
    put: async (botId, { secret, jpeg }, nowMs) => {
      const body = Buffer.from(jpeg).toString('base64');
      const put = db.run('pictures.put', save.run(botId, secret, body, nowMs), { durable: true });
      await put;
    },
    find: async (botId, secret) => {
      const row = await db.read(byBot.get(botId, secret));
      return row === undefined ? null : Buffer.from(row.body, 'base64');
    },
    remove: async (botId) => {
      await db.run('pictures.remove', remove.run(botId));
    },
  };
}
