import { insertAll, insertInto } from './inserts.js';
import { pageVisits, userBots, userKnowledge } from '../schema/audience.js';
import type { AudienceStore, Known, Sources } from '../../core/ports/audience-store.js';
import { toUser, userById, userColumns, type UserRow, type UserWrites, writeClaims } from './users.js';
import { boundedLimit } from './values.js';
import { countShares, LATEST_OF_UNKNOWN, latestUsers, readShares } from './daily-shares.js';
import { durably, type Parts } from './database.js';
import { noteModeration } from './moderation-log.js';
import { botPages } from './stored-json.js';
import { type RowOf, rowsOf } from './rows.js';
import { sqliteText } from './sqlite-text.js';
import { statement, type Texts, together, touchUser } from './statement.js';

const toKnown = rowsOf<Known>()('value, source, at_ms', {});

/** Of a bot's users so many are looked at from either end: young accounts may speak otherwise than old ones. */
const LOOKED_AT = 500;

const half = (order: 'ASC' | 'DESC') =>
  `SELECT * FROM (SELECT user_id, bot_id, language_code FROM user_bots WHERE bot_id = $1
     ORDER BY user_id ${order} LIMIT ${String(LOOKED_AT)}) AS half_${order.toLowerCase()}`;

/**
 * The languages that may be known of a bot's users (`evidence.md`, Who may say what): of strangers
 * nothing is, whatever others reported, and a claim counts where the bot is in contact, or trusted.
 */
const languagesOf = statement<[botId: number], { language: string; users: number }>(
  `WITH person AS MATERIALIZED (${half('DESC')} UNION ${half('ASC')}),
     known AS MATERIALIZED (SELECT users.user_id, users.language_code FROM person
       JOIN users ON users.user_id = person.user_id)
   SELECT language, count(*) AS users FROM
     (SELECT CASE
        WHEN bots.token_cipher IS NULL AND bots.trust <> 'trusted' THEN ''
        WHEN bots.token_cipher IS NOT NULL AND coalesce(contacts.state, 0) <> 1 THEN ''
        WHEN coalesce(known.language_code, '') <> '' THEN known.language_code
        ELSE coalesce(person.language_code, '') END AS language
      FROM person JOIN bots ON bots.bot_id = person.bot_id
      LEFT JOIN known ON known.user_id = person.user_id
      LEFT JOIN contacts ON contacts.user_id = person.user_id AND contacts.bot_id = person.bot_id) AS spoken
   WHERE language <> '' GROUP BY language`,
);

/** By base code: `pt-BR` counts for `pt`. */
function toLanguages(rows: readonly { language: string; users: number }[]): Map<string, number> {
  const languages = new Map<string, number>();
  for (const { language, users } of rows) {
    const base = language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
    languages.set(base, (languages.get(base) ?? 0) + users);
  }
  return languages;
}

const MAX_STALE = 1_000;
const MAX_RETIRED = 1_000;
const MAX_SAMPLE = 5_000;
/** Sharing is counted up to here: beyond any threshold of suspicion. */
const MAX_SHARING = 100_000;
const MAX_MARKED = 1_000;

interface StaleRow {
  user_id: number;
  bot_id: number;
}

const savePage = insertInto(userBots, 'userId, botId, page', { there: 'replaced' });
const pageOf = statement<[userId: number, botId: number], { page: string | null }>(
  'SELECT page FROM user_bots WHERE user_id = $1 AND bot_id = $2',
);

const saveKnown = insertAll(userKnowledge, 'userId, value, source, atMs', { there: 'replaced' });
const knowledgeOf = statement<[userId: number], RowOf<Known>>(
  'SELECT value, source, at_ms FROM user_knowledge WHERE user_id = $1 ORDER BY value',
);

const visit = insertInto(pageVisits, 'mark, userId, atMs', { there: 'replaced' });
const sharing = statement<[mark: string, sinceMs: number], { users: number }>(
  `SELECT count(*) AS users FROM
     (SELECT 1 FROM page_visits WHERE mark = $1 AND at_ms >= $2 LIMIT ${String(MAX_SHARING)}) AS counted`,
);
/** The limit comes first: a crowd behind one address must not be walked through at every visit. */
const ofMark = statement<[mark: string, sinceMs: number], { user_id: number }>(
  `SELECT user_id FROM page_visits WHERE mark = $1 AND at_ms >= $2 LIMIT ${String(MAX_MARKED)}`,
);
/** Users are held in their order, as all who mark some of them hold them. */
const lockUsers = statement<[userIds: readonly number[], untilMs: number], never>({
  sqlite: null,
  postgres: `SELECT 1 FROM users WHERE user_id = ANY($1::bigint[]) AND coalesce(suspicious_until_ms, 0) < $2::bigint
   ORDER BY user_id FOR NO KEY UPDATE`,
  // On several servers there is no order: where two cross, Citus ends one of them, and it is done again.
  citus: null,
});
const markUsers = statement<[userIds: readonly number[], untilMs: number], { user_id: number }>(
  `UPDATE users SET suspicious_until_ms = $2
   WHERE user_id = ANY($1::bigint[]) AND coalesce(suspicious_until_ms, 0) < $2 RETURNING user_id`,
);
const clear = statement<[userId: number, nowMs: number], { user_id: number }>(
  `UPDATE users SET suspicious_until_ms = NULL WHERE user_id = $1 AND suspicious_until_ms > $2 RETURNING user_id`,
);

