/**
 * The closed set of failures the service answers with (`interface.md`, Errors; `decisions.md`, The wire).
 *
 * Every failure a caller can cause is a `ServiceError` of one of these kinds. Anything else that is thrown is a fault of
 * ours: the edge answers 500 without a word of it and logs the rest.
 */
const httpCodes = {
  malformed_json: 400,
  bot_switched_off: 400,
  price_too_low: 400,
  invalid_parameter: 400,
  unauthorized: 401,
  forbidden: 403,
  account_blocked: 403,
  forbidden_or_not_foundorder: 403,
  not_found: 404,
  conflict: 409,
  update_forbidden: 409,
  rejected: 409,
  exist: 409,
  moderation: 409,
  too_large: 413,
  invalid: 422,
  limited: 429,
  unavailable: 503,
} as const;

export type FailureKind = keyof typeof httpCodes;

/** The kinds that the interface documents as `error_code` of `/orders` answers, and one of the cabinet's own. */
const errorCodes: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'account_blocked',
  'price_too_low',
  'invalid_parameter',
  'forbidden_or_not_foundorder',
  'update_forbidden',
  'rejected',
  'exist',
  'moderation',
]);

/**
 * What exactly is wrong, where people meet it in a chat: the operator bot has words for each in every language. Messages
 * are for callers of the api, in English.
 */
export type FailureTopic =
  | 'token_refused'
  | 'token_of_other_bot'
  | 'token_needed'
  | 'image_inside'
  | 'image_address'
  | 'photo'
  | 'photo_address'
  | 'bot_added_already'
  | 'bot_of_other_account'
  | 'bot_held_with_token'
  | 'bot_of_ours'
  | 'bots_full'
  | 'bots_per_hour'
  | 'zone'
  | 'link_unknown'
  | 'link_not_of_channel'
  | 'link_not_of_bot'
  | 'price_too_low'
  | 'quantity_reached'
  | 'reason_length'
  | 'account_unknown'
  | 'no_membership_service'
  | 'all_days_excluded'
  | 'file_gone'
  | 'reports_waiting'
  | 'orders_waiting'
  | 'test_needs_bot'
  | 'address_missing'
  | 'address_not_a_url'
  | 'address_scheme'
  | 'address_credentials'
  | 'address_port'
  | 'address_not_allowed'
  | 'address_not_found';

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** The HTTP status that belongs to the kind. */
  readonly code: number;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  readonly topic: FailureTopic | undefined;
  /** What a page needs to say it in its reader's language; sent on the top level of the answer. */
  readonly values: Readonly<Record<string, string | null>>;

  constructor(
    readonly kind: FailureKind,
    message: string,
    options: {
      retryAfterSeconds?: number;
      topic?: FailureTopic;
      values?: Readonly<Record<string, string | null>>;
    } = {},
  ) {
    super(message);
    this.code = httpCodes[kind];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.topic = options.topic;
    this.values = options.values ?? {};
  }

  /** The `error_code` of `interface.md`, Errors 3, where the table has one; `account_blocked` is our own. */
  get errorCode(): string | undefined {
    return errorCodes.has(this.kind) ? this.kind : undefined;
  }
}
