/** `order_schedule` (`interface.md`), by the service's clock; null clears a field. */
import { z } from 'zod';
import { formatDateTime, parseDateTime } from '../../../core/days.js';
import type { Schedule, SchedulePatch } from '../../../core/terms/index.js';
import * as field from '../../fields.js';
import type { Wire } from '../../route.js';
import { whole } from '../wire.js';

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

const dayOfWeek = field.level([1, 2, 3, 4, 5, 6, 7]);

export const scheduleFields = {
  start_datetime: field.resettable(dateTime('Not shown before, YYYY-MM-DD HH:MM:SS.')),
  start_time: field.resettable(time('Start of the daily display, HH:MM.')),
  end_time: field.resettable(time('End of the daily display, HH:MM; before the start means past midnight.')),
  excluded_days: field.resettable(
    field.list(dayOfWeek, { max: 7, description: 'Days without display, 1 Monday to 7 Sunday.' }),
  ),
};

type ScheduleInput = z.output<z.ZodObject<typeof scheduleFields>>;

/** @param toMoment reads a date and time by the service's clock */
export function toSchedule(input: ScheduleInput, toMoment: (text: string) => number): SchedulePatch {
  const { start_datetime: start, start_time: from, end_time: to, excluded_days: excluded } = input;
  return {
    startAtMs: typeof start === 'string' ? toMoment(start) : start,
    startTimeSeconds: typeof from === 'string' ? toSeconds(from) : from,
    endTimeSeconds: typeof to === 'string' ? toSeconds(to) : to,
    excludedDays: excluded,
  };
}

export const scheduleSchema = z.strictObject({
  start_datetime: z.string().nullable(),
  start_time: z.string().nullable().describe('HH:MM:SS'),
  end_time: z.string().nullable().describe('HH:MM:SS'),
  excluded_days: z.array(whole),
});

/** As an order's info shows it; unset times are null (`decisions.md`, Orders). */
export function toWireSchedule(schedule: Schedule, zone: string): Wire<z.output<typeof scheduleSchema>> {
  const { startAtMs, startTimeSeconds, endTimeSeconds, excludedDays } = schedule;
  return {
    start_datetime: startAtMs === null ? null : formatDateTime(startAtMs, zone),
    start_time: startTimeSeconds === null ? null : toTime(startTimeSeconds),
    end_time: endTimeSeconds === null ? null : toTime(endTimeSeconds),
    excluded_days: excludedDays,
  };
}

function toSeconds(time: string): number {
  const [, hours, minutes, seconds = '0'] = TIME.exec(time.trim()) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
}

/** `HH:MM:SS`. */
function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}

function time(description: string) {
  const isTime = (text: string) => TIME.test(text.trim());
  return field.text({ max: 16, description, example: '09:00' }).refine(isTime, 'must be a time as HH:MM');
}

function dateTime(description: string) {
  const must = 'must be a time as YYYY-MM-DD HH:MM:SS';
  const isDateTime = (text: string) => field.isRead(() => parseDateTime(text, 'UTC'));
  return field.text({ max: 32, description, example: '2030-01-31 12:00:00' }).refine(isDateTime, must);
}
