/**
 * The audience of an order (`interface.md`, user_parameters; `decisions.md`, Targeting): the defaults, and what an update makes
 * of them. Which fields there are, and all that is made of them, stands in the rulebook.
 */
import { objectOf } from '../collections.js';
import { rulebook, type Targeting, targetingNames } from './rulebook.js';

/** Russian, Uzbek, Kazakh, Ukrainian, Belarusian. */
export const DEFAULT_LANGUAGES: readonly number[] = [1, 2, 3, 4, 5];

/** Whether an order has the languages that orders have by default: it takes users whose language is only assumed. */
export function isDefaultAudience(languages: readonly number[]): boolean {
  return (
    languages.length === DEFAULT_LANGUAGES.length && languages.every((id) => DEFAULT_LANGUAGES.includes(id))
  );
}

/** Each call makes a new one. */
export function defaultTargeting(): Targeting {
  // Every field of the rulebook is there, each with a value of its own type.
  return objectOf<Targeting>(targetingNames.map((name) => [name, defaultOf(name)]));
}

function defaultOf(name: keyof Targeting): unknown {
  const row = rulebook[name];
  if (name === 'languages') return DEFAULT_LANGUAGES;
  if (row.kind === 'list') return [];
  if (row.kind === 'choice') return row.any;
  return row.kind === 'level' ? 0 : false;
}

/** What an update says of each field: undefined leaves it, null or an empty list clears it. */
export type TargetingPatch = { [Field in keyof Targeting]?: Targeting[Field] | null | undefined };

/**
 * The targeting after an update (`decisions.md`, Orders: fields merge one by one; null or [] clears a field, but null
 * languages are all languages). A cleared field has its default again. Lists lose their doubles.
 */
export function mergeTargeting(current: Targeting, patch: TargetingPatch): Targeting {
  const defaults = defaultTargeting();
  // Every field of the rulebook is there, each with a value of its own type.
  return objectOf<Targeting>(
    targetingNames.map((field) => {
      const value = patch[field];
      return [field, value === undefined ? current[field] : mergedValue(field, value, defaults)];
    }),
  );
}

function mergedValue(field: keyof Targeting, value: unknown, defaults: Targeting): unknown {
  if (value === null) return field === 'languages' ? null : defaults[field];
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? defaults[field] : [...new Set<unknown>(value)];
}
