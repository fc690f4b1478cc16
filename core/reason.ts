/** Texts that people write for others to read. */
import { ServiceError } from './errors.js';

export const REASON_MAX = 500;

/**
 * Returns a text without the blanks around it.
 * @throws ServiceError `invalid` where it has fewer characters than `min`, 1 unless it is given, or more than `max`
 */
export function textWithin(
  field: string,
  given: string,
  { min = 1, max }: { min?: number; max: number },
): string {
  const text = given.trim();
  if (text.length >= min && text.length <= max) return text;
  throw new ServiceError('invalid', `${field}: must have ${String(min)} to ${String(max)} characters.`, {
    topic: 'text',
    values: { max },
  });
}

/** Why a moderator decided something. @throws ServiceError `invalid` for a reason that is empty, or longer than `REASON_MAX` characters */
export function reasonText(reason: string): string {
  const text = reason.trim();
  if (text !== '' && text.length <= REASON_MAX) return text;
  throw new ServiceError('invalid', `reason: must have 1 to ${String(REASON_MAX)} characters.`, {
    topic: 'reason_length',
  });
}
