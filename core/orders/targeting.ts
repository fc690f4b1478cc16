/**
 * Whom an order is for (`interface.md`, user_parameters; `decisions.md`, Targeting). Fields are ANDed, the values of a
 * field ORed. Wire names are mapped at the edge.
 */
import type { DeviceType } from '../data/index.js';
import type { AgeCategory, Gender } from '../ports.js';

/** 0 is indifferent; what 1 to 5 demand stands in `levels.ts`. */
export type Level = 0 | 1 | 2 | 3 | 4 | 5;

export interface Targeting {
  gender: Gender | 'all';
  /** 0 anybody, 1 premium users only, 2 users without premium only. */
  onlyPremium: 0 | 1 | 2;
  /** Ids of /filters; null is all languages. Never empty. */
  languages: readonly number[] | null;
  /** Ids of /filters; empty is indifferent, here and below. */
  countries: readonly number[];
  cities: readonly number[];
  deviceTypes: readonly DeviceType[];
  deviceSystems: readonly number[];
  ages: readonly AgeCategory[];
  hasPhoto: boolean;
  hasRealPhoto: boolean;
  hasUsername: boolean;
  hasBio: boolean;
  hasFirstName: boolean;
  hasRuName: boolean;
  hasRusName: boolean;
  hasOnlyCyrillic: boolean;
  hasFakeCheck: boolean;
  oldAccount: Level;
  gifts: Level;
  rating: Level;
}

/** Russian, Uzbek, Kazakh, Ukrainian, Belarusian. */
export const DEFAULT_LANGUAGES: readonly number[] = [1, 2, 3, 4, 5];

/** Whether an order has the languages that orders have by default: it takes users whose language is only assumed. */
export function isDefaultAudience(languages: readonly number[]): boolean {
  return (
    languages.length === DEFAULT_LANGUAGES.length && languages.every((id) => DEFAULT_LANGUAGES.includes(id))
  );
}

export function defaultTargeting(): Targeting {
  return {
    gender: 'all',
    onlyPremium: 0,
    languages: DEFAULT_LANGUAGES,
    countries: [],
    cities: [],
    deviceTypes: [],
    deviceSystems: [],
    ages: [],
    hasPhoto: false,
    hasRealPhoto: false,
    hasUsername: false,
    hasBio: false,
    hasFirstName: false,
    hasRuName: false,
    hasRusName: false,
    hasOnlyCyrillic: false,
    hasFakeCheck: false,
    oldAccount: 0,
    gifts: 0,
    rating: 0,
  };
}

/** What an update says of each field: undefined leaves it, null or an empty list clears it. */
export type TargetingPatch = { [Field in keyof Targeting]?: Targeting[Field] | null | undefined };

/**
 * The targeting after an update (`decisions.md`, Orders: fields merge one by one; null or [] clears a field, but null
 * languages are all languages). A cleared field has its default again. Lists lose their doubles.
 */
export function mergeTargeting(current: Targeting, patch: TargetingPatch): Targeting {
  const defaults = defaultTargeting();
  const merged: Record<string, unknown> = { ...current };
  for (const field of Object.keys(defaults) as (keyof Targeting)[]) {
    const value = patch[field];
    if (value !== undefined) merged[field] = mergedValue(field, value, defaults);
  }
  // Every key of Targeting is there, each with a value of its own type.
  return merged as unknown as Targeting;
}

function mergedValue(field: keyof Targeting, value: unknown, defaults: Targeting): unknown {
  if (value === null) return field === 'languages' ? null : defaults[field];
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? defaults[field] : [...new Set<unknown>(value)];
}
