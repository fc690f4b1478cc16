/** Lists that found no sponsors or too few, and why (`docs/decisions.md`). */
import { z } from 'zod';
import { type NoFill, type NoFillLanguage } from '../../core/statistics/index.js';
import { noFillReasons } from '../../core/terms/index.js';
import type { Wire } from '../route.js';
import { percent, toPercent, whole, words } from './wire.js';
import { inEachLanguage } from '../../words/index.js';
import { sayNoFill } from '../../words/reasons.js';

const noFillReason = z.enum(noFillReasons);
const lists = {
  lists: whole.describe('That were chosen; a list that is kept for its user counts once.'),
  partly_filled: whole.describe('Of them, those with fewer sponsors than they had room for.'),
  unfilled: whole.describe('Of them, those without any.'),
};
export const noFillSchema = z
  .strictObject({
    ...lists,
    reasons: z
      .array(z.strictObject({ reason: noFillReason, share: percent, words }))
      .describe('What kept orders out of lists that were left short, in shares of a hundred.'),
    languages: z
      .array(
        z.strictObject({
          language: z.string(),
          ...lists,
          reasons: z.array(z.strictObject({ reason: noFillReason, share: percent })),
        }),
      )
      .describe('By the language of the user, `""` unknown; the most lists first.'),
  })
  .describe(
    'Lists that found no sponsors or too few, and why. Kept for 400 days; half a minute late. Of a busy service the reasons are a sample.',
  );

export function toWireNoFill({ languages, ...all }: NoFill): Wire<z.output<typeof noFillSchema>> {
  const { reasons, ...lists } = toWireLists(all);
  return {
    ...lists,
    reasons: reasons.map(({ reason, share }) => {
      const words = inEachLanguage((language) => sayNoFill(reason, language));
      return { reason, share, words };
    }),
    languages: languages.map((each) => ({ language: each.language, ...toWireLists(each) })),
  };
}

function toWireLists({ lists, partlyFilled, unfilled, reasons }: Omit<NoFillLanguage, 'language'>) {
  return {
    lists,
    partly_filled: partlyFilled,
    unfilled,
    reasons: reasons.map(({ reason, share }) => ({ reason, share: toPercent(share) })),
  };
}
