/** What the API reference says of lists that were left short, and of the test of a block (`docs/decisions.md`). */
import { z } from 'zod';
import { noFillReasons, verdicts } from '../../core/statistics/index.js';
import { AT, moment, percent, whole, words } from './shapes.js';

const noFillReason = z.enum(noFillReasons);
const lists = {
  lists: whole.meta({ description: 'That were chosen; a list that is kept for its user counts once.' }),
  partly_filled: whole.meta({ description: 'Of them, those with fewer sponsors than they had room for.' }),
  unfilled: whole.meta({ description: 'Of them, those without any.' }),
};
export const noFill = z
  .strictObject({
    ...lists,
    reasons: z
      .array(z.strictObject({ reason: noFillReason, share: percent, words }))
      .meta({ description: 'What kept orders out of lists that were left short, in shares of a hundred.' }),
    languages: z
      .array(
        z.strictObject({
          language: z.string(),
          ...lists,
          reasons: z.array(z.strictObject({ reason: noFillReason, share: percent })),
        }),
      )
      .meta({ description: 'By the language of the user, `""` unknown; the most lists first.' }),
  })
  .meta({
    description:
      'Lists that found no sponsors or too few, and why. Kept for 400 days; half a minute late. Of a busy service the reasons are a sample.',
  });
const share = z
  .strictObject({ value: z.number(), from: z.number(), to: z.number() })
  .nullable()
  .meta({ description: 'In percent, with its interval of 95 %; null before anybody was shown a block.' });
export const blockTest = z
  .strictObject({
    since: moment,
    variants: z
      .array(
        z.strictObject({
          variant: z.enum(['a', 'b']),
          shown: whole.meta({ description: 'Users to whom the block came; each counts once.' }),
          passed: whole.meta({ description: 'Of them, those who went on with all sponsors done.' }),
          subscribers: whole.meta({ description: 'Paid subscribers among them.' }),
          rate: share,
        }),
      )
      .meta({ description: '`a`: text_op and image_op; `b`: text_b and image_b, in place of these.' }),
    difference: share.meta({ description: 'How many more of a hundred pass of `b` than of `a`.' }),
    verdict: z.enum(verdicts).meta({
      description:
        'Which is better, by an interval that may be looked at every day; `unknown`: not known yet.',
    }),
    words,
  })
  .nullable()
  .meta({
    description:
      'The test of the block of the bot asked for, since it began (whatever the dates); null: none runs. Half a minute late.',
  });
const listsSample = { lists: 35, partly_filled: 4, unfilled: 5 };

export const noFillSample = {
  ...listsSample,
  reasons: [
    {
      reason: 'min_price',
      share: 100,
      words: {
        en: 'The orders bring less than the least price of the bot.',
        ru: 'Заказы приносят меньше минимальной цены бота.',
      },
    },
  ],
  languages: [{ language: 'ru', ...listsSample, reasons: [{ reason: 'min_price', share: 100 }] }],
};

export const blockTestSample = {
  since: AT,
  variants: [
    {
      ...{ variant: 'a', shown: 1_000, passed: 500, subscribers: 1_400 },
      rate: { value: 50, from: 46.9, to: 53.1 },
    },
    {
      ...{ variant: 'b', shown: 1_000, passed: 600, subscribers: 1_700 },
      rate: { value: 60, from: 56.9, to: 63 },
    },
  ],
  difference: { value: 10, from: 5.6, to: 14.3 },
  verdict: 'b',
  words: { en: 'B is better: more users pass.', ru: 'B лучше: проходит больше людей.' },
};
