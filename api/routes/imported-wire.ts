/** Imported history on the wire. */
import { z } from 'zod';
import { toNumber } from '../../core/money.js';
import type { ImportedHistory } from '../../core/statistics/index.js';
import { date, money, whole } from './wire.js';

const sum = { subscribers: whole, value: money };

export const importedSchema = z
  .array(
    z.strictObject({
      source: z.string().describe('The host of the service that counted it.'),
      days: z.array(z.strictObject({ date, ...sum })),
      ...sum,
    }),
  )
  .describe(
    'Further field: what other services counted before an import. Values are in their currencies; no other figure has any of it.',
  );

export const importedSample = [
  {
    source: 'api.example.org',
    days: [{ date: '2029-11-30', subscribers: 3, value: 7.5 }],
    ...{ subscribers: 3, value: 7.5 },
  },
];

export function toWireImported(histories: readonly ImportedHistory[]) {
  return histories.map(({ source, days, total }) => ({
    source,
    days: days.map((day) => ({
      ...{ date: day.date, subscribers: day.subscribers },
      value: toNumber(day.valueMicros),
    })),
    ...{ subscribers: total.subscribers, value: toNumber(total.valueMicros) },
  }));
}
