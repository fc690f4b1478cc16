/** What all parts of a statistics page share: what was asked for, in which words it answers, and its addresses. */
import type { Settings } from '../../../core/config.js';
import type { StatisticQuery } from '../../routes/statistic-query.js';
import type { Language } from '../language.js';
import { type Format, formatOf } from './format.js';
import { statisticWords, type StatisticWords } from './words.js';

export interface Look {
  language: Language;
  words: StatisticWords;
  format: Format;
  query: StatisticQuery;
}

export function lookOf(
  query: StatisticQuery,
  language: Language,
  { CURRENCY }: Pick<Settings, 'CURRENCY'>,
): Look {
  return { language, words: statisticWords(language), format: formatOf(language, CURRENCY), query };
}

type Change = Partial<Record<keyof StatisticQuery, string | number | undefined>>;

/** The address of a statistic: what is given changes, what is undefined leaves the query. */
export function link(query: StatisticQuery, change: Change = {}): string {
  return `/statistic?${fieldsOf(query, change)}`;
}

/** As a query, without what is not asked for. */
export function fieldsOf(query: StatisticQuery, change: Change = {}): string {
  const { output_format: _format, ...asked } = { ...query, ...change };
  const entries = Object.entries({ ...asked, output_format: 'html' });
  const fields = entries.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(fields).toString();
}
