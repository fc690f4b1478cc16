/** Load for a bounded number of requests, and what it cost. */
import autocannon from 'autocannon';
import type { Measured } from './servers.js';

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

/** @throws when an answer is not what it should be: what does not work cannot be fast */
export async function measure(
  server: Measured,
  load: Load,
  { amount, connections, perSecond }: { amount: number; connections: number; perSecond?: number },
): Promise<Figures> {
  let index = 0;
  const wrong = new Map<string, number>();
  const expected = new Set(load.expect ?? [200]);
  const cpuBeforeMs = server.cpuMs();
  const startedAtMs = performance.now();
  const result = await autocannon({
    url: server.url,
    connections,
    amount,
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    timeout: 30,
    requests: [
      {
        setupRequest: (request) => {
          const { path, method = 'POST', key, body } = load.shot(index++);
          return {
            ...request,
            method,
            path,
            headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { auth: key }) },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          };
        },
        onResponse: (status, body) => {
          if (!expected.has(status)) wrong.set(`${String(status)} ${body.slice(0, 200)}`, status);
        },
      },
    ],
  });
  const tookMs = performance.now() - startedAtMs;
  const cpuMs = server.cpuMs() - cpuBeforeMs;
  if (wrong.size > 0 || result.errors > 0)
    throw new Error(`${String(result.errors)} errors; answers: ${[...wrong.keys()].slice(0, 3).join('; ')}`);
  return {
    perSecond: (amount / tookMs) * 1_000,
    cpuMicros: (cpuMs / amount) * 1_000,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    residentMb: server.residentBytes() / 1e6,
  };
}
