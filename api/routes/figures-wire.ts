/**
 * Figures on the wire: what the subscribers of a bot are worth (`docs/quality.md`), the test of its block, lists that found no
 * sponsors or too few (`docs/decisions.md`), and imported history.
 */
import { z } from 'zod';
import { type Paying, qualityBounds } from '../../core/quality/index.js';
import { qualityReasons, noFillReasons } from '../../core/terms/index.js';
import type { Service } from '../../core/service.js';
import { madeOf, named } from '../encode.js';
import { date, moment, part, toPercent, whole, words, wordsOf, money } from './wire.js';
import { inEachLanguage } from '../../words/index.js';
import { sayQuality, sayBlockTest, sayNoFill } from '../../words/reasons.js';
import { verdicts } from '../../core/statistics/index.js';

const HOUR_MS = 3_600_000;
const hours = named(
  'afterMs',
  madeOf(z.number(), '', (ms: number) => ms / HOUR_MS),
);
const factor = z.number().min(qualityBounds.least).max(qualityBounds.most);

export const qualitySchema = z.strictObject({
  factor,
  read_at: moment.nullable(),
  joins: whole.describe('Of the last 30 days.'),
  reasons: z
    .array(
      z.strictObject({
        reason: z.enum(qualityReasons),
        effect: z.number().describe('What it adds to 1 or takes.'),
        share: part.describe('What was found of the bot.'),
        others: part.describe('What was found of other bots.'),
        words,
      }),
    )
    .describe('The strongest first.'),
  curve: z
    .array(z.strictObject({ after_hours: hours, followed: whole, stayed: part, others: part }))
    .describe('Of a hundred subscribers, how many are still there; of other bots’, too.'),
  pays: factor
    .nullable()
    .describe(
      'By this your share of a price is multiplied for sponsors that are shown now; null where the service does not pay by quality.',
    ),
  hold_hours: whole
    .nullable()
    .describe(
      'For so long what the bot earns by sponsors that are shown now is on hold, a new publisher’s for at least `hold_hours` of `/wallet` `info`; null where the service does not hold by quality.',
    ),
  announced: z
    .strictObject({
      from: date.describe('From this day on.'),
      factor: factor.nullable(),
      hold_hours: whole.nullable(),
    })
    .nullable()
    .describe('What `pays` (`factor`) and `hold_hours` will be; null where nothing is announced.'),
});

export function wordedQuality(
  found: Awaited<ReturnType<Service['quality']['of']>>,
  { factor, holdHours, announced }: Paying | Record<keyof Paying, null>,
) {
  return {
    factor: found?.factor ?? 1,
    readAtMs: found?.readAtMs ?? null,
    joins: found?.joins ?? 0,
    reasons: (found?.causes ?? []).map((cause) => ({
      ...cause,
      words: inEachLanguage((language) => sayQuality(cause, language)),
    })),
    curve: found?.curve ?? [],
    pays: factor,
    holdHours,
    announced,
  };
}

/** Of a difference, it may be below 0. */
const percent = madeOf(z.number(), '', toPercent);
const share = z
  .strictObject({ value: percent, from: percent, to: percent })
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
    words: named('verdict', wordsOf(sayBlockTest)),
  })
  .nullable()
  .describe(
    'The test of the block of the bot asked for, since it began (whatever the dates); null: none runs. Half a minute late.',
  );

const noFillReason = { reason: z.enum(noFillReasons), share: part };
const lists = {
  lists: whole.describe('That were chosen; a list that is kept for its user counts once.'),
  partly_filled: whole.describe('Of them, those with fewer sponsors than they had room for.'),
  unfilled: whole.describe('Of them, those without any.'),
};
export const noFillSchema = z
  .strictObject({
    ...lists,
    reasons: z
      .array(z.strictObject({ ...noFillReason, words: named('reason', wordsOf(sayNoFill)) }))
      .describe('What kept orders out of lists that were left short, in shares of a hundred.'),
    languages: z
      .array(
        z.strictObject({
          language: z.string(),
          ...lists,
          reasons: z.array(z.strictObject(noFillReason)),
        }),
      )
      .describe('By the language of the user, `""` unknown; the most lists first.'),
  })
  .describe(
    'Lists that found no sponsors or too few, and why. Kept for 400 days; half a minute late. Of a busy service the reasons are a sample.',
  );

const sum = { subscribers: whole.meta({ example: 3 }), value: money.meta({ example: 7.5 }) };

export const importedSchema = z
  .array(
    z.strictObject({
      source: z
        .string()
        .meta({ description: 'The host of the service that counted it.', example: 'api.example.org' }),
      days: z.array(z.strictObject({ date: date.meta({ example: '2029-11-30' }), ...sum })),
      ...sum,
    }),
  )
  .describe(
    'Further field: what other services counted before an import. Values are in their currencies; no other figure has any of it.',
  );
