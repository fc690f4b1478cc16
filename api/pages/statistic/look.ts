/** What all parts of a statistics page share: what was asked for, in which words it answers, and its addresses. */
import type { Settings } from '../../../core/config.js';
import type { StatisticQuery } from '../../statistic-query.js';
import { html, type Html } from '../html.js';
import type { Language } from '../language.js';
import { type Format, formatOf } from './format.js';
import { statisticWords, type StatisticWords } from './words.js';

export interface Look {
  language: Language;
  words: StatisticWords;
  format: Format;
  query: StatisticQuery;
  /** The service's own, by which days are counted. */
  zone: string;
}

export function lookOf(
  query: StatisticQuery,
  language: Language,
  { CURRENCY, SERVICE_TIMEZONE }: Pick<Settings, 'CURRENCY' | 'SERVICE_TIMEZONE'>,
): Look {
  const words = statisticWords(language);
  return { language, words, format: formatOf(language, CURRENCY), query, zone: SERVICE_TIMEZONE };
}

/** What belongs to one table alone. */
export const firstPage = { sort: undefined, search: undefined, page: undefined };

type Change = Partial<Record<keyof StatisticQuery, string | number | undefined>>;

/** The address of a statistic: what is given changes, what is undefined leaves the query. */
export function link(query: StatisticQuery, change: Change = {}): string {
  return `/statistic?${fieldsOf(query, change)}`;
}

/** As a query, without what is not asked for. */
export function fieldsOf(query: StatisticQuery, change: Change = {}): string {
  return new URLSearchParams(fields(query, change)).toString();
}

/** The same as hidden fields of a form. */
export function hiddenFields(query: StatisticQuery, change: Change): Html[] {
  return fields(query, change).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

function fields(query: StatisticQuery, change: Change): [string, string][] {
  const { output_format: _format, ...asked } = { ...query, ...change };
  return Object.entries({ ...asked, output_format: 'html' }).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
}
