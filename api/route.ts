/**
 * What a path of the api is. A file in `routes/` exports one: who may call it, what it takes, what it answers, and how it
 * may fail. The app, the API reference, the types of the client and of the cabinet, and the tests all walk the one list in
 * `routes/index.ts`.
 */
import type { Request, Response } from 'express';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { ServiceError } from '../core/errors.js';
import type { Keep } from '../core/kept-answers.js';
import type { KeyKind, KeyOwner } from '../core/ports/account-store.js';
import type { Keeping } from '../core/ports/answer-store.js';
import type { AsOf } from '../core/ports/as-of.js';
import type { Service } from '../core/service.js';
import { encode, type SourceOf } from './encode.js';
import type { Answer } from './envelope.js';
import { parseFields } from './fields.js';

/** The account that a request speaks for. A Bot Key always names its bot. */
export type Caller = KeyOwner & {
  /** The session of the cabinet that stands for the person's keys. */
  sessionId?: string;
};

/** A request as it came; the query is there where the framework has read it. */
export type Incoming = IncomingMessage & { query?: Record<string, unknown> };

/** Which kinds of keys open a path; `public` asks for none. */
export type Access = 'public' | readonly KeyKind[];

/** The headings of the API reference. */
export type Tag = 'Publishers' | 'Advertisers' | 'Both' | 'Account' | 'Moderators' | 'Operation';

interface RouteBase {
  method: 'get' | 'post';
  /** As `interface.md` writes it, with `:name` for a part that varies. */
  path: string;
  access: Access;
  /** Where the key is: the header `Auth`, or the query parameter `api_token` (the header works there too). */
  keyIn?: 'header' | 'query';
  /** How many plain requests this one counts for with the limits per key and address; 0 is never limited. Default 1. */
  weight?: number;
  /** Refuses a request before its body is read. */
  guard?: (service: Service, request: Incoming) => void;
  /** How large the body of a POST may be, where that is not as everywhere. */
  bodyMaxBytes?: number;
  /** The cabinet's: the page of the API reference and the client leave it out. */
  isOfCabinet?: true;
  /** More about a path that is no handler alone, for the API reference. */
  description?: string;
}

export interface From {
  address: string;
  /** What the program that asks says of itself; `''` where it says nothing. */
  agent: string;
  /** The caller's own name of this call. */
  idempotencyKey?: string | undefined;
}

/**
 * What is answered, for the API reference and for types: nothing is parsed by `payload` while the service runs. A test
 * holds real answers and every sample to it.
 */
export interface Answers<Payload extends z.ZodRawShape = z.ZodRawShape> {
  description?: string;
  /** The keys next to `status`, `code` and `message`. */
  payload: Payload;
  /** What `status` can be, if not only `ok`. */
  statuses?: readonly [string, ...string[]];
  /** A request as it may be sent, where the one made of the schema says too little. */
  example?: Record<string, unknown>;
  /** What is answered to it: the message, where `handle` gives no other, and what the payload made of the schema says too little of. */
  answered: { message: string } & Record<string, unknown>;
  /** Whole answers of other kinds, by name. */
  samples?: Readonly<Record<string, Record<string, unknown>>>;
  /** Answers that are no failures and yet have another HTTP status. */
  others?: Readonly<Record<number, { text: string; answered: Record<string, unknown> }>>;
  /** Failures by HTTP status, in addition to those of every path. */
  errors?: Readonly<Record<number, string>>;
}

/** What one request is: what it may hold, and what it is answered. */
export interface HandlerSpec<
  Fields extends z.ZodType = z.ZodType,
  Payload extends z.ZodRawShape = z.ZodRawShape,
> extends Answers<Payload> {
  summary: string;
  fields: Fields;
  /** It only reads, or sets what is set already: the client repeats it when it may not have arrived. */
  isRepeatable?: true;
  /** With an `Idempotency-Key` it is done once, and answered the same again for a day. */
  isKept?: true;
}

export interface Handler extends HandlerSpec {
  /** @param asOf when the request came in */
  run(
    service: Service,
    input: unknown,
    caller: Caller | null,
    asOf: AsOf | undefined,
    from: From,
    keep: Keep<Answer>,
  ): Promise<Answer>;
}

/** A path that answers JSON in the envelope. The input is the body of a POST, the query of a GET. */
export interface JsonRoute extends RouteBase {
  kind: 'json';
  tag: Tag;
  handler: Handler;
}

/** A path whose body names its `action` (`interface.md`, /bots and /orders). */
export interface ActionRoute extends RouteBase {
  kind: 'actions';
  tag: Tag;
  summary: string;
  errors?: Answers['errors'];
  actions: Readonly<Record<string, Handler>>;
}

