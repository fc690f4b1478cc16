/** What callers hear of a fault, whichever the database is. */
import { ServiceError } from '../core/errors.js';

export const stopping = () =>
  new ServiceError('unavailable', 'The service is stopping.', { retryAfterSeconds: 1 });

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * The error for callers: no SQL, no path, no address.
 * @param words what the error means; undefined where it is no fault of the database: then it is passed on as it is
 */
export function unavailable(words: string | undefined, error: unknown): Error {
  if (words === undefined) return asError(error);
  return new ServiceError('unavailable', `The database cannot be used: ${words}.`, { retryAfterSeconds: 5 });
}
