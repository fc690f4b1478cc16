import type { PictureStore } from '../../core/ports/bot-store.js';
import { durably, type Parts } from './database.js';
import { statement } from './statement.js';

const save = statement<[botId: number, secret: string, body: string, nowMs: number]>(
  `INSERT INTO bot_pictures (bot_id, secret, body, at_ms) VALUES ($1, $2, $3, $4)
   ON CONFLICT (bot_id, secret) DO UPDATE SET body = excluded.body, at_ms = excluded.at_ms`,
);
const byBot = statement<[botId: number, secret: string], { body: string }>(
  'SELECT body FROM bot_pictures WHERE bot_id = $1 AND secret = $2',
);
const remove = statement<[botId: number, secret: string]>(
  'DELETE FROM bot_pictures WHERE bot_id = $1 AND secret = $2',
);
/** Of one that is kept the moment is known; without any, all go. */
const keep = statement<[botId: number, secrets: readonly string[]]>(
  `DELETE FROM bot_pictures WHERE bot_id = $1 AND secret <> ALL ($2::text[]) AND at_ms <= coalesce(
     (SELECT max(kept.at_ms) FROM bot_pictures AS kept WHERE kept.bot_id = $1 AND kept.secret = ANY ($2::text[])), at_ms)`,
);

export function createPictureStore({ db }: Parts): PictureStore {
  return {
    put: async (botId, { secret, jpeg }, nowMs) => {
      const body = Buffer.from(jpeg).toString('base64');
      const put = durably(db, 'pictures.put', save.run(botId, secret, body, nowMs));
      await put;
    },
    find: async (botId, secret) => {
      const row = await db.read(byBot.get(botId, secret));
      return row === undefined ? null : Buffer.from(row.body, 'base64');
    },
    remove: (botId, secret) => db.run('pictures.remove', remove.do(botId, secret)),
    keep: (botId, secrets) => db.run('pictures.keep', keep.do(botId, secrets)),
  };
}
