/** The API reference as OpenAPI 3.1, made from what the routes say of themselves. */
import { z } from 'zod';
import { type ClientPackages, clientPackages } from '../../core/client-packages.js';
import { keyNames } from '../../core/accounts/index.js';
import { failureTopics } from '../../core/errors.js';
import type { KeyKind } from '../../core/ports/account-store.js';
import type {
  ActionRoute,
  Answers,
  Handler,
  JsonRoute,
  ListedRoute,
  RawRoute,
  Route,
  Tag,
} from '../route.js';
import { codeSamples, requestSampleOf, sampleFor } from './sample.js';
import { webhooks } from './events.js';
import { errorCodes, failuresOf, queryFieldsOf } from './failures.js';
import { type Json, schemaOf } from './schema.js';

const introduction = ({
  npm,
  python,
}: ClientPackages) => `The whole interface of the service. Bodies are JSON objects; every JSON answer carries \`status\` (\`ok\`, \`warning\` or \`error\`; \`gender\`, \`age\` and \`register\` where questions are asked), \`code\` (the HTTP status) and \`message\`, and its payload next to them under the key that each path shows. Every answer has an \`X-Request-Id\`.

Bots need not speak it by hand: the client puts a gate before their handlers in one line. Install it with \`npm install ${npm}\` or \`pip install ${python}\`, from this service and not by a bare name; [/client](/client) has the checksums.

What is taken is taken liberally: integers as numeric strings, booleans as 0/1, \`null\` and \`""\` as absent where null has no meaning of its own, unknown fields ignored. Money is a number with at most 6 decimals; days and times belong to the service's time zone.

Keys go into the header \`Auth\`; \`/statistic\` and \`/toggle-exclusion\` take theirs as the query parameter \`api_token\`. An invalid key is 401.

An unknown path is 404, a wrong method 405 with \`Allow\`; requests that arrive too slowly are cut off with 408, headers over 16 KiB with 431. Requests are limited per key and per address, as the operator sets it; what stands under 429 of a path is limited in addition.

The same as [OpenAPI](/openapi.json), and as [text for language models](/llms.txt): these have the paths of the cabinet, too.`;

/**
 * @param isForReading each action is an operation of its own, at `/bots#add` and the like, since a reader looks for one thing;
 * with samples of code. It is no address: what stands behind the `#` is not sent.
 */
export function referenceOf(routes: readonly Route[], publicUrl: string, isForReading = false): Json {
  const paths: Record<string, Json> = {};
  for (const { route, action } of operationsOf(routes, isForReading)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const at = action === undefined ? path : `${path}#${action}`;
    const samples = isForReading ? { 'x-codeSamples': codeSamples(route, publicUrl, action) } : {};
    paths[at] = { ...paths[at], [route.method]: { ...operation(route, action), ...samples } };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sponsorgate',
      version: '1.0.0',
      description: introduction(clientPackages(publicUrl === '/' ? '' : publicUrl)),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags,
    paths,
    webhooks,
    components: { securitySchemes, schemas: { Error: errorSchema } },
  };
}

interface Described {
  route: ListedRoute;
  /** Of an action that stands alone. */
  action?: string;
}

function operationsOf(routes: readonly Route[], isForReading: boolean): Described[] {
  return routes.flatMap((route): Described[] => {
    if (route.tag === undefined) return [];
    if (!isForReading || route.kind === 'json') return [{ route }];
    if (route.kind === 'raw') return [{ route: withoutPage(route) }];
    const { actions, kind: _kind, summary: _summary, errors, ...base } = route;
    return Object.entries(actions).map(([action, handler]) => ({
      route: { ...base, kind: 'json', handler: { ...handler, errors: { ...errors, ...handler.errors } } },
      action,
    }));
  });
}

type ListedRaw = Extract<ListedRoute, { kind: 'raw' }>;

/** The page of who reads has no room for a second kind of answer; its description names it. */
function withoutPage(route: ListedRaw): ListedRaw {
  const { media: _, ...rest } = route;
  return route.answers === undefined ? route : rest;
}

/** What is answered in the envelope, and one line about it. */
type Documented = Answers & { summary: string };

/** Null where a path answers nothing in the envelope. */
function descriptionOf(route: JsonRoute | ListedRaw): Documented | null {
  if (route.kind === 'json') return route.handler;
  return route.answers === undefined ? null : { summary: route.summary, ...route.answers };
}

