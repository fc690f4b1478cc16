/** What PostgreSQL's errors mean to the service. */
import pg from 'pg';
import { ServiceError } from '../../core/errors.js';
import { unavailable } from '../faults.js';
import { Crossing } from '../work/statement.js';

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/**
 * What a command meets that crossed another, and that it does not meet again: serialization failure; deadlock; and a row that
 * was on its way to the rest of a table while its own part was made there (`partitions.ts`). No other check is in the schema.
 */
const crossings: ReadonlySet<string> = new Set(['40001', '40P01', '23514']);

/** Tables whose key lets one of two commands win that happen at once: done again, the other sees the row and decides by it. */
const contested: ReadonlySet<string> = new Set(['paid_joins']);
const UNIQUE_VIOLATION = '23505';

export function isCrossing(error: unknown): boolean {
  if (error instanceof Crossing) return true;
  const isContested = error instanceof pg.DatabaseError && contested.has(error.table ?? '');
  return crossings.has(codeOf(error)) || (isContested && codeOf(error) === UNIQUE_VIOLATION);
}

/** What a transaction says to all that follows its failure. */
export const isAborted = (error: unknown) => codeOf(error) === '25P02';

/** What a replica says to one that writes, and to one that reads a table which is on no disk; so does one that is about to lead. */
const READ_ONLY = '25006';
const [UNSUPPORTED, IN_RECOVERY] = ['0A000', 'during recovery'];

/** The connection leads to a server that is not the primary, or not yet: another may lead to the one that is. */
export function isElsewhere(error: unknown): boolean {
  if (codeOf(error) === READ_ONLY) return true;
  return codeOf(error) === UNSUPPORTED && error instanceof Error && error.message.includes(IN_RECOVERY);
}

/** What PgBouncer says to what is set for a whole connection. */
const OF_POOLER = 'unsupported startup parameter';

/** What the coordinator of Citus says of another server. */
const OF_WORKER = 'connection to the remote node';

/** One of the servers that Citus spreads users over is away; for users of the others the database is there. */
export class ServerAway extends ServiceError {
  constructor() {
    super(
      'unavailable',
      'The database cannot be used: one of the servers that it is spread over does not answer.',
      { retryAfterSeconds: 5 },
    );
  }
}

/** Another session held a lock for longer than a statement was to wait for it. */
class LockHeld extends ServiceError {
  constructor() {
    super(
      'unavailable',
      'The database cannot be used: another session, such as a VACUUM or a dump, holds a lock that is needed. Try again when it has ended.',
      { retryAfterSeconds: 60 },
    );
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** As the server says it, or as callers hear it. */
export const isHeld = (error: unknown) => codeOf(error) === LOCK_NOT_AVAILABLE || error instanceof LockHeld;

const faults: readonly [prefix: string, words: string][] = [
  ['40', 'too many changes at once'],
  ['08', 'the connection broke'],
  ['28', 'it does not let the service in: see the name and the password in its address'],
  ['3D', 'there is no database of that name: create it'],
  ['42501', 'the service may not do what it must there: give it the rights of an owner'],
  ['53100', 'its disk is full: make room'],
  ['53300', 'it has no room for more connections: raise its max_connections, or lower DATABASE_POOL_MAX'],
  ['53', 'it has no room for more work'],
  ['57014', 'it took too long'],
  ['57P', 'it is stopping or starting'],
  ['58', 'its disk failed to read or write'],
  ['XX001', 'it is damaged: restore a backup'],
  ['XX002', 'it is damaged: restore a backup'],
];

/** Of the connection itself: there is no answer with a code. */
const connectionFaults: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
]);

function wordsOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (error instanceof Error && error.message.includes(OF_POOLER))
    return 'a pooler stands in front of it: name the database itself in DATABASE_DIRECT_URL';
  if (isElsewhere(error))
    return 'it can only be read: this is a replica, or one that was set so, such as for a full disk';
  if (code !== '') return faults.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (!(error instanceof Error)) return undefined;
  const system = (error as NodeJS.ErrnoException).code ?? '';
  const isLost =
    connectionFaults.has(system) ||
    /connection (?:terminated|ended|error)|not queryable|timeout exceeded|read timeout/i.test(error.message);
  return isLost ? 'it does not answer' : undefined;
}

export function sayFault(error: unknown): Error {
  if (error instanceof Error && error.message.includes(OF_WORKER)) return new ServerAway();
  if (isHeld(error)) return new LockHeld();
  return unavailable(wordsOf(error), error);
}
