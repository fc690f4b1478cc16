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

/** Where sealed values are: the columns of the key (one that a table lacks is 0), the sealed one, and the one that follows it. */
const places: Readonly<
  Record<
    SealedPlace,
    { table: string; key: [string, string | null]; kind: string; sealed: string; hash?: string }
  >
> = {
  keys: { table: 'keys', key: ['hash', null], kind: 'kind', sealed: 'cipher', hash: 'hash' },
  bots: { table: 'bots', key: ['bot_id', null], kind: "''", sealed: 'token_cipher' },
  networks: { table: 'bots', key: ['bot_id', null], kind: "''", sealed: 'networks_cipher' },
  orders: { table: 'orders', key: ['order_id', null], kind: "''", sealed: 'bot_token_cipher' },
  webhooks: { table: 'webhooks', key: ['account_id', 'bot_id'], kind: "''", sealed: 'url_cipher' },
  withdrawals: { table: 'withdrawals', key: ['withdrawal_id', null], kind: "''", sealed: 'details_cipher' },
  imports: { table: 'imports', key: ['account_id', null], kind: "''", sealed: 'keys_cipher' },
  answers: { table: 'kept_answers', key: ['call', null], kind: "''", sealed: 'answer_cipher' },
  sessions: { table: 'sessions', key: ['key', null], kind: 'key', sealed: 'value' },
};

/** Before every id: texts are not empty, and ids begin with 1. */
const START = {
  ...{ keys: '', answers: '', sessions: '' },
  ...{ bots: 0, networks: 0, orders: 0, webhooks: 0, withdrawals: 0, imports: 0 },
} as const;

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

const sealings: Readonly<Record<SealedPlace, Sealing>> = {
  keys: sealingOf('keys'),
  bots: sealingOf('bots'),
  networks: sealingOf('networks'),
  orders: sealingOf('orders'),
  webhooks: sealingOf('webhooks'),
  withdrawals: sealingOf('withdrawals'),
  imports: sealingOf('imports'),
  answers: sealingOf('answers'),
  sessions: sealingOf('sessions'),
};

function sealingOf(place: SealedPlace): Sealing {
  const { table, key, kind, sealed, hash } = places[place];
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

export function createSecretStore({ db }: Parts): SecretStore {
  return {
    sealedOtherwise: async (place, prefix, after, limit) => {
      const [first, second] = after ?? ([START[place], 0] satisfies SealedValue['id']);
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
