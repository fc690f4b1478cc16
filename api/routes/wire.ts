/** What many paths share on the wire: the shapes of flags, money and moments, and what each is made of. */
import { z } from 'zod';
import { formatDay } from '../../core/days.js';
import type { FaultNote } from '../../core/errors.js';
import { toNumber } from '../../core/money.js';
import { unpaidReasons } from '../../core/terms/index.js';
import { inEachLanguage } from '../../words/index.js';
import { madeOf } from '../encode.js';
import * as field from '../fields.js';

export const toFlag = (truth: boolean): 0 | 1 => (truth ? 1 : 0);
export const flag = madeOf(z.literal([0, 1]), '', toFlag);

export const whole = z.int();
export const money = madeOf(z.number(), 'Micros', toNumber);
export const micros = (description: string) => money.describe(`${description} At most 6 decimals.`);
export const percent = z.number().min(0).max(100);
/** A part of one: of a hundred, with one digit after the point, as people read it. */
export const toPercent = (of: number): number => Math.round(of * 1_000) / 10;
export const part = madeOf(percent, '', toPercent);

/** `""` where core has none. */
export const textOrNone = madeOf(z.string(), '', (text: string | null) => text ?? '');

/** By the codes of the languages that account holders can choose. */
export const words = z.object({ en: z.string(), ru: z.string() }).catchall(z.string());
/** Made of a code. */
export const wordsOf = <Code>(say: (code: Code, language: string) => string) =>
  madeOf(words, '', (code: Code) => inEachLanguage((language) => say(code, language)));
export const unpaidReason = z.enum(unpaidReasons);

/** `2030-01-31T12:00:00.000Z`, of the paths that interface.md does not have. */
export const moment = madeOf(
  z.string().meta({ format: 'date-time', description: 'ISO 8601, in UTC.' }),
  'Ms',
  (atMs: number) => new Date(atMs).toISOString(),
);
export const date = z.string().meta({ format: 'date' });
export const day = madeOf(z.string().meta({ format: 'date' }), 'Day', formatDay);

const faultValues = z.record(z.string(), z.union([z.string(), z.number()]));
export const faultNote = madeOf(
  z.strictObject({
    message: z.string(),
    faults: z.array(
      z.strictObject({ topic: z.string(), field: z.string().optional(), values: faultValues.optional() }),
    ),
  }),
  '',
  ({ message, faults }: FaultNote) => ({ message, faults: [...faults] }),
);

export const notYours = { 403: 'Not yours, or not there: the answer is the same.' };
export const notModerator = { 403: 'You are no moderator, or it is not there.' };
export const anotherFirst = { ...notModerator, 409: 'Another moderator was first.' };
export const notAdministrator = { 403: 'You are no administrator, or it is not there.' };

/** How many of a list at once. */
export const limitOf = (
  { min, max, default: usual }: Readonly<Record<'min' | 'max' | 'default', number>>,
  description = 'How many to answer.',
) => field.withDefault(field.integer({ min, max, description }), usual);
export const limitField = limitOf({ min: 1, max: 100, default: 25 });
/** A page of a list. */
export const pageFields = {
  offset: field.withDefault(
    field.integer({ min: 0, max: 1_000_000, description: 'How many to pass over.' }),
    0,
  ),
  limit: limitField,
};
