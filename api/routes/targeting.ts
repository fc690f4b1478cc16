/**
 * GET /targeting: the rulebook of targeting as a page needs it to ask for each field, and the qualities of bots that may be
 * asked for; the values of lists are in /filters.
 */
import { z } from 'zod';
import { countries, languages, leastBotQualities } from '../../core/data/index.js';
import { type AnyRow, DEFAULT_LANGUAGES, rulebook, targetingNames } from '../../core/orders/index.js';
import type { Answer } from '../envelope.js';
import { type JsonRoute, publicHandler } from '../route.js';

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

/** Written once: what it says changes with the process. */
let written: Answer | undefined;

export const route: JsonRoute = {
  kind: 'json',
  method: 'get',
  path: '/targeting',
  access: 'public',
  summary: 'The fields of targeting, their choices, words and coefficients.',
  handler: publicHandler(z.object({}), async () => {
    written ??= {
      message: 'The fields of targeting.',
      payload: {
        result: {
          fields: targetingNames.map((name) => toWireRow(rulebook[name])),
          bot_qualities: botQualities,
          codes,
        },
      },
      isRepeated: true,
    };
    return written;
  }),
};

/** What does not belong to a row's kind is empty: so all rows have one shape. */
function toWireRow(row: AnyRow) {
  return { field: row.wire, kind: row.kind, told_by_visit: row.toldByVisit ?? '', ...partsOf(row) };
}

function partsOf(row: AnyRow) {
  const { en, ru } = row.words;
  const titles = { en: titleOf(en), ru: titleOf(ru) };
  if (row.kind === 'list') {
    const { coefficient = '1' } = row;
    const byValue = typeof coefficient === 'string' ? {} : coefficient;
    return {
      titles,
      filter: row.filter,
      default_values: row.wire === 'languages' ? [...DEFAULT_LANGUAGES] : [],
      coefficient: typeof coefficient === 'string' ? Number(coefficient) : 1,
      options: Object.entries(byValue).map(([value, factor]) => ({
        value,
        words: { en: '', ru: '' },
        coefficient: Number(factor),
      })),
    };
  }
  const plain = { titles, filter: '', default_values: [] };
  if (row.kind === 'demand') return { ...plain, coefficient: Number(row.coefficient), options: [] };
  if (row.kind === 'level') {
    const options = row.coefficients.map((factor, index) => ({
      value: String(index + 1),
      words: { en: row.words.en.levels[index] ?? '', ru: row.words.ru.levels[index] ?? '' },
      coefficient: Number(factor),
    }));
    return { ...plain, coefficient: 1, options };
  }
  const options = row.choices.map((value) => ({
    value: String(value),
    words: { en: row.words.en.choices[value] ?? '', ru: row.words.ru.choices[value] ?? '' },
    coefficient: 1,
  }));
  return { ...plain, coefficient: 1, options };
}

function titleOf(words: string | { title: string }): string {
  return typeof words === 'string' ? words : words.title;
}
