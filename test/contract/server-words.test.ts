/** What is said of a server of PostgreSQL that refuses: what is wrong with it, and what its operator can do. */
import pg from 'pg';
import { expect, it } from 'vitest';
import { sayFault } from '../../db/postgres/faults.js';

/** As the server answers with it. */
function refusal(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('refused', 7, 'error');
  error.code = code;
  return error;
}

it.each([
  ['53300', 'it has no room for more connections: raise its max_connections, or lower DATABASE_POOL_MAX'],
  ['53100', 'its disk is full: make room'],
  ['25006', 'it can only be read: this is a replica, or one that was set so, such as for a full disk'],
])('says of %s: %s', (code, words) => {
  expect(sayFault(refusal(code)).message).toBe(`The database cannot be used: ${words}.`);
});
