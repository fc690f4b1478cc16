/**
 * What core returns, as an answer shows it: made by the schema of the answer, so that each field stands in one place.
 *
 * A field is read under its name in camelCase. Where core has another kind of value (`madeOf`), its name there says so at the
 * end: `asked_at: moment` is made of `askedAtMs`, `amount: money` of `amountMicros`. `named` reads from another name.
 * What the schema does not name is left out.
 */
import { z } from 'zod';
import type { Wire } from './route.js';

declare const SOURCE: unique symbol;
declare const NAME: unique symbol;

/** Of a schema: what core has in its place, and how its name ends there. */
interface Source<Value, End extends string> {
  readonly [SOURCE]: { value: Value; end: End };
}
interface Named<Name extends string> {
  readonly [NAME]: Name;
}

type Encode = (value: never) => unknown;

const sources = z.registry<{ end: string; encode: Encode }>();
const names = z.registry<{ name: string }>();

/** @param end of the name that core has for such a value; `''` where the names are the same */
export function madeOf<Schema extends z.ZodType, Value, const End extends string>(
  schema: Schema,
  end: End,
  encode: (value: Value) => z.output<Schema>,
) {
  // Other fields may have the schema as it is.
  const own = schema.clone();
  sources.add(own, { end, encode });
  // Known to the compiler alone.
  return own as Schema & Source<Value, End>;
}

/** @param name under which core has it */
export function named<const Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema) {
  const own = schema.meta({});
  names.add(own, { name });
  return own as Schema & Named<Name>;
}

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type EndOf<Schema> =
  Schema extends Source<unknown, infer End>
    ? End
    : Schema extends z.ZodNullable<infer Inner>
      ? EndOf<Inner>
      : '';
type NameOf<Wanted extends string, Schema> =
  Schema extends Named<infer Name> ? Name : `${Camel<Wanted>}${EndOf<Schema>}`;

/** What an answer of this schema is made of. */
export type SourceOf<Schema> =
  Schema extends Source<infer Value, string>
    ? Value
    : Schema extends z.ZodNullable<infer Inner>
      ? SourceOf<Inner> | null
      : Schema extends z.ZodArray<infer Each>
        ? readonly SourceOf<Each>[]
        : Schema extends z.ZodObject<infer Shape, infer Config>
          ? string extends keyof Config['out']
            ? Wire<z.output<Schema>>
            : {
                readonly [Key in keyof Shape as NameOf<Key & string, Shape[Key]>]: SourceOf<Shape[Key]>;
              }
          : Schema extends z.ZodType
            ? Wire<z.output<Schema>>
            : never;

const encoders = new WeakMap<z.ZodType, Encode>();

export function encode<Schema extends z.ZodType>(
  schema: Schema,
  value: SourceOf<Schema>,
): Wire<z.output<Schema>> {
  const known = encoders.get(schema) ?? encoderOf(schema);
  encoders.set(schema, known);
  // Made field by field of that schema.
  return known(value as never) as Wire<z.output<Schema>>;
}

const asItIs: Encode = (value) => value;

function encoderOf(schema: unknown): Encode {
  const source = sources.get(schema as z.ZodType);
  if (source !== undefined) return source.encode;
  if (schema instanceof z.ZodNullable) {
    const inner = encoderOf(schema.unwrap());
    return (value: unknown) => (value === null ? null : inner(value as never));
  }
  if (schema instanceof z.ZodArray) {
    const each = encoderOf(schema.element);
    return (list: readonly never[]) => list.map((one) => each(one));
  }
  // One that takes further fields takes what there is.
  const isWhole = schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;
  return isWhole ? objectEncoder(schema.shape) : asItIs;
}

function objectEncoder(shape: z.ZodRawShape): Encode {
  const fields = Object.entries(shape).map(([wire, schema]) => ({
    wire,
    name: nameOf(wire, schema as z.ZodType),
    make: encoderOf(schema),
  }));
  return (value: Readonly<Record<string, never>>) => {
    // Takes a quarter of the time of Object.fromEntries.
    const made: Record<string, unknown> = {};
    for (const { wire, name, make } of fields) made[wire] = make(value[name] as never);
    return made;
  };
}

function nameOf(wire: string, schema: z.ZodType): string {
  const camel = wire.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return names.get(schema)?.name ?? `${camel}${endOf(schema)}`;
}

function endOf(schema: unknown): string {
  if (schema instanceof z.ZodNullable) return endOf(schema.unwrap());
  return sources.get(schema as z.ZodType)?.end ?? '';
}