/** Bots that can be asked first: those with a token, and in contact with the user. */
const ASKABLE_FIRST = 'token_cipher IS NULL, is_token_invalid, coalesce(contacts.state, 0) <> 1';

/** The bot by which the platform is best asked about the user of `users`. */
const aBotOf = `(SELECT user_bots.bot_id FROM user_bots JOIN bots ON bots.bot_id = user_bots.bot_id
  LEFT JOIN contacts ON contacts.user_id = user_bots.user_id AND contacts.bot_id = user_bots.bot_id
  WHERE user_bots.user_id = users.user_id ORDER BY ${ASKABLE_FIRST}, user_bots.bot_id LIMIT 1)`;
/** Users without a bot must not fill the round: no bot could be asked, so they would fill each round. */
const isKnown = `EXISTS (SELECT 1 FROM user_bots JOIN bots USING (bot_id) WHERE user_bots.user_id = users.user_id)`;
/** The users of Citus are found first, on all servers: what of them is asked of the service is asked of those alone. */
function staleTexts(which: string, order: string): Texts {
  const whole = `SELECT user_id, ${aBotOf} AS bot_id FROM users WHERE ${which} AND ${isKnown} ${order}`;
  return {
    sqlite: sqliteText(whole),
    postgres: whole,
    citus: `WITH late AS MATERIALIZED (SELECT user_id, traits_at_ms, seen_at_ms FROM users WHERE ${which}
         AND EXISTS (SELECT 1 FROM user_bots WHERE user_bots.user_id = users.user_id) ${order}),
       known AS MATERIALIZED (SELECT user_bots.user_id, user_bots.bot_id FROM late
         JOIN user_bots ON user_bots.user_id = late.user_id),
       askable AS (SELECT DISTINCT ON (known.user_id) known.user_id, known.bot_id FROM known
         JOIN bots ON bots.bot_id = known.bot_id
         LEFT JOIN contacts ON contacts.user_id = known.user_id AND contacts.bot_id = known.bot_id
         ORDER BY known.user_id, ${ASKABLE_FIRST}, known.bot_id)
       SELECT user_id, bot_id FROM late JOIN askable USING (user_id) ${order}`,
  };
}
const unknown = statement<[activeSinceMs: number, limit: number], StaleRow>(
  staleTexts('traits_at_ms IS NULL AND seen_at_ms >= $1', `${LATEST_OF_UNKNOWN} LIMIT $2`),
);
const stale = statement<[olderThanMs: number, activeSinceMs: number, limit: number], StaleRow>(
  staleTexts('traits_at_ms < $1 AND seen_at_ms >= $2', 'ORDER BY traits_at_ms LIMIT $3'),
);
const retiring = statement<[olderThanMs: number, activeSinceMs: number, limit: number], { user_id: number }>(
  `SELECT user_id FROM users WHERE traits_at_ms < $1 AND seen_at_ms < $2
   ORDER BY traits_at_ms, seen_at_ms LIMIT $3`,
);
/** Users who were seen meanwhile are unknown as well: they are asked about next. */
const retire = statement<[userIds: readonly number[], olderThanMs: number]>(
  'UPDATE users SET traits_at_ms = NULL WHERE user_id = ANY($1::bigint[]) AND traits_at_ms < $2',
);

const sampled = latestUsers.map((which) =>
  statement<[limit: number], UserRow>(`SELECT ${userColumns} FROM users WHERE ${which} LIMIT $1`),
);

type Marks = Parameters<AudienceStore['markSuspicious']>[0];

function* mark({ fingerprint, address }: Marks, sinceMs: number, untilMs: number) {
  const marks = [
    ...(fingerprint === null ? [] : [`f:${fingerprint}`]),
    ...(address === null ? [] : [`a:${address}`]),
  ];
  const shared = yield* together(...marks.map((each) => ofMark.all(each, sinceMs)));
  const userIds = [...new Set(shared.flat().map((row) => row.user_id))];
  const [, marked] = yield* together(lockUsers.run(userIds, untilMs), markUsers.all(userIds, untilMs));
  // What was answered to each of them a moment ago may be otherwise now.
  for (const row of marked) yield* touchUser(row.user_id);
  return marked.length;
}

