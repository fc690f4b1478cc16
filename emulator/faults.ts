/** Faults on demand: the next calls that match one are answered with it. Kept in memory only. */
export const faultKinds = ['429', '403', '400', '401', '500', '502', 'timeout', 'drop', 'latency'] as const;
type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  id: number;
  token: string | null;
  method: string | null;
  kind: FaultKind;
  /** How many calls are still to meet it. */
  times: number;
  retryAfterSeconds: number;
  latencyMs: number;
  description: string | null;
}

/** How the platform words each kind. */
export function describeFault(fault: Fault): { code: number; description: string } {
  const words: Record<string, [number, string]> = {
    '429': [429, `Too Many Requests: retry after ${fault.retryAfterSeconds}`],
    '403': [403, 'Forbidden: bot was blocked by the user'],
    '400': [400, 'Bad Request: chat not found'],
    '401': [401, 'Unauthorized'],
    '502': [502, 'Bad Gateway'],
  };
  const [code, description] = words[fault.kind] ?? [500, 'Internal Server Error'];
  return { code, description: fault.description ?? description };
}

export class Faults {
  #list: Fault[] = [];
  #nextId = 1;

  add(fault: Omit<Fault, 'id'>): Fault {
    const added = { ...fault, id: this.#nextId };
    this.#nextId += 1;
    this.#list.push(added);
    return added;
  }

  /** The oldest fault that this call meets; one of its times is spent. */
  take(token: string, method: string): Fault | null {
    const fault = this.#list.find(
      (known) =>
        (known.token === null || known.token === token) &&
        (known.method === null || known.method.toLowerCase() === method.toLowerCase()),
    );
    if (!fault) return null;
    fault.times -= 1;
    if (fault.times <= 0) this.#list = this.#list.filter((known) => known !== fault);
    return { ...fault };
  }

  list(): Fault[] {
    return [...this.#list];
  }

  clear(): void {
    this.#list = [];
  }
}
