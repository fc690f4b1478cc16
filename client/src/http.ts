/** One request and its answer, with a deadline. Shared by the client and the adapters of networks. */
import { errorFor } from './errors.js';

/** As much of the platform's `fetch` as is used here. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    redirect: 'error';
    signal: AbortSignal;
  },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

export interface Sent {
  url: string;
  method?: 'get' | 'post';
  headers?: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
  fetch?: Fetch | undefined;
}

export interface Answered {
  status: number;
  /** As it came: parsed where it is JSON, else text. */
  body: unknown;
  /** Seconds. */
  retryAfter: number | undefined;
  requestId: string | undefined;
}

/**
 * Sends, and reads the whole answer. Redirects are refused, since a header with a key would follow them.
 * @throws UnavailableError when nothing came back in time; its message names neither address nor key
 */
export async function exchange({
  url,
  method = 'post',
  headers,
  body,
  timeoutMs,
  fetch,
}: Sent): Promise<Answered> {
  const send: Fetch = fetch ?? globalThis.fetch;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, {
      method: method.toUpperCase(),
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
      redirect: 'error',
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: parsed(text),
      retryAfter: seconds(response.headers.get('retry-after')),
      requestId: response.headers.get('x-request-id') ?? undefined,
    };
  } catch {
    // What the runtime says of it can hold the address, and that a secret.
    const why = signal.aborted ? `No answer within ${String(timeoutMs)} ms.` : 'The network failed.';
    throw errorFor({ code: 0, message: why });
  }
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

/** The elements of a list that are objects; none of what is no list. */
export const rowsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** Text of what may be text or a number; `""` of anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
