/** Ways through an OpenAPI document. */

export interface Schema {
  title?: string;
  /** Several where null is one of them. */
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Operation {
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema; description?: string }[];
  requestBody?: { content: { 'application/json': Content } };
  responses: Record<string, { description: string; headers?: object; content: Record<string, Content> }>;
}

export interface Reference {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: Schema } };
}

export function operation(reference: Reference, path: string): Operation {
  const found = Object.values(reference.paths[path] ?? {})[0];
  if (found === undefined) throw new Error(`The reference has no ${path}.`);
  return found;
}

/** The fields of a request, those of one action where the path has actions. */
export function fieldsOf(reference: Reference, path: string, action: string | undefined): Schema {
  const { requestBody, parameters } = operation(reference, path);
  if (parameters !== undefined && requestBody === undefined) {
    const properties = Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description === undefined ? {} : { description }) },
      ]),
    );
    return { properties, required: parameters.filter((one) => one.required).map((one) => one.name) };
  }
  const schema = requestBody?.content['application/json'].schema ?? {};
  if (action === undefined) return schema;
  const found = schema.oneOf?.find(({ properties }) => properties?.['action']?.const === action);
  if (found === undefined) throw new Error(`The reference has no action ${action} of ${path}.`);
  return found;
}

/** A field by its path: `user_parameters.gender`. */
export function fieldAt(schema: Schema, path: string): { field: Schema; isRequired: boolean } | undefined {
  const [first = '', ...rest] = path.split('.');
  const own = schema.properties?.[first];
  if (own === undefined) return undefined;
  const field = own.anyOf?.find((one) => one.type !== 'null') ?? own;
  const withOuter = { ...field, ...(own.default === undefined ? {} : { default: own.default }) };
  if (rest.length > 0) return fieldAt(withOuter, rest.join('.'));
  return { field: withOuter, isRequired: schema.required?.includes(first) ?? false };
}

/** The answer to a request, that of one action where the path has actions. */
export function answerOf(reference: Reference, path: string, action: string | undefined): Schema {
  const { requestBody, responses } = operation(reference, path);
  const schema = responses['200']?.content['application/json']?.schema ?? {};
  if (action === undefined) return schema;
  // Requests and answers stand in the same order, that of the actions.
  const index = requestBody?.content['application/json'].schema.oneOf?.findIndex(
    ({ properties }) => properties?.['action']?.const === action,
  );
  const found = schema.anyOf?.[index ?? -1];
  if (found === undefined) throw new Error(`The reference has no answer to ${action} of ${path}.`);
  return found;
}

/** What stands at a place such as `additional.sponsors[].ads_id`: in each of the alternatives that have it. */
export function within(schema: Schema, place: string): Schema[] {
  const [first = '', ...rest] = place.split('.');
  const name = first.replace(/\[\]$/, '');
  const found = alternatives(schema).flatMap((one) => one.properties?.[name] ?? []);
  const inside = first === name ? found : found.flatMap((one) => one.items ?? []);
  return rest.length === 0 ? inside : inside.flatMap((one) => within(one, rest.join('.')));
}

function alternatives(schema: Schema): Schema[] {
  return schema.properties === undefined ? (schema.anyOf ?? []).flatMap(alternatives) : [schema];
}
