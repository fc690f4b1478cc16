/** The documented paths of the service, typed by its API reference: nothing else is asked. */
import { statisticsToken, takeFirst } from '../first';
import type { paths } from './schema';

/** A path whose body names an action is called by both: `/orders#create`. */
export type Operation = {
  [Path in keyof paths]: paths[Path] extends { post: { responses: { 200: unknown } } } ? Path : never;
}[keyof paths];

export type Json<Body> = Body extends { content: { 'application/json': infer Value } } ? Value : never;
type Post<Path extends Operation> = paths[Path] extends { post: infer Command } ? Command : never;

export type Asked<Path extends Operation> =
  Post<Path> extends { requestBody?: infer Body }
    ? Path extends `${string}#${string}`
      ? Omit<Json<NonNullable<Body>>, 'action'>
      : Json<NonNullable<Body>>
    : object;
export type Answered<Path extends Operation> =
  Post<Path> extends { responses: { 200: infer Body } } ? Json<Body> : never;

/** What is wrong; the words of its topic are filled in with the values. */
export interface Fault {
  topic: string;
  field?: string;
  values?: Readonly<Record<string, string | number>>;
}

/** What the service refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    /** The HTTP status; 0 where nothing was answered. */
    readonly code: number,
    message: string,
    readonly faults: readonly Fault[] = [],
    readonly errorCode?: string | undefined,
  ) {
    super(message);
  }

  /** Faults by wrong field. */
  get fields(): ReadonlyMap<string, Fault> {
    return new Map(
      this.faults.flatMap((fault) =>
        fault.field === undefined ? [] : [[/^\w+/.exec(fault.field)?.[0] ?? '', fault]],
      ),
    );
  }
}

const ASK_WITHIN_MS = 30_000;

/** Why an account is blocked, and where to ask; null where the operator says neither. */
export interface Block {
  reason: string | null;
  contact: string | null;
}

/** What happens when the service turns its person away; the page sets it. */
export const turnedAway = {
  /** The session is over: the sign-in is shown, and the page stays as it is behind it. */
  signedOut: (): void => undefined,
  blocked: (_why: Block): void => undefined,
};

/** @throws Refusal */
export async function call<Path extends Operation>(
  operation: Path,
  asked: Asked<Path>,
  signal?: AbortSignal,
  /** The same for a repeated call: it is done once. */
  key?: string,
): Promise<Answered<Path>> {
  const [path = '', action] = operation.split('#');
  const body = JSON.stringify(action === undefined ? asked : { action, ...(asked as object) });
  const response = (await takeFirst(path, body)) ?? (await post(path, body, signal, key));
  return (await answerOf(response, path)) as Answered<Path>;
}

/** @throws Refusal where nothing was answered in time */
function post(path: string, body: string, signal?: AbortSignal, key?: string): Promise<Response> {
  const deadline = AbortSignal.timeout(ASK_WITHIN_MS);
  return fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(statisticsToken === null ? {} : { Auth: statisticsToken }),
    },
    body,
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new Refusal(0, 'offline');
  });
}

/** What is public and asked by GET. @throws Refusal */
export async function read(path: '/filters' | '/targeting', signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(path, signal === undefined ? {} : { signal }).catch(() => {
    throw new Refusal(0, 'offline');
  });
  return answerOf(response, path);
}

async function answerOf(response: Response, path: string): Promise<unknown> {
  const answer = (await response.json().catch(() => null)) as
    | ({ message: string; error_code?: string; faults?: readonly Fault[] } & Partial<Block>)
    | null;
  if (response.ok && answer !== null) return answer;
  if (answer?.error_code === 'account_blocked')
    turnedAway.blocked({ reason: answer.reason ?? null, contact: answer.contact ?? null });
  if (response.status === 401 && path !== '/session') turnedAway.signedOut();
  const said = answer?.message ?? response.statusText;
  throw new Refusal(response.status, said, answer?.faults, answer?.error_code);
}