/** Else the users who stay away would be walked through in each round. */
function* retireInactive(olderThanMs: number, activeSinceMs: number) {
  const rows = yield* retiring.all(olderThanMs, activeSinceMs, MAX_RETIRED);
  const userIds = rows.map((row) => row.user_id).sort((one, other) => one - other);
  if (userIds.length > 0) yield* retire.run(userIds, olderThanMs);
}

export function createAudienceStore({ db }: Parts, users: UserWrites): AudienceStore {
  function* learn(
    userId: number,
    facts: Parameters<AudienceStore['learn']>[1],
    { nowMs, seenAtMs }: { nowMs: number; seenAtMs: number | null },
    sources: Sources = {},
  ) {
    yield* users.change(userId, facts, seenAtMs);
    const learnt = Object.entries(sources).map(([value, source]) => ({ userId, value, source, atMs: nowMs }));
    if (learnt.length > 0) yield* saveKnown.run(learnt);
  }

  return {
    find: async (userId) => toUser(await db.read(userById.get(userId))),
    learn: (userId, facts, nowMs, sources, waitsUntil) =>
      db.run('audience.learn', () => learn(userId, facts, { nowMs, seenAtMs: nowMs }, sources), {
        waitsUntil,
      }),
    learnTraits: (userId, facts, nowMs, sources) =>
      db.run('audience.learnTraits', () =>
        learn(userId, { ...facts, traitsAtMs: nowMs }, { nowMs, seenAtMs: null }, sources),
      ),
    knowledgeOf: async (userId) => (await db.read(knowledgeOf.all(userId))).map(toKnown),
    languagesOf: async (botId) => toLanguages(await db.read(languagesOf.all(botId))),
    claim: async (botId, userId, claims, nowMs) => {
      await db.run('audience.claim', writeClaims(userId, botId, claims, nowMs).touching(userId));
    },
    notePage: (botId, userId, page) =>
      db.run('audience.notePage', savePage.do({ userId, botId, page: botPages.write(page) })),
    pageOf: async (botId, userId) => {
      const row = await db.read(pageOf.get(userId, botId));
      return row?.page == null ? null : botPages.read(row.page);
    },
    noteVisit: ({ userId, fingerprint, address }, sinceMs, nowMs) =>
      db.run('audience.noteVisit', function* () {
        const marks = [`f:${fingerprint}`, `a:${address}`] as const;
        const [, , ofFingerprint, ofAddress] = yield* together(
          visit.run({ mark: marks[0], userId, atMs: nowMs }),
          visit.run({ mark: marks[1], userId, atMs: nowMs }),
          sharing.get(marks[0], sinceMs),
          sharing.get(marks[1], sinceMs),
        );
        return { sameFingerprint: ofFingerprint?.users ?? 0, sameAddress: ofAddress?.users ?? 0 };
      }),
    markSuspicious: (marks, sinceMs, untilMs) =>
      db.run('audience.markSuspicious', () => mark(marks, sinceMs, untilMs)),
    clearSuspicion: (userId, moderatorId, nowMs) =>
      durably(db, 'audience.clearSuspicion', function* () {
        if ((yield* clear.get(userId, nowMs)) === undefined) return false;
        yield* touchUser(userId);
        yield* noteModeration({ moderatorId, action: 'suspicion_cleared', userId }, nowMs);
        return true;
      }),
    staleTraits: async (olderThanMs, activeSinceMs, limit) => {
      await db.run('audience.retire', () => retireInactive(olderThanMs, activeSinceMs));
      return db.read(function* () {
        const bound = boundedLimit(limit, MAX_STALE);
        const rows = yield* unknown.all(activeSinceMs, bound);
        if (rows.length < bound)
          rows.push(...(yield* stale.all(olderThanMs, activeSinceMs, bound - rows.length)));
        return rows.map((row) => ({ userId: row.user_id, botId: row.bot_id }));
      });
    },
    sample: async (limit) => {
      const bound = boundedLimit(limit, MAX_SAMPLE);
      const halves = await db.read(() => together(...sampled.map((half) => half.all(bound))));
      return halves
        .flat()
        .map(toUser)
        .filter((user) => user !== null);
    },
    sharesOf: async (day) => {
      const counted = await db.read(() => readShares(day));
      return counted ?? db.run('audience.sharesOf', () => countShares(day));
    },
  };
}
