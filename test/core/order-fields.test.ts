/** Each row of an order's fields is taken up by all that is made of it: one that something forgot is red here. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createFields,
  toOrderChange,
  toWireFields,
  updateFields,
} from '../../api/routes/orders/order-fields.js';
import { orderSchema } from '../../api/routes/orders/order-wire.js';
import {
  fieldNames,
  type FieldValues,
  type FlagField,
  keptNames,
  type OrderField,
  orderFields,
  rowOf,
} from '../../core/terms/index.js';
import { reportWords } from '../../core/reports/index.js';
import { namesIn, placementLines } from '../../core/reports/order-lines.js';
import { words } from '../../words/index.js';
import { orderWith } from './choosing-world.js';
import { otherThanDefault } from '../support/order-fields.js';

const ZONE = 'Europe/Moscow';
const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

describe.each(keptNames)('%s', (name) => {
  const row = rowOf(name);
  const value = otherThanDefault(row);
  const order = orderWith(1, { [name]: value });

  const shown = (values: FieldValues): unknown =>
    (toWireFields(values, ZONE) as Record<string, unknown>)[row.wire];
  const read = (wire: unknown) => toOrderChange(updateFields.parse({ order_id: 1, [row.wire]: wire }), ZONE);

  it('is read from the wire as it is shown there', () => {
    const said = Object.entries(read(shown(order))).filter(([, each]) => each !== undefined);
    expect(said).toEqual([[name, value]]);
    expect(shown(order)).not.toEqual(shown(orderWith(1)));
  });

  it('is read as shown where it is as by default', () => {
    const unsaid = orderWith(1);
    // Without a daily limit the total is shown as one; null is taken as nothing said.
    const expected = name === 'quantityDay' ? unsaid.quantityAll : (unsaid[name] ?? undefined);
    expect(read(shown(unsaid))[name] ?? undefined).toEqual(expected);
  });

  it('is in the reference, taken and shown', () => {
    expect(JSON.stringify(jsonOf(updateFields).properties?.[row.wire])).toContain(row.reference);
    expect(row.wire in createFields.shape).toBe(row.saidOn !== 'update');
    const field = (orderSchema.shape as Record<string, z.ZodType>)[row.wire];
    expect(field?.safeParse(shown(order)).success).toBe(true);
  });
});

it('needs of a new order what has no default', () => {
  const needed = fieldNames.filter((name) => rowOf(name).saidOn === 'create');
  expect(jsonOf(createFields).required).toEqual(needed.map((name) => rowOf(name).wire));
});

const english = reportWords(words, 'en');

describe.each(fieldNames.filter((name) => 'report' in orderFields[name]))('%s', (name) => {
  const row = rowOf(name) as FlagField;
  const linesOf = (more: Partial<FieldValues>) =>
    placementLines(orderWith(1, more), namesIn(english), english).filter(
      ({ label }) => row.report !== null && label === english.text(`report-${row.wire}`),
    );

  it('has the line in a report that its row says', () => {
    const { report } = row;
    expect(linesOf({ [name]: true })).toMatchObject(
      report === null ? [] : [{ value: english.text(`report-${report.on}`) }],
    );
    expect(linesOf({ [name]: false })).toMatchObject(
      report === null ? [] : [{ value: english.text(`report-${report.off}`) }],
    );
    const elsewhere = linesOf({ [name]: true, places: 1 });
    expect(elsewhere).toHaveLength(report === null || report.ownBotsOnly === true ? 0 : 1);
  });

  it('has its words on a button, in both languages', () => {
    if (row.option === null) return;
    const key = `option-${row.option.code}`;
    expect(words.text('ru', key)).toMatch(/[а-я]/i);
    expect(words.text('en', key)).toMatch(/^[^а-яё]+$/i);
  });
});

it('is complete, or does not compile', () => {
  const flag = {
    kind: 'flag',
    wire: 'is_quiet',
    default: false,
    reference: '1 quiet',
    report: null,
    option: { code: 'quiet' },
  } as const satisfies FlagField;
  const whole = { kind: 'whole', wire: 'limit', reference: 'A limit', min: 0, max: 9 } as const;
  // @ts-expect-error a row that does not say whether it has a button
  const unturned: OrderField = { ...flag, option: undefined };
  // @ts-expect-error a row that does not say what a report says of it
  const unreported: OrderField = { ...flag, report: undefined };
  // @ts-expect-error a number without its bound
  const boundless: OrderField = { ...whole, max: undefined };
  expect([unturned, unreported, boundless]).toHaveLength(3);
});
