/**
 * The messages of failures. What they can mend is said in words; a fault of ours gets an id to
 * quote, under which the log has the rest.
 */
import { randomBytes } from 'node:crypto';
import { ServiceError, type FailureKind } from '../../core/errors.js';
import type { Log } from '../../core/ports.js';
import type { Words } from '../words.js';
import { NotUnderstood } from './dialogue/form.js';
import { StaleButton } from './press.js';

/** Kinds that have words of their own; those of the others come from core, for callers of the api, in English. */
const worded = new Set<FailureKind>([
  'forbidden',
  'forbidden_or_not_foundorder',
  'unavailable',
  'limited',
  'update_forbidden',
  'exist',
  'moderation',
  'rejected',
]);

/** Plain text. */
export function explain(error: unknown, words: Words, log: Log): string {
  if (error instanceof StaleButton) return words.text('error-stale');
  if (error instanceof NotUnderstood) return error.message;
  if (error instanceof ServiceError) {
    if (error.topic !== undefined) return words.text(`error-${error.topic.replaceAll('_', '-')}`);
    if (!worded.has(error.kind))
      return words.language === 'en'
        ? words.text('error-invalid', { reason: error.message })
        : words.text('error-other');
    return words.text(`error-${error.kind.replaceAll('_', '-')}`);
  }
  const id = randomBytes(4).toString('hex');
  log.error(
    { errorId: id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    'the operator bot met an error',
  );
  return words.text('error-ours', { id });
}
