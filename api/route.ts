/**
 * What a path of the api is. A file in `routes/` exports one: who may call it, what it takes, and what it answers. The
 * app, the API reference and the tests all walk the one list in `routes/index.ts`.
 */
import type { Request, Response } from 'express';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { ServiceError } from '../core/errors.js';
import type { AsOf, KeyKind, KeyOwner } from '../core/ports.js';
import type { Service } from '../core/service.js';
import type { Answer, Reply } from './envelope.js';
import { parseFields } from './fields.js';

/** Whom a request speaks for. A Bot Key always names its bot. */
export type Caller = KeyOwner & {
  /** The session of the cabinet that stands for the person's keys. */
  sessionId?: string;
};

/** A request as it came; the query is there where the framework has read it. */
export type Incoming = IncomingMessage & { query?: Record<string, unknown> };

/** Which kinds of keys open a path; `public` asks for none. */
export type Access = 'public' | readonly KeyKind[];

interface RouteBase {
  method: 'get' | 'post';
  /** As `interface.md` writes it, with `:name` for a part that varies. */
  path: string;
  access: Access;
  /** Where the key is: the header `Auth`, or the query parameter `api_token` (the header works there too). */
  keyIn?: 'header' | 'query';
  /** Another way to know the caller, tried when no key is given: the session of a page. */
  session?: (service: Service, request: Incoming) => Promise<Caller | null>;
  /** How many plain requests this one counts for with the limits per key and address; 0 is never limited. Default 1. */
  weight?: number;
  /** Refuses a request before its body is read. */
  guard?: (service: Service, request: Incoming) => void;
  /** How large the body of a POST may be, where that is not as everywhere. */
  bodyMaxBytes?: number;
  /** One line for the API reference. */
  summary: string;
}

/** Where a request comes from. */
export interface From {
  address: string;
  /** What the program that asks says of itself; `''` where it says nothing. */
  agent: string;
}

/** What one request may hold: a schema, and what is done with what it parses to. */
export interface Handler {
  fields: z.ZodType;
  /** @param asOf when the request came in */
  run(
    service: Service,
    input: unknown,
    caller: Caller | null,
    asOf: AsOf | undefined,
    from: From,
  ): Promise<Answer>;
}

/** A path that answers JSON in the envelope. The input is the body of a POST, the query of a GET. */
export interface JsonRoute extends RouteBase {
  kind: 'json';
  handler: Handler;
}

/** A path whose body names its `action` (`interface.md`, /bots and /orders). */
export interface ActionRoute extends RouteBase {
  kind: 'actions';
  actions: Readonly<Record<string, Handler>>;
}

export interface RawVisit {
  /** Where the request comes from. */
  address: string;
  service: Service;
  request: Request;
  response: Response;
  caller: Caller | null;
}

/** Everything that is not the envelope: pages, files, pictures. The parsed body of a POST is in `request.body`. */
export interface RawRoute extends RouteBase {
  kind: 'raw';
  serve(visit: RawVisit): Promise<void> | void;
  /** Its POST comes from a plain HTML form as well. */
  takesForms?: boolean;
  /** How a failure is told where a person reads it; without it, in the envelope. `reply` is the envelope's answer. */
  fail?: (reply: Reply, visit: Omit<RawVisit, 'caller' | 'address'>) => Reply;
}

export type Route = JsonRoute | ActionRoute | RawRoute;

type Handle<Fields extends z.ZodType, Who> = (
  service: Service,
  input: z.output<Fields>,
  caller: Who,
  asOf: AsOf,
  from: From,
) => Promise<Answer>;

/** A handler that a key is needed for; its handler gets the parsed fields and the caller that the key speaks for. */
export function handler<Fields extends z.ZodType>(fields: Fields, handle: Handle<Fields, Caller>): Handler {
  return {
    fields,
    run: (service, input, caller, asOf, from) => {
      if (caller === null) throw new Error('A handler that needs a key stands on a public path.');
      return handle(service, parseFields(fields, input), caller, asOf, from);
    },
  };
}

/** A handler that needs no key. */
export function publicHandler<Fields extends z.ZodType>(
  fields: Fields,
  handle: Handle<Fields, null>,
): Handler {
  return {
    fields,
    run: (service, input, _, asOf, from) => handle(service, parseFields(fields, input), null, asOf, from),
  };
}

/** The bot that a Bot Key speaks for. */
export function botOf(caller: Caller): number {
  if (caller.botId === null) throw new Error('This path is not for bots.');
  return caller.botId;
}

export interface Asked {
  /** The parsed body of a POST, the query of a GET. */
  input: Record<string, unknown>;
  caller: Caller | null;
  /** When the request came in. */
  asOf: AsOf;
  from: From;
}

/** Parses and does what a request to a JSON path asks for. */
export function answerTo(
  route: JsonRoute | ActionRoute,
  service: Service,
  { input, caller, asOf, from }: Asked,
): Promise<Answer> {
  const handler = route.kind === 'json' ? route.handler : actionOf(route, input);
  return handler.run(service, input, caller, asOf, from);
}

/** @throws ServiceError `invalid` where no such action is named */
export function actionOf({ actions }: ActionRoute, { action }: Record<string, unknown>): Handler {
  const wanted = typeof action === 'string' ? action.trim() : '';
  const found = Object.hasOwn(actions, wanted) ? actions[wanted] : undefined;
  if (found !== undefined) return found;
  throw new ServiceError('invalid', `action: must be one of: ${Object.keys(actions).join(', ')}.`);
}
