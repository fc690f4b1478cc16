/** One request and its answer, with a deadline. Shared by the client and the adapters of networks. */

/** As much of the platform's `fetch` as is used here. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

export interface Sent {
  url: string;
  method?: 'get' | 'post';
  headers?: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
  /** Ends it before its deadline. */
  signal?: AbortSignal | undefined;
  fetch?: Fetch | undefined;
}

export interface Answered {
  /** 0 where nothing came back in time; then `body.message` says why, and names neither address nor key. */
  status: number;
  /** As it came; absent where nothing did. */
  text?: string;
  /** Parsed where it is JSON, else text. */
  body: unknown;
  /** Seconds. */
  retryAfter: number | undefined;
  requestId: string | undefined;
}

/** Sends, and reads the whole answer. Redirects are refused, since a header with a key would follow them. */
export async function exchange({
  url,
  method = 'post',
  headers,
  body,
  timeoutMs,
  signal: outer,
  fetch,
}: Sent): Promise<Answered> {
  const send: Fetch = fetch ?? globalThis.fetch;
  const deadline = AbortSignal.timeout(timeoutMs);
  // `any` holds it weakly (nodejs/node#57736): it lives since it is read below.
  const signal = outer === undefined ? deadline : AbortSignal.any([deadline, outer]);
  try {
    const response = await send(url, {
      method: method.toUpperCase(),
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
      // Of `error`, Node 20 forgets the deadline once garbage is collected while a body comes.
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status } = response;
    // A browser says 0 of a redirect.
    if (status === 0 || (status >= 300 && status < 400)) throw new Error('a redirect');
    const text = await response.text();
    return {
      status,
      text,
      body: parsed(text),
      retryAfter: seconds(response.headers.get('retry-after')),
      requestId: response.headers.get('x-request-id') ?? undefined,
    };
  } catch {
    // What the runtime says of it can hold the address, and that a secret.
    const message = deadline.aborted
      ? `No answer within ${String(timeoutMs)} ms.`
      : outer?.aborted === true
        ? 'No answer in time.'
        : unsent(url, Object.values(headers ?? {}));
    return { status: 0, body: { message }, retryAfter: undefined, requestId: undefined };
  }
}

/** What can be sent nowhere is a mistake of the bot's setup. */
function unsent(url: string, headers: readonly string[]): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return 'The address must begin with https:// or http://.';
  const isAscii = headers.every((one) => /^[ -~\s]*$/.test(one));
  return isAscii ? 'The network failed.' : 'The key has characters that no key has.';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function seconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  const count = Number(header);
  const until = Number.isFinite(count) ? count : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(until) ? Math.max(0, Math.ceil(until)) : undefined;
}

/** The fields of an object; none of what is no object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Text of what may be text or a number; `""` of anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What was said by someone who may repeat the key: without it. */
export const withoutKey = (text: string, key: string): string =>
  key === '' ? text : text.replaceAll(key, '…');
