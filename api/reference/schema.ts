/** A zod schema as the API reference shows it: the documented side of each field, not what is also tolerated. */
import { z } from 'zod';

/** A schema, or any other part of the reference. */
export type Json = Record<string, unknown>;

/** @param io whether the schema describes what a caller sends, or what the service answers */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema);
      const needed = io === 'input' && zodSchema instanceof z.ZodObject ? neededOf(zodSchema) : [];
      if (needed.length > 0) jsonSchema.required = needed;
    },
  });
  return rest;
}

/** Fields that are refused when they are left out; zod calls those optional that are parsed and then changed. */
const neededOf = ({ shape }: z.ZodObject): string[] =>
  Object.keys(shape).filter((name) => !z.safeParse(shape[name] as z.ZodType, undefined).success);

function tidy(schema: Json): void {
  // zod leaves defaults of parsed fields out, since it cannot know how they are written on the wire.
  if ('documentedDefault' in schema) {
    const { documentedDefault: value } = schema;
    delete schema['documentedDefault'];
    schema['default'] = typeof value === 'boolean' && isFlag(schema) ? Number(value) : value;
  }
  if ('example' in schema) {
    schema['examples'] = [schema['example']];
    delete schema['example'];
  }
  // Bounds that only say what a double can hold are no bounds of ours.
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (isOfIntegers(schema)) schema['type'] = 'integer';
}

function isFlag({ enum: values }: Json): boolean {
  return Array.isArray(values) && values.length === 2 && values[0] === 0 && values[1] === 1;
}

function isOfIntegers({ enum: values }: Json): boolean {
  return Array.isArray(values) && values.length > 0 && values.every(Number.isInteger);
}
