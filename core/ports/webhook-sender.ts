/** Posts to addresses that strangers name: only to public ones, never further than asked. */

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
