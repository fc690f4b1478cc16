import type { AudienceStore, BotPage } from '../../../core/ports.js';
import { askableBotSql } from '../../repositories/audience-row.js';
import { claimColumnNames, type ClaimValues, toClaimValues } from '../../repositories/claim-row.js';
import {
  type KnownRow,
  type LanguageRow,
  languagesSql,
  toKnown,
  toLanguages,
} from '../../repositories/known-row.js';
import { toEndUser, userColumns, type UserValues } from '../../repositories/user-values.js';
import { boundedLimit } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import { countShares, readShares } from './daily-shares.js';
import type { UserWrites } from './user-row.js';

const MAX_STALE = 1_000;
const MAX_SAMPLE = 5_000;
/** Sharing is counted up to here: beyond any threshold of suspicion. */
const MAX_SHARING = 100_000;
const MAX_MARKED = 1_000;

interface StaleRow {
  user_id: number;
  bot_id: number;
}

const saveClaims = statement<[userId: number, botId: number, nowMs: number, ...ClaimValues]>(
  `INSERT INTO user_bots (user_id, bot_id, claimed_at_ms, ${claimColumnNames.join(', ')})
   VALUES ($1, $2, $3, ${claimColumnNames.map((_, index) => `$${String(index + 4)}`).join(', ')})
   ON CONFLICT (user_id, bot_id) DO UPDATE SET claimed_at_ms = excluded.claimed_at_ms,
     ${claimColumnNames.map((name) => `${name} = coalesce(excluded.${name}, user_bots.${name})`).join(', ')}`,
);
const savePage = statement<[userId: number, botId: number, page: string]>(
  `INSERT INTO user_bots (user_id, bot_id, page) VALUES ($1, $2, $3)
   ON CONFLICT (user_id, bot_id) DO UPDATE SET page = excluded.page`,
);
const pageOf = statement<[userId: number, botId: number], { page: string | null }>(
  'SELECT page FROM user_bots WHERE user_id = $1 AND bot_id = $2',
);

const saveKnown = statement<[userId: number, values: string[], sources: string[], nowMs: number]>(
  `INSERT INTO user_knowledge (user_id, value, source, at_ms)
   SELECT $1::bigint, value, source, $4::bigint FROM unnest($2::text[], $3::text[]) AS told (value, source)
   ON CONFLICT (user_id, value) DO UPDATE SET source = excluded.source, at_ms = excluded.at_ms`,
);
const knowledgeOf = statement<[userId: number], KnownRow>(
  'SELECT value, source, at_ms FROM user_knowledge WHERE user_id = $1 ORDER BY value',
);
const languagesOf = statement<[botId: number], LanguageRow>(languagesSql('$1', '$1'));

/** The visitor, who is not to be seen by this very statement, and the others. */
const sharing = (mark: string) =>
  `1 + (SELECT count(*) FROM (SELECT FROM page_visits WHERE mark = ${mark} AND user_id <> $3 AND at_ms >= $4
    LIMIT ${String(MAX_SHARING - 1)}) AS other)`;
const visit = statement<
  [fingerprint: string, address: string, userId: number, sinceMs: number, nowMs: number],
  { same_fingerprint: number; same_address: number }
>(
  `WITH visited AS (INSERT INTO page_visits (mark, user_id, at_ms)
     SELECT mark, $3::bigint, $5::bigint FROM (VALUES ($1::text), ($2::text)) AS marks (mark) ORDER BY mark
     ON CONFLICT (mark, user_id) DO UPDATE SET at_ms = excluded.at_ms)
   SELECT ${sharing('$1')} AS same_fingerprint, ${sharing('$2')} AS same_address`,
);

/** The limit comes first: a crowd behind one address must not be walked through at every visit. */
const ofMark = (mark: string) =>
  `(SELECT user_id FROM page_visits WHERE mark = ${mark} AND at_ms >= $3 LIMIT ${String(MAX_MARKED)})`;
/** Users are held in their order, as whoever else marks some of them does. */
const mark = statement<[fingerprint: string | null, address: string | null, sinceMs: number]>(
  `UPDATE users SET is_suspicious = 1 WHERE user_id = ANY (ARRAY(SELECT user_id FROM users WHERE is_suspicious = 0
     AND user_id = ANY (ARRAY(${ofMark('$1')} UNION ${ofMark('$2')})) ORDER BY user_id FOR NO KEY UPDATE))`,
);

