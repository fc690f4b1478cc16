/**
 * The messages of failures. What they can mend is said in words; a fault of ours gets an id to
 * quote, under which the log has the rest.
 */
import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../core/errors.js';
import type { Log } from '../../core/ports.js';
import type { Words } from '../words.js';
import { NotUnderstood } from './dialogue/form.js';
import { StaleButton } from './press.js';

/** Plain text. */
export function explain(error: unknown, words: Words, log: Log): string {
  if (error instanceof StaleButton) return words.text('error-stale');
  if (error instanceof NotUnderstood) return error.message;
  if (error instanceof ServiceError) return refusal(error, words);
  const id = randomBytes(4).toString('hex');
  log.error(
    { errorId: id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    'the operator bot met an error',
  );
  return words.text('error-ours', { id });
}

function refusal({ faults, errorCode, code }: ServiceError, words: Words): string {
  const said = faults.map(({ topic, values }) => words.text(errorKey(topic), values));
  return said.length > 0 ? said.join('\n') : words.text(errorKey(errorCode ?? String(code)));
}

/** Of a topic, a code, or a status. */
export function errorKey(name: string): string {
  return `error-${name.replaceAll('_', '-')}`;
}
