/** Texts that people write for others to read. */
import { type Said, ServiceError } from './errors.js';

export const REASON_MAX = 500;

/**
 * Returns a text without the blanks around it.
 * @throws ServiceError `invalid` where it has fewer characters than `min`, 1 unless it is given, or more than `max`
 */
export function textWithin(
  field: string,
  given: string,
  { min = 1, max }: { min?: number; max: number },
  about: Said = { topic: 'text', values: { max } },
): string {
  const text = given.trim();
  if (text.length >= min && text.length <= max) return text;
  const message = `${field}: must have ${String(min)} to ${String(max)} characters.`;
  throw new ServiceError('invalid', message, about);
}

/** Why a moderator decided something. @throws ServiceError `invalid` for a reason that is empty, or longer than `REASON_MAX` characters */
export function reasonText(reason: string): string {
  return textWithin('reason', reason, { max: REASON_MAX }, { topic: 'reason_length' });
}
