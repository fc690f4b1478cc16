/**
 * What /orders takes and shows of an order's fields, made of their rows (`interface.md`, POST /orders and Order), and what
 * it means inside.
 */
import { z } from 'zod';
import { botQualityCoefficient, minBotQualities } from '../../../core/data/index.js';
import { parseDateTime } from '../../../core/days.js';
import { toNumber } from '../../../core/money.js';
import { objectOf } from '../../../core/collections.js';
import { orderBounds } from '../../../core/orders/index.js';
import {
  createNames,
  fieldDefaults,
  type FieldName,
  fieldNames,
  type FieldValues,
  type KeptName,
  keptNames,
  type OrderChange,
  type OrderField,
  orderFields,
  type OrderInput,
  rowOf,
} from '../../../core/terms/index.js';
import * as field from '../../fields.js';
import { scheduleFields, scheduleSchema, toSchedule, toWireSchedule } from './schedule-fields.js';
import { targetingFields, targetingSchema, toTargeting, toWireTargeting } from './targeting-fields.js';
import { flag, toFlag, whole } from '../wire.js';

type WireOf<Name extends FieldName> = (typeof orderFields)[Name]['wire'];
/** By the names on the wire; what each holds is read by its row again (`toOrderInput`). */
type Taken<Names extends FieldName> = { [Name in Names as WireOf<Name>]: z.ZodType };

/** What asking for a quality does to the price. */
const coefficients = minBotQualities
  .flatMap((least) => {
    const coefficient = botQualityCoefficient(least);
    return coefficient === undefined ? [] : [`${String(least)}: x${coefficient}`];
  })
  .join(', ');

// Each field is made of the row whose name it stands under.
const taken = <Names extends FieldName>(names: readonly Names[], isNeeded: (row: OrderField) => boolean) =>
  Object.fromEntries(
    names.map((name) => {
      const row = rowOf(name);
      return [row.wire, isNeeded(row) ? inputOf(row) : field.optional(inputOf(row))];
    }),
  ) as Taken<Names>;

export const createFields = z.object(taken(createNames, ({ saidOn }) => saidOn === 'create'));

export const updateFields = z.object({
  order_id: field.id({ description: 'Id of the order.', example: 1 }),
  if_revision: field.optional(
    field.integer({
      min: 0,
      description: 'The `revision` of info that the change is made to: 409 where it is another by now.',
    }),
  ),
  ...taken(fieldNames, () => false),
});

function inputOf(row: OrderField): z.ZodType {
  const { example } = row;
  const about = {
    description: `${row.reference}${defaultText(row)}.`,
    ...(example === undefined ? {} : { example }),
  };
  switch (row.kind) {
    case 'flag':
      return field.flag(about);
    case 'truth':
      return field.boolean(about);
    case 'whole':
      return field.integer({ min: row.min, max: row.max, ...about });
    case 'choice':
      return field.choice(row.choices, about);
    case 'level':
      return field.level(row.choices, about);
    case 'link':
    case 'secret':
      return field.text({ max: row.max, ...about });
    case 'line':
    case 'code':
      return field.name({ max: row.max, ...about });
    case 'codes':
      return field.codeList({ max: row.max, ...about });
    case 'price':
      return field.money({ ...about, example: 2.5, max: BigInt(orderBounds.price.max) * 1_000_000n });
    case 'quality':
      return field.step(minBotQualities, {
        description: `${about.description} Price coefficient ${coefficients}.`,
      });
    case 'targeting':
      return field.group(targetingFields, about);
    case 'schedule':
      return field.group(scheduleFields, about);
  }
}

function defaultText(row: OrderField): string {
  if (row.saidOn !== undefined || !('default' in row) || row.default === null) return '';
  return `; default ${String(row.kind === 'flag' ? Number(row.default) : row.default)}`;
}

/** @param zone the service's, in which `start_datetime` is written */
export function toOrderInput(input: z.output<typeof createFields>, zone: string): OrderInput {
  return read<OrderInput>(createNames, input, zone);
}

