/**
 * The closed set of failures the service answers with (`interface.md`, Errors; `decisions.md`, The wire).
 *
 * Every failure a caller can cause is a `ServiceError` of one of these kinds. Anything else that is thrown is a fault of
 * ours: the edge answers 500 without a word of it and logs the rest.
 */
export const httpCodes = {
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
export const errorCodes: ReadonlySet<FailureKind> = new Set<FailureKind>([
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
 * What exactly is wrong, for people: each with what its words (`words/<language>/errors.ftl`) are filled in with. A failure
 * without one reads as its HTTP status does. Messages are for callers of the api, in English.
 */
export const failureTopics = {
  token_refused: [],
  token_of_other_bot: [],
  token_needed: [],
  image_inside: [],
  image_address: [],
  photo: [],
  photo_address: [],
  bot_added_already: [],
  bot_of_other_account: [],
  bot_held_with_token: [],
  bot_of_ours: [],
  bots_full: [],
  bots_per_hour: [],
  zone: [],
  link_unknown: [],
  link_not_of_channel: [],
  link_not_of_bot: [],
  price_too_low: [],
  quantity_reached: [],
  reason_length: [],
  account_unknown: [],
  no_membership_service: [],
  all_days_excluded: [],
  file_gone: [],
  reports_waiting: [],
  orders_waiting: [],
  test_needs_bot: [],
  address_missing: [],
  address_not_a_url: [],
  address_scheme: [],
  address_credentials: [],
  address_port: [],
  address_not_allowed: [],
  address_not_found: [],
  block_self: [],
  block_administrator: [],
  chat_rights: [],
  chat_settled: [],
  of_other_kind: [],
  rail_closed: [],
  rail_untrusted: [],
  deposit_refused: [],
  payout_sent: [],
  payout_not_sent: [],
  check_not_taken: [],
  check_not_deleted: [],
  payout_asked_lately: [],
  amount_changed: [],
  // Of fields alike.
  required: [],
  not_offered: [],
  not_whole: [],
  whole_least: ['min'],
  whole: ['min', 'max'],
  number: [],
  not_zero: [],
  least: ['min'],
  most: ['max'],
  text: ['max'],
  list_long: ['max'],
  nickname: [],
  date: [],
  moment: [],
  days_reversed: [],
  days_many: ['max'],
  month_to_come: [],
  // Of imports: why something stays where it was, or comes otherwise.
  import_unreachable: [],
  import_key_refused: [],
  import_refused: ['said'],
  import_unreadable: [],
  import_no_token: [],
  import_finished: [],
  import_rejected: [],
  import_rest: ['done', 'left'],
  import_unknown: ['value'],
  import_no_order: [],
  import_no_statistics: [],
  import_days: ['days', 'from', 'to'],
  import_sources: [],
  import_under_way: [],
  import_broken: [],
  import_too_long: [],
  // Of reversals: why one does not begin, or ended early.
  reversal_under_way: [],
  reversal_broken: [],
} as const satisfies Record<string, readonly string[]>;

type Topics = typeof failureTopics;
export type FailureTopic = keyof Topics;
/** Those whose words stand as they are. */
export type PlainTopic = {
  [Each in FailureTopic]: Topics[Each] extends readonly [] ? Each : never;
}[FailureTopic];

/** What exactly is wrong, with what its words are filled in with. */
export type Said =
  | { topic: PlainTopic; values?: undefined }
  | {
      [Each in Exclude<FailureTopic, PlainTopic>]: {
        topic: Each;
        values: Readonly<Record<Topics[Each][number], string | number>>;
      };
    }[Exclude<FailureTopic, PlainTopic>];

export type Fault = Said & {
  /** The path of the field that is wrong, on the wire. */
  field?: string;
};

/** A fault that is kept: why something ended early, or was left out. */
export interface FaultNote {
  /** In English. */
  message: string;
  /** The same for people; empty: the message is all there is. */
  faults: readonly Fault[];
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** The HTTP status that belongs to the kind. */
  readonly code: number;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  readonly faults: readonly Fault[];
  /** Sent on the top level of the answer. */
  readonly payload: Readonly<Record<string, string | null>>;

  /** @param message names the field first that is wrong, if one is: `amount: must not be 0.` */
  constructor(
    readonly kind: FailureKind,
    message: string,
    options: {
      retryAfterSeconds?: number;
      payload?: Readonly<Record<string, string | null>>;
    } & (Said | { topic?: undefined; faults?: readonly Fault[] }) = {},
  ) {
    super(message);
    this.code = httpCodes[kind];
    // Each answer that something is unavailable says when to come again.
    this.retryAfterSeconds = options.retryAfterSeconds ?? (kind === 'unavailable' ? 60 : undefined);
    this.payload = options.payload ?? {};
    this.faults = options.topic === undefined ? (options.faults ?? []) : [faultOf(message, options)];
  }

  get topic(): FailureTopic | undefined {
    return this.faults[0]?.topic;
  }

  /** The `error_code` of `interface.md`, Errors 3, where the table has one; `account_blocked` is our own. */
  get errorCode(): string | undefined {
    return errorCodes.has(this.kind) ? this.kind : undefined;
  }
}

/** What a message says of the field that it begins with. */
export function faultOf(message: string, { topic, values }: Said): Fault {
  const field = /^[a-z][\w.[\]]*(?=: )/.exec(message)?.[0];
  // What is given together was checked together.
  const said = (values === undefined ? { topic } : { topic, values }) as Said;
  return field === undefined ? said : { ...said, field };
}
