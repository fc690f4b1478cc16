import { objectOf } from '../../core/collections.js';
import type { SealedPlace, SecretStore } from '../../core/ports/secret-store.js';
import { tableNamed } from '../schema/index.js';
import { boundedLimit } from './values.js';
import { durably, type Parts } from './database.js';
import { statement } from './statement.js';

interface SealedRow {
  first: string | number;
  second: number;
  kind: string;
  sealed: string;
}

/** Where sealed values are. */
interface Where {
  /** Its key is one column or two; a second that it lacks is 0. */
  table: string;
  sealed: string;
  kind?: string;
  /** What follows the sealed value. */
  hash?: string;
}

const places: Readonly<Record<SealedPlace, Where>> = {
  keys: { table: 'keys', sealed: 'cipher', kind: 'kind', hash: 'hash' },
  bots: { table: 'bots', sealed: 'token_cipher' },
  networks: { table: 'bots', sealed: 'networks_cipher' },
  orders: { table: 'orders', sealed: 'bot_token_cipher' },
  webhooks: { table: 'webhooks', sealed: 'url_cipher' },
  withdrawals: { table: 'withdrawals', sealed: 'details_cipher' },
  imports: { table: 'imports', sealed: 'keys_cipher' },
  answers: { table: 'kept_answers', sealed: 'answer_cipher' },
  sessions: { table: 'sessions', sealed: 'value', kind: 'key' },
};

const MAX_PAGE = 500;

type First = string | number;
type Page = [first: First, second: number, prefix: string, limit: number];
type Change = [first: First, second: number, before: string, sealed: string, hash: string];

function sealingOf({ table, kind = "''", sealed, hash }: Where) {
  const { key } = tableNamed(table);
  const [first = '', second] = key.map(({ name }) => name);
  const isOne = second === undefined;
  const after = isOne ? `${first} > $1 AND $2::bigint = 0` : `(${first}, ${second}) > ($1, $2)`;
  const at = isOne ? `${first} = $1 AND $2::bigint = 0` : `${first} = $1 AND ${second} = $2`;
  const setHash = hash === undefined ? '' : `${hash} = $5, `;
  return {
    /** Before every key: texts are not empty, and ids begin with 1. */
    start: key[0]?.type === 'text' ? '' : 0,
    page: statement<Page, SealedRow>(
      `SELECT ${first} AS first, ${second ?? '0'} AS second, ${kind} AS kind, ${sealed} AS sealed FROM ${table}
       WHERE ${after} AND substr(${sealed}, 1, length($3::text)) <> $3::text ORDER BY ${isOne ? first : `${first}, ${second}`} LIMIT $4`,
    ),
    replace: statement<Change>(
      `UPDATE ${table} SET ${setHash}${sealed} = $4 WHERE ${at} AND ${sealed} = $3 AND $5::text IS NOT NULL`,
    ),
  };
}

const sealings = objectOf<Record<SealedPlace, ReturnType<typeof sealingOf>>>(
  Object.entries(places).map(([place, where]) => [place as SealedPlace, sealingOf(where)]),
);

export function createSecretStore({ db }: Parts): SecretStore {
  return {
    sealedOtherwise: async (place, prefix, after, limit) => {
      const { start, page } = sealings[place];
      const [first, second] = after ?? [start, 0];
      const rows = await db.read(page.all(first, second, prefix, boundedLimit(limit, MAX_PAGE)));
      return rows.map((row) => ({ place, id: [row.first, row.second], kind: row.kind, sealed: row.sealed }));
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
