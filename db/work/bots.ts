import { ServiceError } from '../../core/errors.js';
import { decideModeration, hasRoomForBot, isOpenToClaim, keptOnClaim } from '../../core/bots/index.js';
import { botNotification } from '../../core/notifications.js';
import type { BotStore } from '../../core/ports/bot-store.js';
import {
  botColumns,
  type BotFields,
  botFieldNames,
  type BotRow,
  fieldsOfNewBot,
  patchedFields,
  toBot,
} from './bot-row.js';
import { takeAwaited } from './awaited-bots.js';
import { boundedLimit, orNull, present, searchPattern, toFlag } from './values.js';
import { durableCommands, type Parts } from './database.js';
import { holdAccount } from './accounts.js';
import { statement, type Value } from './statement.js';
import { bumpVersion } from './versions.js';
import { putKey } from './keys.js';
import { keepAnswer } from './kept-answers.js';
import { noteModeration } from './moderation-log.js';
import { queueNotifications } from './notifications.js';

const MAX_PAGE = 1_000;
/** As many as `BOTS_MAX` may allow. */
const MAX_OF_ACCOUNT = 100_000;

const byId = statement<[number], BotRow>(`SELECT ${botColumns} FROM bots WHERE bot_id = $1`);
/** The row as it is, held until the work ends. */
export const holdBot = statement<[botId: number], BotRow>(
  `SELECT ${botColumns} FROM bots WHERE bot_id = $1 FOR NO KEY UPDATE`,
);
const insert = statement<Value[], BotRow>(
  `INSERT INTO bots (bot_id, created_at_ms, ${botFieldNames.join(', ')})
   VALUES ($1, $2, ${botFieldNames.map((_, index) => `$${String(index + 3)}`).join(', ')})
   ON CONFLICT (bot_id) DO NOTHING RETURNING ${botColumns}`,
);
const write = statement<Value[], BotRow>(
  `UPDATE bots SET ${botFieldNames.map((name, index) => `${name} = $${String(index + 2)}`).join(', ')}
   WHERE bot_id = $1 RETURNING ${botColumns}`,
);
/** That it was on when its owner was blocked is no matter of the next one, and what it earned is no earning of theirs. */
const leaveOwner = statement<[botId: number]>(
  `UPDATE bots SET stopped_by_block = 0, profit_before_micros = profit_micros - profit_own_orders_micros
   WHERE bot_id = $1`,
);
const removeKeys = statement<[number]>("DELETE FROM keys WHERE bot_id = $1 AND kind = 'bot'");
/** Rows that are locked are being reversed or paid out already, by a command that waits for the bot held here. */
const holdForTrust = statement<[botId: number]>(
  `WITH held AS MATERIALIZED (SELECT user_id, order_id FROM subscriptions
     WHERE bot_id = $1 AND hold_until_ms IS NOT NULL FOR UPDATE SKIP LOCKED)
   UPDATE subscriptions SET held_for_trust = 1, hold_until_ms = NULL
   FROM held
   WHERE subscriptions.user_id = held.user_id AND subscriptions.order_id = held.order_id`,
);
const ofPage = "account_id = $1 AND in_archive = $2 AND search_text LIKE $3 ESCAPE '\\'";
const page = statement<[number, number, string, number, number], BotRow>(
  `SELECT ${botColumns} FROM bots WHERE ${ofPage} ORDER BY created_at_ms DESC, bot_id DESC LIMIT $4 OFFSET $5`,
);
const count = statement<[number, number, string], { total: number }>(
  `SELECT count(*) AS total FROM bots WHERE ${ofPage}`,
);
const all = statement<[number, number], BotRow>(
  `SELECT ${botColumns} FROM bots WHERE account_id = $1 ORDER BY in_archive, created_at_ms, bot_id LIMIT $2`,
);
const ciphers = statement<[number], Pick<BotRow, 'token_cipher' | 'networks_cipher'>>(
  'SELECT token_cipher, networks_cipher FROM bots WHERE bot_id = $1',
);

const countOf = statement<[number, number], { count: number }>(
  'SELECT count(*) AS count FROM (SELECT FROM bots WHERE account_id = $1 LIMIT $2) AS own',
);

function* hasRoom(accountId: number, botsMax: number | undefined) {
  if (botsMax === undefined) return true;
  // An account's bots are added one after the other, so that each is counted by the next.
  yield* holdAccount.get(accountId);
  return hasRoomForBot((yield* countOf.get(accountId, botsMax))?.count ?? 0, botsMax);
}

function ownershipOf({ account_id: accountId, token_cipher: tokenCipher }: BotRow) {
  return { accountId, tokenCipher };
}

function* writeFields(botId: number, fields: BotFields) {
  const row = yield* write.get(botId, ...botFieldNames.map((name) => fields[name]));
  return toBot(present(row, 'the bot'));
}

