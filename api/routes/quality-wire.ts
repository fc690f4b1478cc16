/** What the subscribers of a bot are worth, on the wire (`docs/quality.md`). */
import { z } from 'zod';
import { type Paying, qualityBounds } from '../../core/quality/index.js';
import type { QualityCause } from '../../core/ports/quality-store.js';
import { qualityReasons } from '../../core/terms/index.js';
import type { Service } from '../../core/service.js';
import { date, isoTime, moment, percent, toPercent, whole, words } from './wire.js';
import { inEachLanguage } from '../../words/index.js';
import { sayQuality } from '../../words/reasons.js';

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
