import { ServiceError } from '../../../core/errors.js';
import type { Bot, BotAddition, BotPatch, BotStore, NewBot, SealedKey } from '../../../core/ports.js';
import {
  botColumns,
  type BotFields,
  botFieldNames,
  type BotRow,
  fieldsOfNewBot,
  patchedFields,
  toBot,
} from '../../repositories/bot-row.js';
import { boundedLimit, present, searchPattern, toFlag } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction, type Value } from '../statement.js';
import { putKey } from './keys.js';
import type { ModerationWrites } from './moderation-log.js';
import type { NoticeQueue } from './notice-queue.js';

const MAX_PAGE = 1_000;

const byId = statement<[number], BotRow>(`SELECT ${botColumns} FROM bots WHERE bot_id = $1`);
/** The row as it is, held until the deed ends. */
const held = statement<[number], BotRow>(
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
const removeKeys = statement<[number]>("DELETE FROM keys WHERE bot_id = $1 AND kind = 'bot'");
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
const cipher = statement<[number], { token_cipher: string | null }>(
  'SELECT token_cipher FROM bots WHERE bot_id = $1',
);

/** An account's bots are added one after the other, so that each is counted by the next. */
const holdAccount = statement<[number]>('SELECT 1 FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE');
const countOf = statement<[number, number], { count: number }>(
  'SELECT count(*) AS count FROM (SELECT FROM bots WHERE account_id = $1 LIMIT $2) AS own',
);

async function hasRoom(
  transaction: Transaction,
  accountId: number,
  botsMax: number | undefined,
): Promise<boolean> {
  if (botsMax === undefined) return true;
  await holdAccount.get(transaction, accountId);
  return ((await countOf.get(transaction, accountId, botsMax))?.count ?? 0) < botsMax;
}

async function writeFields(transaction: Transaction, botId: number, fields: BotFields): Promise<Bot> {
  const row = await write.get(transaction, botId, ...botFieldNames.map((name) => fields[name]));
  return toBot(present(row, 'the bot'));
}

export function createBotStore(
  { deeds, versions }: Parts,
  { notices, log }: { notices: NoticeQueue; log: ModerationWrites },
): BotStore {
  const add = async (
    transaction: Transaction,
    bot: NewBot,
    key: SealedKey,
    nowMs: number,
    botsMax?: number,
  ): Promise<BotAddition> => {
    if (!(await hasRoom(transaction, bot.accountId, botsMax))) {
      const there = await byId.get(transaction, bot.botId);
      return there === undefined ? { kind: 'full' } : { kind: 'taken', bot: toBot(there) };
    }
    const fields = fieldsOfNewBot(bot);
    const values = botFieldNames.map((name) => fields[name]);
    const row = await insert.get(transaction, bot.botId, nowMs, ...values);
    if (row === undefined) {
      const known = present(await byId.get(transaction, bot.botId), 'the bot');
      return { kind: 'taken', bot: toBot(known) };
    }
    await putKey.run(transaction, key.hash, 'bot', bot.accountId, bot.botId, key.cipher, nowMs);
    await versions.bump(transaction, 'bots');
    return { kind: 'added', bot: toBot(row) };
  };

  const takeOver = async (
    transaction: Transaction,
    bot: NewBot,
    key: SealedKey,
    nowMs: number,
    botsMax?: number,
    refusedCipher: string | null = null,
  ): Promise<BotAddition> => {
    // The account before the bot, as everywhere.
    const isRoom = await hasRoom(transaction, bot.accountId, botsMax);
    const there = await held.get(transaction, bot.botId);
    // Between the caller's look and this step its owner may have proved themselves.
    const isProved =
      there !== undefined && there.token_cipher !== null && there.token_cipher !== refusedCipher;
    if (there === undefined || isProved || there.account_id === bot.accountId) {
      throw new ServiceError('conflict', `Bot ${String(bot.botId)} has been added by another account.`);
    }
    if (!isRoom) return { kind: 'full' };
    const after = await writeFields(transaction, bot.botId, {
      ...fieldsOfNewBot(bot),
      is_blocked: there.is_blocked,
      theme: there.theme,
    });
    await removeKeys.run(transaction, bot.botId);
    await putKey.run(transaction, key.hash, 'bot', bot.accountId, bot.botId, key.cipher, nowMs);
    await versions.bump(transaction, 'bots');
    await versions.bump(transaction, 'keys');
    return { kind: 'added', bot: after };
  };

  const update: BotStore['update'] = (botId, patch, queued, nowMs) =>
    deeds.run(
      'bots.update',
      async (transaction) => {
        const row = await held.get(transaction, botId);
        if (row === undefined) return null;
        const after = await writeFields(transaction, botId, patchedFields(row, patch));
        await notices.queue(transaction, queued, nowMs);
        await versions.bump(transaction, 'bots');
        return after;
      },
      { durable: true },
    );

  const moderate: BotStore['moderate'] = (
    botId,
    { isBlocked, theme },
    { moderatorId, notices: tell },
    nowMs,
  ) =>
    deeds.run(
      'bots.moderate',
      async (transaction) => {
        const row = await held.get(transaction, botId);
        if (row === undefined) return null;
        const before = toBot(row);
        const blocks = isBlocked !== undefined && isBlocked !== before.isBlocked;
        const names = theme !== undefined && theme !== before.theme;
        if (!blocks && !names) return before;
        const patch: BotPatch = { ...(blocks ? { isBlocked } : {}), ...(names ? { theme } : {}) };
        const after = await writeFields(transaction, botId, patchedFields(row, patch));
        if (names)
          await log.note(transaction, { moderatorId, action: 'bot_theme', botId, reason: theme }, nowMs);
        if (blocks) {
          const action = isBlocked ? 'bot_blocked' : 'bot_unblocked';
          await log.note(transaction, { moderatorId, action, botId }, nowMs);
          await notices.queue(transaction, tell(after), nowMs);
        }
        await versions.bump(transaction, 'bots');
        return after;
      },
      { durable: true },
    );

  return {
    moderate,
    update,
    add: (...wanted) =>
      deeds.run('bots.add', (transaction) => add(transaction, ...wanted), { durable: true }),
    takeOver: (...wanted) =>
      deeds.run('bots.takeOver', (transaction) => takeOver(transaction, ...wanted), { durable: true }),
    find: async (botId) => {
      const row = await deeds.askOnce((transaction) => byId.get(transaction, botId));
      return row === undefined ? null : toBot(row);
    },
    list: (accountId, { search, inArchive, offset, limit }) =>
      deeds.ask(async (transaction) => {
        const values = [accountId, toFlag(inArchive), searchPattern(search)] as const;
        const rows = await page.all(transaction, ...values, boundedLimit(limit, MAX_PAGE), offset);
        return { bots: rows.map(toBot), total: (await count.get(transaction, ...values))?.total ?? 0 };
      }),
    ofAccount: async (accountId, limit) => {
      const bound = boundedLimit(limit, 10 * MAX_PAGE);
      return (await deeds.askOnce((transaction) => all.all(transaction, accountId, bound))).map(toBot);
    },
    tokenCipher: async (botId) =>
      (await deeds.askOnce((transaction) => cipher.get(transaction, botId)))?.token_cipher ?? null,
    version: () => versions.ask('bots'),
  };
}
