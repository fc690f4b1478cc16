/** The API reference as OpenAPI 3.1, made from the schemas that the routes parse with. */
import { z } from 'zod';
import { keyNames } from '../../core/accounts/index.js';
import type { KeyKind } from '../../core/ports.js';
import type { Deed, Route } from '../route.js';
import { statisticFields } from '../routes/statistic-query.js';
import { type DeedNote, notes, type PathNote } from './paths.js';
import { type JsonSchema, schemaOf } from './schema.js';

type Json = Record<string, unknown>;

const introduction = `The whole interface of the service. Bodies are JSON objects; every answer carries \`status\`, \`code\` and \`message\`.

What is taken is taken liberally: integers as numeric strings, booleans as 0/1, \`null\` and \`""\` as absent where null has no meaning of its own, unknown fields ignored. Money is a number with at most 6 decimals; days belong to the service's time zone.

Keys go into the header \`Auth\`; \`/statistic\` and \`/toggle-exclusion\` take theirs as the query parameter \`api_token\`.`;

/** Errors that every path may answer. */
const commonErrors: Readonly<Record<number, string>> = {
  400: 'The body is not valid JSON.',
  401: 'The key is missing, unknown or of the wrong kind; the message names the kind that is wanted, and the one given.',
  413: 'The body is larger than 64 KiB.',
  422: 'A field is wrong: the message names each with what it must be. Nothing was changed.',
  429: 'Too many requests; `Retry-After` says when to come again.',
  503: 'The service is shutting down or overloaded; `Retry-After` says when to come again.',
};

const errorCodes = [
  'price_too_low',
  'invalid_parameter',
  'forbidden_or_not_foundorder',
  'update_forbidden',
  'rejected',
  'exist',
  'moderation',
];

export function referenceOf(routes: readonly Route[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const note = notes[route.path];
    if (note === undefined) continue;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route, note) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sponsorgate',
      version: '1.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(Object.values(notes).map((note) => note.tag))].map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas: { Error: errorSchema } },
  };
}

const schemeOf: Readonly<Record<KeyKind, string>> = {
  access: 'AccessKey',
  statistics: 'StatisticsToken',
  bot: 'BotKey',
};

const securitySchemes = {
  ...Object.fromEntries(
    Object.entries(schemeOf).map(([kind, name]) => [
      name,
      { type: 'apiKey', in: 'header', name: 'Auth', description: keyNames[kind as KeyKind] },
    ]),
  ),
  StatisticsTokenInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'api_token',
    description: keyNames.statistics,
  },
};

const errorSchema = {
  type: 'object',
  required: ['status', 'code', 'message'],
  examples: [{ status: 'error', code: 422, message: 'user_id: must be a whole number of at least 1.' }],
  properties: {
    status: { const: 'error' },
    code: { type: 'integer', description: 'The HTTP status.' },
    message: { type: 'string' },
    error_code: { type: 'string', enum: errorCodes, description: 'Of /orders, where the cause has one.' },
  },
};

function operation(route: Route, note: PathNote): Json {
  const base = {
    operationId: `${route.method}${route.path.replaceAll(/[/:_-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: route.summary,
    tags: [note.tag],
    security: securityOf(route),
    ...describe(note),
    ...parametersOf(route),
  };
  if (route.kind === 'actions') return { ...base, ...actionParts(route.actions, note.actions ?? {}) };
  if (note.deed === undefined) return { ...base, responses: { 200: mediaAnswer(note), ...failures({}) } };
  const body =
    route.kind === 'json' && route.method === 'post' ? bodyOf(schemaOf(route.deed.fields), note.deed) : {};
  return { ...base, ...body, responses: { 200: answerOf([note.deed]), ...failures(note.deed.errors ?? {}) } };
}

function describe({ description, deed }: PathNote): Json {
  const text = description ?? deed?.description;
  return text === undefined ? {} : { description: text };
}

function securityOf({ access, keyIn }: Route): Json[] {
  if (access === 'public') return [];
  if (keyIn === 'query') return [{ StatisticsTokenInQuery: [] }, { StatisticsToken: [] }];
  return access.map((kind) => ({ [schemeOf[kind]]: [] }));
}

/** Parts of the path that vary, and fields of a query. */
function parametersOf(route: Route): Json {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = route.path === '/statistic' ? queryParameters(schemaOf(statisticFields)) : [];
  const parameters = [...inPath, ...inQuery];
  return parameters.length === 0 ? {} : { parameters };
}

function queryParameters({ properties, required }: JsonSchema): Json[] {
  const wanted = new Set(required as string[]);
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const { description, ...rest } = schema;
    const text = description === undefined ? {} : { description };
    return { name, in: 'query', required: wanted.has(name), schema: rest, ...text };
  });
}

function bodyOf(schema: JsonSchema, { example }: DeedNote): Json {
  return { requestBody: { content: { 'application/json': { schema, example } } } };
}

function actionParts(
  actions: Readonly<Record<string, Deed>>,
  noted: Readonly<Record<string, DeedNote>>,
): Json {
  const schemas = Object.entries(actions).map(([action, { fields }]) =>
    withAction(action, schemaOf(fields), noted[action]),
  );
  const examples = Object.entries(noted).map(([action, { summary, example }]) => [
    action,
    { summary, value: { action, ...example } },
  ]);
  const failed: Record<number, string> = {};
  for (const [action, { errors = {} }] of Object.entries(noted)) {
    for (const [code, text] of Object.entries(errors)) {
      const said = failed[Number(code)];
      failed[Number(code)] = said === undefined ? `${action}: ${text}` : `${said}\n\n${action}: ${text}`;
    }
  }
  return {
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { oneOf: schemas }, examples: Object.fromEntries(examples) as Json },
      },
    },
    responses: { 200: answerOf(Object.values(noted)), ...failures(failed) },
  };
}

function withAction(action: string, schema: JsonSchema, note: DeedNote | undefined): JsonSchema {
  const { properties, required } = schema as { properties?: Json; required?: string[] };
  return {
    ...schema,
    title: action,
    ...(note === undefined ? {} : { description: note.description ?? note.summary }),
    properties: { action: { const: action }, ...properties },
    required: ['action', ...(required ?? [])],
  };
}

/** The schema of a whole answer: the envelope and its payload. */
export function answerSchema({ payload, statuses = ['ok'] }: DeedNote): z.ZodType {
  return z.strictObject({ status: z.enum([...statuses]), code: z.int(), message: z.string(), ...payload });
}

function answerOf(deeds: readonly DeedNote[]): Json {
  const schemas = deeds.map((deed) => ({
    title: deed.summary,
    ...schemaOf(answerSchema(deed), 'output'),
  }));
  const [only] = schemas;
  const schema = schemas.length === 1 ? only : { oneOf: schemas };
  return { description: 'Done.', content: { 'application/json': { schema } } };
}

function mediaAnswer({ media }: PathNote): Json {
  const { type = 'application/octet-stream', description = 'The file.' } = media ?? {};
  return { description, content: { [type]: { schema: { type: 'string' } } } };
}

function failures(own: Readonly<Record<number, string>>): Json {
  const codes = new Set([...Object.keys(commonErrors), ...Object.keys(own)].map(Number));
  const answers = [...codes]
    .sort((a, b) => a - b)
    .map((code) => {
      const texts = [commonErrors[code], own[code]].filter((text) => text !== undefined);
      const headers =
        code === 429 || code === 503 ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {};
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
      return [code, { description: texts.join('\n\n'), ...headers, content }];
    });
  return Object.fromEntries(answers) as Json;
}
