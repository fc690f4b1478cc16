/** What can go wrong with a request, as classes. None of them ever holds a key. */

/** What is known of a refusal. */
export interface Failure {
  /** HTTP status; 0 where nothing was answered. */
  code: number;
  message: string;
  /** The field that is wrong, where the service names one. */
  field?: string | undefined;
  /** Of `/orders`: the word for the cause, such as `price_too_low`. */
  errorCode?: string | undefined;
  /** Seconds to wait before the next try. */
  retryAfter?: number | undefined;
  /** The id to give to the operator of the service. */
  requestId?: string | undefined;
}

/** Any failure of a request; the classes below say which. */
export class SponsorgateError extends Error {
  override readonly name: string = 'SponsorgateError';
  readonly code!: number;
  readonly field: string | undefined;
  readonly errorCode: string | undefined;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(failure: Failure) {
    super(failure.message);
    Object.assign(this, failure);
  }
}

/** 400 and 422: what was sent is wrong; `field` says where. */
export class InvalidError extends SponsorgateError {
  override readonly name = 'InvalidError';
}
/** 401: the key is missing, unknown or of the wrong kind. */
export class KeyError extends SponsorgateError {
  override readonly name = 'KeyError';
}
/** 403 and 404: not yours, or not there. */
export class NotFoundError extends SponsorgateError {
  override readonly name = 'NotFoundError';
}
/** 409: it is there already, or can no longer be changed. */
export class ConflictError extends SponsorgateError {
  override readonly name = 'ConflictError';
}
/** 429: come again after `retryAfter` seconds. */
export class RateLimitError extends SponsorgateError {
  override readonly name = 'RateLimitError';
}
/** 5xx, a deadline, or a network that fails: whether it was done is unknown. */
export class UnavailableError extends SponsorgateError {
  override readonly name = 'UnavailableError';
}

const classes: Readonly<Record<number, typeof SponsorgateError>> = {
  400: InvalidError,
  401: KeyError,
  403: NotFoundError,
  404: NotFoundError,
  409: ConflictError,
  422: InvalidError,
  429: RateLimitError,
};

/** The error for a status: its class, and the field that the message names. */
export function errorFor(failure: Failure): SponsorgateError {
  const kind = failure.code === 0 || failure.code >= 500 ? UnavailableError : classes[failure.code];
  const field = failure.field ?? /^([a-z]\w*(?:\.\w+)*): /.exec(failure.message)?.[1];
  return new (kind ?? SponsorgateError)({ ...failure, field });
}
