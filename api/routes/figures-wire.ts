/**
 * Figures on the wire: what the subscribers of a bot are worth (`docs/quality.md`), the test of its block, lists that found no
 * sponsors or too few (`docs/decisions.md`), and imported history.
 */
import { z } from 'zod';
import { type Paying, qualityBounds } from '../../core/quality/index.js';
import type { QualityCause } from '../../core/ports/quality-store.js';
import { qualityReasons, noFillReasons } from '../../core/terms/index.js';
import type { Service } from '../../core/service.js';
import { date, isoTime, moment, percent, toPercent, whole, words, money } from './wire.js';
import { inEachLanguage } from '../../words/index.js';
import { sayQuality, sayBlockTest, sayNoFill } from '../../words/reasons.js';
import {
  type BlockTestFigures,
  type Share,
  verdicts,
  type NoFill,
  type NoFillLanguage,
  type ImportedHistory,
} from '../../core/statistics/index.js';
import type { Wire } from '../route.js';
import { toNumber } from '../../core/money.js';

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
        share: percent.describe('What was found of the bot.'),
        others: percent.describe('What was found of other bots.'),
        words,
      }),
    )
    .describe('The strongest first.'),
  curve: z
    .array(z.strictObject({ after_hours: z.number(), followed: whole, stayed: percent, others: percent }))
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

const HOUR_MS = 3_600_000;

export function toWireQuality(found: Awaited<ReturnType<Service['quality']['of']>>) {
  return {
    factor: found?.factor ?? 1,
    read_at: isoTime(found?.readAtMs ?? null),
    joins: found?.joins ?? 0,
    reasons: (found?.causes ?? []).map(toWireCause),
    curve: (found?.curve ?? []).map(({ afterMs, followed, stayed, others }) => ({
      after_hours: afterMs / HOUR_MS,
      followed,
      stayed: toPercent(stayed),
      others: toPercent(others),
    })),
  };
}

export function toWirePaying(paying: Paying | null) {
  const { factor = null, holdHours = null, announced = null } = paying ?? {};
  return {
    pays: factor,
    hold_hours: holdHours,
    announced:
      announced === null
        ? null
        : { from: announced.from, factor: announced.factor, hold_hours: announced.holdHours },
  };
}

function toWireCause(cause: QualityCause) {
  const { reason, effect, share, others } = cause;
  const words = inEachLanguage((language) => sayQuality(cause, language));
  return { reason, effect, share: toPercent(share), others: toPercent(others), words };
}

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

export function toWireImported(histories: readonly ImportedHistory[]) {
  return histories.map(({ source, days, total }) => ({
    source,
    days: days.map((day) => ({
      date: day.date,
      subscribers: day.subscribers,
      value: toNumber(day.valueMicros),
    })),
    subscribers: total.subscribers,
    value: toNumber(total.valueMicros),
  }));
}
