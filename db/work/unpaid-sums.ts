/** Unpaid joins by day and reason. */
import { exactStatement } from './statement.js';
import { UNPAID_GROUPS, UNPAID_SUMS, UNPAID_TABLES, type UnpaidKind, type UnpaidRow } from './unpaid-row.js';

const prepare = (kind: UnpaidKind) => {
  const { from, owner } = UNPAID_TABLES[kind];
  return exactStatement<[ownerId: number, fromDay: number, toDay: number], UnpaidRow>(
    `SELECT ${UNPAID_SUMS} FROM ${from} WHERE ${owner} = $1 AND day BETWEEN $2 AND $3 ${UNPAID_GROUPS}`,
  );
};

/** Each takes the id of its owner, and the first and last day. */
export const unpaidJoins = {
  bot: prepare('bot'),
  publisher: prepare('publisher'),
  order: prepare('order'),
  advertiser: prepare('advertiser'),
};
