/** Asks addresses that strangers name: only public ones; redirects are refused. */

export interface OutgoingRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

export interface OutgoingAnswer {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  /** Of at most 8 MB. */
  json(): Promise<unknown>;
}

/** @throws where there is no answer, or the address may not be asked */
export type OutgoingFetch = (url: string, request: OutgoingRequest) => Promise<OutgoingAnswer>;
