/** A JSON schema of the API reference as a TypeScript type. */

export type Schema = Readonly<Record<string, unknown>>;

/** Names types that stand in several places, or deserve one; by what the schema says, not by where it stands. */
export type NameOf = (schema: Schema) => string | undefined;

const INDENT = '  ';

/** @param open of objects whose further fields are not forbidden: `additionalProperties` is left out of what is sent */
export function typeOf(schema: Schema, nameOf: NameOf, depth = 0): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const several = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (several !== undefined) return union(several.map((one) => typeOf(one, nameOf, depth)));
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literal));
  if (Array.isArray(schema['type']))
    return union(schema['type'].map((type) => typeOf({ ...schema, type: type as unknown }, nameOf, depth)));
  return plain(schema, nameOf, depth);
}

function plain(schema: Schema, nameOf: NameOf, depth: number): string {
  switch (schema['type']) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array': {
      const item = typeOf((schema['items'] ?? {}) as Schema, nameOf, depth);
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectType(schema, nameOf, depth);
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema, nameOf: NameOf, depth: number): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const values = schema['additionalProperties'];
  if (properties.length === 0)
    return isSchema(values) ? `Record<string, ${typeOf(values, nameOf, depth)}>` : 'Record<string, unknown>';
  const required = new Set((schema['required'] ?? []) as string[]);
  const lines = properties.map(([name, property]) =>
    field(name, property, { isRequired: required.has(name), nameOf, depth: depth + 1 }),
  );
  return `{\n${lines.join('\n')}\n${INDENT.repeat(depth)}}`;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function field(
  name: string,
  schema: Schema,
  { isRequired, nameOf, depth }: { isRequired: boolean; nameOf: NameOf; depth: number },
): string {
  const before = INDENT.repeat(depth);
  const type = typeOf(schema, nameOf, depth);
  // An absent field may be given as undefined: callers build their bodies from what they have.
  const said = isRequired ? `: ${type};` : `?: ${type} | undefined;`;
  return `${comment(noteOf(schema), before)}${before}${name}${said}`;
}

function noteOf(schema: Schema): string {
  const parts = [schema['description'] as string | undefined];
  const bounds = [
    [schema['minimum'], 'at least'],
    [schema['maximum'], 'at most'],
  ].flatMap(([bound, word]) => (typeof bound === 'number' ? [`${String(word)} ${String(bound)}`] : []));
  if (bounds.length > 0) parts.push(sentence(bounds.join(', ')));
  if ('default' in schema) parts.push(`Default ${JSON.stringify(schema['default'])}.`);
  return parts.filter((part) => part !== undefined).join(' ');
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A doc comment, or nothing where there is nothing to say. */
export function comment(text: string, before = ''): string {
  const said = text.replaceAll('*/', '* /').replaceAll(/\s*\n\s*/g, ' ');
  return said === '' ? '' : `${before}/** ${said} */\n`;
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

const union = (types: readonly string[]) => [...new Set(types)].join(' | ');
