/** Why a moderator decided something: a text that the person it is about reads. */
import { ServiceError } from './errors.js';

export const REASON_MAX = 500;

/** @throws ServiceError `invalid` for a reason that is empty, or longer than `REASON_MAX` characters */
export function reasonText(reason: string): string {
  const text = reason.trim();
  if (text !== '' && text.length <= REASON_MAX) return text;
  throw new ServiceError('invalid', `reason: must have 1 to ${String(REASON_MAX)} characters.`, {
    topic: 'reason_length',
  });
}
