/** The whole interface of the service, typed. */
import { errorFor, RateLimitError, SponsorgateError } from './errors.js';
import { steadyNow } from '../../networks/clock.js';
import { type Answered, exchange, type Fetch, fieldsOf, textOf, withoutKey } from '../../networks/http.js';
import { operations, type Operations } from './interface.js';

export interface ClientOptions {
  /** Address of the service. */
  url: string;
  /** The key that this client speaks with: a Bot Key, an Access Key or a statistics token. None is needed for public paths. */
  key?: string;
  /** How long one try may take. Default 5,000. */
  timeoutMs?: number;
  /** How often a request that may be repeated is tried. Default 3. */
  tries?: number;
  /** How long a call waits at most for a `Retry-After` to pass; beyond it the call throws. Default 10,000. */
  patienceMs?: number;
  fetch?: Fetch;
}

/** For one call; what is absent is as the client has it. */
export type CallOptions = Pick<ClientOptions, 'timeoutMs' | 'tries' | 'patienceMs'>;

type Name = keyof Operations;
type Body<N extends Name> = Operations[N][0];
type Method<N extends Name> =
  Record<string, never> extends Body<N>
    ? (body?: Body<N>, options?: CallOptions) => Promise<Operations[N][1]>
    : (body: Body<N>, options?: CallOptions) => Promise<Operations[N][1]>;
type Group<Prefix extends string> = {
  [N in Name as N extends `${Prefix}.${infer Action}` ? Action : never]: Method<N>;
};

/** A method for each operation; those with an action stand under `bots` and `orders`. */
export type Client = { [N in Exclude<Name, `${string}.${string}`>]: Method<N> } & {
  bots: Group<'bots'>;
  orders: Group<'orders'> & {
    /** The user ids of an order, one a line; `fileId` is from `orders.downloadId`. */
    idFile(fileId: string, options?: CallOptions): Promise<string>;
  };
};

const REFUSED_UNDONE = [429, 503];
const TRY_AGAIN = [0, 408, 429, 500, 502, 503, 504];
const FIRST_PAUSE_MS = 200;
/** A page in between may ask for a day. */
const QUIET_MAX_MS = 60_000;
const FILES = '/orders/download_id/';

/**
 * @throws SponsorgateError (from its methods) for every answer with `status` `error`, as the class of its cause
 */
export function createClient(options: ClientOptions): Client {
  const { call: send, path } = sender(options);
  const idFile = (fileId: string, own?: CallOptions) =>
    path('get', FILES + encodeURIComponent(fileId), true, undefined, own);
  const groups: Record<string, Record<string, unknown>> = { bots: {}, orders: { idFile } };
  const client: Record<string, unknown> = { ...groups };
  for (const name of Object.keys(operations) as Name[]) {
    const [group, action] = name.split('.') as [string, string?];
    const call = (body?: unknown, own?: CallOptions) => send(name, body, own);
    if (action === undefined) client[name] = call;
    else (groups[group] ??= {})[action] = call;
  }
  return client as Client;
}

function sender({ url, key = '', fetch, ...defaults }: ClientOptions) {
  const base = url.replace(/\/+$/, '');
  /** Until then the service wants to hear nothing of this key. */
  let quietUntilMs = 0;

  const once = async (method: 'get' | 'post', path: string, body: unknown, timeoutMs: number) => {
    const query = method === 'get' ? queryOf(body) : '';
    const answer = await exchange({
      url: base + path + query,
      method,
      timeoutMs,
      fetch,
      headers: key === '' ? {} : { Auth: key },
      ...(method === 'post' ? { body: body ?? {} } : {}),
    });
    if (path.startsWith(FILES) && answer.status === 200) return answer.text;
    if (isGood(answer)) return answer.body;
    throw refusal(answer, key);
  };

  const path = async (
    method: 'get' | 'post',
    where: string,
    mayRepeat: boolean,
    body: unknown,
    own?: CallOptions,
  ): Promise<unknown> => {
    const { timeoutMs = 5_000, tries = 3, patienceMs = 10_000 } = { ...defaults, ...own };
    for (let done = 1; ; done += 1) {
      const waitMs = quietUntilMs - steadyNow();
      if (waitMs > patienceMs) throw tooEarly(waitMs);
      if (waitMs > 0) await pause(waitMs);
      try {
        return await once(method, where, body, timeoutMs);
      } catch (error) {
        if (!(error instanceof SponsorgateError)) throw error;
        const restMs = (error.retryAfter ?? 0) * 1_000;
        if (error instanceof RateLimitError)
          quietUntilMs = Math.max(quietUntilMs, steadyNow() + Math.min(restMs, QUIET_MAX_MS));
        // A refusal that says when to come again has done nothing: then anything may be repeated.
        const isUndone = error.retryAfter !== undefined && REFUSED_UNDONE.includes(error.code);
        const isWorth = TRY_AGAIN.includes(error.code) && (mayRepeat || isUndone);
        if (!isWorth || done >= tries || restMs > patienceMs) throw error;
        await pause(Math.max(restMs, FIRST_PAUSE_MS * 2 ** (done - 1) * (0.5 + Math.random())));
      }
    }
  };

  const call = (name: Name, body: unknown, own?: CallOptions) => {
    const [method, mayRepeat] = operations[name];
    const [where = '', action] = name.split('.');
    const said = action === undefined ? body : { action: parted(action, '_'), ...fieldsOf(body) };
    return path(method, `/${parted(where, '-')}`, mayRepeat, said, own);
  };
  return { call, path };
}

/** `changeApiKey` as `change_api_key`. */
const parted = (name: string, mark: string) =>
  name.replace(/[A-Z]/g, (letter) => mark + letter.toLowerCase());

/** A 404 with `ok` is an answer: there are no sponsors for this user. A page in between is none. */
const isGood = ({ body }: Answered) => ![undefined, 'error'].includes(fieldsOf(body)['status'] as string);

function refusal({ status, body, retryAfter, requestId }: Answered, key: string): SponsorgateError {
  const { message, error_code: errorCode } = fieldsOf(body);
  // 200 from a page in between is no answer of the service.
  const code = status > 0 && status < 400 ? 502 : status;
  const said = textOf(message) || `HTTP ${String(status)}`;
  return errorFor({
    code,
    message: withoutKey(said, key),
    errorCode: textOf(errorCode) || undefined,
    retryAfter,
    requestId,
  });
}

const tooEarly = (waitMs: number) =>
  errorFor({ code: 429, message: 'Too many requests with this key.', retryAfter: Math.ceil(waitMs / 1_000) });

function queryOf(body: unknown): string {
  const given = Object.entries(fieldsOf(body)).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
