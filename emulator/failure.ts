/** Answers that are not `ok`: the platform's to a bot, and the control interface's to a tool. */

/** A call that the platform refuses, in the platform's words. */
export class ApiFailure extends Error {
  readonly code: number;
  readonly retryAfterSeconds: number | null;

  constructor(code: number, description: string, retryAfterSeconds: number | null = null) {
    super(description);
    this.name = 'ApiFailure';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const badRequest = (words: string): ApiFailure => new ApiFailure(400, `Bad Request: ${words}`);
export const forbidden = (words: string): ApiFailure => new ApiFailure(403, `Forbidden: ${words}`);
export const conflict = (words: string): ApiFailure => new ApiFailure(409, `Conflict: ${words}`);

/** A request to the control interface that is wrong; the message says what to send instead. */
export class ControlFailure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlFailure';
    this.status = status;
  }
}
