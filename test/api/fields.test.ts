import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as field from '../../api/fields.js';
import { schemaOf } from '../../api/reference/schema.js';

const parse = (schema: z.ZodType, value: unknown) =>
  field.parseFields(z.object({ it: schema }), { it: value });
const faultOf = (schema: z.ZodType, value: unknown): string => {
  try {
    parse(schema, value);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('this was taken');
};

describe('what fields take', () => {
  const count = field.integer({ min: 1, max: 10 });

  it.each([
    ['a number', count, 4, 4],
    ['a numeric string', count, ' 4 ', 4],
    ['a whole number written with decimals', count, '4.0', 4],
    ['a flag as a number', field.flag(), 1, true],
    ['a flag as text', field.flag(), '0', false],
    ['a flag as a boolean', field.flag(), true, true],
    ['a boolean as a number', field.boolean(), 0, false],
    ['a boolean as a word', field.boolean(), 'TRUE', true],
    ['ids as text and numbers', field.idList(), ['7', 8], [7, 8]],
    ['codes as numbers and text', field.codeList(), [-100123, 'x'], ['-100123', 'x']],
    ['a username with @', field.username(), '@ada', 'ada'],
    ['money as text', field.money(), '2.50', 2_500_000n],
    ['money as a number', field.money(), 0.1, 100_000n],
    ['money as text with a blank beside it', field.money(), ' 7 ', 7_000_000n],
    ['money with the noise of doubles', field.money(), 1.1 * 3, 3_300_000n],
    ['money with noise, as text', field.money(), '3.3000000000000003', 3_300_000n],
    ['money a hair under a whole', field.money(), 0.7 + 0.1 - 0.000_000_000_5, 800_000n],
    ['money that is 1e-9 off', field.money(), 2.500_000_001, 2_500_000n],
    ['much money, where doubles are far apart', field.money(), 999_999.1 + 0.2, 999_999_300_000n],
    ['less than a micro-unit, which is nothing', field.money(), 1e-10, 0n],
    ['a date', field.date(), '2024-02-29', '2024-02-29'],
    ['half a character', field.text(), 'a\ud800b', 'a\ufffdb'],
    ['a whole one of two halves', field.text(), '\ud83d\ude00', '\u{1f600}'],
    ['a name, measured after it was cleaned', field.name({ max: 3 }), ' A\u200b\nb\u202e ', 'A b'],
    ['text of several lines', field.prose(), 'A\r\nb\u202e', 'A\nb'],
    ['the username of a bot', field.botUsername(), '@recipes_bot\u200e', 'recipes_bot'],
    ['null of a field where it has a meaning', field.resettable(field.text()), null, null],
    ['a level as text', field.level([0, 1, 2]), '2', 2],
    ['a step as text', field.step([0, 0.8, 1]), ' 0.80 ', 0.8],
  ])('%s', (_name, schema, given, expected) => {
    expect(parse(schema, given)).toEqual({ it: expected });
  });

  it.each([
    ['integer', field.integer()],
    ['id', field.id()],
    ['flag', field.flag()],
    ['boolean', field.boolean()],
    ['text', field.text()],
    ['name', field.name()],
    ['prose', field.prose()],
    ['username', field.username()],
    ['choice', field.choice(['a'])],
    ['money', field.money()],
    ['date', field.date()],
    ['list', field.idList()],
    ['group', field.group({})],
  ])(
    'null, "" and blanks of an optional %s are absent, and a required one says it is required',
    (_name, schema) => {
      for (const blank of [null, '', '  ', ' \u200b\u202e', undefined]) {
        expect(parse(field.optional(schema), blank)).toEqual({ it: undefined });
        expect(faultOf(schema, blank)).toBe('it: is required.');
      }
      expect(field.parseFields(z.object({ it: field.optional(schema) }), {})).toEqual({});
    },
  );

  it('a default stands for null, "" and nothing at all', () => {
    const schema = z.object({ it: field.withDefault(count, 7) });
    for (const given of [{}, { it: null }, { it: '' }])
      expect(field.parseFields(schema, given)).toEqual({ it: 7 });
  });

  it.each(['', '  ', '\u200b'])('%j of a field where null has a meaning is absent, not null', (blank) => {
    expect(parse(field.resettable(field.text()), blank)).toEqual({ it: undefined });
  });

  it('unknown fields are ignored', () => {
    expect(field.parseFields(z.object({ it: count }), { it: 1, more: 2 })).toEqual({ it: 1 });
  });
});

describe('what fields refuse', () => {
  it.each([
    [
      field.integer({ min: 1, max: 10 }),
      [0, 11, '11', 1.5, '1.5', true, [], {}, 'four', '1e1', NaN],
      'it: must be a whole number from 1 to 10.',
    ],
    [
      field.id(),
      [2 ** 53, '9007199254740993', 1e20, '100000000000000000000'],
      'it: must be a whole number below 2^53.',
    ],
    [field.flag(), [2, -1, 'yes', []], 'it: must be 0 or 1.'],
    [field.boolean(), [2, 'yes', {}], 'it: must be true or false.'],
    [field.text({ max: 3 }), ['four', 4, [], true], 'it: must be text of at most 3 characters.'],
    [
      field.botUsername(),
      [
        'four',
        '@four',
        'recipes-bot',
        'recipes bot',
        'recipes\nbot',
        'рецепты',
        '@@recipes_bot',
        'a'.repeat(33),
      ],
      'it: must be a username of the platform: 5 to 32 letters, digits and _.',
    ],
    [field.choice(['a', 'b']), ['c', 1, []], 'it: must be one of: a, b.'],
    [field.date(), ['2023-02-29', '2023-2-1', 'today', 20230201], 'it: must be a date as YYYY-MM-DD.'],
    [
      field.money({ max: 1_000_000n }),
      [1e-7, 'x', '0.1234567', 0.500_000_002, 0.5 - 0.000_000_002, '0.500000002'],
      'it: must be a number up to 1 with at most 6 decimals.',
    ],
    [field.money({ max: 1_000_000n }), [1.5, '1.000001', 1e13], 'it: must be at most 1.'],
    [field.idList({ max: 2 }), [[1, 2, 3]], 'it: must be a list of at most 2 elements.'],
  ])('%#', (schema, values, message) => {
    for (const value of values) expect(faultOf(schema, value)).toBe(message);
  });

  it('a value that is wrong in two ways with the same words is named once', () => {
    const fault = { topic: 'whole', values: { min: 1, max: 10 }, field: 'it' };
    const refused = () => parse(field.integer({ min: 1, max: 10 }), 1e99);
    expect(refused).toThrow(expect.objectContaining({ faults: [fault] }) as Error);
  });

  it('every fault is named at once, with its path', () => {
    const schema = z.object({
      price: field.money(),
      user_parameters: field.group({ cities: field.idList(), gender: field.choice(['male']) }),
    });
    const faults = () => field.parseFields(schema, { user_parameters: { cities: [1, 2, 'x'], gender: 5 } });
    expect(faults).toThrow(
      'price: is required; user_parameters.cities[2]: must be a whole number; user_parameters.gender: must be one of: male.',
    );
  });

  it('nothing that is not written as a whole number ever becomes one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.double(), fc.boolean(), fc.jsonValue()), (value) => {
        let given: unknown;
        try {
          given = parse(field.integer(), value).it;
        } catch {
          return;
        }
        expect(Number.isSafeInteger(given)).toBe(true);
        expect(Number(value)).toBe(given);
      }),
    );
  });
});

describe('the reference', () => {
  it('shows the documented types and bounds, not what is tolerated', () => {
    const schema = z.object({
      count: field.withDefault(field.integer({ min: 1, max: 10, description: 'How many.', example: 4 }), 4),
      on: field.withDefault(field.flag(), true),
      off: field.withDefault(field.boolean(), false),
      price: field.optional(field.money({ max: 500_000n })),
      text: field.resettable(field.text({ max: 9 })),
    });
    expect(schemaOf(schema)).toMatchObject({
      properties: {
        count: {
          type: 'integer',
          minimum: 1,
          maximum: 10,
          default: 4,
          description: 'How many.',
          examples: [4],
        },
        on: { type: 'integer', enum: [0, 1], default: 1 },
        off: { type: 'boolean', default: false },
        price: { type: 'number', maximum: 0.5 },
        text: { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] },
      },
    });
  });
});
