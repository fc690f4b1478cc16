/** What targeting can ask for, with words: the rulebook's fields over the values of /filters. */
import { useMemo } from 'react';
import { type TargetingField, usePublic } from '../api/queries';
import { namesLocaleOf } from '../parts/notation';
import { nearest, spoken, theme as ofThemes } from '../words';
import type { Order, Parameters } from './form';

/** One thing that somebody can ask for. */
export interface Demand {
  field: string;
  value: string;
  /** `City: Riga`. */
  text: string;
  group: string;
  factor: number;
  share: number | null;
}

export type Values = NonNullable<ReturnType<typeof useValues>>;
/** What an order may be for. */
export type Kind = Values['kinds'][number];

/** @returns null until they are known */
export function useValues() {
  const targeting = usePublic('/targeting').data?.result;
  const filters = usePublic('/filters').data?.filters;
  return useMemo(() => {
    if (targeting === undefined || filters === undefined) return null;
    const named = namesIn(targeting.codes);
    // Codes that this build has no words for have the names of the service.
    const themes: Readonly<Record<string, string>> = ofThemes;
    const theme = ({ id, name }: { id: string | number; name: string }) => ({
      value: String(id),
      label: themes[String(id)] ?? name,
    });
    const { kinds, ...lists } = filters.ads;
    const ads: Record<string, readonly { id: string | number; name: string; percentage: number }[]> = lists;
    return {
      /** With the fields that some kinds alone have. */
      kinds: kinds.map(({ id, names, fields }) => ({ id, label: upper(nearest(names)), fields })),
      fields: targeting.fields,
      all: targeting.fields.flatMap((field) => demandsOf(field, ads[field.filter] ?? [], named)),
      /** Codes and names of themes that a bot may have. */
      themes: filters.ads.forbidden_themes.map(theme),
      adThemes: filters.bots.forbidden_themes.map(theme),
      /** The selectable minimum qualities of bots, without "any". */
      qualities: targeting.bot_qualities,
    };
  }, [spoken, targeting, filters]);
}

type Named = (filter: string, id: string | number, name: string) => string;

function namesIn(codes: { countries: Record<string, string>; languages: Record<string, string> }): Named {
  const locale = namesLocaleOf(spoken);
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const tongues = new Intl.DisplayNames(locale, { type: 'language' });
  return (filter, id, name) => {
    if (filter !== 'countries' && filter !== 'languages') return name;
    const code = codes[filter][String(id)];
    if (code === undefined) return name;
    return filter === 'countries' ? (regions.of(code) ?? name) : upper(tongues.of(code) ?? name);
  };
}

function demandsOf(
  field: TargetingField,
  values: readonly { id: string | number; name: string; percentage: number }[],
  named: Named,
): Demand[] {
  const title = upper(nearest(field.titles));
  const base = { field: field.field, group: title };
  if (field.kind === 'demand')
    return [{ ...base, value: '1', text: title, factor: field.coefficient, share: null }];
  if (field.kind === 'list') {
    const factors = new Map(field.options.map(({ value, coefficient }) => [value, coefficient]));
    return values.map(({ id, name, percentage }) => ({
      ...base,
      value: String(id),
      text: `${title}: ${named(field.filter, id, name)}`,
      factor: factors.get(String(id)) ?? field.coefficient,
      share: percentage,
    }));
  }
  // The first choice of a level is none; the one that takes anybody is what is there without a demand.
  return field.options
    .filter(({ value }) => field.kind === 'level' || (value !== 'all' && value !== '0'))
    .map(({ value, words, coefficient }) => ({
      ...base,
      value,
      text: `${title}: ${nearest(words)}`,
      factor: coefficient,
      share: null,
    }));
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Given = Record<string, unknown>;

/** The demands of a targeting. Without languages, the default ones count. */
export function chosenOf(values: Values, parameters: Parameters): Demand[] {
  const given = parameters as Given;
  return values.all.filter(({ field, value }) => {
    const row = values.fields.find((each) => each.field === field);
    const held = given[field] === undefined ? (row?.default_values ?? []) : given[field];
    if (row?.kind === 'list') return Array.isArray(held) && held.map(String).includes(value);
    return (typeof held === 'string' || (typeof held === 'number' && held !== 0)) && String(held) === value;
  });
}

/** The targeting with one demand more, or less. */
export function withDemand(
  values: Values,
  parameters: Parameters,
  { field, value }: Demand,
  isWanted: boolean,
): Parameters {
  const row = values.fields.find((each) => each.field === field);
  if (row?.kind === 'list') {
    const held = ((parameters as Given)[field] ?? row.default_values) as (string | number)[];
    const typed = row.filter === 'devicestype' ? value : Number(value);
    const rest = held.filter((each) => String(each) !== value);
    const next = isWanted ? [...rest, typed] : rest;
    // Without any language all of them are meant, which is null on the wire.
    return { ...parameters, [field]: field === 'languages' && next.length === 0 ? null : next };
  }
  const none = row?.kind === 'choice' ? (row.options.some((each) => each.value === 'all') ? 'all' : 0) : 0;
  const typed = /^\d+$/.test(value) ? Number(value) : value;
  return { ...parameters, [field]: isWanted ? typed : none };
}

export function kindOf({ kinds }: Pick<Values, 'kinds'>, { ads_type }: Pick<Order, 'ads_type'>): Kind {
  return kinds.find(({ id }) => id === ads_type) ?? { id: ads_type, label: ads_type, fields: [] };
}
