import { objectOf } from '../../core/collections.js';
import type { SealedPlace, SealedValue, SecretStore } from '../../core/ports/secret-store.js';
import { boundedLimit } from './values.js';
import { durably, type Parts } from './database.js';
import { type Statement, statement } from './statement.js';

interface SealedRow {
  first: string | number;
  second: number;
  kind: string;
  sealed: string;
}

/** Where sealed values are. */
interface Where {
  table: string;
  /** The columns of the key; one that a table lacks is 0. */
  key: readonly [string, string | null];
  sealed: string;
  /** Before every key: texts are not empty, and ids begin with 1. */
  start: '' | 0;
  kind?: string;
  /** What follows the sealed value. */
  hash?: string;
}

const places: Readonly<Record<SealedPlace, Where>> = {
  keys: { table: 'keys', key: ['hash', null], sealed: 'cipher', start: '', kind: 'kind', hash: 'hash' },
  bots: { table: 'bots', key: ['bot_id', null], sealed: 'token_cipher', start: 0 },
  networks: { table: 'bots', key: ['bot_id', null], sealed: 'networks_cipher', start: 0 },
  orders: { table: 'orders', key: ['order_id', null], sealed: 'bot_token_cipher', start: 0 },
  webhooks: { table: 'webhooks', key: ['account_id', 'bot_id'], sealed: 'url_cipher', start: 0 },
  withdrawals: { table: 'withdrawals', key: ['withdrawal_id', null], sealed: 'details_cipher', start: 0 },
  imports: { table: 'imports', key: ['account_id', null], sealed: 'keys_cipher', start: 0 },
  answers: { table: 'kept_answers', key: ['call', null], sealed: 'answer_cipher', start: '' },
  sessions: { table: 'sessions', key: ['key', null], sealed: 'value', start: '', kind: 'key' },
};

function toValue(place: SealedPlace, { first, second, kind, sealed }: SealedRow): SealedValue {
  return { place, id: [first, second], kind, sealed };
}

const MAX_PAGE = 500;

type First = string | number;
type Page = [first: First, second: number, prefix: string, limit: number];
type Change = [first: First, second: number, before: string, sealed: string, hash: string];

interface Sealing {
  page: Statement<Page, SealedRow>;
  replace: Statement<Change, unknown>;
}

function sealingOf({ table, key, kind = "''", sealed, hash }: Where): Sealing {
  const [first, second] = key;
  const isOne = second === null;
  const after = isOne ? `${first} > $1 AND $2::bigint = 0` : `(${first}, ${second}) > ($1, $2)`;
  const at = isOne ? `${first} = $1 AND $2::bigint = 0` : `${first} = $1 AND ${second} = $2`;
  const setHash = hash === undefined ? '' : `${hash} = $5, `;
  return {
    page: statement(
      `SELECT ${first} AS first, ${second ?? '0'} AS second, ${kind} AS kind, ${sealed} AS sealed FROM ${table}
       WHERE ${after} AND substr(${sealed}, 1, length($3::text)) <> $3::text ORDER BY ${isOne ? first : key.join(', ')} LIMIT $4`,
    ),
    replace: statement(
      `UPDATE ${table} SET ${setHash}${sealed} = $4 WHERE ${at} AND ${sealed} = $3 AND $5::text IS NOT NULL`,
    ),
  };
}

const sealings = objectOf<Record<SealedPlace, Sealing>>(
  Object.entries(places).map(([place, where]) => [place as SealedPlace, sealingOf(where)]),
);

export function createSecretStore({ db }: Parts): SecretStore {
  return {
    sealedOtherwise: async (place, prefix, after, limit) => {
      const [first, second] = after ?? ([places[place].start, 0] satisfies SealedValue['id']);
      const rows = await db.read(
        sealings[place].page.all(first, second, prefix, boundedLimit(limit, MAX_PAGE)),
      );
      return rows.map((row) => toValue(place, row));
    },
    replaceSealed: (values) =>
      durably(db, 'secrets.replace', function* () {
        let count = 0;
        for (const { before, sealed, hash } of values) {
          const [first, second] = before.id;
          const { replace } = sealings[before.place];
          count += yield* replace.run(first, second, before.sealed, sealed, hash);
        }
        return count;
      }),
  };
}