export function toOrderChange(input: z.output<typeof updateFields>, zone: string): OrderChange {
  return read<OrderChange>(fieldNames, input, zone);
}

// Each field was parsed by the schema of the same row.
function read<Shape extends OrderChange>(
  names: readonly (FieldName & keyof Shape)[],
  input: Record<string, unknown>,
  zone: string,
): Shape {
  return objectOf<Shape>(names.map((name) => [name, inside(rowOf(name), input[rowOf(name).wire], zone)]));
}

function inside(row: OrderField, value: unknown, zone: string): unknown {
  if (value === undefined) return undefined;
  if (row.kind === 'secret') return (value as string).trim();
  if (row.kind === 'targeting') return toTargeting(value as Parameters<typeof toTargeting>[0]);
  if (row.kind === 'schedule') {
    return toSchedule(value as Parameters<typeof toSchedule>[0], (text) => parseDateTime(text, zone));
  }
  return row.kind === 'whole' && row.zeroIsNone && value === 0 ? null : value;
}

interface ShownAs {
  flag: 0 | 1;
  whole: number;
  price: number;
  targeting: z.output<typeof targetingSchema>;
  schedule: z.output<typeof scheduleSchema>;
}
type KindOf<Name extends FieldName> = (typeof orderFields)[Name]['kind'];
type Shown = {
  [Name in KeptName as WireOf<Name>]: KindOf<Name> extends keyof ShownAs
    ? ShownAs[KindOf<Name>]
    : FieldValues[Name];
};

const defaults = fieldDefaults();
const HOUR = 3_600;

const example: Shown = toWireFields(
  {
    ...defaults,
    link: 'https://t.me/example',
    adsType: 'channel',
    quantityAll: 1_000,
    priceMicros: 3_000_000n,
    pricePremiumMicros: 4_000_000n,
    targeting: { ...defaults.targeting, countries: [1] },
    schedule: {
      ...defaults.schedule,
      startTimeSeconds: 9 * HOUR,
      endTimeSeconds: 21 * HOUR,
      excludedDays: [6, 7],
    },
  },
  'UTC',
);

/** As an order's record shows them, each described by its row. Never the token. */
export const fieldSchemas = objectOf<{ [Name in keyof Shown]: z.ZodType<Shown[Name]> }>(
  keptNames.map((name) => {
    const row = rowOf(name);
    const { wire } = orderFields[name];
    const schema = schemaOf(row).meta({ example: example[wire] });
    return [wire, row.shown === undefined ? schema : schema.describe(`${row.shown}.`)];
  }),
);

function schemaOf(row: OrderField): z.ZodType {
  switch (row.kind) {
    case 'flag':
      return flag;
    case 'truth':
      return z.boolean();
    case 'whole':
    case 'level':
      return whole;
    case 'choice':
      return z.enum(row.choices);
    case 'link':
    case 'line':
    case 'secret':
      return z.string();
    case 'code':
      return z.string().nullable();
    case 'codes':
      return z.array(z.string());
    case 'price':
    case 'quality':
      return z.number();
    case 'targeting':
      return targetingSchema;
    case 'schedule':
      return scheduleSchema;
  }
}

export function toWireFields(values: FieldValues, zone: string): Shown {
  const shown = keptNames.map((name) => [rowOf(name).wire, outside(rowOf(name), values[name], zone)]);
  // Every field is there; an order without a daily limit shows its total as one.
  return {
    ...(Object.fromEntries(shown) as Shown),
    quantity_day: values.quantityDay ?? values.quantityAll,
  };
}

function outside({ kind }: OrderField, value: unknown, zone: string): unknown {
  if (kind === 'flag') return toFlag(value as boolean);
  if (kind === 'whole') return value ?? 0;
  if (kind === 'price') return toNumber(value as bigint);
  if (kind === 'targeting') return toWireTargeting(value as FieldValues['targeting']);
  return kind === 'schedule' ? toWireSchedule(value as FieldValues['schedule'], zone) : value;
}
