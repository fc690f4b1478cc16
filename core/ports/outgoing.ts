/** Posts to and asks addresses that strangers name: only public ones, never further than asked; redirects are refused. */

/** Why nothing was delivered: a closed set, worded where people read it; `status:<code>` for any answer but 2xx. */
export type SendFailure =
  | `status:${number}`
  | 'redirect'
  | 'timeout'
  | 'not_found'
  | 'not_connected'
  | 'not_allowed'
  | 'certificate'
  | 'aborted'
  | 'not_http';

export type Delivery =
  | { ok: true; status: number; tookMs: number }
  | { ok: false; reason: SendFailure; retryAfterMs: number | null; tookMs: number };

/** Why an address cannot be used. */
export type UrlFault = 'not_a_url' | 'scheme' | 'credentials' | 'port' | 'not_allowed' | 'not_found';

export interface WebhookSender {
  /** Looks an address up; null when it may be posted to. */
  fault(url: string): Promise<UrlFault | null>;
  /**
   * The same for a picture, which is handed to the platform and not fetched by us: http and https, any port. A name that
   * cannot be resolved just now passes: what matters is that none leads to an address inside.
   */
  pictureFault(url: string): Promise<UrlFault | null>;
  /**
   * Posts JSON once. Delivered is what was answered 2xx; redirects are not followed; never throws. The signal breaks it
   * off: whether it was delivered is not known then.
   */
  post(
    url: string,
    message: { headers: Record<string, string>; body: string },
    signal?: AbortSignal,
  ): Promise<Delivery>;
}

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
