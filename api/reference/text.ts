/** The API reference as one plain text in Markdown, for language models and other readers of text: `/llms.txt`. */

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Operation {
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

interface Document {
  info: { title: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, { in: string; name: string; description: string }> };
}

/** @param document the reference for reading (`referenceOf`), each action an operation of its own */
export function textOf(document: unknown): string {
  const { info, servers, paths, webhooks, components } = document as Document;
  const keys = Object.entries(components.securitySchemes).map(
    ([name, { in: place, name: field, description }]) => `- ${name} (${place} \`${field}\`): ${description}`,
  );
  const base = servers[0]?.url ?? '/';
  const described = (methods: Record<string, Operation>, title: (method: string) => string) =>
    Object.entries(methods).map(([method, operation]) =>
      operationText(title(method.toUpperCase()), operation),
    );
  return [
    `# ${info.title} API`,
    `> Base address: ${base}. OpenAPI 3.1: ${base === '/' ? '' : base}/openapi.json`,
    info.description,
    `## Keys\n\n${keys.join('\n')}`,
    ...Object.entries(paths).flatMap(([path, methods]) =>
      described(methods, (method) => `${method} ${path.replace(/#(.*)$/, ' with action $1')}`),
    ),
    ...Object.values(webhooks).flatMap((methods) =>
      described(methods, (method) => `Event: ${method} to your address`),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function operationText(title: string, operation: Operation): string {
  const { summary, description, security, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const given = parameters.map(({ name, in: place, required, schema, description: about }) =>
    fieldText(
      name,
      { ...schema, ...(about === undefined ? {} : { description: about }) },
      required === true,
      place,
    ),
  );
  const fields = [...given, ...fieldsText(body?.schema, '')];
  const keys = security.map((one) => Object.keys(one).join(', '));
  return [
    `## ${title}`,
    summary,
    description,
    keys.length > 0 && `Key: ${keys.join(' or ')}`,
    fields.length > 0 && `Fields:\n${fields.join('\n')}`,
    body?.example !== undefined && `Example:\n${json(body.example)}`,
    ...Object.entries(responses).map(([code, response]) => answerText(code, response)),
  ]
    .filter((part) => typeof part === 'string')
    .join('\n\n');
}

function answerText(code: string, { description, content }: Operation['responses'][string]): string {
  const { example, examples = {} } = content?.['application/json'] ?? {};
  const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
  return [`${code}: ${description}`, ...values.map(json)].join('\n');
}

/** @param prefix the name of what the fields stand in, with a dot */
function fieldsText(schema: Schema | undefined, prefix: string): string[] {
  const wanted = new Set(schema?.required);
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => [
    fieldText(prefix + name, field, wanted.has(name)),
    ...fieldsText(field.properties === undefined ? field.items : field, `${prefix}${name}.`),
  ]);
}

function fieldText(name: string, schema: Schema, isRequired: boolean, place?: string): string {
  const notes = [
    place !== undefined && `in ${place}`,
    typeText(schema),
    isRequired && 'required',
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((note) => note !== false);
  return `- ${name} (${notes.join(', ')})${schema.description === undefined ? '' : `: ${schema.description}`}`;
}

function typeText({ type, enum: values, const: value, items, anyOf }: Schema): string {
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeText).join(' | ');
  if (type === 'array') return `array of ${items === undefined ? 'anything' : typeText(items)}`;
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'object');
}

function json(value: unknown): string {
  return `    ${JSON.stringify(value)}`;
}
