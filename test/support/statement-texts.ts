/** The texts of all statements of PostgreSQL made so far, for the tests of query plans. */
import { textOf } from '../../db/postgres/statement.js';
import { statements } from '../../db/work/statement.js';

export const statementTexts = (isSpread = false): readonly string[] => [
  ...new Set(statements().flatMap((each) => textOf(each, isSpread) ?? [])),
];