export function createBotStore({ db, versions }: Parts): BotStore {
  return {
    ...durableCommands<BotStore>()(db, 'bots', {
      *add(bot, key, nowMs, botsMax, keeping) {
        if (!(yield* hasRoom(bot.accountId, botsMax))) {
          const there = yield* byId.get(bot.botId);
          return there === undefined ? { kind: 'full' } : { kind: 'taken', bot: toBot(there) };
        }
        const { accountId, botId } = bot;
        const fields = fieldsOfNewBot(bot, nowMs);
        const values = botFieldNames.map((name) => fields[name]);
        const row = yield* insert.get(bot.botId, nowMs, ...values);
        if (row === undefined) {
          const known = present(yield* byId.get(bot.botId), 'the bot');
          return { kind: 'taken', bot: toBot(known) };
        }
        yield* putKey.run({ ...key, kind: 'bot', accountId, botId, createdAtMs: nowMs });
        yield* bumpVersion('bots');
        const added = toBot(row);
        yield* keepAnswer(keeping, added, nowMs);
        return { kind: 'added', bot: added };
      },
      *takeOver(bot, key, nowMs, botsMax, refusedCipher = null, keeping) {
        // The account before the bot, as everywhere.
        const isRoom = yield* hasRoom(bot.accountId, botsMax);
        const there = yield* holdBot.get(bot.botId);
        // Between the caller's look and this step its owner may have proved themselves.
        if (there === undefined || !isOpenToClaim(ownershipOf(there), bot.accountId, refusedCipher)) {
          throw new ServiceError('conflict', `Bot ${String(bot.botId)} has been added by another account.`);
        }
        if (!isRoom) return { kind: 'full' };
        const { accountId, botId } = bot;
        const former = toBot(there);
        const kept = keptOnClaim(former);
        yield* leaveOwner.run(bot.botId);
        const after = yield* writeFields(bot.botId, {
          ...fieldsOfNewBot(bot, nowMs, there.block_test),
          is_blocked: toFlag(kept.isBlocked),
          theme: kept.theme,
        });
        yield* takeAwaited.all([bot.botId]);
        yield* removeKeys.run(bot.botId);
        yield* putKey.run({ ...key, kind: 'bot', accountId, botId, createdAtMs: nowMs });
        yield* queueNotifications([botNotification(former, 'bot_claimed', nowMs)], nowMs);
        yield* bumpVersion('bots');
        yield* bumpVersion('keys');
        yield* keepAnswer(keeping, after, nowMs);
        return { kind: 'added', bot: after };
      },
      *update(botId, patch, nowMs, keeping, ownerId) {
        const row = yield* holdBot.get(botId);
        if (row === undefined) return null;
        if (ownerId !== undefined && ownerId !== row.account_id) return null;
        const after = yield* writeFields(botId, patchedFields(row, patch, nowMs));
        yield* bumpVersion('bots');
        yield* keepAnswer(keeping, after, nowMs);
        return after;
      },
      *setNetworks(botId, ownerId, { before, after }, nowMs) {
        const row = yield* holdBot.get(botId);
        if (row?.account_id !== ownerId) return null;
        if (row.networks_cipher !== before) return 'changed';
        const bot = yield* writeFields(botId, { ...patchedFields(row, {}, nowMs), networks_cipher: after });
        yield* bumpVersion('bots');
        return bot;
      },
      *refuseToken(botId, tokenCipher, notification, nowMs) {
        const row = yield* holdBot.get(botId);
        if (row?.token_cipher !== tokenCipher || row.is_token_invalid === 1) return;
        const after = yield* writeFields(botId, patchedFields(row, { isTokenInvalid: true }, nowMs));
        yield* queueNotifications([notification(after)], nowMs);
        yield* bumpVersion('bots');
      },
      *moderate(botId, word, made, nowMs) {
        const row = yield* holdBot.get(botId);
        if (row === undefined) return null;
        const before = toBot(row);
        const moderation = decideModeration(before, word);
        if (moderation === null) return before;
        const after = yield* writeFields(botId, patchedFields(row, moderation.patch, nowMs));
        if (moderation.stopsReleases) yield* holdForTrust.run(botId);
        const about = { moderatorId: made.moderatorId, botId, accountId: before.accountId };
        for (const line of moderation.lines) yield* noteModeration({ ...about, ...line }, nowMs);
        if (moderation.isNotified) yield* queueNotifications(made.notifications(after), nowMs);
        yield* bumpVersion('bots');
        return after;
      },
    }),
    find: async (botId) => orNull(await db.read(byId.get(botId)), toBot),
    list: (accountId, { search, inArchive, offset, limit }) =>
      db.read(function* () {
        const values = [accountId, toFlag(inArchive), searchPattern(search)] as const;
        const rows = yield* page.all(...values, boundedLimit(limit, MAX_PAGE), offset);
        return { bots: rows.map(toBot), total: (yield* count.get(...values))?.total ?? 0 };
      }),
    ofAccount: async (accountId, limit) => {
      const bound = boundedLimit(limit, MAX_OF_ACCOUNT);
      return (await db.read(all.all(accountId, bound))).map(toBot);
    },
    tokenCipher: async (botId) => (await db.read(ciphers.get(botId)))?.token_cipher ?? null,
    networksCipher: async (botId) => (await db.read(ciphers.get(botId)))?.networks_cipher ?? null,
    version: versions.of('bots'),
  };
}