export interface RawContext {
  address: string;
  service: Service;
  request: Request;
  response: Response;
  caller: Caller | null;
}

/** Everything that is not the envelope: pages, files, pictures. The parsed body of a POST is in `request.body`. */
export type RawRoute = RawBase &
  (
    | { tag: Tag; summary: string }
    | { /** The API reference leaves it out. */ tag?: undefined; summary?: undefined }
  );

interface RawBase extends RouteBase {
  kind: 'raw';
  query?: z.ZodType;
  /** What it answers in the envelope. */
  answers?: Answers;
  /** Serves a GET whose query alone asks for the envelope, past Express (`bypass.ts`). */
  inEnvelope?: { route: JsonRoute; isAsked: (query: Readonly<Record<string, unknown>>) => boolean };
  /** What it answers that is not the envelope. */
  media?: { type: string; description: string; example?: string };
  /** How it may fail, where it answers nothing in the envelope. */
  errors?: Answers['errors'];
  serve(context: RawContext): Promise<void> | void;
  /** Asks for no key where this is so: what is answered then holds no data of an account. */
  opens?: (request: Request) => boolean;
  /** Its POST comes from a plain HTML form as well. */
  takesForms?: boolean;
  /** The body of its POST is signed: it is handed on as it came, as `bytes`. */
  takesBytes?: boolean;
}

export type Route = JsonRoute | ActionRoute | RawRoute;
/** A path that stands in the API reference. */
export type ListedRoute = Route & { tag: Tag };

type SpecOf<Of extends Route> = Of extends Route ? Omit<Of, 'kind' | 'method' | 'path'> : never;

export function jsonRoute(method: Route['method'], path: string, spec: SpecOf<JsonRoute>): JsonRoute {
  return { kind: 'json', method, path, ...spec };
}

export function actionRoute(path: string, spec: SpecOf<ActionRoute>): ActionRoute {
  return { kind: 'actions', method: 'post', path, ...spec };
}

export function rawRoute(method: Route['method'], path: string, spec: SpecOf<RawRoute>): RawRoute {
  return { kind: 'raw', method, path, ...spec };
}

/** Actions that the cabinet alone has; the Access Key opens them, unless it says otherwise. */
export const cabinetActions = (
  path: string,
  spec: Pick<ActionRoute, 'summary' | 'tag' | 'actions'> & Partial<SpecOf<ActionRoute>>,
): ActionRoute => actionRoute(path, { access: ['access'], isOfCabinet: true, ...spec });

/** What anybody may GET, and the API reference leaves out: a page, a picture, a file of the site. */
export const publicGet = (path: string, serve: RawRoute['serve']): RawRoute =>
  rawRoute('get', path, { access: 'public', serve });

/** What a schema describes, as a value that is only read. */
export type Wire<T> = unknown extends T
  ? T
  : T extends readonly (infer Element)[]
    ? readonly Wire<Element>[]
    : T extends object
      ? { readonly [Key in keyof T]: Wire<T[Key]> }
      : T;

/** An answer without its message has the documented one. */
type Said = Omit<Answer, 'message'> & Partial<Pick<Answer, 'message'>>;

/** An answer whose payload is as documented, or was when its body was written. */
export type AnswerOf<Payload extends z.ZodRawShape> = Omit<Said, 'payload'> &
  (keyof Payload extends never
    ? unknown
    : { payload: Wire<z.output<z.ZodObject<Payload>>> } | { body: Buffer });

type KeysOf<T> = T extends unknown ? keyof T : never;
type At<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;

/** `Given`, with `never` where it has a key that is not documented. */
type NoMore<Given, Documented> = Given extends readonly (infer Element)[]
  ? readonly NoMore<Element, Documented extends readonly (infer Each)[] ? Each : never>[]
  : Given extends object
    ? {
        [Key in keyof Given]: Key extends KeysOf<Documented>
          ? NoMore<Given[Key], At<Documented, Key>>
          : never;
      }
    : Given;

/** Where a spec has none, its `Fields` are these. */
const noFields = z.object({});

type Spec<Fields extends z.ZodType> = Omit<HandlerSpec<Fields>, 'fields' | 'payload'> & { fields?: Fields };

interface Handling<Fields extends z.ZodType, Payload extends z.ZodRawShape, Who, Given> extends Spec<Fields> {
  payload: Payload;
  handle: (
    service: Service,
    input: z.output<Fields>,
    caller: Who,
    asOf: AsOf,
    from: From,
    keep: Keep<Answer>,
  ) => Promise<Given & NoMore<Given, AnswerOf<Payload>>>;
  /** Called where the fields are refused, so that `handle` is not. */
  unread?: (service: Service, caller: Who) => void;
}

