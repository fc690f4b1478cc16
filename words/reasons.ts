/** The reasons and verdicts of closed sets in sentences, for owners and moderators. */
import type { Verdict as BlockTestVerdict } from '../core/statistics/index.js';
import type { Verdict } from '../core/subscriptions/index.js';
import type { NoFillReason, QualityReason, UnpaidReason } from '../core/terms/index.js';
import { textIn } from './index.js';

/** Why a join is unpaid. */
export function sayUnpaid(reason: UnpaidReason, language: string): string {
  return textIn(language, `why-unpaid-${reason}`);
}

/** Why a list had room for more sponsors. */
export function sayNoFill(reason: NoFillReason, language: string): string {
  return textIn(language, `why-no-fill-${reason}`);
}

/** Why a bot's quality is what it is. @param found parts between 0 and 1 */
export function sayQuality(
  { reason, share, others }: { reason: QualityReason; share: number; others: number },
  language: string,
): string {
  return textIn(language, `why-quality-${reason}`, { share: ofHundred(share), others: ofHundred(others) });
}

/** On a join; with the reason, where it is not charged. */
export function sayVerdict({ kind, reason }: Pick<Verdict, 'kind' | 'reason'>, language: string): string {
  const said = textIn(language, `verdict-${kind}`);
  return reason === null ? said : `${said} ${sayUnpaid(reason, language)}`;
}

/** On the two variants of a block. */
export function sayBlockTest(verdict: BlockTestVerdict, language: string): string {
  return textIn(language, `block-test-${verdict}`);
}

/** Small parts with a digit more, so that 0.4 does not read as none. */
function ofHundred(part: number): string {
  const hundredths = part * 100;
  return String(hundredths >= 10 ? Math.round(hundredths) : Math.round(hundredths * 10) / 10);
}
