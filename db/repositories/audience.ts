import type { AudienceStore, BotPage } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import type { VisitMarks } from '../visit-marks.js';
import { createClaimWrites } from './claims.js';
import { askableBotSql } from './audience-row.js';
import { createDailyShares } from './daily-shares.js';
import { type KnownRow, type LanguageRow, languagesSql, toKnown, toLanguages } from './known-row.js';
import { toEndUser, userColumns, type UserValues } from './user-values.js';
import type { UserWrites } from './user-row.js';
import { boundedLimit } from './values.js';

const MAX_STALE = 1_000;
const MAX_SAMPLE = 5_000;
/** Sharing is counted up to here: beyond any threshold of suspicion. */
const MAX_SHARING = 100_000;
const MAX_MARKED = 1_000;

export function createAudienceStore(
  { connection, executor }: Parts,
  { users, marks }: { users: UserWrites; marks: VisitMarks },
): AudienceStore {
  const claims = createClaimWrites(connection);
  const savePage = connection.prepare<[number, number, string]>(
    `INSERT INTO user_bots (user_id, bot_id, page) VALUES (?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET page = excluded.page`,
  );
  const pageOf = connection.prepare<[number, number], { page: string | null }>(
    'SELECT page FROM user_bots WHERE user_id = ? AND bot_id = ?',
  );
  const saveKnown = connection.prepare<[number, string, string, number]>(
    `INSERT INTO user_knowledge (user_id, value, source, at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id, value) DO UPDATE SET source = excluded.source, at_ms = excluded.at_ms`,
  );
  const knowledgeOf = connection.prepare<[number], KnownRow>(
    'SELECT value, source, at_ms FROM user_knowledge WHERE user_id = ? ORDER BY value',
  );
  const languagesOf = connection.prepare<[number, number], LanguageRow>(languagesSql('?', '?'));
  const visit = connection.prepare<[string, number, number]>(
    `INSERT INTO page_visits (mark, user_id, at_ms) VALUES (?, ?, ?)
     ON CONFLICT (mark, user_id) DO UPDATE SET at_ms = excluded.at_ms`,
  );
  const sharing = connection.prepare<[string, number], { users: number }>(
    `SELECT count(*) AS users FROM
       (SELECT 1 FROM page_visits WHERE mark = ? AND at_ms >= ? LIMIT ${String(MAX_SHARING)})`,
  );
  // The limit comes first: a crowd behind one address must not be walked through at every visit.
  const mark = connection.prepare<[string, number], { user_id: number }>(
    `UPDATE users SET is_suspicious = 1 WHERE is_suspicious = 0 AND user_id IN
       (SELECT user_id FROM page_visits WHERE mark = ? AND at_ms >= ? LIMIT ${String(MAX_MARKED)})
     RETURNING user_id`,
  );
  const aBotOf = `(${askableBotSql})`;
  // Users whom no bot knows must not fill the round: nobody could be asked, so they would fill each.
  const isKnown = `EXISTS (SELECT 1 FROM user_bots JOIN bots USING (bot_id) WHERE user_bots.user_id = users.user_id)`;
  const unknown = connection.prepare<[number], { user_id: number; bot_id: number }>(
    `SELECT user_id, ${aBotOf} AS bot_id FROM users WHERE traits_at_ms IS NULL AND ${isKnown}
     ORDER BY seen_at_ms DESC LIMIT ?`,
  );
  const stale = connection.prepare<[number, number], { user_id: number; bot_id: number }>(
    `SELECT user_id, ${aBotOf} AS bot_id FROM users WHERE traits_at_ms < ? AND ${isKnown}
     ORDER BY traits_at_ms LIMIT ?`,
  );
  const sampled = [
    `traits_at_ms IS NOT NULL ORDER BY traits_at_ms DESC`,
    `traits_at_ms IS NULL ORDER BY seen_at_ms DESC`,
  ].map((which) =>
    connection.prepareList<[number], UserValues>(`SELECT ${userColumns} FROM users WHERE ${which} LIMIT ?`),
  );
  const sharesOf = createDailyShares(connection);

  return {
    find: (userId) => executor.ask(() => users.find(userId)),
    learn: (userId, facts, nowMs, sources = {}) =>
      executor.run('audience.learn', () => {
        users.change(userId, facts, nowMs);
        for (const [value, source] of Object.entries(sources)) saveKnown.run(userId, value, source, nowMs);
      }),
    knowledgeOf: (userId) => executor.ask(() => knowledgeOf.all(userId).map(toKnown)),
    languagesOf: (botId) => executor.ask(() => toLanguages(languagesOf.all(botId, botId))),
    claim: (botId, userId, said, nowMs) =>
      executor.run('audience.claim', () => {
        claims.write(userId, botId, said, nowMs);
        marks.note(userId);
      }),
    notePage: (botId, userId, page) =>
      executor.run('audience.notePage', () => void savePage.run(userId, botId, JSON.stringify(page))),
    pageOf: (botId, userId) =>
      executor.ask(() => {
        const page = pageOf.get(userId, botId)?.page ?? null;
        // Written by `notePage` alone.
        return page === null ? null : (JSON.parse(page) as BotPage);
      }),
    noteVisit: ({ userId, fingerprint, address }, sinceMs, nowMs) =>
      executor.run('audience.noteVisit', () => {
        const count = (mark: string) => {
          visit.run(mark, userId, nowMs);
          return sharing.get(mark, sinceMs)?.users ?? 0;
        };
        return { sameFingerprint: count(`f:${fingerprint}`), sameAddress: count(`a:${address}`) };
      }),
    markSuspicious: ({ fingerprint, address }, sinceMs) =>
      executor.run('audience.markSuspicious', () => {
        const shared = [
          ...(fingerprint === null ? [] : [`f:${fingerprint}`]),
          ...(address === null ? [] : [`a:${address}`]),
        ];
        const marked = shared.flatMap((each) => mark.all(each, sinceMs));
        // What was answered to each of them a moment ago may be otherwise now.
        for (const row of marked) marks.note(row.user_id);
        return marked.length;
      }),
    staleTraits: (olderThanMs, limit) =>
      executor.ask(() => {
        const bound = boundedLimit(limit, MAX_STALE);
        const rows = unknown.all(bound);
        if (rows.length < bound) rows.push(...stale.all(olderThanMs, bound - rows.length));
        return rows.map((row) => ({ userId: row.user_id, botId: row.bot_id }));
      }),
    sample: (limit) =>
      executor.ask(() => {
        const rows = sampled.flatMap((half) => half.all(boundedLimit(limit, MAX_SAMPLE)));
        return rows.map(toEndUser).filter((user) => user !== null);
      }),
    sharesOf: async (day) => {
      const counted = await executor.ask(() => sharesOf.stored(day));
      return counted ?? executor.run('audience.sharesOf', () => sharesOf.count(day));
    },
  };
}