type MakeHandler<Who> = <
  Payload extends z.ZodRawShape,
  Given extends Said & AnswerOf<Payload>,
  Fields extends z.ZodType = typeof noFields,
>(
  handling: Handling<Fields, Payload, Who, Given>,
) => Handler;

/**
 * A handler that a key is needed for; it gets the parsed fields and the caller that the key speaks for. A payload that lacks
 * a documented field, or has one more, does not compile.
 */
export const handler: MakeHandler<Caller> = ({ handle, unread, fields = noFields as never, ...spec }) => ({
  ...spec,
  fields,
  run: async (service, input, caller, asOf, from, keep) => {
    if (caller === null) throw new Error('A handler that needs a key stands on a public path.');
    const read = () => {
      try {
        return parseFields(fields, input);
      } catch (error) {
        unread?.(service, caller);
        throw error;
      }
    };
    return withMessage(spec, await handle(service, read(), caller, asOf, from, keep));
  },
});

interface Making<Result extends z.ZodType, Fields extends z.ZodType, Made> extends Spec<Fields> {
  result: Result;
  /** The key of the answer that it stands under; default `result`. */
  under?: 'result' | 'response';
  /** @param kept for core, which keeps the answer with what it does; only where `isKept` */
  handle: (
    service: Service,
    input: z.output<Fields>,
    caller: Caller,
    kept: Keeping<NoInfer<Made>> | undefined,
  ) => Promise<NoInfer<Made>>;
  /** What the result is of what core returns. */
  shows: (made: Made) => SourceOf<Result>;
  /** The message; without it the documented one. */
  says?: (shown: SourceOf<Result>, made: NoInfer<Made>) => string;
}

/** A handler whose whole answer is a `result`, made of what core returns. */
export const madeHandler = <Result extends z.ZodType, Made, Fields extends z.ZodType = typeof noFields>({
  result,
  under = 'result',
  handle,
  shows,
  says,
  ...spec
}: Making<Result, Fields, Made>): Handler =>
  handler<z.ZodRawShape, Said & { payload: Record<string, unknown> }, Fields>({
    ...spec,
    payload: { [under]: result },
    handle: async (service, input, caller, _asOf, _from, keep) => {
      const answer = (made: Made) => {
        const shown = shows(made);
        const message = says?.(shown, made) ?? spec.answered.message;
        return { message, payload: { [under]: encode(result, shown) } };
      };
      return answer(await handle(service, input, caller, keep(answer)));
    },
  });

/** One whose result is what core returns. */
export const resultHandler = <Result extends z.ZodType, Fields extends z.ZodType = typeof noFields>(
  making: Omit<Making<Result, Fields, SourceOf<Result>>, 'shows'>,
): Handler => madeHandler({ ...making, shows: (made: SourceOf<Result>) => made });

/** A handler that needs no key. */
export const publicHandler: MakeHandler<null> = ({ handle, fields = noFields as never, ...spec }) => ({
  ...spec,
  fields,
  run: async (service, input, _, asOf, from, keep) =>
    withMessage(spec, await handle(service, parseFields(fields, input), null, asOf, from, keep)),
});

/** One with a message of its own stays the same object: an answer that is repeated is written once. */
function withMessage({ answered }: Answers, given: Said): Answer {
  const { message = answered.message } = given;
  return message === given.message ? (given as Answer) : { ...given, message };
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
export async function answerTo(
  route: JsonRoute | ActionRoute,
  service: Service,
  { input, caller, asOf, from }: Asked,
): Promise<Answer> {
  const handler = route.kind === 'json' ? route.handler : actionOf(route, input);
  const answering = (keep: Keep<Answer>) => handler.run(service, input, caller, asOf, from, keep);
  if (caller === null || handler.isKept !== true) return answering(() => undefined);
  const call = {
    accountId: caller.accountId,
    name: `${route.method} ${route.path}`,
    key: from.idempotencyKey,
    parameters: input,
  };
  const { answer, isRepeated } = await service.keptAnswers.once(call, answering);
  return isRepeated ? { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } } : answer;
}

/** @throws ServiceError `invalid` where no such action is named */
export function actionOf({ actions }: ActionRoute, { action }: Record<string, unknown>): Handler {
  const wanted = typeof action === 'string' ? action.trim() : '';
  const found = Object.hasOwn(actions, wanted) ? actions[wanted] : undefined;
  if (found !== undefined) return found;
  throw new ServiceError('invalid', `action: must be one of: ${Object.keys(actions).join(', ')}.`);
}
