/** Sources of users' values, and languages of a bot's users, between rows and domain; for any database. */
import type { Known, KnownValue, KnowledgeSource } from '../../core/ports/audience-store.js';

export interface KnownRow {
  value: KnownValue;
  source: KnowledgeSource;
  at_ms: number;
}

export function toKnown({ value, source, at_ms }: KnownRow): Known {
  return { value, source, atMs: at_ms };
}

export interface LanguageRow {
  language: string;
  users: number;
}

/** Of a bot's users so many are looked at from either end: young accounts may speak otherwise than old ones. */
const LOOKED_AT = 500;

const half = (botId: string, order: 'ASC' | 'DESC') =>
  `SELECT * FROM (SELECT user_id, bot_id, language_code FROM user_bots WHERE bot_id = ${botId}
     ORDER BY user_id ${order} LIMIT ${String(LOOKED_AT)}) AS half_${order.toLowerCase()}`;

/**
 * The languages that may be known of a bot's users (`evidence.md`, Who may say what): of strangers
 * nothing is, whatever others reported, and a claim counts where the bot is in contact, or trusted.
 * @param first, second the placeholders of the bot's id, which is asked for twice
 */
export const languagesSql = (first: string, second: string): string =>
  `WITH person AS MATERIALIZED (${half(first, 'DESC')} UNION ${half(second, 'ASC')}),
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
   WHERE language <> '' GROUP BY language`;

/** By base code: `pt-BR` counts for `pt`. */
export function toLanguages(rows: readonly LanguageRow[]): Map<string, number> {
  const languages = new Map<string, number>();
  for (const { language, users } of rows) {
    const base = language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
    languages.set(base, (languages.get(base) ?? 0) + users);
  }
  return languages;
}
