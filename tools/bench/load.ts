/** Load for a bounded number of requests, and what it cost. */
import { send } from './client.js';
import type { Measured } from './servers.js';
import { atShare } from './table.js';

export interface Shot {
  path: string;
  method?: 'GET' | 'POST';
  key?: string;
  body?: object;
}

export interface Load {
  /** The request number `index` of this round. */
  shot(index: number): Shot;
  /** Which HTTP statuses are right; others make the figure worthless and end the bench. */
  expect?: readonly number[];
}

export interface Figures {
  perSecond: number;
  cpuMicros: number;
  p50Ms: number;
  p99Ms: number;
  residentMb: number;
}

/** What one stretch of load took. */
export interface Stretch {
  amount: number;
  tookMs: number;
  cpuMs: number;
  /** Of each request. */
  latenciesMs: Float64Array;
  residentMb: number;
}

export interface Plan {
  amount: number;
  connections: number;
  perSecond?: number | undefined;
  /** Requests sent first, unmeasured: a process that rested refreshes what it remembers for a second. */
  leadIn?: number;
}

export async function measure(server: Measured, load: Load, plan: Plan): Promise<Figures> {
  return figuresOf([await stretch(server, load, plan)]);
}

/** @throws when an answer is not what it should be: what does not work cannot be fast */
export async function stretch(
  server: Measured,
  load: Load,
  { amount, connections, perSecond, leadIn = 0 }: Plan,
): Promise<Stretch> {
  if (leadIn > 0) await stretch(server, load, { amount: leadIn, connections });
  const wrong = new Set<string>();
  const expected = new Set(load.expect ?? [200]);
  const { host } = new URL(server.url);
  // Before the clock runs: what it costs to ask is not what is measured.
  const texts = Array.from({ length: amount }, (_, index) => textOf(load.shot(leadIn + index), host));
  const cpuBeforeMs = server.cpuMs();
  const { tookMs, latenciesMs } = await send(server.url, {
    amount,
    connections,
    perSecond,
    write: (index) => texts[index] ?? '',
    onReply: ({ status, body }) => {
      if (!expected.has(status)) wrong.add(`${String(status)} ${body().slice(0, 200)}`);
    },
  });
  const cpuMs = server.cpuMs() - cpuBeforeMs;
  if (wrong.size > 0) throw new Error(`Wrong answers: ${[...wrong].slice(0, 3).join('; ')}`);
  return { amount, tookMs, cpuMs, latenciesMs, residentMb: server.residentBytes() / 1e6 };
}

/** Of several stretches together. */
function figuresOf(stretches: readonly Stretch[]): Figures {
  const sumOf = (name: 'amount' | 'tookMs' | 'cpuMs') => stretches.reduce((sum, each) => sum + each[name], 0);
  const amount = sumOf('amount');
  const latenciesMs = Float64Array.from(stretches.flatMap((each) => [...each.latenciesMs])).sort();
  return {
    perSecond: (amount / sumOf('tookMs')) * 1_000,
    cpuMicros: (sumOf('cpuMs') / amount) * 1_000,
    p50Ms: atShare(latenciesMs, 0.5),
    p99Ms: atShare(latenciesMs, 0.99),
    residentMb: Math.max(...stretches.map((each) => each.residentMb)),
  };
}

/** Two sides in turns, since what else this machine does lasts for seconds. */
export async function inTurns(
  turns: number,
  one: (turn: number) => Promise<Stretch>,
  other: (turn: number) => Promise<Stretch>,
): Promise<[one: Figures, other: Figures]> {
  const stretches: [Stretch[], Stretch[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    stretches[0].push(await one(turn));
    stretches[1].push(await other(turn));
  }
  return [figuresOf(stretches[0]), figuresOf(stretches[1])];
}

function textOf({ path, method = 'POST', key, body }: Shot, host: string): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const auth = key === undefined ? '' : `Auth: ${key}\r\n`;
  const length = `Content-Length: ${String(Buffer.byteLength(text))}`;
  return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${auth}${length}\r\n\r\n${text}`;
}
