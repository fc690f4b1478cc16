import type { PictureStore } from '../../core/ports/bot-store.js';
import { botPictures } from '../schema/bots.js';
import { durably, type Parts } from './database.js';
import { insertInto } from './inserts.js';
import { statement } from './statement.js';

const save = insertInto(botPictures, 'botId, secret, body, atMs', { there: 'replaced' });
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
    put: (botId, { secret, jpeg }, nowMs) => {
      const body = Buffer.from(jpeg).toString('base64');
      return durably(db, 'pictures.put', save.do({ botId, secret, body, atMs: nowMs }));
    },
    find: async (botId, secret) => {
      const row = await db.read(byBot.get(botId, secret));
      return row === undefined ? null : Buffer.from(row.body, 'base64');
    },
    remove: (botId, secret) => db.run('pictures.remove', remove.do(botId, secret)),
    keep: (botId, secrets) => db.run('pictures.keep', keep.do(botId, secrets)),
  };
}
