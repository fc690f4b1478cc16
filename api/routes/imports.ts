/** POST /imports: what the caller takes over from another service with this interface. */
import { z } from 'zod';
import type { ImportItem } from '../../core/ports/import-store.js';
import { madeOf, named } from '../encode.js';
import * as field from '../fields.js';
import { cabinetActions, handler, resultHandler } from '../route.js';
import { faultNote, limitOf, moment, pageFields, whole } from './wire.js';

const KEY_LENGTH_MAX = 200;
const ITEMS_MAX = 1_000;

const beginFields = z.object({
  address: field.text({
    max: 500,
    description: 'The base address of the other service.',
    example: 'https://api.example.org',
  }),
  access_key: field.text({ max: KEY_LENGTH_MAX, description: 'Your Access Key there.' }),
  statistics_token: field.optional(
    field.text({
      max: KEY_LENGTH_MAX,
      description: 'Your Statistics token there; exclusions and statistics need it.',
    }),
  ),
  is_real: field.withDefault(
    field.flag({ description: '1 takes over; 0 only says what would come.' }),
    false,
  ),
});

const stateFields = z.object({
  ...pageFields,
  limit: limitOf({ min: 1, max: ITEMS_MAX, default: ITEMS_MAX }, 'Things that are listed.'),
});

type Outcome = ImportItem['outcome'];
const outcomeNames = { comes: 'comes', 'is here': 'is_here', 'is left out': 'is_left_out' } as const;

const itemSchema = z.strictObject({
  key: z.string(),
  what: z.enum(['bot', 'order', 'exclusion', 'history']),
  name: z.string(),
  outcome: madeOf(
    z.enum(['comes', 'is_here', 'is_left_out']),
    '',
    (outcome: Outcome) => outcomeNames[outcome],
  ),
  note: faultNote.nullable(),
});
const reportSchema = z.strictObject({
  address: z.string(),
  is_real: z.boolean(),
  begun_at: moment,
  ended_at: moment.nullable().describe('Null: it is under way.'),
  fault: faultNote.nullable().describe('Why it ended early.'),
  comes: whole,
  is_here: named('is here', whole),
  is_left_out: named('is left out', whole),
  items: z.array(itemSchema),
});

export const route = cabinetActions('/imports', {
  summary: 'Taking over bots, orders, exclusions and statistics from another service.',
  tag: 'Both',
  actions: {
    begin: handler({
      summary: 'Begin an import, in place of the last one',
      fields: beginFields,
      payload: {},
      answered: { message: 'The import is under way.' },
      handle: async (service, { address, access_key, statistics_token = null, is_real }, { accountId }) => {
        const keys = { access: access_key, statistics: statistics_token };
        await service.imports.begin(accountId, { address, keys, isReal: is_real });
        return {};
      },
    }),
    state: resultHandler({
      summary: 'Get the last import: its progress and report',
      fields: stateFields,
      result: z.strictObject({ import: reportSchema.nullable() }),
      answered: { message: 'The last import.' },
      handle: async (service, page, { accountId }) => {
        const report = await service.imports.report(accountId, page);
        return { import: report && { ...report, ...report.outcomes } };
      },
    }),
  },
});
