import { ServiceError } from '../../core/errors.js';
import type { Bot, BotAddition, BotPatch, BotStore, NewBot, NewNotice, SealedKey } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import {
  botColumns,
  type BotFields,
  type BotRow,
  fieldsOfNewBot,
  insertBotSql,
  patchedFields,
  toBot,
  updateBotSql,
} from './bot-row.js';
import { insertKeyStatement } from './keys.js';
import type { ModerationWrites } from './moderation-log.js';
import type { NoticeQueue } from './notice-queue.js';
import { boundedLimit, present, searchPattern, toFlag } from './values.js';

const MAX_PAGE = 1_000;

export function createBotStore(
  { connection, executor, versions }: Parts,
  { notices, log }: { notices: NoticeQueue; log: ModerationWrites },
): BotStore {
  const byId = connection.prepare<[number], BotRow>(`SELECT ${botColumns} FROM bots WHERE bot_id = ?`);
  const insert = connection.prepare<[BotFields & { bot_id: number; created_at_ms: number }]>(insertBotSql);
  const write = connection.prepare<[BotFields & { bot_id: number }]>(updateBotSql);
  const insertKey = insertKeyStatement(connection);
  const removeKeys = connection.prepare<[number]>("DELETE FROM keys WHERE bot_id = ? AND kind = 'bot'");
  const page = connection.prepare<[number, number, string, number, number], BotRow>(
    `SELECT ${botColumns} FROM bots WHERE account_id = ? AND in_archive = ? AND search_text LIKE ? ESCAPE '\\'
     ORDER BY created_at_ms DESC, bot_id DESC LIMIT ? OFFSET ?`,
  );
  const count = connection.prepare<[number, number, string], { total: number }>(
    `SELECT count(*) AS total FROM bots WHERE account_id = ? AND in_archive = ? AND search_text LIKE ? ESCAPE '\\'`,
  );
  const all = connection.prepare<[number, number], BotRow>(
    `SELECT ${botColumns} FROM bots WHERE account_id = ? ORDER BY in_archive, created_at_ms, bot_id LIMIT ?`,
  );
  const countOf = connection.prepare<[number, number], { count: number }>(
    'SELECT count(*) AS count FROM (SELECT 1 FROM bots WHERE account_id = ? LIMIT ?)',
  );
  const cipher = connection.prepare<[number], { token_cipher: string | null }>(
    'SELECT token_cipher FROM bots WHERE bot_id = ?',
  );

  const find = (botId: number): Bot | null => {
    const row = byId.get(botId);
    return row === undefined ? null : toBot(row);
  };

  const hasRoom = (accountId: number, botsMax: number | undefined): boolean =>
    botsMax === undefined || (countOf.get(accountId, botsMax)?.count ?? 0) < botsMax;

  const add = (bot: NewBot, key: SealedKey, nowMs: number, botsMax?: number): BotAddition => {
    const known = find(bot.botId);
    if (known !== null) return { kind: 'taken', bot: known };
    if (!hasRoom(bot.accountId, botsMax)) return { kind: 'full' };
    insert.run({ ...fieldsOfNewBot(bot), bot_id: bot.botId, created_at_ms: nowMs });
    insertKey.run(key.hash, 'bot', bot.accountId, bot.botId, key.cipher, nowMs);
    versions.bump('bots');
    return { kind: 'added', bot: present(find(bot.botId), 'the new bot') };
  };

  const takeOver = (
    bot: NewBot,
    key: SealedKey,
    nowMs: number,
    botsMax?: number,
    refusedCipher: string | null = null,
  ): BotAddition => {
    const there = find(bot.botId);
    const held = cipher.get(bot.botId)?.token_cipher ?? null;
    // Between the caller's look and this step its owner may have proved themselves.
    const isProved = held !== null && held !== refusedCipher;
    if (there === null || isProved || there.accountId === bot.accountId) {
      throw new ServiceError('conflict', `Bot ${String(bot.botId)} has been added by another account.`);
    }
    if (!hasRoom(bot.accountId, botsMax)) return { kind: 'full' };
    write.run({
      ...fieldsOfNewBot(bot),
      bot_id: bot.botId,
      is_blocked: toFlag(there.isBlocked),
      theme: there.theme,
    });
    removeKeys.run(bot.botId);
    insertKey.run(key.hash, 'bot', bot.accountId, bot.botId, key.cipher, nowMs);
    versions.bump('keys');
    versions.bump('bots');
    return { kind: 'added', bot: present(find(bot.botId), 'the bot') };
  };

  const update = (botId: number, patch: BotPatch, queued: NewNotice[], nowMs: number): Bot | null => {
    const row = byId.get(botId);
    if (row === undefined) return null;
    write.run({ ...patchedFields(row, patch), bot_id: botId });
    versions.bump('bots');
    notices.queue(queued, nowMs);
    return find(botId);
  };

  const moderate: BotStore['moderate'] = (
    botId,
    { isBlocked, theme },
    { moderatorId, notices: tell },
    nowMs,
  ) =>
    executor.run(
      'bots.moderate',
      () => {
        const before = find(botId);
        if (before === null) return null;
        const blocks = isBlocked !== undefined && isBlocked !== before.isBlocked;
        const names = theme !== undefined && theme !== before.theme;
        if (!blocks && !names) return before;
        const patch = { ...(blocks ? { isBlocked } : {}), ...(names ? { theme } : {}) };
        const after = present(update(botId, patch, [], nowMs), 'the bot');
        if (names) log.note({ moderatorId, action: 'bot_theme', botId, reason: theme }, nowMs);
        if (!blocks) return after;
        log.note({ moderatorId, action: isBlocked ? 'bot_blocked' : 'bot_unblocked', botId }, nowMs);
        notices.queue(tell(after), nowMs);
        return after;
      },
      { durable: true },
    );

  return {
    moderate,
    add: (...wanted) => executor.run('bots.add', () => add(...wanted), { durable: true }),
    takeOver: (...wanted) => executor.run('bots.takeOver', () => takeOver(...wanted), { durable: true }),
    find: (botId) => executor.ask(() => find(botId)),
    update: (botId, patch, queued, nowMs) =>
      executor.run('bots.update', () => update(botId, patch, queued, nowMs), { durable: true }),
    list: (accountId, { search, inArchive, offset, limit }) =>
      executor.ask(() => {
        const values = [accountId, toFlag(inArchive), searchPattern(search)] as const;
        const bots = page.all(...values, boundedLimit(limit, MAX_PAGE), offset).map(toBot);
        return { bots, total: count.get(...values)?.total ?? 0 };
      }),
    ofAccount: (accountId, limit) =>
      executor.ask(() => all.all(accountId, boundedLimit(limit, 10 * MAX_PAGE)).map(toBot)),
    tokenCipher: (botId) => executor.ask(() => cipher.get(botId)?.token_cipher ?? null),
    version: () => versions.ask('bots'),
  };
}