const tags: { name: Tag | 'Events'; description: string }[] = [
  {
    name: 'Publishers',
    description: 'Owners of bots, who ask which sponsors a user must subscribe to, and earn.',
  },
  { name: 'Advertisers', description: 'Owners of orders, who pay per subscriber.' },
  { name: 'Both', description: 'Balance, filters, statistics and exclusions.' },
  {
    name: 'Account',
    description:
      'A person’s own account. The session of the cabinet opens whatever their keys open; so do the keys here.',
  },
  { name: 'Moderators', description: 'The queue, trust, payouts: for those that the operator named.' },
  { name: 'Events', description: 'What the service posts to an address of yours.' },
  { name: 'Operation', description: 'For an operator who watches the service.' },
];

/** What a kind of key is for, and where it comes from. */
const keyUses: Readonly<Record<KeyKind, string>> = {
  access:
    'Management: `/orders`, `/bots`. Must never be shared. From the profile section of the operator bot.',
  statistics:
    'Reading: `/get-balance`, `/statistic`, and `/toggle-exclusion`. From the profile section of the operator bot.',
  bot: 'One per added bot, for requests on its behalf: `/get-sponsors`, `/get-user-subscriptions`, `/get-user-info`; `/get-balance` shows it that bot alone. From `/bots` add and info; `change_api_key` replaces it, and the old one is invalid at once.',
};

const schemeOf: Readonly<Record<KeyKind, string>> = {
  access: 'AccessKey',
  statistics: 'StatisticsToken',
  bot: 'BotKey',
};

const securitySchemes = {
  ...Object.fromEntries(
    Object.entries(schemeOf).map(([kind, name]) => [
      name,
      {
        type: 'apiKey',
        in: 'header',
        name: 'Auth',
        description: `${keyNames[kind as KeyKind]}. ${keyUses[kind as KeyKind]}`,
      },
    ]),
  ),
  StatisticsTokenInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'api_token',
    description: `${keyNames.statistics}, as the main user token. ${keyUses.statistics}`,
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
    error_code: {
      type: 'string',
      enum: [...errorCodes, 'account_blocked'],
      description:
        'Of /orders, where the cause has one. `account_blocked`: signing in to the cabinet, or using it.',
    },
    faults: {
      type: 'array',
      description:
        'What is wrong, for pages that say it in the language of their readers; where it has a topic.',
      items: {
        type: 'object',
        required: ['topic'],
        properties: {
          topic: { type: 'string', enum: Object.keys(failureTopics) },
          field: { type: 'string', description: 'The path of the wrong field.' },
          values: {
            type: 'object',
            additionalProperties: { type: ['string', 'number'] },
            description: 'What the words of the topic are filled in with.',
          },
        },
      },
    },
    reason: { type: ['string', 'null'], description: 'With `account_blocked`: what the moderator wrote.' },
    contact: { type: ['string', 'null'], description: 'With `account_blocked`: where to ask.' },
  },
};

function operation(route: ListedRoute, action?: string): Json {
  const at = action === undefined ? route.path : `${route.path}/${action}`;
  const described = route.kind === 'actions' ? null : descriptionOf(route);
  const description = route.description ?? described?.description;
  const base = {
    operationId: `${route.method}${at.replaceAll(/[/:_-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: route.kind === 'json' ? route.handler.summary : route.summary,
    tags: [route.tag],
    security: securityOf(route),
    ...(description === undefined ? {} : { description }),
    ...parametersOf(route),
  };
  if (route.kind === 'actions') return { ...base, ...actionParts(route) };
  const media = route.kind === 'raw' ? route.media : undefined;
  if (described === null) {
    const errors = route.kind === 'raw' ? route.errors : undefined;
    return { ...base, responses: { 200: mediaAnswer(media), ...failuresOf(route, errors ?? {}) } };
  }
  const body = route.kind === 'json' && route.method === 'post' ? bodyOf(route.handler, action) : {};
  const answers = { 200: answerOf({ '': described }, media), ...otherAnswers(described) };
  const own = {
    ...described.errors,
    ...Object.fromEntries(Object.keys(described.others ?? {}).map((code) => [code, null])),
  };
  return { ...base, ...body, responses: { ...answers, ...failuresOf(route, own) } };
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
  const fields = queryFieldsOf(route);
  const inQuery = fields === null ? [] : queryParameters(schemaOf(fields));
  const parameters = [...inPath, ...inQuery, ...keyParameter(route)];
  return parameters.length === 0 ? {} : { parameters };
}

/** Of a call that can be repeated. */
function keyParameter(route: Route): Json[] {
  if (route.kind === 'raw') return [];
  const handlers = route.kind === 'json' ? { '': route.handler } : route.actions;
  const kept = Object.entries(handlers).filter(([, { isKept }]) => isKept === true);
  if (kept.length === 0) return [];
  const of = route.kind === 'json' ? '' : ` (${kept.map(([action]) => action).join(', ')})`;
  const description = `A name of this call that you choose, such as a UUID${of}. For a day the same call of your account is done once: repeated, it gets the first answer, with \`Idempotent-Replayed: true\`. With other parameters it is 422. Refusals are not kept.`;
  const schema = { type: 'string', minLength: 1, maxLength: 255 };
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema, description }];
}

