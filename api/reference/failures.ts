/** The failures of a path in the API reference (`interface.md`, Errors, Limits). */
import type { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import { refusalMessage } from '../auth.js';
import { parseFields } from '../fields.js';
import { actionOf, type ActionRoute, type Route } from '../route.js';
import { exampleOf } from './sample.js';
import { type Json, schemaOf } from './schema.js';

interface Failure {
  /** When it comes. */
  text: string;
  /** A message as it may be answered. */
  message: string;
}

const onEveryPath: Readonly<Record<number, Failure>> = {
  429: {
    text: 'Too many requests with this key, or from this address; `Retry-After` says when to come again.',
    message: 'Too many requests with this key. Please come again a little later.',
  },
  500: {
    text: 'A fault of ours. `X-Request-Id` is what the operator needs to know.',
    message: 'Something went wrong on our side. Please try again.',
  },
  503: {
    text: 'The service is shutting down or overloaded; `Retry-After` says when to come again.',
    message: 'The service is shutting down. Try again in a moment.',
  },
};

const withFields = 'A field is wrong: `message` names each with what it must be. Nothing was changed.';

const withBody: Readonly<Record<number, Failure>> = {
  400: { text: 'The body is not valid JSON.', message: 'The body is not valid JSON.' },
  413: { text: 'The body is larger than 64 KiB.', message: 'The body is larger than 64 KiB.' },
};

const withKey =
  'The key is missing, unknown or of the wrong kind; `message` names the kind that is wanted, and the one given.';

/** What a path's own failures may be answered as, where the path has no words of its own for it. */
const ownMessages: Readonly<Record<number, string>> = {
  400: 'This bot is switched off.',
  401: 'This link was used, or is too old.',
  403: 'Bot 4242 is not one of your bots.',
  404: 'This bot has never asked about this user.',
  409: 'This bot has been added already.',
};

/** The order errors that carry an `error_code`, by their HTTP status. */
const orderErrors: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  400: {
    price_too_low: 'price: the minimum is 0.5.',
    invalid_parameter: 'track_unsubscriptions: is for channels only.',
  },
  403: { forbidden_or_not_foundorder: 'Order 1 is not one of your orders.' },
  409: {
    update_forbidden: 'The link cannot be changed: the order has subscribers.',
    rejected: 'An order on this link was rejected.',
    exist: 'You have an order on this link already.',
    moderation: 'An order of yours on this link waits for moderation.',
  },
};

export const errorCodes = Object.values(orderErrors).flatMap((codes) => Object.keys(codes));

/**
 * The answers of a path that are failures.
 * @param own what the path itself says of some, by HTTP status; null where that status is described elsewhere
 */
export function failuresOf(route: Route, own: Readonly<Record<number, string | null>>): Json {
  const known = knownOf(route);
  const codes = [...new Set([...Object.keys(known), ...Object.keys(own)].map(Number))].sort((a, b) => a - b);
  const described = codes.filter((code) => own[code] !== null);
  return Object.fromEntries(described.map((code) => [code, failure(route, code, known[code], own[code])]));
}

function knownOf(route: Route): Record<number, Failure> {
  const isPost = route.method === 'post';
  const takesFields = isPost || queryFieldsOf(route) !== null;
  return {
    ...onEveryPath,
    ...(isPost ? withBody : {}),
    ...(takesFields ? { 422: { text: withFields, message: wrongField(route) } } : {}),
    ...(route.access === 'public'
      ? {}
      : { 401: { text: withKey, message: refusalMessage(route, 'an unknown key was given') } }),
  };
}

/** What the query of a GET may hold; null where it holds nothing. */
export function queryFieldsOf(route: Route): z.ZodType | null {
  if (route.method === 'post') return null;
  const fields = fieldsOf(route);
  return fields === null || Object.keys(schemaOf(fields).properties ?? {}).length === 0 ? null : fields;
}

function fieldsOf(route: Route): z.ZodType | null {
  if (route.kind === 'json') return route.handler.fields;
  return route.kind === 'raw' ? (route.query ?? null) : null;
}

/** What the route itself says of a body whose every field is wrong: the first of its faults. */
function wrongField(route: Route): string {
  const message = faultOf(() => {
    const fields = fieldsOf(route);
    if (route.kind === 'actions') actionOf(route, {});
    else if (fields !== null) parseFields(fields, wrongBody(route, fields));
  });
  return message ?? 'The body must be a JSON object.';
}

/** No field takes an object without keys but those that are objects, and they want text for nothing either. */
function wrongBody(route: Exclude<Route, ActionRoute>, fields: z.ZodType): Record<string, unknown> {
  const [first] = Object.keys(schemaOf(fields).properties ?? {});
  return first === undefined ? {} : { ...exampleOf(route), [first]: {} };
}

function faultOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

function failure(
  route: Route,
  code: number,
  known: Failure | undefined,
  own: string | null | undefined,
): Json {
  const text = [known?.text, own].filter((words) => words != null).join('\n\n');
  const schema = { $ref: '#/components/schemas/Error' };
  const content = { 'application/json': { schema, examples: examplesOf(route, code, known) } };
  const later = {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  };
  return { description: text, ...(code === 429 || code === 503 ? { headers: later } : {}), content };
}

function examplesOf(route: Route, code: number, known: Failure | undefined): Json {
  const isOrders = route.path.startsWith('/orders');
  const coded = isOrders ? Object.entries(orderErrors[code] ?? {}) : [];
  const withCodes = coded.map(([errorCode, message]) => [
    errorCode,
    { value: { status: 'error', code, message, error_code: errorCode } },
  ]);
  const message = known?.message ?? ownMessages[code];
  const plain =
    message === undefined || (isOrders && known === undefined)
      ? []
      : [['error', { value: { status: 'error', code, message } }]];
  return Object.fromEntries([...plain, ...withCodes]) as Json;
}
