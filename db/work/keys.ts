import { insertInto } from './inserts.js';
import { keys } from '../schema/accounts.js';
import { ServiceError } from '../../core/errors.js';
import type { KeyKind, KeyOwner, KeyStore } from '../../core/ports/account-store.js';
import { durably, type Parts } from './database.js';
import { keepAnswer } from './kept-answers.js';
import { statement } from './statement.js';
import { bumpVersion } from './versions.js';

type OwnerValues = [accountId: number, kind: KeyKind, botId: number];

const byHash = statement<[string], { kind: KeyKind; account_id: number; bot_id: number }>(
  `SELECT keys.kind, keys.account_id, keys.bot_id FROM keys JOIN accounts USING (account_id)
   WHERE keys.hash = $1 AND accounts.is_blocked = 0`,
);
const ofOwner = statement<OwnerValues, { cipher: string; last_used_at_ms: number | null }>(
  'SELECT cipher, last_used_at_ms FROM keys WHERE account_id = $1 AND kind = $2 AND bot_id = $3',
);
const writeUse = statement<[number, string]>('UPDATE keys SET last_used_at_ms = $1 WHERE hash = $2');
const ownerOfBot = statement<[number], { account_id: number }>(
  'SELECT account_id FROM bots WHERE bot_id = $1 FOR SHARE',
);

/** Puts a key in its owner's one place, whether that is empty or not: of two at once, the one that comes later stays. */
export const putKey = insertInto(keys, 'hash, kind, accountId, botId, cipher, createdAtMs', {
  known: 'account_id, kind, bot_id',
  there: {
    sets: `hash = excluded.hash, cipher = excluded.cipher, created_at_ms = excluded.created_at_ms,
      last_used_at_ms = NULL`,
  },
});

export function createKeyStore({ db, versions }: Parts): KeyStore {
  const valuesOf = (owner: KeyOwner): OwnerValues => [owner.accountId, owner.kind, owner.botId ?? 0];
  const read = (owner: KeyOwner) => db.read(ofOwner.get(...valuesOf(owner)));

  return {
    find: async (hash) => {
      const row = await db.read(byHash.get(hash));
      if (row === undefined) return null;
      return { kind: row.kind, accountId: row.account_id, botId: row.bot_id === 0 ? null : row.bot_id };
    },
    cipher: async (owner) => (await read(owner))?.cipher ?? null,
    replace: (owner, key, nowMs, keeping) =>
      durably(db, 'keys.replace', function* () {
        const [accountId, kind, botId] = valuesOf(owner);
        // Since the caller looked, its owner may have proved themselves: their bot has no key of another's.
        const bot = botId === 0 ? undefined : yield* ownerOfBot.get(botId);
        if (bot !== undefined && bot.account_id !== accountId)
          throw new ServiceError('conflict', `Bot ${String(botId)} is another account's by now.`);
        yield* putKey.run({ ...key, kind, accountId, botId, createdAtMs: nowMs });
        yield* bumpVersion('keys');
        yield* keepAnswer(keeping, undefined, nowMs);
      }),
    touch: (hash, nowMs) => db.run('keys.touch', writeUse.do(nowMs, hash)),
    lastUsedAtMs: async (owner) => (await read(owner))?.last_used_at_ms ?? null,
    version: versions.of('keys'),
  };
}