function queryParameters({ properties, required }: Json): Json[] {
  const wanted = new Set(required as string[]);
  return Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: wanted.has(name),
    schema,
    description,
  }));
}

function bodyOf(handler: Handler, action?: string): Json {
  const schema = action === undefined ? schemaOf(handler.fields) : withAction(action, handler);
  const example = { ...(action === undefined ? {} : { action }), ...requestSampleOf(handler) };
  const isRequired = Array.isArray(schema['required']) && schema['required'].length > 0;
  return { requestBody: { required: isRequired, content: { 'application/json': { schema, example } } } };
}

function actionParts(route: ActionRoute): Json {
  const handlers = Object.entries(route.actions);
  const examples = handlers.map(([action, handler]) => [
    action,
    { summary: handler.summary, value: { action, ...requestSampleOf(handler) } },
  ]);
  const failed: Record<number, string> = {};
  for (const [action, { errors }] of handlers) {
    for (const [code, text] of Object.entries({ ...route.errors, ...errors })) {
      const said = failed[Number(code)];
      failed[Number(code)] = said === undefined ? `${action}: ${text}` : `${said}\n\n${action}: ${text}`;
    }
  }
  const schema = { oneOf: handlers.map(([action, handler]) => withAction(action, handler)) };
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: Object.fromEntries(examples) as Json } },
    },
    responses: { 200: answerOf(route.actions), ...failuresOf(route, failed) },
  };
}

function withAction(action: string, { fields, summary, description }: Handler): Json {
  const schema = schemaOf(fields);
  const { properties, required } = schema as { properties?: Json; required?: string[] };
  return {
    ...schema,
    title: action,
    description: description ?? summary,
    properties: { action: { const: action }, ...properties },
    required: ['action', ...(required ?? [])],
  };
}

/** The schema of a whole answer: the envelope and its payload. */
export function answerSchema({ payload, statuses = ['ok'] }: Answers): z.ZodType {
  return z.strictObject({ status: z.enum([...statuses]), code: z.int(), message: z.string(), ...payload });
}

/** A whole answer as it may come. */
export function sampleOf({ statuses = ['ok'], payload, answered }: Answers): Json {
  const { message, ...given } = answered;
  const made = sampleFor(schemaOf(z.strictObject(payload), 'output')) as Json;
  return { status: statuses[0], code: 200, message, ...made, ...given };
}

/** @param handlers by action; the one of a path without actions has no name */
function answerOf(handlers: Readonly<Record<string, Documented>>, media?: RawRoute['media']): Json {
  const schemas = Object.values(handlers).map((handler) => ({
    title: handler.summary,
    ...schemaOf(answerSchema(handler), 'output'),
  }));
  const examples = Object.entries(handlers).flatMap(([action, handler]) => [
    [action || 'answer', { summary: handler.summary, value: sampleOf(handler) }],
    ...Object.entries(handler.samples ?? {}).map(([name, value]) => [name, { summary: name, value }]),
  ]);
  const [only] = schemas;
  // Several actions answer alike: an answer is one of these or the other.
  const schema = schemas.length === 1 ? only : { anyOf: schemas };
  const json = { schema, examples: Object.fromEntries(examples) as Json };
  const page = media === undefined ? {} : { [media.type]: { schema: { type: 'string' } } };
  return { description: 'Done.', content: { 'application/json': json, ...page } };
}

/** Answers that are no failures and yet have another HTTP status. */
function otherAnswers(handler: Answers): Json {
  const schema = schemaOf(answerSchema(handler), 'output');
  return Object.fromEntries(
    Object.entries(handler.others ?? {}).map(([code, { text, answered }]) => [
      code,
      {
        description: text,
        content: { 'application/json': { schema, example: { ...answered, code: Number(code) } } },
      },
    ]),
  );
}

function mediaAnswer(media: RawRoute['media']): Json {
  const { type = 'application/octet-stream', description = 'The file.', example } = media ?? {};
  // What is no text has no example that a reader could read.
  const schema = example === undefined ? { type: 'string', format: 'binary' } : { type: 'string' };
  return { description, content: { [type]: { schema, ...(example === undefined ? {} : { example }) } } };
}
