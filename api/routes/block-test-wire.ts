/** The test of a bot's block, two variants side by side (`docs/decisions.md`). */
import { z } from 'zod';
import { type BlockTestFigures, type Share, verdicts } from '../../core/statistics/index.js';
import type { Wire } from '../route.js';
import { isoTime, moment, toPercent, whole, words } from './wire.js';
import { inEachLanguage } from '../../words/index.js';
import { sayBlockTest } from '../../words/reasons.js';

const share = z
  .strictObject({ value: z.number(), from: z.number(), to: z.number() })
  .nullable()
  .describe('In percent, with its interval of 95 %; null before anybody was shown a block.');
export const blockTestSchema = z
  .strictObject({
    since: moment,
    variants: z
      .array(
        z.strictObject({
          variant: z.enum(['a', 'b']),
          shown: whole.describe('Users who got the block; each counts once.'),
          passed: whole.describe('Of them, those who went on with all sponsors done.'),
          subscribers: whole.describe('Paid subscribers among them.'),
          rate: share,
        }),
      )
      .describe('`a`: text_op and image_op; `b`: text_b and image_b, in place of these.'),
    difference: share.describe('How many more of a hundred pass of `b` than of `a`.'),
    verdict: z
      .enum(verdicts)
      .describe('Which is better, by an interval that may be looked at every day; `unknown`: not known yet.'),
    words,
  })
  .nullable()
  .describe(
    'The test of the block of the bot asked for, since it began (whatever the dates); null: none runs. Half a minute late.',
  );

export function toWireBlockTest({
  sinceMs,
  variants,
  difference,
  verdict,
}: BlockTestFigures): Wire<z.output<typeof blockTestSchema>> {
  return {
    since: isoTime(sinceMs),
    variants: variants.map(({ rate, ...figures }) => ({ ...figures, rate: toWireShare(rate) })),
    difference: toWireShare(difference),
    verdict,
    words: inEachLanguage((language) => sayBlockTest(verdict, language)),
  };
}

function toWireShare(share: Share | null) {
  if (share === null) return null;
  return { value: toPercent(share.value), from: toPercent(share.from), to: toPercent(share.to) };
}
