/**
 * `user_parameters` (`interface.md`), made of the rulebook: null clears a field, and of `languages` it means all
 * (`decisions.md`, Orders).
 */
import { z } from 'zod';
import {
  type AnyRow,
  levels,
  rulebook,
  type Rulebook,
  type Targeting,
  type TargetingName,
  targetingNames,
  type TargetingPatch,
} from '../../../core/terms/index.js';
import { objectOf } from '../../../core/collections.js';
import * as field from '../../fields.js';
import { flag, toFlag, whole } from '../wire.js';

/** What a field does to the price, for the API reference. */
function priceOf(row: AnyRow): string {
  if (row.kind === 'level')
    return `Default 0. Price ${timesEach(row.coefficients.map((of, index) => [index + 1, of]))}.`;
  if (row.kind === 'choice' || row.coefficient === undefined) return '';
  if (typeof row.coefficient === 'string') return `Price x${row.coefficient}.`;
  const each = timesEach(Object.entries(row.coefficient));
  return `Price by category ${each}; of several, the average weighted by their percentages in /filters.`;
}

const timesEach = (table: readonly (readonly [string | number, string])[]) =>
  table.map(([value, coefficient]) => `${String(value)}: x${coefficient}`).join(', ');

function inputOf(row: AnyRow) {
  const words = row.kind === 'demand' ? `1 required, 0 indifferent: ${row.reference}` : row.reference;
  const about = { description: `${words} ${priceOf(row)}`.trim() };
  if (row.kind === 'demand') return field.flag(about);
  if (row.kind === 'level') return field.level(levels, about);
  // Whether an id or a code is there is checked inside, since the lists of /filters move with the audience.
  if (row.kind === 'list') return row.filter === 'devicestype' ? field.codeList(about) : field.idList(about);
  const numbers = row.choices.filter((choice) => typeof choice === 'number');
  return numbers.length > 0 ? field.level(numbers, about) : field.choice(row.choices.map(String), about);
}

/** By the names on the wire. */
type Wire<Name extends TargetingName> = Rulebook[Name]['wire'];
type Input = { [Name in TargetingName as Wire<Name>]: z.ZodType<Targeting[Name] | null | undefined> };

// Each field is made of the row whose name it stands under.
export const targetingFields = objectOf<Input>(
  targetingNames.map((name) => [rulebook[name].wire, field.resettable(inputOf(rulebook[name]))]),
);

type TargetingInput = z.output<z.ZodObject<typeof targetingFields>>;

export function toTargeting(input: TargetingInput): TargetingPatch {
  return Object.fromEntries(targetingNames.map((name) => [name, input[rulebook[name].wire]]));
}

type ShownValue<Value> = Value extends boolean ? 0 | 1 : Value;
type Shown = { [Name in TargetingName as Wire<Name>]: ShownValue<Targeting[Name]> };

/** As an order's info shows it: all fields, with empty lists for what is unset, and null for all languages (`interface.md`, Order). */
export const targetingSchema = z.strictObject(
  objectOf<{ [Name in keyof Shown]: z.ZodType<Shown[Name]> }>(
    targetingNames.map((name) => [rulebook[name].wire, schemaOf(rulebook[name])]),
  ),
);

function schemaOf(row: AnyRow): z.ZodType {
  if (row.kind === 'demand') return flag;
  if (row.kind === 'level') return whole;
  if (row.kind === 'choice')
    return row.choices.every((choice) => typeof choice === 'string') ? z.enum(row.choices) : whole;
  const values = z.array(row.filter === 'devicestype' ? z.string() : whole);
  return row.wire === 'languages' ? values.nullable().describe('null: all languages.') : values;
}

export function toWireTargeting(targeting: Targeting): Shown {
  const shown = (value: unknown) => (typeof value === 'boolean' ? toFlag(value) : value);
  // Every field of the rulebook is there.
  return objectOf<Shown>(targetingNames.map((name) => [rulebook[name].wire, shown(targeting[name])]));
}
