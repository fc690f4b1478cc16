/**
 * GET /targeting: the rulebook of targeting as a page needs it to ask for each field, and the qualities of bots that may be
 * asked for; the values of lists are in /filters.
 */
import { z } from 'zod';
import { countries, languages, leastBotQualities } from '../../core/data/index.js';
import { type AnyRow, DEFAULT_LANGUAGES, rulebook, targetingNames } from '../../core/terms/index.js';
import { inEachLanguage, textIn } from '../../words/index.js';
import { type AnswerOf, publicHandler, type Wire, jsonRoute } from '../route.js';
import { whole, words } from './wire.js';

/** By which a page names them in the language of its reader. */
const codes = {
  countries: Object.fromEntries(countries.map(({ id, code }) => [String(id), code])),
  languages: Object.fromEntries(languages.map(({ id, code }) => [String(id), code])),
};

/** The least qualities of a bot that an order may ask for. */
const botQualities = leastBotQualities.map(({ quality, coefficient }) => ({
  least: quality,
  coefficient: Number(coefficient),
}));

const rowSchema = z.strictObject({
  field: z.string(),
  kind: z.enum(['choice', 'list', 'demand', 'level']),
  titles: words,
  filter: z.string(),
  default_values: z.array(whole),
  coefficient: z.number(),
  options: z.array(z.strictObject({ value: z.string(), words, coefficient: z.number() })),
});

const targetingSchema = z.strictObject({
  fields: z.array(rowSchema),
  bot_qualities: z.array(z.strictObject({ least: z.number(), coefficient: z.number() })),
  codes: z.strictObject({
    countries: z.record(z.string(), z.string()),
    languages: z.record(z.string(), z.string()),
  }),
});

/** Written once: what it says changes with the process. */
let written: AnswerOf<{ result: typeof targetingSchema }> | undefined;

export const route = jsonRoute('get', '/targeting', {
  access: 'public',
  tag: 'Both',
  isOfCabinet: true,
  handler: publicHandler({
    summary: 'List the fields of targeting',
    description:
      'The values of lists are those of `/filters`; `bot_qualities` are what `min_bot_quality` of an order may be other than 0; `codes` name countries and languages by ISO.',
    payload: { result: targetingSchema },
    answered: { message: 'The fields of targeting.' },
    handle: async () => {
      written ??= {
        message: 'The fields of targeting.',
        payload: {
          result: {
            fields: targetingNames.map((name) => toWireRow(rulebook[name])),
            bot_qualities: botQualities,
            codes,
          },
        },
      };
      return written;
    },
  }),
});

/** What does not belong to a row's kind is empty: so all rows have one shape. */
function toWireRow(row: AnyRow): Wire<z.output<typeof rowSchema>> {
  const { coefficient = '1' } = 'coefficient' in row ? row : {};
  return {
    field: row.wire,
    kind: row.kind,
    titles: saidOf(row, ''),
    filter: row.kind === 'list' ? row.filter : '',
    default_values: row.wire === 'languages' ? [...DEFAULT_LANGUAGES] : [],
    coefficient: typeof coefficient === 'string' ? Number(coefficient) : 1,
    options: optionsOf(row),
  };
}

const saidOf = ({ wire }: AnyRow, end: string) =>
  inEachLanguage((language) => textIn(language, `target-${wire}${end}`));

function optionsOf(row: AnyRow) {
  const option = (value: string, factor: string) => {
    // A page names the values of lists by /filters and `codes`.
    const words = row.kind === 'list' ? inEachLanguage(() => '') : saidOf(row, `-${value}`);
    return { value, words, coefficient: Number(factor) };
  };
  switch (row.kind) {
    case 'demand':
      return [];
    case 'choice':
      return row.choices.map((choice) => option(String(choice), '1'));
    case 'level':
      return row.coefficients.map((factor, index) => option(String(index + 1), factor));
    case 'list':
      return typeof row.coefficient === 'object'
        ? Object.entries(row.coefficient).map(([value, factor]) => option(value, factor))
        : [];
  }
}
