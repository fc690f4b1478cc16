/** The reasons and verdicts of closed sets in sentences, for owners and moderators; a test holds each to have its words. */
import { hasWords, textIn } from './index.js';

/** Why a join is unpaid. */
export function sayUnpaid(reason: string, language: string): string {
  return textIn(language, `why-unpaid-${reason}`);
}

/** The end of a targeting field's name where what it asks of the user is unknown. */
const UNKNOWN = '_unknown';

/** Why an order is not shown to a user. @param reason as it is counted: a name that is no other's is a targeting field's */
export function sayIneligible(reason: string, language: string): string {
  const key = `unfit-${reason}`;
  if (hasWords(key)) return textIn(language, key);
  if (!reason.endsWith(UNKNOWN)) return textIn(language, 'unfit-field', { field: reason });
  return textIn(language, 'unfit-field-unknown', { field: reason.slice(0, -UNKNOWN.length) });
}

/** Why a list had room for more sponsors. */
export function sayNoFill(reason: string, language: string): string {
  return textIn(language, `why-no-fill-${reason}`);
}

/** Why a bot's quality is what it is. @param found parts between 0 and 1 */
export function sayQuality(
  { reason, share, others }: { reason: string; share: number; others: number },
  language: string,
): string {
  return textIn(language, `why-quality-${reason}`, { share: ofHundred(share), others: ofHundred(others) });
}

/** Why an order is paused. @param text a moderator's own reason */
export function sayPause({ code, text }: { code: string; text: string }, language: string): string {
  return textIn(language, `paused-${code.replaceAll('_', '-')}`, { text });
}

/** Why a server did not take events. @param reason `status:<code>` says what it answered; one without words stands as it is */
export function sayUndelivered(reason: string, language: string): string {
  const [kind = '', code = ''] = reason.split(':');
  const key = `hook-reason-${kind.replaceAll('_', '-')}`;
  return hasWords(key) ? textIn(language, key, { code }) : reason;
}

/** On a join; with the reason, where it is not charged. */
export function sayVerdict(
  { kind, reason }: { kind: string; reason: string | null },
  language: string,
): string {
  const said = textIn(language, `verdict-${kind}`);
  return reason === null ? said : `${said} ${sayUnpaid(reason, language)}`;
}

/** On the two variants of a block. */
export function sayBlockTest(verdict: string, language: string): string {
  return textIn(language, `block-test-${verdict}`);
}

/** Small parts with a digit more, so that 0.4 does not read as none. */
function ofHundred(part: number): string {
  const hundredths = part * 100;
  return String(hundredths >= 10 ? Math.round(hundredths) : Math.round(hundredths * 10) / 10);
}
