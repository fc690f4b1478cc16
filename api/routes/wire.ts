/** What many paths share on the wire: the shapes of flags, money and moments, and the functions that make them. */
import { z } from 'zod';
import type { FaultNote } from '../../core/errors.js';
import { unpaidReasons } from '../../core/terms/index.js';
import * as field from '../fields.js';

export const flag = z.literal([0, 1]);
export const toFlag = (truth: boolean): z.output<typeof flag> => (truth ? 1 : 0);

export const whole = z.int();
export const money = z.number();
export const micros = (description: string) => z.number().describe(`${description} At most 6 decimals.`);
/** Of a hundred, with one digit after the point, as people read it. */
export const percent = z.number().min(0).max(100);
export const toPercent = (part: number): number => Math.round(part * 1_000) / 10;

/** By the codes of the languages that account holders can choose. */
export const words = z.object({ en: z.string(), ru: z.string() }).catchall(z.string());
export const unpaidReason = z.enum(unpaidReasons);

/** Of the paths that interface.md does not have. */
export const moment = z.string().meta({ format: 'date-time', description: 'ISO 8601, in UTC.' });
export const date = z.string().meta({ format: 'date' });

/** `2030-01-31T12:00:00.000Z`; null where there is none. */
export function isoTime(atMs: number): string;
export function isoTime(atMs: number | null): string | null;
export function isoTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

const faultValues = z.record(z.string(), z.union([z.string(), z.number()]));
export const faultNote = z.strictObject({
  message: z.string(),
  faults: z.array(
    z.strictObject({ topic: z.string(), field: z.string().optional(), values: faultValues.optional() }),
  ),
});

export const toWireFaultNote = ({ message, faults }: FaultNote) => ({
  message,
  faults: faults.map(({ topic, field: name, values: said }) => ({
    topic,
    ...(name === undefined ? {} : { field: name }),
    ...(said === undefined ? {} : { values: { ...said } }),
  })),
});

export const notYours = { 403: 'Not yours, or not there: the answer is the same.' };
export const notModerator = { 403: 'You are no moderator, or it is not there.' };
export const notAdministrator = { 403: 'You are no administrator, or it is not there.' };

/** How many of a list at once. */
export const limitField = field.withDefault(
  field.integer({ min: 1, max: 100, description: 'How many to answer.' }),
  25,
);
/** A page of a list. */
export const pageFields = {
  offset: field.withDefault(
    field.integer({ min: 0, max: 1_000_000, description: 'How many to pass over.' }),
    0,
  ),
  limit: limitField,
};