const aBotOf = `(${askableBotSql})`;
/** Users whom no bot knows must not fill the round: nobody could be asked, so they would fill each. */
const isKnown = `EXISTS (SELECT 1 FROM user_bots JOIN bots USING (bot_id) WHERE user_bots.user_id = users.user_id)`;
/** Named with the column that is null in all of them, since only so PostgreSQL sees that an index has them in this order. */
const LATEST_OF_UNKNOWN = 'ORDER BY traits_at_ms DESC, seen_at_ms DESC';
const unknown = statement<[limit: number], StaleRow>(
  `SELECT user_id, ${aBotOf} AS bot_id FROM users WHERE traits_at_ms IS NULL AND ${isKnown}
   ${LATEST_OF_UNKNOWN} LIMIT $1`,
);
const stale = statement<[olderThanMs: number, limit: number], StaleRow>(
  `SELECT user_id, ${aBotOf} AS bot_id FROM users WHERE traits_at_ms < $1 AND ${isKnown}
   ORDER BY traits_at_ms LIMIT $2`,
);

const sampled = [
  `traits_at_ms IS NOT NULL ORDER BY traits_at_ms DESC`,
  `traits_at_ms IS NULL ${LATEST_OF_UNKNOWN}`,
].map((which) =>
  statement<[limit: number], { person: UserValues }>(
    `SELECT json_build_array(${userColumns}) AS person FROM users WHERE ${which} LIMIT $1`,
  ),
);

export function createAudienceStore({ deeds }: Parts, users: UserWrites): AudienceStore {
  return {
    find: (userId) => deeds.askOnce((transaction) => users.find(transaction, userId)),
    learn: (userId, facts, nowMs, sources = {}) => {
      const told = Object.entries(sources);
      const change = (transaction: Transaction) => users.change(transaction, userId, facts, nowMs);
      if (told.length === 0) return deeds.runOnce('audience.learn', change);
      return deeds.run('audience.learn', async (transaction) => {
        await change(transaction);
        const values = told.map(([value]) => value);
        const from = told.map(([, source]) => source);
        await saveKnown.run(transaction, userId, values, from, nowMs);
      });
    },
    knowledgeOf: async (userId) =>
      (await deeds.askOnce((transaction) => knowledgeOf.all(transaction, userId))).map(toKnown),
    languagesOf: async (botId) =>
      toLanguages(await deeds.askOnce((transaction) => languagesOf.all(transaction, botId))),
    claim: (botId, userId, claims, nowMs) =>
      deeds.runOnce('audience.claim', async (transaction) => {
        await saveClaims.run(transaction, userId, botId, nowMs, ...toClaimValues(claims));
      }),
    notePage: (botId, userId, page) =>
      deeds.runOnce('audience.notePage', async (transaction) => {
        await savePage.run(transaction, userId, botId, JSON.stringify(page));
      }),
    pageOf: async (botId, userId) => {
      const row = await deeds.askOnce((transaction) => pageOf.get(transaction, userId, botId));
      // Written by `notePage` alone.
      return row === undefined || row.page === null ? null : (JSON.parse(row.page) as BotPage);
    },
    noteVisit: async ({ userId, fingerprint, address }, sinceMs, nowMs) => {
      const row = await deeds.runOnce('audience.noteVisit', (transaction) =>
        visit.get(transaction, `f:${fingerprint}`, `a:${address}`, userId, sinceMs, nowMs),
      );
      return { sameFingerprint: row?.same_fingerprint ?? 0, sameAddress: row?.same_address ?? 0 };
    },
    markSuspicious: ({ fingerprint, address }, sinceMs) =>
      deeds.run('audience.markSuspicious', (transaction) =>
        mark.run(
          transaction,
          fingerprint === null ? null : `f:${fingerprint}`,
          address === null ? null : `a:${address}`,
          sinceMs,
        ),
      ),
    staleTraits: async (olderThanMs, limit) => {
      const bound = boundedLimit(limit, MAX_STALE);
      const rows = await deeds.askOnce((transaction) => unknown.all(transaction, bound));
      const room = bound - rows.length;
      if (room > 0)
        rows.push(...(await deeds.askOnce((transaction) => stale.all(transaction, olderThanMs, room))));
      return rows.map((row) => ({ userId: row.user_id, botId: row.bot_id }));
    },
    sample: async (limit) => {
      const bound = boundedLimit(limit, MAX_SAMPLE);
      const halves = await Promise.all(
        sampled.map((half) => deeds.askOnce((transaction) => half.all(transaction, bound))),
      );
      return halves
        .flat()
        .map(({ person }) => toEndUser(person))
        .filter((user) => user !== null);
    },
    sharesOf: async (day) => {
      const counted = await deeds.askOnce((transaction) => readShares(transaction, day));
      return counted ?? deeds.run('audience.sharesOf', (transaction) => countShares(transaction, day));
    },
  };
}
