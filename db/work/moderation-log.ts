import { insertInto } from './inserts.js';
import { moderationLog } from '../schema/orders.js';
import type { ModerationLine, ModerationLog, ModerationPage } from '../../core/ports/moderation-log.js';
import { boundedLimit, orNull } from './values.js';
import { durably, type Parts } from './database.js';
import { type RowOf, rowsOf } from './rows.js';
import { statement, type Work } from './statement.js';

const MAX_PAGE = 1_000;

type LogRow = RowOf<ModerationLine>;

export type NewModeration = Pick<ModerationLine, 'moderatorId' | 'action'> &
  Partial<Pick<ModerationLine, 'orderId' | 'linkKey' | 'botId' | 'accountId' | 'userId' | 'reason'>>;

const logColumns =
  'moderation_id, at_ms, moderator_id, action, order_id, link_key, bot_id, account_id, user_id, reason';

const toLine = rowsOf<ModerationLine>()(logColumns, {});

const insert = insertInto(
  moderationLog,
  'atMs, moderatorId, action, orderId, linkKey, botId, accountId, reason, userId',
);
/** What most lines are not about. */
const NOTHING = { orderId: null, linkKey: '', botId: null, accountId: null, reason: null, userId: null };
const pageSql = (where: string) =>
  `SELECT ${logColumns} FROM moderation_log WHERE moderation_id < $1 ${where} ORDER BY moderation_id DESC LIMIT $2`;
const pages = {
  all: statement<[number, number], LogRow>(pageSql('')),
  ofModerator: statement<[number, number, moderatorId: number], LogRow>(pageSql('AND moderator_id = $3')),
  ofAccount: statement<[number, number, accountId: number], LogRow>(pageSql('AND account_id = $3')),
  ofBoth: statement<[number, number, moderatorId: number, accountId: number], LogRow>(
    pageSql('AND moderator_id = $3 AND account_id = $4'),
  ),
};
const lastBlock = statement<[accountId: number], LogRow>(
  `SELECT ${logColumns} FROM moderation_log
   WHERE account_id = $1 AND action = 'account_blocked' ORDER BY moderation_id DESC LIMIT 1`,
);

function pageOf({ beforeId, limit, moderatorId, accountId }: ModerationPage) {
  const values = [beforeId ?? Number.MAX_SAFE_INTEGER, boundedLimit(limit, MAX_PAGE)] as const;
  if (accountId === undefined)
    return moderatorId === undefined
      ? pages.all.all(...values)
      : pages.ofModerator.all(...values, moderatorId);
  if (moderatorId === undefined) return pages.ofAccount.all(...values, accountId);
  return pages.ofBoth.all(...values, moderatorId, accountId);
}

/** Inside the command that it records. */
export function* noteModeration(line: NewModeration, nowMs: number): Work<void> {
  yield* insert.run({ ...NOTHING, ...line, atMs: nowMs });
}

export function createModerationLog({ db }: Parts): ModerationLog {
  return {
    page: async (page) => (await db.read(pageOf(page))).map(toLine),
    lastBlock: async (accountId) => orNull(await db.read(lastBlock.get(accountId)), toLine),
    addNote: async ({ accountId, moderatorId, text }, nowMs) => {
      const made = { moderatorId, action: 'account_noted', accountId, reason: text } as const;
      await durably(db, 'moderationLog.addNote', () => noteModeration(made, nowMs));
    },
  };
}
