/** Answers are made by their schemas: each field under its name on the wire, and nothing that the schema does not name. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encode, madeOf, named } from '../../api/encode.js';
import { flag, moment, money, part, percent, whole, words } from '../../api/routes/wire.js';

const line = z.strictObject({
  entry_id: whole,
  amount: money.describe('What it did.'),
  asked_at: moment.nullable(),
  is_on: flag,
  bot_nickname: named('nickname', z.string().meta({ example: 'recipes_bot' })),
  share: part,
});
const source = {
  entryId: 7,
  amountMicros: 2_500_000n,
  askedAtMs: 0,
  isOn: true,
  nickname: 'recipes_bot',
  share: 0.1234,
};
const made = {
  entry_id: 7,
  amount: 2.5,
  asked_at: '1970-01-01T00:00:00.000Z',
  is_on: 1,
  bot_nickname: 'recipes_bot',
  share: 12.3,
};

describe('an answer', () => {
  it('is made field by field of what core has', () => {
    expect(encode(line, source)).toEqual(made);
    expect(line.parse(encode(line, source))).toEqual(made);
  });

  it('is made of the same value where the schema is the plain one of another', () => {
    const both = z.strictObject({ share: part, percent: percent.describe('As it is.') });
    expect(encode(both, { share: 0.2, percent: 20 })).toEqual({ share: 20, percent: 20 });
  });

  it('has null where core has none', () => {
    expect(encode(line, { ...source, askedAtMs: null })).toEqual({ ...made, asked_at: null });
    expect(encode(line.nullable(), null)).toBeNull();
  });

  it('leaves out what its schema does not name', () => {
    expect(encode(line, { ...source, detailsCipher: 'sealed' } as typeof source)).toEqual(made);
  });

  it('is made so in lists and in what it holds', () => {
    const page = z.strictObject({ lines_total: whole, lines: z.array(line), last: line.nullable() });
    expect(encode(page, { linesTotal: 2, lines: [source, source], last: source })).toEqual({
      lines_total: 2,
      lines: [made, made],
      last: made,
    });
  });

  it('keeps what takes further names', () => {
    const said = { en: 'A', ru: 'Б', uk: 'В' };
    expect(encode(z.strictObject({ words }), { words: said })).toEqual({ words: said });
  });

  it('shows another kind of value as its schema says', () => {
    const kilobytes = madeOf(z.int(), 'Bytes', (bytes: number) => Math.ceil(bytes / 1_024));
    expect(encode(z.strictObject({ size: kilobytes }), { sizeBytes: 1_025 })).toEqual({ size: 2 });
  });
});

it('does not compile where core lacks a field, or has another kind of value: `npm run typecheck` holds it', () => {
  const { nickname: _, ...lacking } = source;
  const refused = [
    // @ts-expect-error A field is missing.
    () => encode(line, lacking),
    // @ts-expect-error It is no amount of money.
    () => encode(line, { ...source, amountMicros: 2.5 }),
    // @ts-expect-error It may not be null.
    () => encode(line, { ...source, entryId: null }),
  ];
  expect(refused).toHaveLength(3);
});
